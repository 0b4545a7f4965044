#pragma once
// One game between a person and a player, without any screen: whose turn it is, what has been
// played, what the opponent's clock says, how it ended, and the way back.

#include <optional>
#include <string>
#include <vector>

#include "arena/play/edition.h"
#include "players/player.h"

namespace zerosum::terminal {

struct GameTerms {
    Edition edition;
    Seconds bank{0};  // the opponent's CPU time; a person's time is never charged
    Score komi = 0;   // points given to the one who moves second
    bool person_first = true;
    bool lead_known = true;  // false: a course file that does not say the points so far
};

enum class Seat : std::uint8_t { Person, Opponent };

struct Outcome {
    std::optional<Seat> winner;  // nobody: a draw
    std::string sentence;        // the reason
};

struct PlayedMove {
    Seat by = Seat::Person;
    std::string name;
    std::string effect;       // describe(): what it took or turned, and the points
    std::vector<Cell> cells;  // as they stood before the move
};

class Session {
 public:
    Session(const AnyPosition& start, const GameTerms& terms, std::string opponent);

    [[nodiscard]] const AnyPosition& position() const { return *states_.back().position; }
    [[nodiscard]] const GameTerms& terms() const { return terms_; }
    [[nodiscard]] const std::string& opponent() const { return opponent_; }
    [[nodiscard]] const std::optional<Outcome>& outcome() const { return outcome_; }
    [[nodiscard]] bool over() const { return outcome_.has_value(); }
    // Whose move it is; nobody's when the game is over.
    [[nodiscard]] bool is_turn(Seat seat) const;
    [[nodiscard]] Side side(Seat seat) const;
    // With komi and the price of overtime.
    [[nodiscard]] Score points(Seat seat) const;
    [[nodiscard]] Seconds bank() const { return states_.back().bank; }
    // The move that led here, if any.
    [[nodiscard]] const std::optional<PlayedMove>& last() const { return states_.back().last; }
    [[nodiscard]] std::size_t moves_played() const { return states_.size() - 1; }

    // A legal move of the person, whose turn it is.
    void play(AnyMove move);
    // The opponent's reply to this position: charged, judged, and played when it is legal. What
    // is not loses the game, as it would before a referee.
    void answer(const Reply& reply);
    // Back to the person's turn before this one, clock included; false when there is none.
    // Resigned and lost games can be taken back as well.
    bool take_back();
    void resign();

 private:
    struct State {
        PositionPtr position;
        Seconds bank{0};
        std::optional<PlayedMove> last;
    };

    void advance(AnyMove move, Seat by, Seconds bank);
    void end(std::optional<Seat> winner, std::string sentence);
    [[nodiscard]] bool person_to_move() const;

    GameTerms terms_;
    std::string opponent_;
    Side persons_side_;
    std::vector<State> states_;  // never empty; the last one is now
    std::optional<Outcome> outcome_;
};

// "You 25, engine 16"
[[nodiscard]] std::string points_text(const Session& session);
// "You win: 120 points to 96." Of a game that is over.
[[nodiscard]] std::string outcome_text(const Session& session);

}  // namespace zerosum::terminal
