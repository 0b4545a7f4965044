#pragma once
// What both front ends say about a game, in the same words.

#include <string>
#include <vector>

#include "players/player.h"

namespace zerosum::terminal {

// "player 1" and "player 2", or the game's own names: "X" and "O".
[[nodiscard]] std::string side_name(const AnyPosition& position, Side side);

// What each square is worth, row by row; empty for games whose squares have no value.
[[nodiscard]] std::vector<std::vector<int>> square_values(const AnyPosition& position);

// The moves that picking this cell can mean: none, the group there, or one a kind of move
// ("D3 Stake", "D3 Raid"), in official order.
[[nodiscard]] std::vector<AnyMove> moves_at(const AnyPosition& position, Cell cell);

// Why there is no move at a cell, in the game's own words where it has some.
[[nodiscard]] std::string why_no_move(const AnyPosition& position, Cell cell);

// "takes 5 fruits, +25"; "+87, turns D2 and E3"; "+42, turns nothing".
[[nodiscard]] std::string describe(const AnyPosition& position, AnyMove move);

// "C4 D5 A1": the names of moves played one after the other, at most `limit` of them. Stops at a
// move that is not legal where it stands.
[[nodiscard]] std::string line_names(const AnyPosition& position, const std::vector<AnyMove>& line,
                                     std::size_t limit);

// "depth 7, +12: C4 D5 A1", the score from the mover's view; "proved" instead of the depth when
// the score is exact.
[[nodiscard]] std::string describe(const AnyPosition& position, const Thought& thought);

// What the engine would play for the mover after about a second of CPU time. `report` is told
// of every depth; may be empty.
[[nodiscard]] Thought think_of_hint(const AnyPosition& position, const std::stop_token& stop,
                                    const std::function<void(const Thought&)>& report = {});

}  // namespace zerosum::terminal
