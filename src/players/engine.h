#pragma once
// `engine`: our own player, for every game. Asks the game's searcher, and spends CPU time of the
// thinking thread.

#include <cstddef>
#include <cstdint>
#include <string>

#include "players/player.h"
#include "players/spec.h"
#include "search/any_searcher.h"

namespace zerosum {

inline constexpr int kMostHashMb = 4096;

struct EngineOptions {
    // 1..10: weaker levels search less deep, overlook moves and do not solve the end.
    int level = kStrongestLevel;
    std::uint64_t nodes = 0;   // per move at most; 0: no limit
    int depth = 0;             // plies at most; 0: no limit
    int threads = 1;           // more than one: analysis, answers are no longer repeatable
    std::size_t hash_mb = 64;  // memory for the tables
    bool adapt = true;         // learn how the opponent plays, and make use of it
    bool use_bank = true;      // false: only nodes and depth limit a move
    TimeSettings time = {};
};

[[nodiscard]] PlayerPtr make_engine(const EngineOptions& options, const AnyGame& game,
                                    std::string name = "engine");

// From text: engine:level=5, engine:nodes=20000,depth=4,threads=2,adapt=0,hash=64. The bank limits
// all of them.
[[nodiscard]] Result<PlayerPtr> make_engine(const PlayerSpec& spec, const AnyGame& game);

// What a search found, as a player reports it. There is at least one line.
[[nodiscard]] Thought thought_of(const SearchResult<AnyMove>& result);

}  // namespace zerosum
