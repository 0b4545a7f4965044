#pragma once
// Puzzles out of games: one of each game at most, spread over the grades, none like another.

#include <array>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "arena/play/match.h"
#include "arena/puzzle/maker.h"

namespace zerosum {

class PuzzleCollection {
 public:
    // No more than `of_each` of a grade; 0: any number.
    explicit PuzzleCollection(const PuzzleRules& rules, int of_each = 0)
        : rules_(rules), of_each_(of_each) {}

    // Of the puzzles in a game the one whose grade is rarest so far, the harder of two; none, where
    // there is no new one. A game is looked at from its end backwards, as far as all is proved.
    [[nodiscard]] Result<bool> add(const GameRecord& record);

    [[nodiscard]] const std::vector<Puzzle>& puzzles() const { return puzzles_; }
    // By grade, from the easiest.
    [[nodiscard]] const std::array<int, kHardestGrade>& grades() const { return grades_; }

 private:
    [[nodiscard]] bool wants(const Puzzle& puzzle) const;

    PuzzleRules rules_;
    int of_each_;
    std::vector<Puzzle> puzzles_;
    std::array<int, kHardestGrade> grades_{};
    std::set<std::string> seen_;
};

// Equal for two puzzles that are the same but for a mirror, a turn or the names of kinds, and for
// few others: the size of the board, the cells used, and the values of all moves.
[[nodiscard]] std::string likeness(const Puzzle& puzzle);

struct PuzzleSearch {
    MatchSettings match;  // the games; `games` is how many to play at most
    PuzzleRules rules;
    int count = 10;
    int of_each = 0;  // of a grade at most; 0: any number
};
struct PuzzleWatch {
    std::function<void(const Puzzle& puzzle)> on_puzzle = {};
    std::function<void(int games, std::size_t puzzles)> on_game = {};
};
// The same search finds the same puzzles. Stopped by rules.stop, or when no game is left, it has
// fewer than `count`.
[[nodiscard]] Result<PuzzleCollection> find_puzzles(const PuzzleSearch& search,
                                                    const PuzzleWatch& watch = {});

}  // namespace zerosum
