// The zerosum command.

#include <fmt/color.h>

#include <cmath>
#include <exception>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/text.h"

namespace zerosum::cli {

CLI::App* Commands::add(const std::string& name, const std::string& summary,
                        const std::string& examples, std::function<Result<int>()> run) {
    CLI::App* command = app_.add_subcommand(name, summary);
    command->footer("Examples:\n  " + indented(examples, 2));
    command->final_callback([this, run = std::move(run)] { chosen_ = run; });
    return command;
}

Result<int> Commands::run() const {
    return chosen_ ? chosen_() : run_demonstration();
}

namespace {

// CLI11 lets two things through: a minus before a number that cannot have one, which wraps around,
// and "nan".
std::string without_a_minus(const std::string& text) {
    return text.rfind('-', 0) == 0 ? fmt::format("found {}, expected 0 or more", text) : "";
}
std::string finite(const std::string& text) {
    const std::optional<double> number = parse_decimal(text);
    return number && std::isfinite(*number) ? "" : fmt::format("found {}, expected a number", text);
}
void check_numbers(CLI::App& app) {
    for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
        for (CLI::Option* option : command->get_options()) {
            const std::string type = option->get_type_name();
            if (type.rfind("UINT", 0) == 0) option->check(without_a_minus);
            if (type.rfind("FLOAT", 0) == 0) option->check(finite);
        }
    }
}

int run(int argc, char** argv) {
    CLI::App app{
        "zerosum plays, referees and studies two-player zero-sum games in which thinking time is "
        "a\n"
        "bank that runs out: The Fruit Rage (fruit) and Stake & Raid (raid).\n"
        "Without a subcommand: a demonstration match."};
    app.name("zerosum");
    app.set_version_flag("--version", "zerosum " ZEROSUM_VERSION);
    app.footer("zerosum COMMAND --help tells more, with examples.");
    app.require_subcommand(0, 1);
    Commands commands(app);
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
    check_numbers(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? kDone : kBadInput;
    }
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
