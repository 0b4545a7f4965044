#include "arena/puzzle/choices.h"

#include <algorithm>
#include <map>

namespace zerosum {

std::optional<std::vector<ValuedMove>> value_moves(const AnyPosition& position,
                                                   const PositionValue& value_of) {
    std::vector<ValuedMove> out;
    std::map<std::string, Score, std::less<>> known;  // by position
    for (const AnyMove move : position.moves()) {
        const PositionPtr after = position.clone();
        ValuedMove valued{move, after->play(move), 0, after->line()};
        auto found = known.find(valued.after);
        if (found == known.end()) {
            const std::optional<Score> value = after->over() ? Score{0} : value_of(*after);
            if (!value) return std::nullopt;
            found = known.emplace(valued.after, *value).first;
        }
        valued.value = valued.gain - found->second;
        out.push_back(std::move(valued));
    }
    return out;
}

std::optional<SingleBest> single_best(const std::vector<ValuedMove>& moves) {
    if (moves.empty()) return std::nullopt;
    SingleBest out;
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (moves[i].value > moves[out.best].value) out.best = i;
    const ValuedMove& best = moves[out.best];

    std::map<std::string, std::size_t, std::less<>> others;  // by position, the first of each
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (moves[i].after != best.after) others.emplace(moves[i].after, i);
    if (others.empty()) return std::nullopt;
    out.others = static_cast<int>(others.size());
    out.tempting = others.begin()->second;
    out.margin = best.value - moves[out.tempting].value;
    for (const auto& [after, i] : others) {
        const ValuedMove& other = moves[i];
        const ValuedMove& tempting = moves[out.tempting];
        out.margin = std::min(out.margin, best.value - other.value);
        if (other.gain > best.gain) ++out.rank;
        if (other.gain > tempting.gain ||
            (other.gain == tempting.gain &&
             (other.value > tempting.value || (other.value == tempting.value && i < out.tempting))))
            out.tempting = i;
    }
    if (out.margin == 0) return std::nullopt;
    // The largest gain is the best move's own, or the tempting one's.
    const ValuedMove& tempting = moves[out.tempting];
    out.greedy_loss = tempting.gain > best.gain ? best.value - tempting.value : 0;
    return out;
}

}  // namespace zerosum
