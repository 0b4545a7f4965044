#pragma once
// Reading a TOML file. A message says of every mistake what was found, where, and what was
// expected.
//
//   TomlTable top(file, {"title", "rounds"});
//   title = top.text("title", "A tournament");
//   rounds = top.number("rounds", 1, 1, 1000);
//   if (!top.sound()) return top.failure();  // "line 2: rounds: found 0, expected a whole ..."
//
// Of several mistakes the first that is met is kept; a wrong value reads as some allowed one, so
// that reading goes on. What messages quote from the file is fit for a terminal.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "arena/storage/toml.h"
#include "core/result.h"
#include "core/units.h"

namespace zerosum {

// A file's text as a table, or the line in which it is not TOML.
[[nodiscard]] Result<toml::table> parse_toml(std::string_view text);

// A value as a message names it: 3, "league", true, a list of 2, a table.
[[nodiscard]] std::string value_text(const toml::node& node);

class TomlTable {
 public:
    // `known`: the keys there are; any other is a mistake. `prefix`: what messages put before a key
    // of a table inside another ("board."). The table outlives this reader of it.
    TomlTable(const toml::table& table, std::initializer_list<std::string_view> known,
              std::string prefix = "");

    [[nodiscard]] bool has(std::string_view key) const { return table_.get(key) != nullptr; }

    [[nodiscard]] std::string text(std::string_view key, std::string otherwise);
    // A text that names a file; whether there is one is the caller's question.
    [[nodiscard]] std::string file(std::string_view key, std::string otherwise);
    [[nodiscard]] bool boolean(std::string_view key, bool otherwise);

    // `Number` says what is wanted: with an integer, 4.7 is refused, and 4.0 as well.
    template <typename Number>
    [[nodiscard]] Number number(std::string_view key, Number otherwise, Number low, Number high) {
        const toml::node* node = table_.get(key);
        return node == nullptr ? otherwise : number_of(*node, key, low, high);
    }
    // More than none, and up to `most`.
    [[nodiscard]] Seconds seconds(std::string_view key, Seconds otherwise, Seconds most);

    // A list of numbers, or one number for a list of one.
    template <typename Number>
    [[nodiscard]] std::vector<Number> numbers(std::string_view key, std::vector<Number> otherwise,
                                              Number low, Number high) {
        const toml::node* node = table_.get(key);
        if (node == nullptr) return otherwise;
        if (!node->is_array()) return {number_of(*node, key, low, high)};
        std::vector<Number> out;
        for (const toml::node& item : *node->as_array())
            out.push_back(number_of(item, key, low, high));
        if (out.empty()) wrong(*node, key, "at least one value");
        return out;
    }

    // A list that must be there and not be empty; `expected` says what it holds.
    struct Text {
        std::string value;
        int line = 0;
    };
    [[nodiscard]] std::vector<Text> texts(std::string_view key, std::string_view expected);

    // A value of more than one type, for the caller to read; null when there is none.
    [[nodiscard]] const toml::node* find(std::string_view key) const { return table_.get(key); }

    // A table inside this one; null when there is none.
    [[nodiscard]] const toml::table* table(std::string_view key);

    // The line that the table begins on, and that of a key which may be left out.
    [[nodiscard]] int line() const { return line_of(table_); }
    [[nodiscard]] int line(std::string_view key) const;

    // Mistakes found by the caller, about a key, and about the table as a whole.
    void complain(int line, std::string_view key, std::string_view what);
    void complain(std::string_view key, std::string_view what) { complain(line(key), key, what); }
    void complain(std::string_view what) { complain(line(), "", what); }

    [[nodiscard]] bool sound() const { return error_.empty(); }
    [[nodiscard]] tl::unexpected<Error> failure() const { return fail("{}", error_); }

 private:
    [[nodiscard]] static int line_of(const toml::node& node) {
        return static_cast<int>(node.source().begin.line);
    }
    void wrong(const toml::node& node, std::string_view key, std::string_view expected);

    template <typename Number>
    Number number_of(const toml::node& node, std::string_view key, Number low, Number high) {
        constexpr bool whole = std::is_integral_v<Number>;
        const auto value = [&] {
            if constexpr (whole) {
                return node.value_exact<std::int64_t>();
            } else {
                return node.value<double>();
            }
        }();
        if (value && *value >= low && *value <= high) return static_cast<Number>(*value);
        wrong(node, key, fmt::format("a {}number from {} to {}", whole ? "whole " : "", low, high));
        return low;
    }

    const toml::table& table_;
    std::string prefix_;
    std::string error_;
};

}  // namespace zerosum
