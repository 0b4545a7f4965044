#pragma once
// How fast this machine is, as one number for game records.

namespace zerosum {

// Millions of steps per second of a fixed integer loop, on one core, by CPU time. Measured once
// per process (about 3 ms).
[[nodiscard]] double host_speed();

}  // namespace zerosum
