#pragma once
// A tournament's games sorted by the boards that they were played on.

#include <array>
#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

#include "arena/rating/statistics.h"
#include "arena/tournament/ledger.h"

namespace zerosum {

// The games of two players on one board: one observation, whatever their number.
struct BoardTally {
    std::array<PlayerIndex, 2> players{};
    Sample margins;  // points of players[0] minus those of players[1], per game
};

// A drawn board belongs to its pairing; boards from a file are played in turn, in every pairing
// anew.
class BoardTallies {
 public:
    explicit BoardTallies(const Identity& identity);

    // The board's number, from 1.
    std::size_t add(const LedgerGame& game);

    [[nodiscard]] const std::vector<BoardTally>& all() const { return tallies_; }

 private:
    using Key = std::tuple<PairingId, PlayerIndex, PlayerIndex, int>;
    bool paired_ = false;
    int given_ = 0;  // boards in the file; 0: they are drawn
    std::map<Key, std::size_t> numbers_;
    std::vector<BoardTally> tallies_;
};

}  // namespace zerosum
