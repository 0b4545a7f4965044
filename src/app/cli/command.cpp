#include "app/cli/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <sstream>
#include <system_error>
#include <type_traits>
#include <utility>

#include "app/cli/output.h"
#include "core/nearest_word.h"
#include "games/registry.h"
#include "players/player_path.h"

namespace zerosum::cli {

namespace {

// What is wrong with a text, or nothing.
using Complaint = std::function<std::string(const std::string& text)>;

// CLI11 has messages of its own for a number that it cannot convert, lets -1 wrap around in an
// unsigned number, and accepts "nan". So every number is checked here before CLI11 converts it.
template <typename Whole>
Complaint whole_number(Whole least, Whole most) {
    return [least, most](const std::string& text) -> std::string {
        Whole number = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, number);
        if (error == std::errc{} && stop == end && number >= least && number <= most) return "";
        // A type's own limits say something only when they were passed.
        using Limits = std::numeric_limits<Whole>;
        const bool narrow = least != Limits::min() || most < std::numeric_limits<int>::max();
        if (narrow || error == std::errc::result_out_of_range)
            return fmt::format("expected a whole number from {} to {}", least, most);
        if (least == 0 && text.starts_with('-')) return "expected 0 or more";
        return "expected a whole number";
    };
}
std::string finite(const std::string& text) {
    return parse_decimal(text) ? "" : "expected a number";
}

// "--port 99999: expected a whole number from 0 to 65535". Thrown past CLI11, which would begin the
// message itself, and without the value.
CLI::Validator validator(const CLI::Option* option, Complaint complaint,
                         const std::string& description = "") {
    return {[option, complaint = std::move(complaint)](const std::string& text) -> std::string {
                const std::string wrong = complaint(text);
                if (wrong.empty()) return "";
                throw CLI::ParseError(
                    fmt::format("{} {}: {}", option->get_name(), printable(text), wrong),
                    CLI::ExitCodes::ValidationError);
            },
            description};
}
constexpr const char* kOfItsType = "type";

// CLI11's sentences begin with a capital letter, ours follow "zerosum: ".
std::string as_ours(std::string message) {
    const auto letter = [&](std::size_t at) { return static_cast<unsigned char>(message[at]); };
    if (message.size() > 1 && std::islower(letter(1)) != 0)
        message[0] = static_cast<char>(std::tolower(letter(0)));
    return message;
}

// What one word on the command line is read as.
template <typename Value>
struct ReadAs {
    using Type = Value;
};
template <typename Value>
struct ReadAs<std::optional<Value>> {
    using Type = Value;
};
template <>
struct ReadAs<std::vector<double>> {
    using Type = double;
};

}  // namespace

// ---- Option ---------------------------------------------------------------------------------

Option* Option::required() {
    option_->required();
    return this;
}
Option* Option::show_default() {
    option_->capture_default_str();
    return this;
}
Option* Option::show_default(const std::string& text) {
    option_->default_str(text);
    return this;
}
Option* Option::describe(const std::string& description) {
    option_->description(description);
    return this;
}
Option* Option::takes(int values) {
    option_->expected(values);
    return this;
}
Option* Option::takes_one_at_a_time() {
    option_->allow_extra_args(false);
    return this;
}
Option* Option::between(int least, int most) {
    CLI::Validator* const of_its_type = option_->get_validator(kOfItsType);
    *of_its_type =
        validator(option_, whole_number(least, most), fmt::format("{} to {}", least, most));
    of_its_type->name(kOfItsType);
    return this;
}
Option* Option::one_of(const std::vector<std::string>& words) {
    const std::string expected = fmt::format("{}", fmt::join(words, " or "));
    const auto complaint = [words, expected](const std::string& text) -> std::string {
        const bool known = std::find(words.begin(), words.end(), text) != words.end();
        return known ? "" : "expected " + expected;
    };
    option_->check(validator(option_, complaint, expected));
    words_ = words;
    return this;
}
Option* Option::suggests(std::vector<std::string> words) {
    words_ = std::move(words);
    return this;
}
Option* Option::check(std::function<std::string(const std::string& text)> complaint) {
    option_->check(validator(option_, std::move(complaint)));
    return this;
}
bool Option::given() const {
    return option_->count() > 0;
}

// ---- Command --------------------------------------------------------------------------------

