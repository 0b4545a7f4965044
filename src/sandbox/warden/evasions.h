#pragma once
// What a dishonest agent tries, each in a few lines: the proof material of `zerosum doctor` and of
// the tests. They are harmless: short burns, bounded floods, attempts that only touch what the
// arguments name.

#include <string>
#include <vector>

namespace zerosum::warden {

// arguments[0] names the evasion. Exit status: 42 when a forbidden thing was done, 0 when it was
// refused or when the evasion only burns.
inline constexpr int kGotThrough = 42;
using Evasion = int (*)(const std::vector<std::string>& arguments);
[[nodiscard]] int evade(const std::vector<std::string>& arguments);

}  // namespace zerosum::warden
