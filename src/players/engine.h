#pragma once
// `engine`: our own player, for every game. Searches as search/general/thinker.h says and spends
// CPU time of the thinking thread (in the arena) or of the whole process (in `homework`).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "players/player.h"
#include "players/spec.h"
#include "search/general/time.h"

namespace zerosum {

enum class ChargedClock : std::uint8_t {
    Thread,   // the thinking thread, from when it was asked
    Process,  // this process, from its start: what a course referee charges
};

inline constexpr int strongest_level = 10;

// What an earlier process knew of the opponent.
struct KnownOpponent {
    Beliefs beliefs;
    const AnyPosition* left = nullptr;  // the position it was left with; read at once
    std::optional<AnyMove> expected;    // its reply, as far as a strong player's
};

struct EngineOptions {
    // 1..10: weaker levels look less far, notice fewer moves and do not solve the end.
    int level = strongest_level;
    std::uint64_t nodes = 0;      // at most so many nodes a move; 0: no limit
    int depth = 0;                // at most so many plies; 0: no limit
    int threads = 1;              // more than one: analysis, answers are no longer repeatable
    std::size_t hash_mb = 64;     // memory for the tables
    bool adapt = true;            // learn how the opponent plays, and make use of it
    KnownOpponent opponent = {};  // to begin with
    bool use_bank = true;         // false: only nodes and depth limit a move
    ChargedClock clock = ChargedClock::Thread;
    TimeSettings time = {};
};

[[nodiscard]] PlayerPtr make_engine(const EngineOptions& options, const AnyGame& game,
                                    std::string name = "engine");

// From text: engine:level=5, engine:nodes=20000,depth=4,threads=2,adapt=0,hash=64. The bank holds
// whatever else is asked for.
[[nodiscard]] Result<PlayerPtr> make_engine(const PlayerSpec& spec, const AnyGame& game);

}  // namespace zerosum
