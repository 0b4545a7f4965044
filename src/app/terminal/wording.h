#pragma once
// What both front ends say about a game, in the same words.

#include <string>
#include <string_view>
#include <vector>

#include "players/player.h"

namespace zerosum::terminal {

// "C4 D5 A1": the names of moves played one after the other, at most `limit` of them. Stops at a
// move that is not legal where it stands.
[[nodiscard]] std::string line_names(const AnyPosition& position, const std::vector<AnyMove>& line,
                                     std::size_t limit);

// "depth 7, +12: C4 D5 A1", the score from the mover's view; "proved" instead of the depth when
// the score is exact.
[[nodiscard]] std::string describe(const AnyPosition& position, const Thought& thought);

// The paragraphs of a game's rules for who does not know it.
[[nodiscard]] std::vector<std::string_view> rules_in_full(const GameInfo& info);

// What the engine would play for the mover after about a second of CPU time. `report` is called
// after every depth; may be empty.
[[nodiscard]] Thought think_of_hint(const AnyPosition& position, const std::stop_token& stop,
                                    const std::function<void(const Thought&)>& report = {});

}  // namespace zerosum::terminal
