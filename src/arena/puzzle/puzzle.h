#pragma once
// A puzzle: a position with a single best move, and the proved value of every move in it. A set of
// them is a file of JSON lines, for people to solve and for engines to be measured by;
// docs/puzzles.md describes both.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/any_game.h"

namespace zerosum {

inline constexpr int kEasiestGrade = 1;
inline constexpr int kHardestGrade = 5;

struct Puzzle {
    struct Choice {
        std::string move;
        Score value = 0;  // proved: future difference from the mover's view, with best play
        friend bool operator==(const Choice&, const Choice&) = default;
    };

    std::string game;             // its name in GameInfo
    std::string position;         // one line
    std::vector<Choice> choices;  // every legal move, in official order
    Score value = 0;              // of the best move
    Score margin = 0;             // by which every other move is worse, at least

    // How hard it is to find.
    int grade = kEasiestGrade;
    int depth = 0;            // at which the engine's search first has it and keeps it, in plies
    std::uint64_t nodes = 0;  // that this took
    int rank = 1;             // among the moves by what they gain at once
    Score greedy_loss = 0;    // what the largest gain loses against the best move

    // Best play of both sides to the end of the game: after the best move, and after the most
    // tempting of the others.
    std::vector<std::string> line;
    std::vector<std::string> refutation;

    std::string source;  // the game that it is from

    [[nodiscard]] const std::string& best() const { return line.front(); }
    [[nodiscard]] const std::string& tempting() const { return refutation.front(); }
    // Of a move named as `choices` does; nothing: there is no such move.
    [[nodiscard]] std::optional<Score> value_of(std::string_view move) const;

    friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

// 1 and one more for each of these: two other moves gain more at once; three do; the search needs
// kDeep plies to find the best one; it needs kVeryDeep.
inline constexpr int kDeep = 4;
inline constexpr int kVeryDeep = 7;
[[nodiscard]] constexpr int grade_of(int depth, int rank) {
    return kEasiestGrade + static_cast<int>(rank > 2) + static_cast<int>(rank > 3) +
           static_cast<int>(depth >= kDeep) + static_cast<int>(depth >= kVeryDeep);
}

[[nodiscard]] nlohmann::ordered_json puzzle_json(const Puzzle& puzzle);

// One puzzle, checked as far as that takes no search: its choices are the legal moves, one move is
// best by the margin (moves with the same result count as one), both lines are legal, end the game
// and come to their values, and the grade follows from the rest.
[[nodiscard]] Result<Puzzle> parse_puzzle(std::string_view json);

// A file of them, one per line; a message names the line.
[[nodiscard]] Result<std::vector<Puzzle>> parse_puzzles(std::string_view text);

}  // namespace zerosum
