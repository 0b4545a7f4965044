// The zerosum command.

#include <fmt/color.h>

#include <exception>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/output.h"

namespace zerosum::cli {

namespace {

int run(int argc, char** argv) {
    Commands commands(
        "zerosum", ZEROSUM_VERSION,
        "zerosum plays, referees and studies two-player zero-sum games in which thinking time is "
        "a\n"
        "bank that runs out: The Fruit Rage (fruit) and Stake & Raid (raid).\n"
        "Without a subcommand: a demonstration match.");
    add_move(commands);
    add_analyze(commands);
    add_solve(commands);
    add_perft(commands);
    add_bench(commands);
    add_train(commands);
    add_play(commands);
    add_match(commands);
    add_replay(commands);
    add_study(commands);
    add_doctor(commands);
    add_tournament(commands);
    add_standings(commands);
    add_grade(commands);
    add_boards(commands);
    add_ugi(commands);
    add_serve(commands);
    if (const std::optional<int> told = commands.parse(argc, argv)) return *told;
    const Result<int> status = commands.run();
    if (status) return *status;
    print_error(status.error().message);
    return kBadInput;
}

}  // namespace
}  // namespace zerosum::cli

int main(int argc, char** argv) {
    try {
        return zerosum::cli::run(argc, argv);
    } catch (const std::exception& error) {
        // Out of memory and the like: everything that is expected is a Result.
        zerosum::cli::print_error(error.what());
        return zerosum::cli::kBadInput;
    }
}
