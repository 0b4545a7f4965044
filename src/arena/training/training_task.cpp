#include "arena/training/training_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "arena/queue/json_bytes.h"
#include "arena/queue/task_job.h"

namespace zerosum {

namespace {

using TrainingJson = nlohmann::json;

// A game takes a fraction of a second: a claim should be worth its transaction.
constexpr int kGamesPerTask = 8;

TrainingJson samples_json(const GameSamples& samples) {
    TrainingJson json = TrainingJson::array();
    for (const TrainingSample& sample : samples)
        json.push_back({sample.groups, sample.sum, sample.value, sample.stake});
    return json;
}

Result<GameSamples> samples_of(const TrainingJson& json) {
    GameSamples samples;
    for (const TrainingJson& row : json) {
        const TrainingSample sample{row.at(0), row.at(1), row.at(2), row.at(3)};
        if (sample.stake <= 0)
            return fail("found a stake of {}, expected more than 0", sample.stake);
        samples.push_back(sample);
    }
    return samples;
}

}  // namespace

std::string to_payload(const TrainingTask& task) {
    return TrainingJson{{"nodes", task.options.nodes},
                        {"seed", task.options.seed},
                        {"first", task.first},
                        {"games", task.games},
                        {"signature", task.signature}}
        .dump();
}

Result<TrainingTask> read_training_task(const std::string& payload) {
    return read_json<TrainingTask>(payload, "a training's payload", [](const TrainingJson& json) {
        TrainingTask task;
        task.options.nodes = json.at("nodes");
        task.options.seed = json.at("seed");
        task.first = json.at("first");
        task.games = json.at("games");
        task.signature = json.at("signature");
        return Result<TrainingTask>(std::move(task));
    });
}

std::string to_text(const std::vector<GameSamples>& games) {
    TrainingJson all = TrainingJson::array();
    for (const GameSamples& samples : games) all.push_back(samples_json(samples));
    return TrainingJson{{"games", all}}.dump();
}

Result<std::vector<GameSamples>> read_training_answer(const std::string& text) {
    using Games = std::vector<GameSamples>;
    return read_json<Games>(text, "a training's result",
                            [](const TrainingJson& json) -> Result<Games> {
                                if (json.contains("error"))
                                    return fail("{}", bytes_of(json.at("error")));
                                Games games;
                                for (const TrainingJson& game : json.at("games")) {
                                    Result<GameSamples> samples = samples_of(game);
                                    if (!samples) return tl::unexpected(samples.error());
                                    games.push_back(std::move(*samples));
                                }
                                return games;
                            });
}

Result<std::string> do_training_task(const std::string& payload, const TaskHelp& help) {
    const Result<TrainingTask> task = read_training_task(payload);
    if (!task) return tl::unexpected(task.error());
    static const std::string ours = training_signature();
    if (task->signature != ours)
        return fail(
            "training: the program that asks searches otherwise than this one (signature "
            "{}, here {}): expected the same version, built with the same data",
            task->signature, ours);
    std::vector<GameSamples> games;
    for (int i = 0; i < task->games; ++i) {
        if (help.stop.stop_requested()) return fail("stopped");
        games.push_back(training_game(task->options, task->first + i));
    }
    return to_text(games);
}

Result<std::optional<Training>> train_fruit(const TrainingOptions& options,
                                            const TrainingQueue& queue, int jobs,
                                            const std::function<void(int)>& on_game,
                                            const std::stop_token& stop) {
    const std::string signature = training_signature();
    TaskJobSettings settings;
    settings.place = queue.place;
    settings.name = fmt::format("train {} {} {}", options.nodes, options.seed, signature);
    settings.kind = kTrainingTask;
    settings.jobs = jobs;
    settings.lease = queue.lease;
    settings.kinds = {{kTrainingTask, do_training_task}};
    const Result<std::unique_ptr<TaskJob>> job = TaskJob::begin(settings, {queue.on_notice, stop});
    if (!job) return tl::unexpected(job.error());

    std::map<std::string, TrainingTask> entered;
    for (int first = 0; first < options.games; first += kGamesPerTask) {
        const TrainingTask task{options, first, std::min(kGamesPerTask, options.games - first),
                                signature};
        const std::string name = fmt::format("games {} {}", first, task.games);
        entered[name] = task;
        if (Result<void> added = (*job)->add(name, to_payload(task)); !added)
            return tl::unexpected(added.error());
    }
    std::vector<GameSamples> games(static_cast<std::size_t>(options.games));
    int played = 0;
    const Result<void> done =
        (*job)->run([&](const std::string& name, const std::string& text) -> Result<void> {
            Result<std::vector<GameSamples>> answer = read_training_answer(text);
            if (!answer) return tl::unexpected(answer.error());
            const TrainingTask& task = entered.at(name);
            if (answer->size() != static_cast<std::size_t>(task.games))
                return fail("{}: found samples of {} games, expected {}", name, answer->size(),
                            task.games);
            std::move(answer->begin(), answer->end(), games.begin() + task.first);
            played += task.games;
            if (on_game) on_game(played);
            return {};
        });
    if (!done) return tl::unexpected(done.error());
    if (played < options.games) return std::nullopt;
    return fit_training(games);
}

}  // namespace zerosum
