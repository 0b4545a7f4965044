#pragma once
// `engine`: our own player, for every game. Searches as search/thinker.h says and spends CPU
// time of the thinking thread (in the arena) or of the whole process (in `homework`).

#include <cstddef>
#include <cstdint>
#include <string>

#include "players/player.h"
#include "players/spec.h"
#include "search/time.h"

namespace zerosum {

enum class ChargedClock : std::uint8_t {
    Thread,   // the thinking thread, from when it was asked
    Process,  // this process, from its start: what a course referee charges
};

struct EngineOptions {
    std::uint64_t nodes = 0;   // at most so many nodes a move; 0: no limit
    int depth = 0;             // at most so many plies; 0: no limit
    std::size_t hash_mb = 64;  // memory for the tables
    bool use_bank = true;      // false: only nodes and depth limit a move
    ChargedClock clock = ChargedClock::Thread;
    TimeSettings time = {};
};

[[nodiscard]] PlayerPtr make_engine(const EngineOptions& options, const AnyGame& game,
                                    std::string name = "engine");

// From text: engine:nodes=20000,depth=4,hash=64. With nodes or depth the bank still holds.
[[nodiscard]] Result<PlayerPtr> make_engine(const PlayerSpec& spec, const AnyGame& game);

}  // namespace zerosum
