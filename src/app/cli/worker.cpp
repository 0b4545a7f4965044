// zerosum worker: does the work of a shared ledger until there is none.

#include "arena/tournament/worker.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/view/ledger_json.h"
#include "arena/grade/grade_task.h"
#include "arena/queue/task_queue.h"
#include "arena/queue/task_worker.h"
#include "arena/study/study_task.h"
#include "arena/tournament/standings_words.h"
#include "arena/training/training_task.h"
#include "core/counted.h"
#include "core/host_speed.h"
#include "core/processors.h"

namespace zerosum::cli {

namespace {

// A server may go away while a worker starts.
constexpr Seconds kReachFor{60};

struct WorkerOptions {
    std::string ledger;
    int jobs = 0;  // 0: one per core
    int lease = static_cast<int>(kLease.count());
    bool load_libraries = false;
    bool json = false;
    bool quiet = false;
};

bool print_game(const WorkerOptions& options, const Contest& contest, const LedgerGame& game,
                std::size_t number) {
    if (options.quiet) return true;
    if (options.json) return write_json(view::ledger_game_json(game, number, contest.players));
    return write_out(game_line(game, contest.players) + "\n");
}

bool print_task(const WorkerOptions& options, const Task& task) {
    if (options.quiet) return true;
    if (options.json)
        return write_json({{"task", task.id}, {"kind", task.kind}, {"attempt", task.attempt}});
    return write_out(fmt::format("{} {} done\n", task.kind, task.id));
}

// Everything but games that a worker does.
TaskKinds other_work() {
    return {{kGradeTask, do_grade_task},
            {kStudyTask, do_study_task},
            {kTrainingTask, do_training_task}};
}

struct Work {
    Worker::Counts games;
    TaskWorker::Counts tasks;
    bool complete = false;  // nothing is left
};

void print_end(const WorkerOptions& options, const Work& work) {
    const std::size_t thrown_away = work.games.thrown_away + work.tasks.thrown_away;
    if (options.json) {
        write_json({{"summary",
                     {{"games", work.games.kept},
                      {"tasks", work.tasks.kept},
                      {"thrown_away", thrown_away},
                      {"stopped", !work.complete},
                      {"speed", host_speed()}}}});
        return;
    }
    fmt::print(
        "played {}{}{}; {}\n", counted(work.games.kept, "game"),
        work.tasks.kept == 0 ? "" : fmt::format(", did {}", counted(work.tasks.kept, "other task")),
        thrown_away == 0 ? "" : fmt::format(", threw {} away", thrown_away),
        work.complete ? "nothing is left to play" : "stopped, its work is given back");
}

// Whether there is no work of any kind, and none is to come: for a worker that was stopped.
bool nothing_left(const std::filesystem::path& place, bool tournament) {
    std::vector<std::string> kinds;
    for (const auto& [kind, unused] : other_work()) kinds.push_back(kind);
    const Result<TaskQueue> queue = TaskQueue::open_to_serve(place);
    const Result<bool> idle = queue ? queue->idle(kinds) : tl::unexpected(queue.error());
    if (!idle || !*idle) return false;
    if (!tournament) return true;
    const Result<Ledger> ledger = Ledger::open_to_read(place);
    return ledger && is_complete(*ledger).value_or(false);
}

// Tasks of other kinds go before games: a person waits for their results.
Result<Work> serve(const WorkerSettings& wanted, const WorkerWatch& watch,
                   const std::function<void(const Task&)>& on_task) {
    Result<std::unique_ptr<TaskWorker>> made =
        TaskWorker::make({.place = wanted.ledger,
                          .jobs = wanted.jobs,
                          .lease = wanted.lease,
                          .kinds = other_work(),
                          .libraries = wanted.libraries},
                         {on_task, watch.on_notice, watch.stop});
    if (!made) return tl::unexpected(made.error());
    TaskWorker& tasks = **made;
    const Result<bool> tournament =
        Ledger::is_at(wanted.ledger, {kReachFor, watch.on_notice, watch.stop});
    if (!tournament) return tl::unexpected(tournament.error());
    Work work;
    if (*tournament) {
        WorkerSettings settings = wanted;
        settings.other.serve_one = [&](const std::stop_token& stop) {
            return tasks.serve_one(stop);
        };
        settings.other.beat = [&] { return tasks.beat(); };
        const Result<WorkerReport> played = run_worker(settings, watch);
        if (!played) return tl::unexpected(played.error());
        work.games = played->games;
    }
    if (const Result<void> done = tasks.run(); !done) return tl::unexpected(done.error());
    work.tasks = tasks.counts();
    work.complete = !watch.stop.stop_requested() || nothing_left(wanted.ledger, *tournament);
    return work;
}

Result<int> run_worker_command(const WorkerOptions& options) {
    WorkerSettings settings;
    settings.ledger = options.ledger;
    settings.lease = Seconds{static_cast<double>(options.lease)};
    settings.libraries = options.load_libraries ? Libraries::Loaded : Libraries::Refused;
    const int cores = physical_cores();
    settings.jobs = options.jobs > 0 ? options.jobs : cores;
    if (settings.jobs > cores)
        print_error(
            fmt::format("warning: {} games at once on {}: they share processors, which "
                        "makes nothing faster and may cost players their time on the wall",
                        settings.jobs, counted(cores, "core")));
    Interrupt interrupt;
    std::size_t number = 0;
    WorkerWatch watch;
    watch.on_game = [&](const Contest& contest, const LedgerGame& game) {
        if (!print_game(options, contest, game, ++number)) interrupt.request_stop();
    };
    watch.on_notice = [](const std::string& sentence) { print_error(sentence); };
    watch.stop = interrupt.token();
    const Result<Work> work = serve(settings, watch, [&](const Task& task) {
        if (!print_task(options, task)) interrupt.request_stop();
    });
    if (!work) return tl::unexpected(work.error());
    print_end(options, *work);
    return work->complete ? kDone : kAnswerIsNo;
}

}  // namespace

void add_worker(Commands& commands) {
    auto options = std::make_shared<WorkerOptions>();
    Command* command = commands.add("worker",
                                    "Play games of a tournament, and do the grades, studies and "
                                    "trainings of others, until none is left",
                                    "zerosum worker --ledger postgresql://db.example.org/class\n"
                                    "zerosum worker --ledger class.ledger --jobs 2",
                                    [options] { return run_worker_command(*options); });
    command
        ->add_option("--ledger", options->ledger,
                     "where zerosum tournament, grade, study or train has begun work: a file, or "
                     "postgresql://HOST/DATABASE")
        ->required();
    command
        ->add_option("--jobs", options->jobs,
                     "games or tasks at once; by default one per physical core")
        ->between(1, 1024);
    command
        ->add_option("--lease", options->lease,
                     "seconds after which the work of a worker that died is free for others")
        ->between(2, 86400)
        ->show_default();
    command->add_flag("--load-libraries", options->load_libraries,
                      "load so: players, which run inside this process, as the ledger names them");
    command->add_flag("--json", options->json, "one object per game or task and a summary");
    command->add_flag("--quiet", options->quiet, "only the last line");
}

}  // namespace zerosum::cli