Option* Command::keep(CLI::Option* option) {
    return &options_.emplace_back(option);
}
template <typename Value>
Option* Command::add_option(const std::string& name, Value& value, const std::string& description) {
    CLI::Option* option = app_->add_option(name, value, description);
    using Type = typename ReadAs<Value>::Type;
    if constexpr (std::is_integral_v<Type>) {
        using Limits = std::numeric_limits<Type>;
        option->check(validator(option, whole_number(Limits::min(), Limits::max())), kOfItsType);
    }
    if constexpr (std::is_floating_point_v<Type>)
        option->check(validator(option, finite), kOfItsType);
    return keep(option);
}
Option* Command::add_flag(const std::string& name, bool& value, const std::string& description) {
    return keep(app_->add_flag(name, value, description));
}
Option* Command::get_option(const std::string& name) {
    const CLI::Option* const wanted = app_->get_option(name);
    return &*std::find_if(options_.begin(), options_.end(),
                          [&](const Option& one) { return one.option_ == wanted; });
}
void Command::only_one_of(std::vector<Option*> options) {
    exclusive_.push_back(std::move(options));
}
void Command::hide() {
    app_->group("");
}
std::string_view Command::name() const {
    return app_->get_name();
}
std::string Command::help(const std::string& program) const {
    return app_->help(program);
}
bool Command::hidden() const {
    return app_->get_group().empty();
}

std::string Command::conflict() const {
    for (const std::vector<Option*>& group : exclusive_) {
        std::vector<std::string> given;
        for (const Option* option : group)
            if (option->given()) given.push_back(option->option_->get_name());
        if (given.size() > 1)
            return fmt::format("found {}, expected one of them", fmt::join(given, " and "));
    }
    return "";
}

CommandText Command::text() const {
    CommandText text{app_->get_name(), app_->get_description(), examples_, {}};
    for (const CLI::Option* option : std::as_const(*app_).get_options()) {
        OptionText& row = text.options.emplace_back();
        for (const std::string& name : option->get_snames()) row.names.push_back("-" + name);
        for (const std::string& name : option->get_lnames()) row.names.push_back("--" + name);
        row.argument = row.names.empty();
        if (row.argument) row.names.push_back(option->get_name(true));
        row.required = option->get_required();
        row.repeats = option->get_expected_max() > 1;
        row.description = option->get_description();
        if (option->get_items_expected_max() > 0) {
            row.value = option->get_type_name();
            row.default_value = option->get_default_str();
        }
        const auto kept = std::find_if(options_.begin(), options_.end(),
                                       [&](const Option& one) { return one.option_ == option; });
        if (kept != options_.end()) row.words = kept->words_;
    }
    return text;
}

// ---- Commands -------------------------------------------------------------------------------

Commands::Commands(const std::string& name, const std::string& version, const std::string& summary,
                   const std::string& description)
    : app_(std::make_unique<CLI::App>(description, name)), version_(version), summary_(summary) {
    app_->set_version_flag("-v,--version", name + " " + version);
    app_->footer(name + " COMMAND --help says more, with examples.");
    app_->require_subcommand(0, 1);
}
Commands::~Commands() = default;

Command* Commands::add(const std::string& name, const std::string& summary,
                       const std::string& examples, std::function<Result<int>()> run) {
    CLI::App* command = app_->add_subcommand(name, summary);
    command->footer("Examples:\n  " + indented(examples, 2));
    command->final_callback([this, run = std::move(run)] { chosen_ = run; });
    return &commands_.emplace_back(command, examples);
}

void Commands::add_help_and_version() {
    Command* help = add("help", "Says what a command does, as COMMAND --help",
                        app_->get_name() + " help\n" + app_->get_name() + " help match",
                        [this] { return show_help(); });
    std::vector<std::string> words;
    for (const std::string_view name : names()) words.emplace_back(name);
    help->add_option("COMMAND", help_topic_, "the command; without it, a list of all")
        ->suggests(std::move(words));
    add("version", "Prints the version", app_->get_name() + " version", [this]() -> Result<int> {
        (void)write_out(fmt::format("{} {}\n", app_->get_name(), version_));
        return kDone;
    });
}

Result<int> Commands::show_help() const {
    if (help_topic_.empty()) {
        // App::help would show the command that was named, which is help itself.
        (void)write_out(app_->get_formatter()->make_help(app_.get(), app_->get_name(),
                                                         CLI::AppFormatMode::Normal));
        return kDone;
    }
    const Command* const topic = find(help_topic_);
    if (topic == nullptr) return fail("{}", no_command(help_topic_));
    (void)write_out(topic->help(app_->get_name()));
    return kDone;
}

