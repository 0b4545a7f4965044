#pragma once
// What `calibrate` measures once for `homework`: what an answer costs on this machine without
// search.
//
//   zerosum calibration 1
//   answer 0.0019                    CPU seconds of a whole run of homework without search
//
// Files of earlier versions have further lines, `rate GAME SIZE NODES`, which are skipped.

#include <string>
#include <string_view>

#include "core/result.h"
#include "core/units.h"

namespace zerosum {

inline constexpr Seconds kSlowestAnswer{1.0};  // a process that needs more was measured wrongly

struct Calibration {
    Seconds answer{0};
};

[[nodiscard]] std::string write_calibration(const Calibration& calibration);

// The error says why the text cannot be used.
[[nodiscard]] Result<Calibration> parse_calibration(std::string_view text);

}  // namespace zerosum
