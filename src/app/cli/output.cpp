#include "app/cli/output.h"

#include <fmt/color.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "arena/play/record.h"
#include "core/cpu_clock.h"
#include "core/files.h"
#include "core/text.h"

namespace zerosum::cli {

namespace {

// A colour per kind or piece, distinct for the colour-blind too (after Okabe and Ito 2008). The
// character itself is always printed.
fmt::text_style style_of(char piece) {
    constexpr std::array<fmt::rgb, 10> colours{fmt::rgb(230, 159, 0),   fmt::rgb(86, 180, 233),
                                               fmt::rgb(0, 158, 115),   fmt::rgb(240, 228, 66),
                                               fmt::rgb(100, 143, 255), fmt::rgb(213, 94, 0),
                                               fmt::rgb(204, 121, 167), fmt::rgb(170, 170, 170),
                                               fmt::rgb(120, 220, 120), fmt::rgb(200, 120, 60)};
    if (piece >= '0' && piece <= '9')
        return fmt::fg(colours[static_cast<std::size_t>(piece - '0')]);
    if (piece == 'X') return fmt::fg(colours[0]);
    if (piece == 'O') return fmt::fg(colours[1]);
    return fmt::fg(fmt::rgb(110, 110, 110));
}

constexpr std::size_t kUsualWidth = 80;  // of a terminal that does not tell

std::string_view environment(const char* name) {
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): none is ever set
    return value == nullptr ? "" : value;
}

}  // namespace

bool stdout_is_terminal() {
    return isatty(STDOUT_FILENO) == 1;
}
bool stderr_is_terminal() {
    return isatty(STDERR_FILENO) == 1;
}

bool terminal_redraws() {
    return environment("TERM") != "dumb";
}
bool colour_wanted() {
    return stdout_is_terminal() && terminal_redraws() && environment("NO_COLOR").empty();
}

std::string printable_lines(std::string_view text, std::size_t longest_line) {
    std::string out;
    for (const std::string_view line : split(text, '\n')) {
        if (line.data() != text.data()) out += '\n';
        const std::vector<std::string_view> parts = split(line.substr(0, longest_line), '\t');
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0) out += '\t';
            out += printable(parts[i], longest_line);
        }
        if (line.size() > longest_line) out += "...";
    }
    return out;
}

void print_error(std::string_view message) {
    fmt::print(stderr, "zerosum: {}\n", printable_lines(message));
}

bool write_out(std::string_view text) {
    const bool taken = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    (void)finish_standard_output(taken ? 0 : errno);  // main asks again and reports it
    return std::ferror(stdout) == 0;
}

bool write_json(const nlohmann::ordered_json& json) {
    const bool only_ascii = stdout_is_terminal();
    using Handler = nlohmann::ordered_json::error_handler_t;
    return write_out(json.dump(-1, ' ', only_ascii, Handler::replace) + "\n");
}

bool write_json_text(std::string_view json) {
    if (!stdout_is_terminal()) return write_out(json);
    return write_out(nlohmann::ordered_json::parse(json).dump(2, ' ', true) + "\n");
}

std::string indented(std::string_view text, std::size_t blanks) {
    std::string out;
    for (const char c : text) {
        out += c;
        if (c == '\n') out.append(blanks, ' ');
    }
    return out;
}

std::string duration(Seconds time) {
    if (time < Seconds{1}) return fmt::format("{:.1f} s", time.count());
    const long seconds = std::lround(time.count());
    if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

namespace {
std::size_t longest_name(const std::vector<LedgerPlayer>& players) {
    std::size_t longest = 6;
    for (const LedgerPlayer& player : players) longest = std::max(longest, player.name.size());
    return longest;
}
std::string game_row(std::string_view id, std::string_view starts, std::string_view players,
                     std::string_view points, std::string_view result, std::size_t name) {
    return fmt::format("{:<16}  {:<{}}  {:<{}}  {:<13}  {}", id, starts, name, players,
                       2 * name + 3, points, result);
}
}  // namespace

std::string games_header(const std::vector<LedgerPlayer>& players) {
    return game_row("game", "starts", "players", "points", "result", longest_name(players));
}

std::string game_line(const LedgerGame& game, const std::vector<LedgerPlayer>& players) {
    const auto name = [&](std::size_t seat) { return players[game.players[seat]].name; };
    const std::size_t left = game.players[0] <= game.players[1] ? 0 : 1;
    const std::string result =
        game.winner < 0 ? outcome("", "", game.reason)
                        : outcome(name(static_cast<std::size_t>(game.winner)),
                                  name(static_cast<std::size_t>(1 - game.winner)), game.reason);
    return game_row(to_text(game.id), name(0), fmt::format("{} : {}", name(left), name(1 - left)),
                    fmt::format("{} : {}", game.points[left], game.points[1 - left]), result,
                    longest_name(players));
}

std::string draw_board(const AnyPosition& position, const std::vector<Cell>& marked, bool colour) {
    const std::vector<std::string> rows = position.rows();
    std::string out = "   ";
    for (std::size_t column = 0; column < rows.size(); ++column)
        out += fmt::format("{:>2} ", column_name(static_cast<int>(column)));
    out += '\n';
    for (std::size_t row = 0; row < rows.size(); ++row) {
        out += fmt::format("{:>3}", row + 1);
        for (std::size_t column = 0; column < rows[row].size(); ++column) {
            const char piece = rows[row][column];
            const Cell cell{static_cast<int>(row), static_cast<int>(column)};
            const bool mark = std::find(marked.begin(), marked.end(), cell) != marked.end();
            if (!colour) {
                out += mark ? fmt::format("[{}]", piece) : fmt::format(" {} ", piece);
                continue;
            }
            fmt::text_style style = style_of(piece);
            if (mark) style |= fmt::emphasis::reverse;
            out += fmt::format(style, " {} ", piece);
        }
        out += '\n';
    }
    return out;
}

std::string Progress::left(double done, double total) const {
    const Seconds elapsed = wall_clock() - start_;
    if (!(done > 0) || elapsed < Seconds{1}) return "";
    return fmt::format("  {} left", duration(elapsed * ((total - done) / done)));
}

std::string fitted(std::string_view text, std::string_view end, std::size_t width) {
    constexpr std::size_t dots = 3;
    const std::size_t room = std::max(width, end.size() + dots) - end.size();
    std::string line = safe_line(text, room);
    if (line != safe_line(text, text.size() * 4)) line = safe_line(text, room - dots);
    line += end;
    return line;
}

void Progress::show(double done, double total, std::string_view text) {
    write(text, left(done, total));
}

void Progress::show(std::string_view text) {
    write(text, "");
}

void Progress::write(std::string_view text, std::string_view end) {
    if (!enabled_) return;
    winsize window{};
    const bool told = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
    // A terminal goes on in the next line when the last column is written.
    const std::size_t width = (told ? window.ws_col : kUsualWidth) - 1U;
    fmt::print(stderr, "\r\x1b[K{}", fitted(text, end, width));
    std::fflush(stderr);
    shown_ = true;
}

void Progress::clear() {
    if (!shown_) return;
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    shown_ = false;
}

}  // namespace zerosum::cli
