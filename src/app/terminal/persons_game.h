#pragma once
// A game between a person and a player, as the terminal's front ends begin it and put it into
// words. The rules are GameInPlay's. A person's time is not charged.

#include <optional>
#include <string>
#include <vector>

#include "arena/play/game_in_play.h"

namespace zerosum::terminal {

// The two players of the game and its record.
inline constexpr std::size_t kYou = 0;
inline constexpr std::size_t kOpponent = 1;

struct GameTerms {
    GameSettings settings;
    std::string person = "person";  // the name in the record
    bool person_first = true;
    bool lead_known = true;  // false: a course file that does not say the points so far
};

[[nodiscard]] GameInPlay begin_game(const AnyPosition& start, const GameTerms& terms,
                                    PlayerRecord opponent);

struct LastMove {
    std::size_t player = kYou;
    std::string name;
    std::string effect;       // what it took or turned, and the points
    std::vector<Cell> cells;  // that it emptied or, where it emptied none, filled or turned
};
// The move that led to the position, if any.
[[nodiscard]] std::optional<LastMove> last_move(const GameInPlay& game);

[[nodiscard]] const std::string& opponent_name(const GameInPlay& game);
// "You" or the opponent's name.
[[nodiscard]] std::string player_name(const GameInPlay& game, std::size_t player);
// "Level 3 has +7 for going second"; empty without komi.
[[nodiscard]] std::string komi_text(const GameInPlay& game);
// "You 25, engine 16"
[[nodiscard]] std::string points_text(const GameInPlay& game);
// "You win: 120 points to 96." Of a game that is over.
[[nodiscard]] std::string outcome_text(const GameInPlay& game);

}  // namespace zerosum::terminal
