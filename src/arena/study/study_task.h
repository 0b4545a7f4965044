#pragma once
// A part of a study as a task of a queue: a pair of games of a cell, or the solution of a board.
//
//   payload  the study's text, the cell, which pair or board, and the agents that take part
//   result   "games": the two of the pair, or "board"; or "error", where it went no further

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/queue/task_worker.h"
#include "arena/study/spec.h"
#include "arena/study/store.h"

namespace zerosum {

inline constexpr const char* kStudyTask = "study";  // the kind

// An agent's directory, and the blob that holds its sources.
struct StudyAgent {
    std::string sources;  // hash
    std::string fingerprint;
};
using StudyAgents = std::map<std::string, StudyAgent>;  // by directory

struct StudyTask {
    std::string study;  // the text of its TOML file
    std::string cell;   // its id
    int number = 0;     // of the pair or board, from 0
    bool exact = false;
    StudyAgents agents;
};
[[nodiscard]] std::string to_payload(const StudyTask& task);
[[nodiscard]] Result<StudyTask> read_study_task(const std::string& payload);

struct StudyAnswer {
    std::vector<StudyGame> games;
    std::optional<StudyBoard> board;
    std::optional<std::string> error;
};
[[nodiscard]] std::string to_text(const StudyAnswer& answer);
[[nodiscard]] Result<StudyAnswer> read_study_answer(const std::string& text);

// What a worker does.
[[nodiscard]] Result<std::string> do_study_task(const std::string& payload, const TaskHelp& help);

}  // namespace zerosum
