// A worked example of a player inside zerosum's process.
//
//   g++ -std=c++20 -O2 -shared -fPIC -I src examples/players/my_player.cpp -o my_player.so
//   zerosum match so:./my_player.so greedy --edition 2012 --games 1
//
// The idea: like greedy, take what brings most; but among gains that are nearly equal prefer the
// move that stands later in the official order. In fruit it lies lower on the board, lets more
// fruits fall, and so breaks up more of what the opponent was about to take. Short of time it
// takes the largest gain without further thought.

#include "players/programs/plugin.h"

namespace {

class MyPlayer final : public zerosum::plugin::Player {
 public:
    std::size_t choose(const zerosum::plugin::Turn& turn) override {
        constexpr double short_of_time = 0.05;  // seconds
        const int tolerance = turn.bank < short_of_time ? 0 : 2;
        std::size_t best = 0;
        for (std::size_t i = 1; i < turn.moves.size(); ++i)
            if (turn.moves[i].gain + tolerance > turn.moves[best].gain) best = i;
        return best;
    }
};

}  // namespace

ZEROSUM_PLAYER(MyPlayer)
