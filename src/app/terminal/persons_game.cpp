#include "app/terminal/persons_game.h"

#include <utility>

namespace zerosum::terminal {

namespace {

bool you_won(const GameRecord& record) {
    return std::cmp_equal(record.winner, kYou);
}

// The record's sentence, with who it is about where that is the loser.
std::string explanation(const GameRecord& record) {
    const std::string loser = you_won(record) ? record.players[kOpponent].name : "you";
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

// What a move changed on the board, so that it can be seen afterwards. Where cells become empty it
// is those: others may have moved into the ones that it took.
std::vector<Cell> changed_cells(const AnyPosition& before, AnyMove move) {
    const PositionPtr after = before.clone();
    after->play(move);
    const std::vector<std::string> old = before.rows();
    const std::vector<std::string> now = after->rows();
    const char empty = before.game().info().empty;
    std::vector<Cell> emptied;
    for (int row = 0; row < before.size(); ++row) {
        for (int column = 0; column < before.size(); ++column) {
            const auto r = static_cast<std::size_t>(row);
            const auto c = static_cast<std::size_t>(column);
            if (old[r][c] != empty && now[r][c] == empty) emptied.push_back({row, column});
        }
    }
    return emptied.empty() ? before.affected(move) : emptied;
}

}  // namespace

GameInPlay begin_game(const AnyPosition& start, const GameTerms& terms, PlayerRecord opponent) {
    return {start,
            {PlayerRecord{terms.person, std::string(kPerson), "none", "none"}, std::move(opponent)},
            terms.person_first ? kYou : kOpponent,
            terms.settings};
}

std::optional<LastMove> last_move(const GameInPlay& game) {
    for (auto move = game.moves().rbegin(); move != game.moves().rend(); ++move) {
        if (move->move.empty()) continue;  // an answer that was no move
        if (move->passed())
            return LastMove{static_cast<std::size_t>(move->player), move->move, move->why, {}};
        const PositionPtr before = *game.position().game().parse_line(move->position);
        const AnyMove played = *before->parse_move(move->move);
        return LastMove{static_cast<std::size_t>(move->player), move->move,
                        before->describe(played), changed_cells(*before, played)};
    }
    return std::nullopt;
}

const std::string& opponent_name(const GameInPlay& game) {
    return game.record().players[kOpponent].name;
}

std::string player_name(const GameInPlay& game, std::size_t player) {
    return player == kYou ? "You" : opponent_name(game);
}

std::string komi_text(const GameInPlay& game) {
    const GameRecord& record = game.record();
    if (record.komi == 0) return {};
    const std::size_t second = std::cmp_equal(record.first, kYou) ? kOpponent : kYou;
    return fmt::format("{} {:+} for going second",
                       second == kYou ? "You have" : opponent_name(game) + " has", record.komi);
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
