#pragma once
// Who is in a class: a CSV file with a line per person.
//
//   name,nick,email,role
//   Ada Lovelace,enchantress,ada@example.org,
//   "Turing, Alan",,alan@example.org,
//   Grace Hopper,,grace@example.org,staff
//
// The first line names the columns, in any order; only `name` must be there. A role is student or
// staff, nothing means student. Who has no nick is shown by name.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace zerosum {

struct Person {
    std::string name;
    std::string nick = {};  // empty: none
    std::string email = {};
    bool staff = false;
    friend bool operator==(const Person&, const Person&) = default;
};

// What others are shown of a person: `names` of a class file.
enum class Names : std::uint8_t { Name, Nick };
[[nodiscard]] std::optional<Names> parse_names(std::string_view text);  // "name", "nick"
[[nodiscard]] const std::string& shown_name(const Person& person, Names names);

// A name or nick as folders and tables know it: "Ada L" and "ada_l" are one.
[[nodiscard]] std::string name_key(const std::string& name);

// Errors name the line, what was found and what was expected. Names differ from each other and from
// all nicks, also when case is not looked at, as folders and tables are named after them.
[[nodiscard]] Result<std::vector<Person>> parse_roster(std::string_view text);
// The same of a file; errors begin with its name.
[[nodiscard]] Result<std::vector<Person>> read_roster(const std::filesystem::path& file);

}  // namespace zerosum
