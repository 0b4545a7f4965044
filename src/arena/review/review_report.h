#pragma once
// A review in three forms: text for a terminal, one HTML file, JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "arena/review/review.h"

namespace zerosum {

// "ann moved in 3 ms with 290 s left"; empty where there is nothing to say.
[[nodiscard]] std::string time_sentence(const GameRecord& record, const ReviewedMove& move,
                                        TimeUse use);

// The review must be of the record. Text of the record is made fit for a terminal.
[[nodiscard]] std::string review_text(const GameRecord& record, const GameReview& review);
[[nodiscard]] std::string review_html(const GameRecord& record, const GameReview& review);
// Described in docs/review.md.
[[nodiscard]] nlohmann::ordered_json review_json(const GameRecord& record,
                                                 const GameReview& review);

}  // namespace zerosum
