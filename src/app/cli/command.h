#pragma once
// The zerosum command's skeleton: every subcommand is a file with one add_... function that
// declares its options and what it runs. Wrong usage is reported in Commands::parse, all other
// errors in main.cpp; both end with status 2.

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/command_text.h"
#include "core/result.h"
#include "core/text.h"
#include "players/programs/tools.h"

// CLI11 parses the command line. It is expensive to compile, so command.cpp alone knows it.
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace zerosum::cli {

enum ExitStatus : int {
    kDone = 0,
    kAnswerIsNo = 1,  // ran, and the answer is no: a lost grade, a failed check
    kBadInput = 2,    // bad input or usage
};

class Command;

// An option, a flag or an argument of a command.
class Option {
 public:
    explicit Option(CLI::Option* option) : option_(option) {}

    Option* required();
    Option* show_default();                            // the value that it has now, under --help
    Option* show_default(const std::string& text);     // something else
    Option* describe(const std::string& description);  // another text under --help
    Option* takes(int values);
    Option* takes_one_at_a_time();         // may be given again, and does not swallow what follows
    Option* between(int least, int most);  // for an int
    Option* one_of(const std::vector<std::string>& words);
    // What a shell offers to complete it with; other texts are accepted too.
    Option* suggests(std::vector<std::string> words);
    // `complaint` returns what is wrong with the text, or nothing.
    Option* check(std::function<std::string(const std::string& text)> complaint);

    [[nodiscard]] bool given() const;

 private:
    friend class Command;

    CLI::Option* option_;
    std::vector<std::string> words_;  // to complete it with
};

// A subcommand. What an option is stored in must outlive the parsing.
class Command {
 public:
    Command(CLI::App* app, std::string examples) : app_(app), examples_(std::move(examples)) {}
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;

    // A name without dashes is an argument. For the types at the end of command.cpp.
    template <typename Value>
    Option* add_option(const std::string& name, Value& value, const std::string& description);
    Option* add_flag(const std::string& name, bool& value, const std::string& description);
    // One that was added before.
    Option* get_option(const std::string& name);
    // Of these, one may be given.
    void only_one_of(std::vector<Option*> options);
    // Not a command for people: left out of help, man pages and completions.
    void hide();

    [[nodiscard]] std::string_view name() const;
    [[nodiscard]] std::string help(const std::string& program) const;  // as --help prints it
    [[nodiscard]] bool hidden() const;
    [[nodiscard]] CommandText text() const;
    // What is wrong with the options that were given, taken together; nothing when all is well.
    [[nodiscard]] std::string conflict() const;

 private:
    Option* keep(CLI::Option* option);

    CLI::App* app_;
    std::string examples_;
    std::deque<Option> options_;
    std::vector<std::vector<Option*>> exclusive_;
};

class Commands {
 public:
    // `summary`: a clause, for the man page; `description`: a few lines.
    Commands(const std::string& name, const std::string& version, const std::string& summary,
             const std::string& description);
    ~Commands();
    Commands(const Commands&) = delete;
    Commands& operator=(const Commands&) = delete;

    // `examples`: one command per line, shown under --help. `run` is called after parsing when
    // this subcommand was named; it returns an ExitStatus.
    Command* add(const std::string& name, const std::string& summary, const std::string& examples,
                 std::function<Result<int>()> run);

    // The commands help and version.
    void add_help_and_version();

    // All that was added, but for what is hidden.
    [[nodiscard]] ProgramText text() const;

    // Reads the command line. A status: there is nothing to run, and what there is to say (--help,
    // wrong usage) was said.
    [[nodiscard]] std::optional<int> parse(int argc, char** argv);

    // Runs the subcommand that was named on the command line.
    [[nodiscard]] Result<int> run() const;

 private:
    [[nodiscard]] std::vector<std::string_view> names() const;
    [[nodiscard]] const Command* find(std::string_view name) const;
    [[nodiscard]] std::string no_command(std::string_view word) const;
    [[nodiscard]] std::string unexpected_words() const;
    [[nodiscard]] int refuse(const std::string& message) const;
    [[nodiscard]] Result<int> show_help() const;

    std::unique_ptr<CLI::App> app_;
    std::string version_;
    std::string summary_;
    std::deque<Command> commands_;
    std::function<Result<int>()> chosen_;
    std::string help_topic_;
};

void add_move(Commands& commands);
void add_analyze(Commands& commands);
void add_solve(Commands& commands);
void add_perft(Commands& commands);
void add_bench(Commands& commands);
void add_train(Commands& commands);
void add_play(Commands& commands);
void add_match(Commands& commands);
void add_engine2012(Commands& commands);
void add_replay(Commands& commands);
void add_convert(Commands& commands);
void add_regret(Commands& commands);
void add_review(Commands& commands);
void add_puzzles(Commands& commands);
void add_study(Commands& commands);
void add_doctor(Commands& commands);
void add_tournament(Commands& commands);
void add_standings(Commands& commands);
void add_ledger(Commands& commands);
void add_worker(Commands& commands);
void add_grade(Commands& commands);
void add_boards(Commands& commands);
void add_check(Commands& commands);
void add_ugi(Commands& commands);
void add_roster(Commands& commands);
void add_serve(Commands& commands);
void add_generate(Commands& commands);

// --python2 PATH, for commands that run hand-ins, and what it means; the error says why it cannot
// be run.
void add_python2(Command& command, std::string& path);
[[nodiscard]] Result<Tools> tools_of(const std::string& python2);

// What players' texts begin with, for Option::suggests.
[[nodiscard]] std::vector<std::string> player_suggestions();
// The games, for the same.
[[nodiscard]] std::vector<std::string> game_suggestions();

// For options that have no 0.
[[nodiscard]] inline std::string at_least_one(const std::string& text) {
    const std::optional<double> number = parse_decimal(text);
    return number && *number >= 1 ? "" : "expected 1 or more";
}

// What `./run` alone shows: a short best of 11, live on the terminal.
[[nodiscard]] Result<int> run_demonstration();

}  // namespace zerosum::cli
