#include "arena/storage/toml_table.h"

#include <algorithm>
#include <filesystem>

#include "core/text.h"

namespace zerosum {

namespace {

// Longer than any message of ours; what is quoted in it may be of any length.
constexpr std::size_t kLongestMessage = 1000;

}  // namespace

Result<toml::table> parse_toml(std::string_view text) {
    toml::parse_result parsed = toml::parse(text);
    if (parsed) return std::move(parsed).table();
    const std::size_t number = parsed.error().source().begin.line;
    const std::vector<std::string_view> lines = split_lines(text);
    const bool inside = number >= 1 && number <= lines.size();
    return fail("line {}: found '{}', expected TOML: {}", number,
                inside ? printable(trim(lines[number - 1])) : "",
                printable(parsed.error().description(), kLongestMessage));
}

std::string value_text(const toml::node& node) {
    if (const auto value = node.value_exact<std::string>())
        return fmt::format("\"{}\"", printable(*value));
    if (const auto value = node.value_exact<std::int64_t>()) return fmt::format("{}", *value);
    if (const auto value = node.value_exact<double>()) {
        const std::string digits = fmt::format("{}", *value);
        const bool as_whole = digits.find_first_not_of("-0123456789") == std::string::npos;
        return as_whole ? digits + ".0" : digits;  // 4.0 where 4 is expected
    }
    if (const auto value = node.value_exact<bool>()) return *value ? "true" : "false";
    if (const toml::array* list = node.as_array())
        return list->empty() ? "an empty list" : fmt::format("a list of {}", list->size());
    return node.is_table() ? "a table" : "a date or a time";
}

TomlTable::TomlTable(const toml::table& table, std::initializer_list<std::string_view> known,
                     std::string prefix)
    : table_(table), prefix_(std::move(prefix)) {
    for (const auto& [key, value] : table) {
        if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
        complain(line_of(value), "",
                 fmt::format("unknown key '{}{}', expected one of: {}", prefix_,
                             printable(key.str()), fmt::join(known, ", ")));
    }
}

std::string TomlTable::text(std::string_view key, std::string otherwise) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return otherwise;
    if (auto value = node->value_exact<std::string>()) return std::move(*value);
    wrong(*node, key, "a text in quotes");
    return otherwise;
}

std::string TomlTable::file(std::string_view key, std::string otherwise) {
    std::string name = text(key, std::move(otherwise));
    if (const toml::node* node = table_.get(key);
        node != nullptr && !std::filesystem::path(name).has_filename())
        wrong(*node, key, "a file's name in quotes");
    return name;
}

bool TomlTable::boolean(std::string_view key, bool otherwise) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return otherwise;
    if (const auto value = node->value_exact<bool>()) return *value;
    wrong(*node, key, "true or false");
    return otherwise;
}

Seconds TomlTable::seconds(std::string_view key, Seconds otherwise, Seconds most) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return otherwise;
    const auto value = node->value<double>();
    if (value && *value > 0 && *value <= most.count()) return Seconds{*value};
    wrong(*node, key, fmt::format("a number of seconds above 0 and up to {}", most.count()));
    return otherwise;
}

std::vector<TomlTable::Text> TomlTable::texts(std::string_view key, std::string_view expected) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) {
        complain(fmt::format("found no {}{}, expected {}", prefix_, key, expected));
        return {};
    }
    const toml::array* list = node->as_array();
    if (list == nullptr || list->empty()) {
        wrong(*node, key, expected);
        return {};
    }
    std::vector<Text> out;
    for (const toml::node& item : *list) {
        if (const auto value = item.value_exact<std::string>()) {
            out.push_back({*value, line_of(item)});
        } else {
            wrong(item, key, expected);
        }
    }
    return out;
}

const toml::table* TomlTable::table(std::string_view key) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return nullptr;
    if (!node->is_table()) wrong(*node, key, fmt::format("a table [{}{}]", prefix_, key));
    return node->as_table();
}

int TomlTable::line(std::string_view key) const {
    const toml::node* node = table_.get(key);
    return line_of(node == nullptr ? table_ : *node);
}

void TomlTable::complain(int line, std::string_view key, std::string_view what) {
    if (!error_.empty()) return;
    error_ = fmt::format("line {}: ", line);
    if (!key.empty()) error_ += fmt::format("{}{}: ", prefix_, key);
    error_ += printable(what, kLongestMessage);
}

void TomlTable::wrong(const toml::node& node, std::string_view key, std::string_view expected) {
    complain(line_of(node), key, fmt::format("found {}, expected {}", value_text(node), expected));
}

}  // namespace zerosum
