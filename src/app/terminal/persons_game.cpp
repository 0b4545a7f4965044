#include "app/terminal/persons_game.h"

#include <utility>

namespace zerosum::terminal {

namespace {

bool you_won(const GameRecord& record) {
    return std::cmp_equal(record.winner, kYou);
}

// The record's sentence, with who it is about where that is the loser.
std::string explanation(const GameRecord& record) {
    const std::string& loser = record.players[you_won(record) ? kOpponent : kYou].name;
    switch (record.reason) {
        case EndReason::Points:
        case EndReason::TimeLeft:
            return record.sentence;
        case EndReason::Time:
        case EndReason::Resigned:
            return fmt::format("{} {}", loser, record.sentence);
        default:
            return fmt::format("{} gave no legal answer: {}", loser, record.sentence);
    }
}

}  // namespace

GameInPlay begin_game(const AnyPosition& start, const GameTerms& terms, PlayerRecord opponent) {
    return {start,
            {PlayerRecord{"you", std::string(kPerson), "none", "none"}, std::move(opponent)},
            terms.person_first ? kYou : kOpponent,
            terms.settings};
}

std::optional<LastMove> last_move(const GameInPlay& game) {
    for (auto move = game.moves().rbegin(); move != game.moves().rend(); ++move) {
        if (move->move.empty()) continue;  // an answer that was no move
        if (move->passed())
            return LastMove{static_cast<std::size_t>(move->player), move->move, move->why};
        const PositionPtr before = *game.position().game().parse_line(move->position);
        return LastMove{static_cast<std::size_t>(move->player), move->move,
                        before->describe(*before->parse_move(move->move))};
    }
    return std::nullopt;
}

const std::string& opponent_name(const GameInPlay& game) {
    return game.record().players[kOpponent].name;
}

std::string points_text(const GameInPlay& game) {
    return fmt::format("You {}, {} {}", game.points(kYou), opponent_name(game),
                       game.points(kOpponent));
}

std::string outcome_text(const GameInPlay& game) {
    const GameRecord& record = game.record();
    if (record.winner < 0) return fmt::format("A draw: {}.", record.sentence);
    return fmt::format("{}: {}.", you_won(record) ? "You win" : opponent_name(game) + " wins",
                       explanation(record));
}

}  // namespace zerosum::terminal
