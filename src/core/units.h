#pragma once
// The plain number types that cross module borders, named after what they count.

#include <chrono>
#include <cstdint>

namespace zerosum {

using Score = std::int32_t;                     // points; 32x32 of one kind is 1,048,576
using Key = std::uint64_t;                      // a position's hash
using Seconds = std::chrono::duration<double>;  // CPU or wall time, as the name beside it says

}  // namespace zerosum
