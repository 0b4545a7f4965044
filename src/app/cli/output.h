#pragma once
// Output made for people: colour only on a terminal, a progress line with the time left, boards;
// and for programs: one JSON object per line.

#include <fmt/format.h>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arena/tournament/ledger.h"
#include "core/cpu_clock.h"
#include "core/units.h"
#include "games/any_game.h"

namespace zerosum::cli {

[[nodiscard]] bool stdout_is_terminal();
[[nodiscard]] bool stderr_is_terminal();

// Whether the terminal, if it is one, can go back and write over what it shows: not TERM=dumb.
[[nodiscard]] bool terminal_redraws();
// Whether to print in colour: on a terminal that redraws, unless NO_COLOR says no
// (no-color.org).
[[nodiscard]] bool colour_wanted();

// Text of several lines from outside (an agent's standard error, a message that quotes one) made
// fit for a terminal as core's printable does it: tabs and the ends of lines stay.
[[nodiscard]] std::string printable_lines(std::string_view text, std::size_t longest_line = 2000);

// "zerosum: MESSAGE" on standard error.
void print_error(std::string_view message);

// Writes to standard output at once. False when that fails: a loop that prints should end, and
// main says why. Throws nothing, so that any thread may call it.
bool write_out(std::string_view text);
// The same, one line. Names, paths and what agents say need not be UTF-8: what is not is replaced.
// On a terminal only ASCII is written, so that nothing in it is obeyed.
bool write_json(const nlohmann::ordered_json& json);
// Of a JSON that is a text already, over several lines.
bool write_json_text(std::string_view json);

// Further lines of a text start under its first.
[[nodiscard]] std::string indented(std::string_view text, std::size_t blanks);

// "1:05", "2:10:00"; "0.4 s" below a second.
[[nodiscard]] std::string duration(Seconds time);
// "1,234,567"
[[nodiscard]] std::string grouped(std::uint64_t number);

// A tournament's games, a line each under one header:
//   game              starts  players    points    result
//   00c0ffee00c0ffee  bob     ann : bob  12 : 9    ann wins by points
// Scores stand in the order of the names, which is that of the tournament's list, not of the start.
[[nodiscard]] std::string games_header(const std::vector<LedgerPlayer>& players);
[[nodiscard]] std::string game_line(const LedgerGame& game,
                                    const std::vector<LedgerPlayer>& players);

// The board with column letters and row numbers; `marked` cells stand out (in colour or in
// brackets).
[[nodiscard]] std::string draw_board(const AnyPosition& position, const std::vector<Cell>& marked,
                                     bool colour);

// A line of up to `width` columns: the text, cut with "..." where it must be, and `end` behind it.
[[nodiscard]] std::string fitted(std::string_view text, std::string_view end, std::size_t width);

// One line on standard error, cut to the terminal's width, that is rewritten in place; silent when
// it is no terminal that can do that.
class Progress {
 public:
    explicit Progress(bool enabled)
        : enabled_(enabled && stderr_is_terminal() && terminal_redraws()) {}
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // `done` of `total`; the time left follows from the pace since this was made.
    void show(double done, double total, std::string_view text);
    // For work whose end is not known.
    void show(std::string_view text);
    // "  1:05 left", or nothing while it is too early to know.
    [[nodiscard]] std::string left(double done, double total) const;
    void clear();

 private:
    void write(std::string_view text, std::string_view end);

    bool enabled_;
    bool shown_ = false;
    Seconds start_ = wall_clock();
};

}  // namespace zerosum::cli
