#pragma once
// What a study found, as files: CSV, plots, and a report whose sentences are computed from the
// data.
//
//   OUT/study.sqlite   every game and board (store.h)
//   OUT/cells.csv      a line per cell of games     OUT/exact.csv   a line per cell of boards
//   OUT/plots/*.svg
//   OUT/report.md      OUT/report.html (one file, plots inside)

#include <filesystem>
#include <optional>
#include <string>

#include "arena/study/study.h"

namespace zerosum {

// `command` is the command line that makes the report again; it is printed in it.
[[nodiscard]] Result<void> write_study_report(const StudySpec& spec, const StudyStore& store,
                                              const std::filesystem::path& out,
                                              const std::string& command);

// What cells.csv and exact.csv hold as one JSON object, its end of line included: `title`, `cells`
// and `exact` (a list each, with the columns' names), `stopped`, and `report`, its page. A study
// that was stopped has none.
[[nodiscard]] Result<std::string> study_json(const StudySpec& spec, const StudyStore& store,
                                             const std::optional<std::filesystem::path>& report);

}  // namespace zerosum
