#pragma once
// Words that every form of a grade's report uses.

#include <span>
#include <string>
#include <string_view>

#include "arena/grade/grade.h"

namespace zerosum {

// "12.5": as many digits as it takes.
[[nodiscard]] std::string points_text(double points);
// "50 of 100", "not run".
[[nodiscard]] std::string total_text(const GradeReport& report);
// "50 of 100, weak (2017 edition)", "not run (2016 edition, a quick look, not the grade)".
[[nodiscard]] std::string verdict_text(const GradeReport& report);
// What to call a report of a part of the grade (quick, one case); empty for the whole grade.
[[nodiscard]] std::string note_of(const GradeReport& report);
// Lines that are short already, safe to show.
[[nodiscard]] std::string shown_lines(std::string_view words);
// What an agent or its compiler said, safe to show and short; empty: nothing.
[[nodiscard]] std::string said(const GradeItem& item);
// Whether tables have columns for persons.
[[nodiscard]] bool any_person(std::span<const GradeReport> reports);
// The part's points, title, summary and why it ended early, in a line.
[[nodiscard]] std::string part_line(const GradePart& part);

}  // namespace zerosum
