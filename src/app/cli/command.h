#pragma once
// The zerosum command's skeleton: every subcommand is a file with one add_... function that
// declares its options and what it runs. Errors are printed, and turned into exit status 2, in
// one place (main.cpp).

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>

#include "core/result.h"
#include "core/text.h"

namespace zerosum::cli {

enum ExitStatus : int {
    kDone = 0,
    kAnswerIsNo = 1,  // ran, and the answer is no: a lost grade, a failed check
    kBadInput = 2,    // bad input or usage
};

class Commands {
 public:
    explicit Commands(CLI::App& app) : app_(app) {}

    // `examples`: one command line a line, shown under --help. `run` is called after parsing when
    // this subcommand was named; it returns an ExitStatus.
    CLI::App* add(const std::string& name, const std::string& summary, const std::string& examples,
                  std::function<Result<int>()> run);

    // Runs the subcommand that was named on the command line.
    [[nodiscard]] Result<int> run() const;

 private:
    CLI::App& app_;
    std::function<Result<int>()> chosen_;
};

void add_move(Commands& commands);
void add_analyze(Commands& commands);
void add_solve(Commands& commands);
void add_perft(Commands& commands);
void add_bench(Commands& commands);
void add_train(Commands& commands);
void add_play(Commands& commands);
void add_match(Commands& commands);
void add_replay(Commands& commands);
void add_study(Commands& commands);
void add_doctor(Commands& commands);
void add_tournament(Commands& commands);
void add_standings(Commands& commands);
void add_grade(Commands& commands);
void add_boards(Commands& commands);
void add_ugi(Commands& commands);
void add_serve(Commands& commands);

// For options that have no 0: "found 0, expected 1 or more".
[[nodiscard]] inline std::string at_least_one(const std::string& text) {
    const std::optional<double> number = parse_decimal(text);
    return number && *number >= 1 ? "" : fmt::format("found {}, expected 1 or more", text);
}

// What `./run` alone shows: a short best of 11, live on the terminal.
[[nodiscard]] Result<int> run_demonstration();

}  // namespace zerosum::cli
