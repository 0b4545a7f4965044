#include "arena/puzzle/puzzle_sets.h"

#include <array>
#include <chrono>
#include <map>
#include <numeric>

#include "core/text.h"
#include "games/registry.h"

namespace zerosum {

namespace {

// Pointers, so that no compiler counts 400,000 characters while it compiles.
struct Row {
    const char* game;
    const char* puzzle;
};

constexpr auto kRows = std::to_array<Row>({
#include "arena/puzzle/puzzle_sets.inc"
});

using SetsByGame = std::map<std::string, std::vector<Puzzle>, std::less<>>;

SetsByGame read_rows() {
    SetsByGame out;
    for (const Row& row : kRows) {
        if (!find_game(row.game)) continue;  // a program with other games
        if (Result<std::vector<Puzzle>> puzzles = parse_puzzles(row.puzzle))
            for (Puzzle& puzzle : *puzzles) out[row.game].push_back(std::move(puzzle));
    }
    return out;
}

}  // namespace

const std::vector<Puzzle>& puzzle_set(std::string_view game) {
    static const SetsByGame all = read_rows();
    static const std::vector<Puzzle> none;
    const auto found = all.find(game);
    return found == all.end() ? none : found->second;
}

std::optional<DailyPuzzle> puzzle_of_the_day(std::int64_t day) {
    std::vector<const std::vector<Puzzle>*> sets;
    for (const AnyGame* game : all_games())
        if (const std::vector<Puzzle>& set = puzzle_set(game->name()); !set.empty())
            sets.push_back(&set);
    if (sets.empty() || day < 0) return std::nullopt;
    const auto games = static_cast<std::int64_t>(sets.size());
    const std::vector<Puzzle>& set = *sets[static_cast<std::size_t>(day % games)];
    // Steps of the golden section visit every puzzle, and neighbours are of different grades.
    auto step = static_cast<std::uint64_t>(static_cast<double>(set.size()) * 0.618);
    while (std::gcd(std::max<std::uint64_t>(step, 1), set.size()) != 1) ++step;
    step = std::max<std::uint64_t>(step, 1);
    const auto at =
        static_cast<std::size_t>(static_cast<std::uint64_t>(day / games) * step % set.size());
    return DailyPuzzle{&set[at], at + 1};
}

std::optional<std::int64_t> parse_day(std::string_view date) {
    if (date.size() != 10 || date[4] != '-' || date[7] != '-') return std::nullopt;
    const auto year = parse_int(date.substr(0, 4));
    const auto month = parse_int(date.substr(5, 2));
    const auto day = parse_int(date.substr(8, 2));
    if (!year || !month || !day || *year < 1970 || *month < 1 || *day < 1) return std::nullopt;
    const std::chrono::year_month_day found{std::chrono::year{static_cast<int>(*year)},
                                            std::chrono::month{static_cast<unsigned>(*month)},
                                            std::chrono::day{static_cast<unsigned>(*day)}};
    if (!found.ok()) return std::nullopt;
    return std::chrono::sys_days{found}.time_since_epoch().count();
}

}  // namespace zerosum
