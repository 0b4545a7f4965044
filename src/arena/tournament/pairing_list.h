#pragma once
// The pairings of a running tournament: how far each is, and which games come next.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "arena/play/best_of.h"
#include "arena/tournament/ledger.h"
#include "arena/tournament/pairings.h"

namespace zerosum {

class PairingList {
 public:
    explicit PairingList(const BestOf& best) : best_(best) {}

    void add(const ScheduledPairing& plan);
    // A pairing without one of its players is closed: nothing more is played in it, and it counts
    // with the games it has. One that has both again is open again.
    void close(const std::function<bool(PlayerIndex)>& takes_part);

    [[nodiscard]] std::size_t size() const { return list_.size(); }
    [[nodiscard]] const ScheduledPairing& plan(std::size_t pairing) const {
        return list_[pairing].plan;
    }
    // Whether a game is under way in a pairing that is closed.
    [[nodiscard]] bool waits_for_closed() const;
    [[nodiscard]] bool all_decided() const { return decided_ == list_.size(); }
    [[nodiscard]] std::vector<ScheduledPairing> plans() const;
    [[nodiscard]] std::vector<FinishedPairing> finished() const;

    // The games that are needed now however those under way end, in the order of the pairings, at
    // most so many; they are under way from then on.
    struct Needed {
        std::size_t pairing = 0;
        int number = 0;
        bool opens = false;  // no other game of its pairing is under way
    };
    [[nodiscard]] std::vector<Needed> begin(std::size_t most);
    // A game is under way already. False: there cannot be such a game.
    [[nodiscard]] bool resume(std::size_t pairing, int number);
    // A game's result; the same one again changes nothing. False: there cannot be such a game.
    enum class Entry : std::uint8_t { New, Known, Impossible };
    [[nodiscard]] Entry enter(std::size_t pairing, const LedgerGame& game);
    // No game is under way any more.
    void forget_begun();

    struct Counts {
        std::size_t finished = 0;  // pairings of who takes part, byes not counted
        std::size_t begun = 0;     // games of such pairings that are not decided yet
        std::size_t outside = 0;   // games of closed pairings
    };
    [[nodiscard]] Counts count() const;

 private:
    enum class GameState : std::uint8_t { Waiting, Running, Finished };
    struct State {
        ScheduledPairing plan;
        std::vector<GameState> numbers;  // of its games
        int running = 0;
        bool closed = false;
        Tally first;                     // the finished games, from the view of the first player
        std::vector<PairingGame> games;  // the same, one by one
    };
    [[nodiscard]] bool needs_a_game(const State& pairing) const;
    [[nodiscard]] bool decided(const State& pairing) const;

    BestOf best_;
    std::vector<State> list_;
    std::size_t decided_ = 0;
    std::size_t first_open_ = 0;  // all pairings before it are decided
};

}  // namespace zerosum
