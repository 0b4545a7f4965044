#include "app/terminal/reviewer.h"

namespace zerosum::terminal {

void Reviewer::begin(const GameInPlay& game) {
    if (!game.over() || review_ || work_.busy()) return;
    work_.start([record = game.record(), &rules = game.position().game()](
                    const std::stop_token& stop, const auto& report) {
        Judge judge(rules, JudgeLimits{.nodes = review_nodes(record.moves.size()), .stop = stop});
        return review_game(record, judge, [&](std::size_t done) {
            report(done);
            return !stop.stop_requested();
        });
    });
}

void Reviewer::forget() {
    work_.stop();
    review_.reset();
}

bool Reviewer::look_after() {
    if (!work_.busy()) return false;
    const std::optional<Result<GameReview>> done = work_.take();
    // It fails only when it was stopped.
    if (!done || !*done) return false;
    review_ = **done;
    return true;
}

std::optional<std::size_t> Reviewer::done() const {
    if (!work_.busy()) return std::nullopt;
    return work_.news().value_or(0);
}

}  // namespace zerosum::terminal
