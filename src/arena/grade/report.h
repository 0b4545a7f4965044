#pragma once
// Grades for people, programs, browsers, spreadsheets and the course systems.

#include <span>
#include <string>

#include "arena/grade/grade.h"

namespace zerosum {

// One agent with the reason for every lost point, equal ones together.
[[nodiscard]] std::string grade_text(const GradeReport& report);
// A line per agent, also of those that have no grade.
[[nodiscard]] std::string grade_table(std::span<const GradeReport> reports);
// One object: every item with its points, status, CPU time and output.
[[nodiscard]] std::string grade_json(std::span<const GradeReport> reports);
// The gradebook: a line per agent, for spreadsheets. Who has no grade has an empty one, never 0.
// With persons (with_roster in grader.h), it and the table of a class name them.
[[nodiscard]] std::string grade_csv(std::span<const GradeReport> reports);

// A page for the author of one agent, to be printed or read.
[[nodiscard]] std::string student_html(const GradeReport& report);
// The table of a class with links to students/NAME.html.
[[nodiscard]] std::string class_html(std::span<const GradeReport> reports);
// The name of a student's page without its folder: safe as a file's name.
[[nodiscard]] std::string student_page(const GradeReport& report);

// results.json of a Gradescope autograder, with the fields of
// gradescope-autograders.readthedocs.io/en/latest/specs/. Without any score when there is no grade:
// then Gradescope shows that the autograder failed.
[[nodiscard]] std::string gradescope_json(const GradeReport& report);
// The last line of an Autolab autograder: scores by problem, and the scoreboard's columns. Empty
// when there is no grade.
[[nodiscard]] std::string autolab_json(const GradeReport& report);

}  // namespace zerosum
