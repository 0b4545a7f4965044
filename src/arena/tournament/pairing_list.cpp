#include "arena/tournament/pairing_list.h"

#include <algorithm>

namespace zerosum {

void PairingList::State::add(const LedgerGame& game) {
    started[static_cast<std::size_t>(game.number)] = true;
    const Outcome outcome = game.outcome_of(plan.first);
    first.add(outcome, game.margin_of(plan.first));
    games.push_back({game.players[0] == plan.first, outcome, game.by_fault()});
}

bool PairingList::needs_a_game(const State& pairing) const {
    return !pairing.plan.bye() && !pairing.closed &&
           best_.next_is_needed(pairing.first.games(), pairing.running, pairing.first.lead());
}

bool PairingList::decided(const State& pairing) const {
    if (pairing.plan.bye()) return true;
    return pairing.running == 0 &&
           (pairing.closed || best_.decided(pairing.first.games(), pairing.first.lead()));
}

void PairingList::add(const ScheduledPairing& plan) {
    State& pairing = list_.emplace_back();
    pairing.plan = plan;
    if (!plan.bye()) pairing.started.assign(static_cast<std::size_t>(best_.games), false);
    decided_ += static_cast<std::size_t>(decided(pairing));
}

void PairingList::close(const std::function<bool(PlayerIndex)>& takes_part) {
    decided_ = 0;
    first_open_ = 0;
    for (State& pairing : list_) {
        const ScheduledPairing& plan = pairing.plan;
        pairing.closed = !takes_part(plan.first) || (!plan.bye() && !takes_part(plan.second));
        decided_ += static_cast<std::size_t>(decided(pairing));
    }
}

std::vector<ScheduledPairing> PairingList::plans() const {
    std::vector<ScheduledPairing> plans;
    for (const State& pairing : list_) plans.push_back(pairing.plan);
    return plans;
}

std::vector<FinishedPairing> PairingList::finished() const {
    std::vector<FinishedPairing> list;
    list.reserve(list_.size());
    for (const State& pairing : list_) list.push_back({pairing.plan, pairing.first, pairing.games});
    return list;
}

std::optional<std::size_t> PairingList::choose(std::optional<std::size_t> ready) {
    while (first_open_ < list_.size() && decided(list_[first_open_])) ++first_open_;
    if (ready && needs_a_game(list_[*ready])) return ready;
    std::optional<std::size_t> shared;
    for (std::size_t i = first_open_; i < list_.size(); ++i) {
        if (!needs_a_game(list_[i])) continue;
        if (list_[i].running == 0) return i;
        if (!shared) shared = i;
    }
    return shared;
}

int PairingList::begin(std::size_t pairing) {
    State& state = list_[pairing];
    const auto open = std::find(state.started.begin(), state.started.end(), false);
    *open = true;
    ++state.running;
    return static_cast<int>(open - state.started.begin());
}

void PairingList::end(std::size_t pairing, const LedgerGame& game) {
    State& state = list_[pairing];
    --state.running;
    state.add(game);
    decided_ += static_cast<std::size_t>(decided(state));
}

void PairingList::put_back(std::size_t pairing, int number) {
    State& state = list_[pairing];
    --state.running;
    state.started[static_cast<std::size_t>(number)] = false;
    decided_ += static_cast<std::size_t>(decided(state));
}

bool PairingList::recall(std::size_t pairing, const LedgerGame& game) {
    State& state = list_[pairing];
    if (game.number < 0 || static_cast<std::size_t>(game.number) >= state.started.size())
        return false;
    const bool before = decided(state);
    state.add(game);
    decided_ += static_cast<std::size_t>(!before && decided(state));
    return true;
}

PairingList::Counts PairingList::count() const {
    Counts counts;
    for (const State& pairing : list_) {
        const auto games = static_cast<std::size_t>(pairing.first.games());
        if (pairing.closed) {
            counts.outside += games;
        } else if (!decided(pairing)) {
            counts.begun += games;
        } else if (!pairing.plan.bye()) {
            ++counts.finished;
        }
    }
    return counts;
}

}  // namespace zerosum
