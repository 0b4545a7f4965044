#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace zerosum {

namespace {

// The character at the start of `text`: its bytes, or 0 when they are not UTF-8 as the standard has
// it (no longer form than needed, no surrogate, nothing above U+10FFFF).
struct Character {
    std::size_t bytes = 0;
    char32_t code = 0;
};

Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {1, lead};
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
    if (bytes == 0 || lead > 0xF4 || text.size() < bytes) return {};
    char32_t code = lead & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return {};
        code = (code << 6U) | (byte(i) & 0x3FU);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < least[bytes] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
    return {bytes, code};
}

// Characters that change where or in which direction the others stand, and that nobody sees.
bool is_unsafe(char32_t code) {
    const auto within = [&](char32_t low, char32_t high) { return code >= low && code <= high; };
    return code < ' ' || within(0x7F, 0x9F) || code == 0xAD || code == 0x61C ||
           within(0x200B, 0x200F) || within(0x2028, 0x202E) || within(0x2060, 0x206F) ||
           code == 0xFEFF || within(0xFFF9, 0xFFFB) || within(0xE0000, 0xE007F);
}

}  // namespace

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

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

std::string lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
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

namespace {

// The first character as it can be shown: itself, or its first byte as \xNN.
struct Shown {
    std::string text;
    std::size_t bytes = 1;  // of the character that it stands for
    bool escaped = false;
};

Shown first_shown(std::string_view text) {
    const Character character = first_character(text);
    if (character.bytes > 0 && !is_unsafe(character.code))
        return {std::string(text.substr(0, character.bytes)), character.bytes, false};
    return {fmt::format("\\x{:02X}", static_cast<unsigned char>(text[0])), 1, true};
}

}  // namespace

std::string shell_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) c == '\'' ? out += "'\\''" : out += c;
    return out + "'";
}

std::string shell_word(std::string_view text) {
    const bool plain = text.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                           "_-+=:,./@%") == std::string_view::npos;
    return plain && !text.empty() ? std::string(text) : shell_quoted(text);
}

std::string printable(std::string_view text, std::size_t limit) {
    std::string out;
    while (!text.empty()) {
        if (out.size() >= limit) return out + "...";
        const Shown shown = first_shown(text);
        out += shown.text;
        text.remove_prefix(shown.bytes);
    }
    return out;
}

std::string safe_line(std::string_view line, std::size_t width) {
    std::string out;
    for (std::size_t used = 0; !line.empty();) {
        const Shown shown = line.front() == '\t' ? Shown{"    ", 1, true} : first_shown(line);
        const std::size_t columns = shown.escaped ? shown.text.size() : 1;
        if (used + columns > width) return out + "...";
        out += shown.text;
        used += columns;
        line.remove_prefix(shown.bytes);
    }
    return out;
}

}  // namespace zerosum
