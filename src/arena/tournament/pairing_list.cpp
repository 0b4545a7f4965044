#include "arena/tournament/pairing_list.h"

#include <algorithm>
#include <utility>

namespace zerosum {

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
    if (!plan.bye())
        pairing.numbers.assign(static_cast<std::size_t>(best_.games), GameState::Waiting);
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

bool PairingList::waits_for_closed() const {
    return std::any_of(list_.begin(), list_.end(),
                       [](const State& pairing) { return pairing.closed && pairing.running > 0; });
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

std::vector<PairingList::Needed> PairingList::begin(std::size_t most) {
    std::vector<Needed> list;
    while (first_open_ < list_.size() && decided(list_[first_open_])) ++first_open_;
    for (std::size_t i = first_open_; i < list_.size() && list.size() < most; ++i) {
        State& pairing = list_[i];
        bool opens = pairing.running == 0;
        while (list.size() < most && needs_a_game(pairing)) {
            const auto next =
                std::find(pairing.numbers.begin(), pairing.numbers.end(), GameState::Waiting);
            *next = GameState::Running;
            ++pairing.running;
            list.push_back(
                {i, static_cast<int>(next - pairing.numbers.begin()), std::exchange(opens, false)});
        }
    }
    return list;
}

bool PairingList::resume(std::size_t pairing, int number) {
    State& state = list_[pairing];
    if (number < 0 || static_cast<std::size_t>(number) >= state.numbers.size()) return false;
    GameState& game = state.numbers[static_cast<std::size_t>(number)];
    if (game != GameState::Waiting) return true;
    decided_ -= static_cast<std::size_t>(decided(state));
    game = GameState::Running;
    ++state.running;
    decided_ += static_cast<std::size_t>(decided(state));
    first_open_ = std::min(first_open_, pairing);
    return true;
}

PairingList::Entry PairingList::enter(std::size_t pairing, const LedgerGame& game) {
    State& state = list_[pairing];
    if (game.number < 0 || static_cast<std::size_t>(game.number) >= state.numbers.size())
        return Entry::Impossible;
    GameState& now = state.numbers[static_cast<std::size_t>(game.number)];
    if (now == GameState::Finished) return Entry::Known;
    decided_ -= static_cast<std::size_t>(decided(state));
    state.running -= static_cast<int>(now == GameState::Running);
    now = GameState::Finished;
    const Outcome outcome = game.outcome_of(state.plan.first);
    state.first.add(outcome, game.margin_of(state.plan.first));
    state.games.push_back({game.players[0] == state.plan.first, outcome, game.by_fault()});
    decided_ += static_cast<std::size_t>(decided(state));
    return Entry::New;
}

void PairingList::forget_begun() {
    decided_ = 0;
    first_open_ = 0;
    for (State& pairing : list_) {
        std::replace(pairing.numbers.begin(), pairing.numbers.end(), GameState::Running,
                     GameState::Waiting);
        pairing.running = 0;
        decided_ += static_cast<std::size_t>(decided(pairing));
    }
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
