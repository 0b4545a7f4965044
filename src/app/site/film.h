#pragma once
// A game in the few bytes that a class site keeps of it: the first board whole, of every other one
// what differs. web/src/site_data.ts makes frames of it again, without knowing the rules.
//
//   bank    seconds of each player; 0: none
//   komi    [of side 1, of side 2]: for going second, counted in the boards' points; the last
//           board's are the record's, with what overtime cost
//   result  {winner: a side or 0, reason, sentence}
//   board   {size, rows, values?, to_move, points, over}
//   moves   [[side, name, gain, cpu, bank or null, cells, why?], ...]
//   boards  [[to_move, points of side 1, of side 2, over as 0 or 1, changes, values?], ...]
//   changes [cell, text, cell, text, ...]: from that cell on, row by row, the board reads so

#include <nlohmann/json_fwd.hpp>

#include "arena/play/record.h"
#include "core/result.h"

namespace zerosum::site {

using Json = nlohmann::ordered_json;

// Fails when the record breaks the rules. Who played is left to the caller.
[[nodiscard]] Result<Json> short_film(const GameRecord& record);

}  // namespace zerosum::site
