#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace zerosum {

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines = split(text, '\n');
    for (std::string_view& line : lines) {
        const std::size_t last = line.find_last_not_of(" \t\r");
        line = last == std::string_view::npos ? std::string_view{} : line.substr(0, last + 1);
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::optional<std::int64_t> parse_int(std::string_view text) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

std::optional<double> parse_decimal(std::string_view text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::string column_name(int column) {
    std::string name;
    for (int rest = column + 1; rest > 0; rest = (rest - 1) / 26) {
        name.insert(name.begin(), static_cast<char>('A' + (rest - 1) % 26));
    }
    return name;
}

std::optional<Cell> parse_cell(std::string_view text) {
    int column = 0;
    std::size_t at = 0;
    for (; at < text.size() && at < 3; ++at) {
        const char c = text[at];
        if (c >= 'A' && c <= 'Z') {
            column = column * 26 + (c - 'A') + 1;
        } else if (c >= 'a' && c <= 'z') {
            column = column * 26 + (c - 'a') + 1;
        } else {
            break;
        }
    }
    if (at == 0 || at == 3 || at == text.size() || text[at] == '0') return std::nullopt;
    const std::optional<std::int64_t> row = parse_int(text.substr(at));
    if (!row || *row < 1 || *row > 9999) return std::nullopt;
    return Cell{static_cast<int>(*row) - 1, column - 1};
}

std::string cell_name(Cell cell) {
    return fmt::format("{}{}", column_name(cell.column), cell.row + 1);
}

std::string printable(std::string_view text, std::size_t limit) {
    std::string out;
    for (const char c : text) {
        if (out.size() >= limit) return out + "...";
        if (c >= ' ' && c <= '~') {
            out += c;
        } else {
            out += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
        }
    }
    return out;
}

}  // namespace zerosum
