#pragma once
// The pairings of a running tournament: how far each is, and which game comes next.

#include <cstddef>
#include <functional>
#include <optional>
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
    [[nodiscard]] bool all_decided() const { return decided_ == list_.size(); }
    [[nodiscard]] std::vector<ScheduledPairing> plans() const;
    [[nodiscard]] std::vector<FinishedPairing> finished() const;

    // The pairing whose game a thread should play next, of the one it has ready, another one, or
    // one that others play too, in this order; nothing when no game is needed before others end.
    [[nodiscard]] std::optional<std::size_t> choose(std::optional<std::size_t> ready);
    // The number of the game that begins now.
    int begin(std::size_t pairing);
    // It ended with a result, or without one and will be played again.
    void end(std::size_t pairing, const LedgerGame& game);
    void put_back(std::size_t pairing, int number);
    // A game of an earlier run. False: there cannot be such a game.
    [[nodiscard]] bool recall(std::size_t pairing, const LedgerGame& game);

    struct Counts {
        std::size_t finished = 0;  // pairings of who takes part, byes not counted
        std::size_t begun = 0;     // games of such pairings that are not decided yet
        std::size_t outside = 0;   // games of closed pairings
    };
    [[nodiscard]] Counts count() const;

 private:
    struct State {
        ScheduledPairing plan;
        std::vector<bool> started;  // by game number: finished or running
        int running = 0;
        bool closed = false;
        Tally first;                     // the finished games, from the view of the first player
        std::vector<PairingGame> games;  // the same, one by one

        void add(const LedgerGame& game);
    };
    [[nodiscard]] bool needs_a_game(const State& pairing) const;
    [[nodiscard]] bool decided(const State& pairing) const;

    const BestOf best_;
    std::vector<State> list_;
    std::size_t decided_ = 0;
    std::size_t first_open_ = 0;  // all pairings before it are decided
};

}  // namespace zerosum
