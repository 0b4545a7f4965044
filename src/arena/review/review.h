#pragma once
// A game looked at again, for who played it: what every move lost and what was better, how much of
// what was at stake each player kept, and which moves decided it. docs/review.md defines it all.
//
//   Judge judge(game, review_nodes(record.moves.size()));
//   Result<GameReview> review = review_game(record, judge);

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/play/record.h"
#include "arena/review/judge.h"

namespace zerosum {

struct ReviewedMove {
    std::size_t number = 0;             // of the move in its game, from 0
    int player = 0;                     // 0 or 1
    std::optional<AnyMove> played;      // none: a pass
    std::optional<AnyMove> best;        // the played one, where none is better
    std::vector<AnyMove> line;          // the best move and what would have followed
    Score lost = 0;                     // by regret.h's points_lost
    double par = 0;                     // what a move picked blindly would have lost, on average
    Grounds grounds = Grounds::Proved;  // of what was lost
    Score margin = 0;  // the final difference with best play, from side 1's view, before the move
    Score margin_after = 0;
};

// What a review gives each belief, proof and search where nothing else is asked for: a game of few
// moves is looked at more deeply, so that every review takes a few seconds at most.
[[nodiscard]] constexpr std::uint64_t review_nodes(std::size_t moves) {
    constexpr std::uint64_t of_all_moves = 20'000'000;
    constexpr std::uint64_t least = 100'000;
    constexpr std::uint64_t most = 1'000'000;
    return std::clamp(of_all_moves / std::max<std::uint64_t>(1, moves), least, most);
}

// The move played in `before`, or a pass. `known` is what is known of `before`; afterwards it is
// what is known of the position after the move, which is the next one's `before`.
[[nodiscard]] ReviewedMove review_move(Judge& judge, const AnyPosition& before,
                                       std::optional<AnyMove> played,
                                       std::optional<Appraisal>& known);

// How much of what was at stake each player kept: 100 * (1 - lost / par), sums over its moves, 0 at
// least. 100: nothing was lost. 0: no better than picking blindly. Nothing: nothing was at stake.
using Accuracy = std::array<std::optional<double>, 2>;
[[nodiscard]] Accuracy accuracy(std::span<const ReviewedMove> moves);

// The moves that decided the game, in order: first those that turned who would win, then the rest,
// those that lost most first. Moves that lost nothing are never among them. `komi` is added to the
// margins, from side 1's view.
inline constexpr std::size_t kMoments = 3;
[[nodiscard]] std::vector<std::size_t> decisive_moments(std::span<const ReviewedMove> moves,
                                                        Score komi = 0);

// What a move's time says, in a game with a bank. Its share is what was left then, divided by the
// moves that its player still had to make.
enum class TimeUse : std::uint8_t {
    Fair,
    Hasty,   // points were lost in less than a tenth of the share
    Wasted,  // over three shares went into a move where nothing was at stake
};
struct GameReview {
    std::vector<ReviewedMove> moves;   // those that named a move or passed
    std::vector<TimeUse> time;         // of each of them
    Accuracy accuracy;                 // of players, as in the record
    std::vector<std::size_t> moments;  // indices into moves
};
[[nodiscard]] Result<GameReview> review_game(
    const GameRecord& record, Judge& judge,
    const std::function<bool(std::size_t done)>& go_on = {});  // false: stop, with an error

}  // namespace zerosum
