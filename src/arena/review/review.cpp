#include "arena/review/review.h"

#include <algorithm>

#include "arena/play/replay.h"
#include "arena/review/regret.h"
#include "games/registry.h"

namespace zerosum {

namespace {

constexpr double kHastyShare = 0.1;
constexpr double kWastedShares = 3;

Score to_final_margin(const AnyPosition& position, Score value) {
    return position.lead(Side::One) + (position.mover() == Side::One ? value : -value);
}

int sign(Score score) {
    return (score > 0 ? 1 : 0) - (score < 0 ? 1 : 0);
}

TimeUse time_use(const GameRecord& record, const ReviewedMove& move) {
    const MoveRecord& played = record.moves[move.number];
    if (record.bank <= Seconds{0}) return TimeUse::Fair;
    if (record.players[static_cast<std::size_t>(played.player)].clock == "none")
        return TimeUse::Fair;  // a person whose time is not charged
    std::ptrdiff_t to_come = 0;
    for (std::size_t i = move.number; i < record.moves.size(); ++i)
        to_come += record.moves[i].player == played.player ? 1 : 0;
    const double share = (played.bank_left + played.cpu).count() /
                         static_cast<double>(std::max<std::ptrdiff_t>(to_come, 1));
    if (move.lost > 0 && played.cpu.count() < kHastyShare * share) return TimeUse::Hasty;
    if (move.par == 0 && played.cpu.count() > kWastedShares * share) return TimeUse::Wasted;
    return TimeUse::Fair;
}

// What the position before the move is worth to its mover. A search's value swings with the parity
// of its depth, most of all in Stake & Raid, so where searches are all there is, half of it comes
// from the position and half from the positions after its moves, which were searched one ply
// further.
Score worth_before(const Appraisal& root, const Appraisal& left, Score gain, Score best_move,
                   Score lost) {
    if (left.grounds != Grounds::Searched) return gain - left.value + lost;
    if (root.grounds != Grounds::Searched) return root.value;
    return (root.value + best_move) / 2;
}

}  // namespace

// The move played and the best move are compared on equal terms: where a search is all there is,
// both positions that they lead to get the same search. The one after the move played is the next
// to be reviewed, so that costs nothing more.
ReviewedMove review_move(Judge& judge, const AnyPosition& before, std::optional<AnyMove> played,
                         std::optional<Appraisal>& known) {
    const Appraisal root = known ? *known : judge.appraise(before);
    const PositionPtr after = before.clone();
    Score gain = 0;
    if (played) {
        gain = after->play(*played);
    } else {
        after->pass();
    }
    const Appraisal left = judge.appraise(*after);

    ReviewedMove move;
    move.player = before.mover() == Side::One ? 0 : 1;
    move.played = played;
    move.line = root.line;
    if (!root.line.empty()) move.best = root.line.front();
    move.grounds = std::min(root.grounds, left.grounds);
    move.par = root.par;

    Score value = root.value;
    if (move.grounds == Grounds::Searched && move.best && move.best != played) {
        const PositionPtr rival = before.clone();
        const Score rival_gain = rival->play(*move.best);
        value = rival_gain - judge.appraise(*rival).value;
    } else if (move.grounds == Grounds::Searched) {
        value = gain - left.value;
    }
    move.lost = points_lost(value, gain, left.value).lost;
    if (move.lost == 0 && played) {
        if (move.best != played) move.line = {*played};
        move.best = played;
    }
    const Score worth =
        worth_before(root, left, gain, std::max(value, gain - left.value), move.lost);
    move.margin = to_final_margin(before, worth);
    move.margin_after = to_final_margin(before, worth - move.lost);
    known = left;
    return move;
}

Accuracy accuracy(std::span<const ReviewedMove> moves) {
    std::array<double, 2> lost{};
    std::array<double, 2> par{};
    for (const ReviewedMove& move : moves) {
        const auto player = static_cast<std::size_t>(move.player);
        lost[player] += static_cast<double>(move.lost);
        par[player] += move.par;
    }
    Accuracy accuracy;
    for (const std::size_t player : {0U, 1U})
        if (par[player] > 0) accuracy[player] = 100 * std::max(0.0, 1 - lost[player] / par[player]);
    return accuracy;
}

std::vector<std::size_t> decisive_moments(std::span<const ReviewedMove> moves, Score komi) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (moves[i].lost > 0) order.push_back(i);
    const auto turned = [&](std::size_t i) {
        return sign(moves[i].margin + komi) != sign(moves[i].margin_after + komi);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (turned(a) != turned(b)) return turned(a);
        return moves[a].lost > moves[b].lost;
    });
    order.resize(std::min(order.size(), kMoments));
    std::sort(order.begin(), order.end());
    return order;
}

Result<GameReview> review_game(const GameRecord& record, Judge& judge,
                               const std::function<bool(std::size_t)>& go_on) {
    const Result<const AnyGame*> game = find_game(record.game);
    if (!game) return tl::unexpected(game.error());
    GameReview review;
    std::optional<Appraisal> known;
    std::string reached;  // the position that is known
    Score komi = 0;
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        const MoveRecord& played = record.moves[i];
        if (played.move.empty()) continue;
        const Result<RecordedTurn> turn = turn_of(**game, record, i);
        if (!turn) return tl::unexpected(turn.error());
        const AnyPosition& before = *turn->before;
        if (reached != played.position) known.reset();
        ReviewedMove reviewed = review_move(judge, before, turn->move, known);
        reviewed.number = i;
        const PositionPtr after = before.clone();
        if (turn->move) {
            after->play(*turn->move);
        } else {
            after->pass();
        }
        reached = after->line();
        // The second player of the record sits on the side that did not begin.
        const bool side_one_first =
            (before.mover() == Side::One) == (played.player == record.first);
        komi = side_one_first ? -record.komi : record.komi;
        reviewed.player = played.player;
        review.moves.push_back(std::move(reviewed));
        if (go_on && !go_on(i + 1)) return fail("stopped before the last move");
    }
    for (const ReviewedMove& move : review.moves) review.time.push_back(time_use(record, move));
    review.accuracy = accuracy(review.moves);
    review.moments = decisive_moments(review.moves, komi);
    return review;
}

}  // namespace zerosum
