#pragma once
// Whether a body may be given to the JSON parser. The parser builds a tree of any shape in memory:
// 8 MB of "[" take it 14 s and 620 MB, and a key costs as many comparisons as the object has keys.
// So the shape is bounded first, in one pass over the bytes that remembers nothing but counts.

#include <cstddef>
#include <string_view>

#include "app/web/json_fwd.h"

namespace zerosum::web {

inline constexpr std::size_t kMaxJsonDepth = 16;        // a record has 3
inline constexpr std::size_t kMaxJsonKeys = 256;        // in one object; a record's have 17
inline constexpr std::size_t kMaxJsonValues = 200'000;  // a record of the largest board: 20,000

// 400 or 413 with the bound that was passed. What is not JSON at all may pass: the parser says so.
[[nodiscard]] Asked<void> check_json_bounds(std::string_view body);

}  // namespace zerosum::web
