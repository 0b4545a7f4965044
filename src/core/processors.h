#pragma once
// How many processors this process may use.

namespace zerosum {

// By its affinity, which batch systems and containers set. At least 1.
[[nodiscard]] int usable_processors();

// The cores behind them: processors that share one count once. At least 1.
[[nodiscard]] int physical_cores();

}  // namespace zerosum
