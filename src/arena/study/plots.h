#pragma once
// The plots of a study: which ones its data can carry, and what they show.

#include <filesystem>
#include <vector>

#include "arena/report/document.h"
#include "arena/study/study.h"

namespace zerosum {

struct StudyCell {
    GamesCell cell;
    GamesResult result;
};
struct SolvedCell {
    ExactCell cell;
    SolvedResult result;
};

// Draws into out/plots and adds the pictures to the document. A plot over something that does not
// vary is not drawn.
[[nodiscard]] Result<void> add_plots(Document& document, const std::vector<StudyCell>& cells,
                                     const std::vector<SolvedCell>& solved,
                                     const std::filesystem::path& out);

}  // namespace zerosum
