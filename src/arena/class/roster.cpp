#include "arena/class/roster.h"

#include <algorithm>
#include <array>
#include <map>

#include "arena/report/csv.h"
#include "core/files.h"
#include "core/text.h"
#include "players/spec.h"

namespace zerosum {

namespace {

constexpr std::size_t kLongestName = 60;
constexpr std::array<std::string_view, 4> kColumns = {"name", "nick", "email", "role"};

// Places of the columns in a row; none: the file does not have it.
using Columns = std::array<std::optional<std::size_t>, kColumns.size()>;

Result<Columns> read_header(const CsvRow& row) {
    constexpr std::string_view expected =
        "expected name and, where they are known, nick, email, role, with commas between them";
    Columns columns;
    for (std::size_t i = 0; i < row.fields.size(); ++i) {
        const std::string title = lower_case(trim(row.fields[i]));
        const auto* const known = std::find(kColumns.begin(), kColumns.end(), title);
        if (known == kColumns.end())
            return fail("line {}: found a column '{}', {}", row.line, printable(row.fields[i]),
                        expected);
        std::optional<std::size_t>& place =
            columns[static_cast<std::size_t>(known - kColumns.begin())];
        if (place) return fail("line {}: found two columns '{}', expected one", row.line, title);
        place = i;
    }
    if (!columns[0]) return fail("line {}: found no column 'name', {}", row.line, expected);
    return columns;
}

// A name is shown in tables and on terminals, and a folder is called after it.
Result<void> check_name(int line, std::string_view what, std::string_view name) {
    if (name.size() > kLongestName)
        return fail("line {}: found a {} of {} bytes, expected up to {}", line, what, name.size(),
                    kLongestName);
    if (printable(name, kLongestName) != name)
        return fail("line {}: found the {} '{}', expected UTF-8 without control characters", line,
                    what, printable(name));
    if (name.starts_with('.') || name.find('/') != std::string_view::npos)
        return fail("line {}: found the {} '{}', expected no slash in it and no dot before it",
                    line, what, name);
    return {};
}

Result<Person> read_person(const CsvRow& row, const Columns& columns) {
    const auto field = [&](std::size_t column) -> std::string {
        const std::optional<std::size_t> at = columns[column];
        return at && *at < row.fields.size() ? std::string(trim(row.fields[*at])) : std::string();
    };
    Person person{field(0), field(1), field(2), false};
    if (person.name.empty()) return fail("line {}: found no name, expected one", row.line);
    for (const auto& [what, name] :
         {std::pair("name", &person.name), std::pair("nick", &person.nick)})
        if (const Result<void> sound = check_name(row.line, what, *name); !sound)
            return tl::unexpected(sound.error());
    const std::string role = lower_case(field(3));
    if (!role.empty() && role != "student" && role != "staff")
        return fail("line {}: found the role '{}', expected student, staff or nothing", row.line,
                    printable(role));
    person.staff = role == "staff";
    return person;
}

}  // namespace

std::optional<Names> parse_names(std::string_view text) {
    if (text == "name") return Names::Name;
    if (text == "nick") return Names::Nick;
    return std::nullopt;
}

const std::string& shown_name(const Person& person, Names names) {
    return names == Names::Nick && !person.nick.empty() ? person.nick : person.name;
}

std::string name_key(const std::string& name) {
    return lower_case(display_name(name));
}

Result<std::vector<Person>> parse_roster(std::string_view text) {
    const Result<std::vector<CsvRow>> rows = parse_csv(text);
    if (!rows) return tl::unexpected(rows.error());
    if (rows->empty())
        return fail("found an empty file, expected a line with the columns and one per person");
    const Result<Columns> columns = read_header(rows->front());
    if (!columns) return tl::unexpected(columns.error());
    std::vector<Person> people;
    std::map<std::string, int> lines;  // of names and nicks
    for (std::size_t i = 1; i < rows->size(); ++i) {
        const CsvRow& row = (*rows)[i];
        if (row.fields.size() > rows->front().fields.size())
            return fail("line {}: found {} fields, expected {}; a comma in a name needs quotes",
                        row.line, row.fields.size(), rows->front().fields.size());
        Result<Person> person = read_person(row, *columns);
        if (!person) return tl::unexpected(person.error());
        for (const std::string* name : {&person->name, &person->nick}) {
            if (name->empty() || (name == &person->nick && *name == person->name)) continue;
            const auto [known, fresh] = lines.emplace(name_key(*name), row.line);
            if (!fresh)
                return fail("line {}: found '{}', which line {} has as well{}, expected another",
                            row.line, *name, known->second,
                            display_name(*name) == *name
                                ? ""
                                : fmt::format(" (both play as {})", display_name(*name)));
        }
        people.push_back(std::move(*person));
    }
    if (people.empty())
        return fail("found nobody below the line with the columns, expected a line per person");
    return people;
}

Result<std::vector<Person>> read_roster(const std::filesystem::path& file) {
    const Result<std::string> text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    Result<std::vector<Person>> people = parse_roster(*text);
    if (!people) return fail("{}: {}", file.string(), people.error().message);
    return people;
}

}  // namespace zerosum
