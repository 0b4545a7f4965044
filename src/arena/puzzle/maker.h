#pragma once
// Makes puzzles of positions, and proves those that are given. All limits are nodes, so the same
// position makes the same puzzle on every machine.

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "arena/puzzle/choices.h"
#include "arena/puzzle/puzzle.h"
#include "search/any_searcher.h"

namespace zerosum {

struct PuzzleRules {
    Score margin = 5;               // the best move is better than any other by this, at least
    int others = 4;                 // so many other positions can be reached, at least
    std::uint64_t nodes = 200'000;  // of the proof of each position, and of the search that grades
    std::stop_token stop = {};
};

class PuzzleMaker {
 public:
    PuzzleMaker(const AnyGame& game, const PuzzleRules& rules);

    enum class Why : std::uint8_t { Made, NotProved, NoPuzzle };
    struct Made {
        Why why = Why::NoPuzzle;
        Puzzle puzzle = {};  // without lines: explain() adds them
    };
    // The position must not be over.
    [[nodiscard]] Made make(const AnyPosition& position);

    // Adds the lines of play; false: best play could not be proved to the end.
    [[nodiscard]] bool explain(Puzzle& puzzle);

    // Proves the value of every move of a puzzle that parse_puzzle has accepted.
    [[nodiscard]] Result<void> prove(const Puzzle& puzzle);

 private:
    [[nodiscard]] SearchLimits limits() const;
    [[nodiscard]] std::optional<Score> value(const AnyPosition& position);
    // The depth is the first from which on the search never prefers another move; one that it never
    // finds counts as a ply deeper than it came. False: the move gains most at once and is found at
    // the first depth, which is no puzzle.
    [[nodiscard]] bool grade(const AnyPosition& position, Puzzle& puzzle) const;
    [[nodiscard]] std::optional<std::vector<std::string>> line_from(const AnyPosition& position,
                                                                    const std::string& first);

    const AnyGame& game_;
    PuzzleRules rules_;
    std::unique_ptr<AnySearcher> solver_;
};

}  // namespace zerosum
