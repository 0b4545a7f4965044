#pragma once
// A game under an edition's rules, as a value: what was played, what it cost, who won and why. No
// player is in it: the referee, the terminal and the page ask theirs and enter the answers here.
//
//   GameInPlay game(start, players, first, settings);
//   while (!game.over()) game.answer(ask(game.to_move(), game.position()));
//   keep(game.record());
//
// Players are 0 and 1, as in the record; sides belong to the position.

#include <memory>
#include <optional>
#include <utility>

#include "arena/play/edition.h"
#include "arena/play/record.h"
#include "players/player.h"

namespace zerosum {

struct GameSettings {
    Edition edition;
    Seconds bank{0};         // of each player; 0: no clock
    Score komi = 0;          // points given to the player who moves second
    std::uint64_t seed = 0;  // of the players' own random numbers; kept in the record
    double odds = 1;         // time odds: player 0 has its bank divided by this
};

class GameInPlay {
 public:
    // `first` is the index of the player who moves first.
    GameInPlay(const AnyPosition& start, std::array<PlayerRecord, 2> players, std::size_t first,
               const GameSettings& settings);

    // The game of a record, with every move checked by the rules. One that is not finished
    // (EndReason::Aborted) can be played on.
    [[nodiscard]] static Result<GameInPlay> resume(const GameRecord& record);

    [[nodiscard]] const AnyPosition& position() const { return *position_; }
    // Complete at any time. Until the game is over it says "not finished" and names no winner.
    [[nodiscard]] const GameRecord& record() const { return record_; }
    [[nodiscard]] const std::vector<MoveRecord>& moves() const { return record_.moves; }
    [[nodiscard]] bool over() const { return over_; }
    [[nodiscard]] bool timed() const { return record_.bank > Seconds{0}; }

    // Whose turn it is, or was when the game ended.
    [[nodiscard]] std::size_t to_move() const { return player(position_->mover()); }
    [[nodiscard]] bool is_turn(std::size_t player) const { return !over_ && to_move() == player; }
    [[nodiscard]] bool person_to_move() const { return !over_ && person(to_move()); }
    [[nodiscard]] bool person(std::size_t player) const { return record_.players[player].person(); }
    [[nodiscard]] Side side(std::size_t player) const;
    [[nodiscard]] std::size_t player(Side side) const;
    // What is left of a player's bank; 0 in a game without a clock.
    [[nodiscard]] Seconds bank(std::size_t player) const;
    // What the edition allows for one move, whatever the bank (Turn::move_time).
    [[nodiscard]] std::optional<Seconds> reply_time() const { return edition_.reply; }
    // What a player has for going second.
    [[nodiscard]] Score komi(std::size_t player) const {
        return std::cmp_equal(player, record_.first) ? 0 : record_.komi;
    }
    // With komi and the penalty for overtime.
    [[nodiscard]] Score points(std::size_t player) const { return record_.points[player]; }

    // The answer of the player to move: charged, judged, and played when it is legal. Otherwise it
    // loses or is a pass, as the edition has it. Overtime comes first: a late answer is not judged.
    void answer(const Reply& reply);
    // The same for a person's legal move. `spent` is charged: wall time, or 0.
    void play(AnyMove move, Seconds spent = Seconds{0});
    // Whether the player to move has lost when it spends this long on its move.
    [[nodiscard]] bool runs_out(Seconds spent) const;
    // It did, without a move.
    void run_out(Seconds spent);
    void resign(std::size_t player);
    // Why each player could not begin; at least one could not. When neither could, neither wins.
    void could_not_begin(const std::array<std::optional<std::string>, 2>& why);
    // Stopped from outside: no result.
    void abort();

    // Back to the last turn of a person, with the clocks of then; false when there is none. A game
    // that ended at a person's turn without a move (resigned, out of time) goes back to that turn.
    bool take_back();

 private:
    MoveRecord& enter(Seconds cost, Seconds wall);
    void advance(AnyMove move);
    void pass(std::string why);
    [[nodiscard]] bool all_pass() const;
    void move_on(PositionPtr next);
    void tally();
    void finish();
    void lose(std::size_t player, EndReason reason, std::string sentence);
    void lose_on_time(std::size_t player);
    void end(int winner, EndReason reason, std::string sentence);
    void reopen();
    void cut(std::size_t moves);
    [[nodiscard]] Seconds full_bank(std::size_t player) const;

    Edition edition_;
    GameRecord record_;
    Side side_of_first_;
    std::shared_ptr<const AnyPosition> position_;  // never changed, so that copies can share it
    bool over_ = false;
};

}  // namespace zerosum
