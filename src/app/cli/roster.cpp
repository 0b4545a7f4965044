// zerosum roster: a token for everybody in a class.

#include "arena/class/roster.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "arena/desk/class_file.h"
#include "arena/desk/desk_store.h"
#include "arena/report/csv.h"
#include "core/counted.h"
#include "core/descriptor.h"
#include "core/files.h"

namespace zerosum::cli {

namespace {

struct RosterOptions {
    std::string roster;
    std::string class_file;  // empty: class.toml beside the roster
    std::string tokens;      // empty: printed
    std::vector<std::string> again;
};

std::string tokens_csv(const std::vector<NewToken>& tokens) {
    std::string text = "name,nick,email,role,token\n";
    for (const auto& [person, token] : tokens)
        text += fmt::format("{},{},{},{},{}\n", quoted_csv(person.name), quoted_csv(person.nick),
                            quoted_csv(person.email), person.staff ? "staff" : "student", token);
    return text;
}

// For its owner alone, and never over a file that is there: those tokens are nowhere else.
Result<Descriptor> new_tokens_file(const std::string& path) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                           S_IRUSR | S_IWUSR));
    if (!file.open())
        return fail("--tokens {}: {}, expected a new file", path, std::strerror(errno));
    return file;
}

Result<int> run_roster(const RosterOptions& options) {
    const Result<std::vector<Person>> people = read_roster(options.roster);
    if (!people) return tl::unexpected(people.error());
    for (const std::string& name : options.again)
        if (std::none_of(people->begin(), people->end(),
                         [&](const Person& person) { return person.name == name; }))
            return fail("--again {}: found nobody of that name in {}", printable(name),
                        options.roster);
    const std::filesystem::path file =
        options.class_file.empty()
            ? std::filesystem::path(options.roster).parent_path() / "class.toml"
            : std::filesystem::path(options.class_file);
    const Result<ClassSettings> settings = read_class(file);
    if (!settings) return tl::unexpected(settings.error());
    if (const Result<void> free = check_people(*settings, *people); !free)
        return tl::unexpected(free.error());
    const Result<std::unique_ptr<DeskStore>> store = DeskStore::open(settings->state);
    if (!store) return tl::unexpected(store.error());
    std::optional<Descriptor> kept;
    if (!options.tokens.empty()) {
        Result<Descriptor> made = new_tokens_file(options.tokens);
        if (!made) return tl::unexpected(made.error());
        kept = std::move(*made);
    }
    const Result<std::vector<NewToken>> tokens = (*store)->enrol(*people, options.again);
    if (!tokens) {
        if (kept) remove_file(options.tokens);  // new and empty: it would refuse the next attempt
        return tl::unexpected(tokens.error());
    }
    const std::string csv = tokens_csv(*tokens);
    if (kept && ::write(kept->get(), csv.data(), csv.size()) != static_cast<ssize_t>(csv.size()))
        return fail("--tokens {}: {}. Make them again with --again", options.tokens,
                    std::strerror(errno));
    if (!kept && !tokens->empty()) fmt::print("{}", csv);
    const auto staff = std::count_if(people->begin(), people->end(),
                                     [](const Person& person) { return person.staff; });
    fmt::print(stderr, "{} in the class, {} of them staff; {}{}\n", people->size(), staff,
               counted(tokens->size(), "new token"),
               tokens->empty() ? ", as everybody has one"
               : kept          ? " in " + options.tokens
                               : ", shown this once");
    return kDone;
}

}  // namespace

void add_roster(Commands& commands) {
    auto options = std::make_shared<RosterOptions>();
    Command* command =
        commands.add("roster", "A token for everybody in a class, for its hand-in desk",
                     "zerosum roster roster.csv --tokens tokens.csv\n"
                     "zerosum roster roster.csv --again \"Ada Lovelace\"",
                     [options] { return run_roster(*options); });
    command
        ->add_option("ROSTER", options->roster,
                     "CSV file with the columns name and, if known, nick, email, role")
        ->required();
    command->add_option("--class", options->class_file,
                        "the class (default: class.toml beside the roster)");
    command->add_option("--tokens", options->tokens,
                        "write new tokens to this file, readable for you alone, not to the screen");
    command
        ->add_option("--again", options->again,
                     "a new token for this person; the old one no longer works")
        ->takes_one_at_a_time();
}

}  // namespace zerosum::cli
