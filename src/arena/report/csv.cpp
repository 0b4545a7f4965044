#include "arena/report/csv.h"

#include <algorithm>
#include <utility>

#include "core/text.h"

namespace zerosum {

namespace {

// Reads one field from the front of `rest`, and counts the lines in it.
Result<std::string> take_field(std::string_view& rest, int& line) {
    if (!rest.starts_with('"')) {
        const std::size_t end = std::min(rest.find_first_of(",\r\n"), rest.size());
        std::string field(rest.substr(0, end));
        rest.remove_prefix(end);
        return field;
    }
    const int begun = line;
    std::string field;
    rest.remove_prefix(1);
    while (!rest.empty()) {
        const char c = rest.front();
        rest.remove_prefix(1);
        if (c != '"') {
            line += c == '\n' ? 1 : 0;
            field += c;
        } else if (rest.starts_with('"')) {
            rest.remove_prefix(1);
            field += '"';
        } else if (rest.empty() || rest.find_first_of(",\r\n") == 0) {
            return field;
        } else {
            return fail("line {}: found '{}' behind a closing quote, expected a comma", line,
                        rest.front());
        }
    }
    return fail("line {}: found a quote without end, expected a second one", begun);
}

}  // namespace

std::string quoted_csv(std::string_view text) {
    // Spreadsheets compute what begins so, and may send what other cells hold to any address.
    if (text.find_first_of("=+-@\t\r") == 0) return quoted_csv(fmt::format("'{}", text));
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

Result<std::vector<CsvRow>> parse_csv(std::string_view text) {
    text = without_byte_order_mark(text);
    std::vector<CsvRow> rows;
    for (int line = 1; !text.empty(); ++line) {
        CsvRow row{line, {}};
        for (;;) {
            Result<std::string> field = take_field(text, line);
            if (!field) return tl::unexpected(field.error());
            row.fields.push_back(std::move(*field));
            if (!text.starts_with(',')) break;
            text.remove_prefix(1);
        }
        if (text.starts_with('\r')) text.remove_prefix(1);
        if (text.starts_with('\n')) text.remove_prefix(1);
        if (row.fields.size() > 1 || !row.fields.front().empty()) rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace zerosum
