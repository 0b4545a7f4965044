// calibrate: measures this machine once and writes calibration.txt for homework. No arguments.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <optional>

#include "app/no_arguments.h"
#include "core/cpu_clock.h"
#include "core/files.h"
#include "games/registry.h"
#include "players/course/calibration.h"
#include "players/reference/greedy_player.h"

namespace zerosum {

namespace {

constexpr std::uint64_t kSeed = 2017;
constexpr int kLargeBoard = 26;

// What an answer costs besides the start of the process and the search: the quick answer, writing
// it twice. homework does it once, with everything cold, so the first time counts; but not a
// machine that paused meanwhile: cold costs half as much again, not three times as much.
Result<Seconds> cost_of_an_answer() {
    constexpr int measurements = 5;
    constexpr double most_for_cold = 3;
    const std::string scratch = "calibration.txt.probe";
    std::array<Seconds, measurements> costs{};
    for (Seconds& cost : costs) {
        const Seconds start = process_cpu();
        Random random(kSeed);
        const PositionPtr position =
            std::move(*all_games().front()->start({.size = kLargeBoard}, random));
        const std::string input = position->write_input(Seconds{1});
        const std::string output = position->write_output(greedy_move(*position));
        for (int writes = 0; writes < 2; ++writes)
            if (const Result<void> written = write_file_atomically(scratch, input + output);
                !written)
                return tl::unexpected(written.error());
        std::remove(scratch.c_str());
        cost = process_cpu() - start;
    }
    return std::min(costs.front(), most_for_cold * *std::min_element(costs.begin(), costs.end()));
}

int run() {
    const Seconds start_up = process_cpu();  // exec and dynamic linking are in it
    Calibration calibration;
    const Result<Seconds> answer = cost_of_an_answer();
    if (!answer) {
        fmt::print(stderr, "calibrate: {}\n", answer.error().message);
        return 2;
    }
    calibration.answer = std::min(*answer + start_up, kSlowestAnswer);

    if (const Result<void> written =
            write_file_atomically("calibration.txt", write_calibration(calibration));
        !written) {
        fmt::print(stderr, "calibrate: {}\n", written.error().message);
        return 2;
    }
    // Not fmt::print, which throws: a failed write is reported in one place.
    const bool printed = std::fputs(write_calibration(calibration).c_str(), stdout) >= 0;
    if (const Result<void> written = finish_standard_output(printed ? 0 : errno); !written) {
        fmt::print(stderr, "calibrate: {}\n", written.error().message);
        return 2;
    }
    return 0;
}

constexpr const char* kUsage =
    "usage: calibrate\n"
    "Measures this machine and writes calibration.txt for homework, in the current directory.\n";

}  // namespace
}  // namespace zerosum

int main(int argc, char** argv) {
    try {
        if (const std::optional<int> status =
                zerosum::refuse_arguments(argc, argv, "calibrate", zerosum::kUsage))
            return *status;
        return zerosum::run();
    } catch (const std::exception& error) {
        fmt::print(stderr, "calibrate: {}\n", error.what());
        return 2;
    }
}