const Command* Commands::find(std::string_view name) const {
    const auto found = std::find_if(commands_.begin(), commands_.end(),
                                    [&](const Command& one) { return one.name() == name; });
    return found == commands_.end() ? nullptr : &*found;
}

ProgramText Commands::text() const {
    ProgramText text{app_->get_name(), version_, summary_, app_->get_description(), {}};
    for (const Command& command : commands_)
        if (!command.hidden()) text.commands.push_back(command.text());
    return text;
}

std::vector<std::string_view> Commands::names() const {
    std::vector<std::string_view> names;
    for (const Command& command : commands_)
        if (!command.hidden()) names.push_back(command.name());
    return names;
}

std::string Commands::no_command(std::string_view word) const {
    return fmt::format("'{}' is not a command{}", printable(word), did_you_mean(word, names()));
}

// What the command that was named has no use for: an option that it does not know, or one argument
// too many.
std::string Commands::unexpected_words() const {
    const std::vector<std::string> words = app_->remaining(true);
    const std::vector<CLI::App*> named = app_->get_subcommands();
    const CLI::App* const command = named.empty() ? app_.get() : named.front();
    const auto option = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        return word.size() > 1 && word.front() == '-';
    });
    if (option == words.end())
        return fmt::format("found '{}', expected no further argument",
                           printable(words.empty() ? "" : words.front()));
    const std::string name = option->substr(0, option->find('='));
    std::vector<std::string> names;
    for (const CLI::Option* known : command->get_options())
        for (const std::string& one : known->get_lnames()) names.push_back("--" + one);
    const std::vector<std::string_view> known(names.begin(), names.end());
    return fmt::format("unknown option '{}'{}", printable(name), did_you_mean(name, known));
}

int Commands::refuse(const std::string& message) const {
    const std::vector<CLI::App*> named = app_->get_subcommands();
    print_error(message);
    fmt::print(stderr, "See: {}{}{} --help\n", app_->get_name(), named.empty() ? "" : " ",
               named.empty() ? "" : named.front()->get_name());
    return kBadInput;
}

std::optional<int> Commands::parse(int argc, char** argv) {
    if (argc > 1) {
        const std::string_view first = argv[1];
        if (!first.starts_with('-') && find(first) == nullptr) return refuse(no_command(first));
    }
    try {
        app_->parse(argc, argv);
    } catch (const CLI::ExtrasError&) {
        return refuse(unexpected_words());
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) return refuse(as_ours(error.what()));
        // CLI11 prints by std::cout, which loses the reason of a failed write.
        std::ostringstream out;
        (void)app_->exit(error, out);
        (void)write_out(out.str());
        return kDone;
    }
    for (const Command& command : commands_)
        if (const std::string wrong = command.conflict(); !wrong.empty()) return refuse(wrong);
    return std::nullopt;
}

Result<int> Commands::run() const {
    return chosen_ ? chosen_() : run_demonstration();
}

template Option* Command::add_option(const std::string&, int&, const std::string&);
template Option* Command::add_option(const std::string&, unsigned&, const std::string&);
template Option* Command::add_option(const std::string&, std::uint16_t&, const std::string&);
template Option* Command::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option* Command::add_option(const std::string&, double&, const std::string&);
template Option* Command::add_option(const std::string&, std::string&, const std::string&);
template Option* Command::add_option(const std::string&, std::optional<double>&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, std::optional<std::uint64_t>&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, std::vector<double>&, const std::string&);
template Option* Command::add_option(const std::string&, std::vector<std::string>&,
                                     const std::string&);

std::vector<std::string> player_suggestions() {
    return player_beginnings();
}

std::vector<std::string> game_suggestions() {
    std::vector<std::string> words;
    for (const AnyGame* game : all_games()) words.emplace_back(game->name());
    return words;
}

void add_python2(Command& command, std::string& path) {
    command.add_option("--python2", path,
                       "an interpreter of Python 2 for homework.py, see docs/agents.md");
}

Result<Tools> tools_of(const std::string& python2) {
    Tools tools{python2};
    if (const Result<void> sound = check_tools(tools); !sound)
        return fail("--{}", sound.error().message);
    return tools;
}

}  // namespace zerosum::cli
