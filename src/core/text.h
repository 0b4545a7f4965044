#pragma once
// Text as the course's files and our messages need it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zerosum {

// The lines of a file without their ends (LF or CR LF) and without trailing blanks and tabs.
// Blank lines at the end are dropped: a file with and without a last newline reads the same.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);

// The parts between separators; "a,,b" has three parts, "" has one.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

[[nodiscard]] std::string_view trim(std::string_view text);

// A file without the mark that some editors begin UTF-8 with.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

// A to Z made small; every other byte stays.
[[nodiscard]] std::string lower_case(std::string_view text);

// The whole text as a number, or nothing: no sign +, no blanks, no trailing characters, no
// overflow, no inf or nan.
[[nodiscard]] std::optional<std::int64_t> parse_int(std::string_view text);
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text);

// A spreadsheet's column names: 0 is A, 25 is Z, 26 is AA.
[[nodiscard]] std::string column_name(int column);

struct Cell {
    int row = 0;     // 0 is the top row
    int column = 0;  // 0 is column A
    friend bool operator==(const Cell&, const Cell&) = default;
};

// "G8" is column 6, row 7. Letters may be lower case. Nothing when the text is not a cell name;
// whether the cell is on a given board is the caller's question.
[[nodiscard]] std::optional<Cell> parse_cell(std::string_view text);
[[nodiscard]] std::string cell_name(Cell cell);

// In single quotes, as one word of a POSIX shell.
[[nodiscard]] std::string shell_quoted(std::string_view text);
// The same, without the quotes where no shell needs them.
[[nodiscard]] std::string shell_word(std::string_view text);

// Text from outside made fit for a terminal: what a terminal obeys instead of showing it, and bytes
// that are not UTF-8, become \xNN, and what is longer than `limit` bytes is cut with "...".
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 60);

// One line from outside made safe to show and still readable: valid UTF-8 stays, a tab becomes
// blanks. What could move a cursor or reverse the line (control and direction characters) and what
// is not UTF-8 becomes \xNN per byte, as above. What is longer than `width` characters is cut with
// "...".
[[nodiscard]] std::string safe_line(std::string_view line, std::size_t width);

}  // namespace zerosum
