// The main function of every test binary: GoogleTest's, with a fixed seed for RapidCheck.
//
//   ZEROSUM_SEED=N         another seed (default: 1)
//   ZEROSUM_SEED=random    a new one for this run, printed so that it can be given back
//
// RC_PARAMS, RapidCheck's own variable, is obeyed when it is set.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const char* wanted = std::getenv("ZEROSUM_SEED");
    std::string seed = wanted == nullptr ? "1" : wanted;
    if (seed == "random") seed = std::to_string(std::random_device{}());
    if (wanted != nullptr) std::cout << "ZEROSUM_SEED=" << seed << '\n';
    setenv("RC_PARAMS", ("seed=" + seed).c_str(), 0);
    return RUN_ALL_TESTS();
}
