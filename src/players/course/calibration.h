#pragma once
// What `calibrate` measures once for `homework`: what an answer costs on this machine before any
// search, and how fast the engine searches.
//
//   zerosum calibration 1
//   answer 0.0019                    CPU seconds of a whole run of homework without search
//   rate fruit 10x10 1250000         nodes a second
//   rate fruit 26x26 310000

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/units.h"

namespace zerosum {

struct NodeRate {
    std::string what;  // "fruit 10x10"
    double nodes_a_second = 0;
};

inline constexpr Seconds slowest_answer{1.0};  // a process that needs more was measured wrongly

struct Calibration {
    Seconds answer{0};
    std::vector<NodeRate> rates;
};

[[nodiscard]] std::string write_calibration(const Calibration& calibration);

// The error says why the text cannot be used.
[[nodiscard]] Result<Calibration> parse_calibration(std::string_view text);

}  // namespace zerosum
