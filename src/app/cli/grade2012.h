#pragma once
// zerosum grade --edition 2012: its grade has a scale of its own (arena/grade/class2012.h).

#include <span>
#include <string>

#include "arena/grade/class2012.h"

namespace zerosum::cli {

// `ledger`: of the class tournament, for the extra of the first three; empty: none.
[[nodiscard]] Result<int> run_grade_2012(std::span<const PlayerSpec> agents,
                                         const Grade2012Settings& settings,
                                         const std::string& ledger, bool json, bool quiet);

}  // namespace zerosum::cli
