#pragma once
// How fast this machine is, as one number for game records.

namespace zerosum {

// Millions of steps per second of a fixed integer loop, on one core, by CPU time: the best of seven
// short runs, made once per process (about 20 ms).
[[nodiscard]] double host_speed();

}  // namespace zerosum
