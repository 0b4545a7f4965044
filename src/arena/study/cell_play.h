#pragma once
// What is done for a cell of a study, wherever it is done: a match's settings, a game as the study
// keeps it, a board solved.

#include <optional>
#include <stop_token>

#include "arena/play/match.h"
#include "arena/study/spec.h"
#include "arena/study/store.h"

namespace zerosum {

// Every game of the cell is one of this match; `games` and `known` are for the caller to set.
[[nodiscard]] MatchSettings settings_of(const StudySpec& spec, const GamesCell& cell);
[[nodiscard]] StudyGame study_game(int number, const GameRecord& record);

// Nothing: it was stopped before it was solved.
[[nodiscard]] Result<std::optional<StudyBoard>> solve_board(const StudySpec& spec,
                                                            const ExactCell& cell, int number,
                                                            const std::stop_token& stop);

}  // namespace zerosum
