#pragma once
// Write a player of your own in C++: one class, one method, one function that makes it.
//
//   #include "players/programs/plugin.h"
//
//   struct Mine final : zerosum::plugin::Player {
//       std::size_t choose(const zerosum::plugin::Turn& turn) override { return 0; }
//   };
//   ZEROSUM_PLAYER(Mine)
//
//   g++ -std=c++20 -O2 -shared -fPIC -I src my_player.cpp -o my_player.so
//   zerosum match so:./my_player.so greedy --edition 2012
//
// This header needs nothing but the standard library. The player lives inside zerosum's process,
// as the 2012 edition has it: it is trusted, and a crash of the player is a crash of the process.
// Agents that are not trusted are programs (cmd:, dir:).

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace zerosum::plugin {

// A move there is, ready to be judged by what it brings.
struct Move {
    std::string name;  // "G8", "D3 Raid"
    int gain = 0;      // by how much it changes (your points - the other's)
};

// Everything a player gets to see. Rows, moves and points are yours to read until you return.
struct Turn {
    std::string game;               // fruit or raid
    std::vector<std::string> rows;  // the board, row by row from the top; * or . is a free cell
    std::string position;           // the same in one line, with everything else there is to know
    std::vector<Move> moves;        // never empty; in the official order
    std::array<int, 2> points{};    // yours, the other's
    double bank = 0;                // CPU seconds you have left for the rest of the game
};

class Player {
 public:
    virtual ~Player() = default;

    // The index of the chosen move in turn.moves. Called in the thread whose CPU time is charged.
    virtual std::size_t choose(const Turn& turn) = 0;

    // Called before each game, with a number that random choices may depend on.
    virtual void new_game(unsigned long long /*seed*/) {}
};

// Changes when this header changes in a way that old players do not survive.
inline constexpr int kVersion = 1;

}  // namespace zerosum::plugin

// NOLINTNEXTLINE(bugprone-macro-parentheses): a type cannot stand in parentheses
#define ZEROSUM_PLAYER(Type)                                               \
    extern "C" int zerosum_plugin_version() {                              \
        return zerosum::plugin::kVersion;                                  \
    }                                                                      \
    extern "C" zerosum::plugin::Player* zerosum_make_player() {            \
        return new Type();                                                 \
    }                                                                      \
    extern "C" void zerosum_free_player(zerosum::plugin::Player* player) { \
        delete player;                                                     \
    }
