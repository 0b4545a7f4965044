#pragma once
// Grading an agent as a task of a queue: payload and result as JSON, and what a worker does with
// it. Any machine asks the questions; the process that asked for the grade keeps the book.
//
//   payload  settings, the agent's text and name, its fingerprint, the hash of its sources, and the
//            items that are known already
//   result   "items": the new ones; and "error", where it went no further
//
// Texts that are no UTF-8, such as what an agent printed, travel in base64: {"base64": "..."}.

#include <optional>
#include <string>
#include <vector>

#include "arena/grade/plan.h"
#include "arena/queue/task_worker.h"

namespace zerosum {

inline constexpr const char* kGradeTask = "grade";  // the kind

struct GradeTask {
    GradeSettings settings;
    PlayerSpec spec;
    std::string fingerprint;
    std::string sources;  // hash of the blob; empty: the player is no directory
    std::vector<GradeItem> items;
};
[[nodiscard]] std::string to_payload(const GradeTask& task);
// Fails when a program with other questions wrote it.
[[nodiscard]] Result<GradeTask> read_grade_task(const std::string& payload);

struct GradeAnswer {
    std::vector<GradeItem> items;
    std::optional<std::string> error;
};
[[nodiscard]] std::string to_text(const GradeAnswer& answer);
[[nodiscard]] Result<GradeAnswer> read_grade_answer(const std::string& text);

// What a worker does.
[[nodiscard]] Result<std::string> do_grade_task(const std::string& payload, const TaskHelp& help);

}  // namespace zerosum
