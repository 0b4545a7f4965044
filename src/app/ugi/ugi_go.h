#pragma once
// "go": what a client of the Universal Game Interface asks for.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/units.h"
#include "games/game.h"

namespace zerosum {

struct UgiGo {
    std::map<Side, Seconds> bank;         // p1time is Side::One's: the side 1 of fruit, X of raid
    std::optional<Seconds> time;          // movetime, on the wall clock
    std::uint64_t nodes = 0;              // 0: no limit
    int depth = 0;                        // 0: no limit
    bool until_stop = false;              // infinite, or nothing that would end it
    std::vector<std::string> complaints;  // what was not understood
};

// The most nodes of an answer to a "go" of which no limit could be read.
inline constexpr std::uint64_t kNodesWithoutLimit = 1000;

// Never fails, because a client waits for its "bestmove": what is not understood is left out. Where
// that leaves no limit at all, a small one takes its place. "go" alone is "go infinite".
[[nodiscard]] UgiGo parse_ugi_go(std::string_view words);

}  // namespace zerosum
