#pragma once
// Failures that are the same, told once.

#include <string>
#include <vector>

#include "arena/grade/grade.h"

namespace zerosum {

// Two lost items with the same text have failed in the same way: the reason and the sentence
// without its numbers and cells, so that "used 20.1 s" is "used 20.3 s".
[[nodiscard]] std::string failure_key(const GradeItem& item);

// Lost items of one part that failed in the same way, in the order of their numbers.
struct Finding {
    std::vector<const GradeItem*> items;

    [[nodiscard]] const GradeItem& first() const { return *items.front(); }
    // "37 times the same: the program exited with status 1"; the sentence alone for one item.
    [[nodiscard]] std::string sentence() const;
    // "case 7: 10 x 10, 4 kinds, 24.345 s", "cases 1 to 5 and 9", "games 1, 2 and 4".
    [[nodiscard]] std::string where() const;
};

// What was lost first comes first. The report must outlive them.
[[nodiscard]] std::vector<Finding> findings(const GradePart& part);

}  // namespace zerosum
