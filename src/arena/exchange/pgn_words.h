#pragma once
// Words of a PGN file that its writer and its reader must agree on.

#include <string_view>

namespace zerosum {

inline constexpr std::string_view kNoMove = "--";  // the answer named no legal move
inline constexpr std::string_view kNoClock = "-";  // as PGN's TimeControl has it

}  // namespace zerosum
