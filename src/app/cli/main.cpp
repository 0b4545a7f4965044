// The zerosum command.

#include <fmt/color.h>

#include <cstdio>
#include <exception>
#include <optional>
#include <system_error>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/files.h"
#include "games/registry.h"

namespace zerosum::cli {

namespace {

// "The Fruit Rage (fruit), Stake & Raid (raid)".
std::string titles() {
    std::vector<std::string> titles;
    for (const AnyGame* game : all_games())
        titles.push_back(fmt::format("{} ({})", game->title(), game->name()));
    return fmt::format("{}", fmt::join(titles, ", "));
}

int run(int argc, char** argv) {
    Commands commands(
        "zerosum", ZEROSUM_VERSION, "plays, referees and studies two-player board games",
        "zerosum plays, referees and studies two-player zero-sum games in which thinking time is "
        "a\n"
        "bank that runs out: " +
            titles() + ".\nWithout a subcommand: a demonstration match.");
    add_move(commands);
    add_analyze(commands);
    add_solve(commands);
    add_perft(commands);
    add_bench(commands);
    add_train(commands);
    add_play(commands);
    add_match(commands);
    add_engine2012(commands);
    add_replay(commands);
    add_convert(commands);
    add_regret(commands);
    add_review(commands);
    add_puzzles(commands);
    add_study(commands);
    add_doctor(commands);
    add_tournament(commands);
    add_standings(commands);
    add_ledger(commands);
    add_worker(commands);
    add_check(commands);
    add_grade(commands);
    add_boards(commands);
    add_ugi(commands);
    add_roster(commands);
    add_serve(commands);
    commands.add_help_and_version();
    add_generate(commands);
    if (const std::optional<int> status = commands.parse(argc, argv)) return *status;
    const Result<int> status = commands.run();
    if (status) return *status;
    print_error(status.error().message);
    return kBadInput;
}

}  // namespace
}  // namespace zerosum::cli

int main(int argc, char** argv) {
    int status = zerosum::cli::kBadInput;
    int failed_print = 0;
    try {
        status = zerosum::cli::run(argc, argv);
    } catch (const std::exception& error) {
        // Out of memory and the like: an expected error is a Result. A failed print is reported
        // below.
        const auto* const from_system = dynamic_cast<const std::system_error*>(&error);
        if (std::ferror(stdout) == 0) {
            zerosum::cli::print_error(error.what());
        } else if (from_system != nullptr) {
            failed_print = from_system->code().value();
        }
    }
    const zerosum::Result<void> written = zerosum::finish_standard_output(failed_print);
    if (!written) {
        zerosum::cli::print_error(written.error().message);
        return zerosum::cli::kBadInput;
    }
    return status;
}
