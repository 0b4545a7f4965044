#include "app/terminal/session.h"

#include <algorithm>

#include "app/terminal/wording.h"
#include "arena/play/verdict.h"
#include "core/counted.h"

namespace zerosum::terminal {

Session::Session(const AnyPosition& start, const GameTerms& terms, std::string opponent)
    : terms_(terms),
      opponent_(std::move(opponent)),
      persons_side_(terms.person_first ? start.mover() : zerosum::other(start.mover())) {
    states_.push_back({start.clone(), terms.bank, std::nullopt});
}

bool Session::person_to_move() const {
    return position().mover() == persons_side_;
}

bool Session::is_turn(Seat seat) const {
    return !over() && person_to_move() == (seat == Seat::Person);
}

Side Session::side(Seat seat) const {
    return seat == Seat::Person ? persons_side_ : zerosum::other(persons_side_);
}

Score Session::points(Seat seat) const {
    const bool second = terms_.person_first == (seat == Seat::Opponent);
    const Score cost = seat == Seat::Opponent ? overtime_cost(terms_.edition, bank()) : 0;
    return position().points(side(seat)) + (second ? terms_.komi : 0) - cost;
}

void Session::play(AnyMove move) {
    advance(move, Seat::Person, bank());
}

void Session::answer(const Reply& reply) {
    const Seconds left = bank() - (terms_.edition.user_time_only ? reply.cpu_user : reply.cpu);
    // Overtime first: a late answer is not looked at.
    if (lost_on_time(terms_.edition, left)) {
        states_.back().bank = left;
        return end(Seat::Person, fmt::format("{} used up its {:g} s of CPU time", opponent_,
                                             terms_.bank.count()));
    }
    const tl::expected<AnyMove, Loss> legal = judge(position(), reply);
    if (!legal)
        return end(Seat::Person,
                   fmt::format("{} gave no legal answer: {}", opponent_, legal.error().sentence));
    advance(*legal, Seat::Opponent, left);
}

void Session::advance(AnyMove move, Seat by, Seconds bank) {
    const AnyPosition& before = position();
    State next{
        before.clone(), bank,
        PlayedMove{by, before.move_name(move), before.describe(move), before.affected(move)}};
    next.position->play(move);
    states_.push_back(std::move(next));
    if (!position().over()) return;
    // A person's time is not charged, so that a tie cannot go to the one with more time left.
    const Score mine = points(Seat::Person);
    const Score theirs = points(Seat::Opponent);
    if (mine == theirs) return end(std::nullopt, counted(mine, "point") + " each");
    end(mine > theirs ? Seat::Person : Seat::Opponent,
        fmt::format("{} to {}", counted(std::max(mine, theirs), "point"), std::min(mine, theirs)));
}

bool Session::take_back() {
    if (over() && person_to_move() && !position().over()) {  // resigned at one's own turn
        outcome_.reset();
        return true;
    }
    std::size_t keep = states_.size();
    while (keep > 1) {
        --keep;
        if (states_[keep - 1].position->mover() != persons_side_) continue;
        states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(keep), states_.end());
        outcome_.reset();
        return true;
    }
    return false;
}

void Session::resign() {
    end(Seat::Opponent, "you resigned");
}

void Session::end(std::optional<Seat> winner, std::string sentence) {
    outcome_ = Outcome{winner, std::move(sentence)};
}

std::string points_text(const Session& session) {
    return fmt::format("You {}, {} {}", session.points(Seat::Person), session.opponent(),
                       session.points(Seat::Opponent));
}

std::string outcome_text(const Session& session) {
    const Outcome& outcome = *session.outcome();
    if (!outcome.winner) return fmt::format("A draw: {}.", outcome.sentence);
    if (*outcome.winner == Seat::Person) return fmt::format("You win: {}.", outcome.sentence);
    return fmt::format("{} wins: {}.", session.opponent(), outcome.sentence);
}

}  // namespace zerosum::terminal
