#include "arena/review/regret.h"

#include <algorithm>

#include "arena/play/replay.h"
#include "games/registry.h"

namespace zerosum {

std::string_view to_text(Phase phase) {
    constexpr std::array<std::string_view, kPhases> names{"opening", "middle", "end"};
    return names[static_cast<std::size_t>(phase)];
}

Phase phase_of(const AnyPosition& before) {
    const int cells = before.size() * before.size();
    const auto third =
        static_cast<std::size_t>(before.cells_used()) * kPhases / static_cast<std::size_t>(cells);
    return static_cast<Phase>(std::min(third, kPhases - 1));
}

PointsLost points_lost(Score before, Score gain, Score after) {
    const Score lost = before - (gain - after);
    return {std::max(lost, Score{0}), lost < 0};
}

Result<std::vector<MoveLoss>> judge_game(const GameRecord& record, Judge& judge) {
    const Result<const AnyGame*> game = find_game(record.game);
    if (!game) return tl::unexpected(game.error());
    std::vector<MoveLoss> losses;
    // What the position after a move is worth is what the next one is worth before its move.
    std::string judged;
    std::optional<Judgement> known;
    const auto value_of = [&](const AnyPosition& position) {
        const std::string line = position.line();
        if (line != judged) known = judge.value(position);
        judged = line;
        return known;
    };
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        const MoveRecord& played = record.moves[i];
        if (played.move.empty()) continue;
        const Result<RecordedTurn> turn = turn_of(**game, record, i);
        if (!turn) return tl::unexpected(turn.error());
        MoveLoss loss{i, played.player, phase_of(*turn->before), {}, false, false};
        const std::optional<Judgement> best = value_of(*turn->before);
        const PositionPtr after = turn->before->clone();
        Score gain = 0;
        if (turn->move) {
            gain = after->play(*turn->move);
        } else {
            after->pass();
        }
        const std::optional<Judgement> left = value_of(*after);
        if (best && left) {
            const PointsLost lost = points_lost(best->value, gain, left->value);
            loss.proved = best->proved && left->proved;
            // A pass may be better than every move, and says nothing of the judge.
            loss.contradiction = lost.contradiction && !played.passed();
            loss.lost = lost.lost;
        }
        losses.push_back(loss);
    }
    return losses;
}

void Regret::add(const std::vector<MoveLoss>& game) {
    Score lost = 0;
    std::int64_t counted = 0;
    for (const MoveLoss& move : game) {
        ++moves;
        if (!move.lost) continue;
        ++counted;
        lost += *move.lost;
        proved += move.proved ? 1 : 0;
        best += *move.lost == 0 ? 1 : 0;
        contradictions += move.contradiction ? 1 : 0;
    }
    judged += counted;
    per_game_.add(static_cast<double>(lost));
    if (counted > 0) per_move_.add(static_cast<double>(lost) / static_cast<double>(counted));
}

void RegretTable::add(const GameRecord& record, const std::vector<MoveLoss>& losses) {
    for (int side = 0; side < 2; ++side) {
        PlayerRegret& player = players_[record.players[static_cast<std::size_t>(side)].name];
        const auto add_to = [&](Regret& regret, std::optional<Phase> phase) {
            std::vector<MoveLoss> chosen;
            for (const MoveLoss& move : losses)
                if (move.player == side && (!phase || move.phase == *phase)) chosen.push_back(move);
            regret.add(chosen);
        };
        add_to(player.all, std::nullopt);
        for (std::size_t phase = 0; phase < kPhases; ++phase)
            add_to(player.phases[phase], static_cast<Phase>(phase));
    }
}

}  // namespace zerosum
