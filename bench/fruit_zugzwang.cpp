// Makes data/fruit/zugzwang.txt again: solves every board of up to so many fruits and writes what
// the mover loses at worst. src/search/fruit/zugzwang.h says what that is good for.
//
//   bench_fruit_zugzwang [FRUITS]     12 unless given
//
// Each fruit more takes nine times as long.

#include <cstdio>
#include <optional>

#include "core/files.h"
#include "core/text.h"
#include "support/fruit_every_board.h"

namespace {

using namespace zerosum;
using tests::FruitEveryBoard;

constexpr const char* kHeading =
    "# The worst future difference of all boards whose classes have the given sizes, for who "
    "has to\n"
    "# move: \"WORST SIZE SIZE ...\". Every board there is was solved; `bench_fruit_zugzwang 12` "
    "makes this\n"
    "# file again (in about half an hour).";

std::optional<Score> fruits_of(const char* text) {
    const auto fruits = parse_int(text);
    if (!fruits || *fruits < 1 || *fruits > FruitEveryBoard::most_fruits) return std::nullopt;
    return static_cast<Score>(*fruits);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 2) {
        std::fprintf(stderr, "bench_fruit_zugzwang: found %d arguments, expected at most 1\n",
                     argc - 1);
        return 2;
    }
    const std::optional<Score> fruits = argc > 1 ? fruits_of(argv[1]) : 12;
    if (!fruits) {
        std::fprintf(stderr,
                     "bench_fruit_zugzwang: found \"%s\", expected a number of fruits, 1 to %d\n",
                     printable(argv[1]).c_str(), FruitEveryBoard::most_fruits);
        return 2;
    }
    const FruitEveryBoard every_board(*fruits);
    std::puts(kHeading);
    for (Score n = 1; n <= *fruits; ++n)
        for (const auto& [sizes, worst] : every_board.worst(n)) {
            std::printf("%d", worst);
            for (const Score size : sizes) std::printf(" %d", size);
            std::printf("\n");
        }
    const Result<void> written = finish_standard_output();
    if (written) return 0;
    std::fprintf(stderr, "bench_fruit_zugzwang: %s\n", written.error().message.c_str());
    return 2;
}
