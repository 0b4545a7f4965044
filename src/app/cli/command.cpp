#include "app/cli/command.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <sstream>
#include <type_traits>

#include "app/cli/output.h"

namespace zerosum::cli {

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
    option_->check(CLI::Range(least, most));
    return this;
}
Option* Option::one_of(const std::vector<std::string>& words) {
    option_->check(CLI::IsMember(words));
    return this;
}
Option* Option::check(std::function<std::string(const std::string& text)> complaint) {
    option_->check(std::move(complaint));
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
    if constexpr (std::is_unsigned_v<Type>) option->check(without_a_minus);
    if constexpr (std::is_floating_point_v<Type>) option->check(finite);
    return keep(option);
}
Option* Command::add_flag(const std::string& name, bool& value, const std::string& description) {
    return keep(app_->add_flag(name, value, description));
}
Option* Command::get_option(const std::string& name) {
    return keep(app_->get_option(name));
}
Command* Command::add_choice(const std::string& name, const std::string& description) {
    CLI::Option_group* group = app_->add_option_group(name, description);
    group->require_option(0, 1);
    return &choices_.emplace_back(group);
}

// ---- Commands -------------------------------------------------------------------------------

Commands::Commands(const std::string& name, const std::string& version,
                   const std::string& description)
    : app_(std::make_unique<CLI::App>(description, name)) {
    app_->set_version_flag("--version", name + " " + version);
    app_->footer(name + " COMMAND --help tells more, with examples.");
    app_->require_subcommand(0, 1);
}
Commands::~Commands() = default;

Command* Commands::add(const std::string& name, const std::string& summary,
                       const std::string& examples, std::function<Result<int>()> run) {
    CLI::App* command = app_->add_subcommand(name, summary);
    command->footer("Examples:\n  " + indented(examples, 2));
    command->final_callback([this, run = std::move(run)] { chosen_ = run; });
    return &commands_.emplace_back(command);
}

std::optional<int> Commands::parse(int argc, char** argv) {
    try {
        app_->parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // CLI11 prints by std::cout, which loses the reason of a failed write.
        std::ostringstream out;
        const int status = app_->exit(error, out, std::cerr);
        (void)write_out(out.str());
        return status == 0 ? kDone : kBadInput;
    }
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
template Option* Command::add_option(const std::string&, std::vector<double>&, const std::string&);
template Option* Command::add_option(const std::string&, std::vector<std::string>&,
                                     const std::string&);

}  // namespace zerosum::cli
