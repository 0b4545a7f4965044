#pragma once
// Games of self-play as tasks of a queue, and learning from what workers made of them
// (search/fruit/training.h).
//
//   payload  the options, the first game, how many, and the signature of the search that asks
//   result   "games": the samples of each, or "error"
//
// A worker whose program searches otherwise cannot help: its samples would be of another engine.

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/queue/task_worker.h"
#include "search/fruit/training.h"

namespace zerosum {

inline constexpr const char* kTrainingTask = "train";  // the kind

struct TrainingTask {
    TrainingOptions options;
    int first = 0;  // number of a game
    int games = 1;
    std::string signature;
};
[[nodiscard]] std::string to_payload(const TrainingTask& task);
[[nodiscard]] Result<TrainingTask> read_training_task(const std::string& payload);

[[nodiscard]] std::string to_text(const std::vector<GameSamples>& games);
[[nodiscard]] Result<std::vector<GameSamples>> read_training_answer(const std::string& text);

// What a worker does.
[[nodiscard]] Result<std::string> do_training_task(const std::string& payload,
                                                   const TaskHelp& help);

struct TrainingQueue {
    std::filesystem::path place;  // a SQLite file, or the address of a server
    Seconds lease = kLease;
    std::function<void(const std::string& sentence)> on_notice = {};  // may come from any thread
};
// As train_fruit, with the same result; `jobs` tasks are done here at once, 0 leaves all to others.
[[nodiscard]] Result<std::optional<Training>> train_fruit(const TrainingOptions& options,
                                                          const TrainingQueue& queue, int jobs,
                                                          const std::function<void(int)>& on_game,
                                                          const std::stop_token& stop);

}  // namespace zerosum
