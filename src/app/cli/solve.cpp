// zerosum solve: the exact value and every optimal move, or proven bounds; or what is believed.

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/counted.h"
#include "core/cpu_clock.h"
#include "games/registry.h"
#include "search/any_searcher.h"

namespace zerosum::cli {

namespace {

using Json = nlohmann::ordered_json;

struct SolveOptions {
    std::string input;
    std::string game;
    double time = 60;
    SearchLimits limits;
    bool believed = false;
    bool json = false;
    bool quiet = false;
    SolveOptions() { limits.threads = 0; }  // until it is known how many cores there are
};

// A question may take minutes without an answer: the progress line has a thread of its own.
SearchResult<AnyMove> solve_with_progress(const AnyPosition& position,
                                          const SolveOptions& options) {
    constexpr std::chrono::seconds between{1};
    Progress progress(!options.json && !options.quiet);
    std::mutex mutex;
    std::string proved = "nothing proved yet";
    std::jthread line([&, begun = wall_clock(),
                       before = process_cpu()](const std::stop_token& stop) {
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        while (!never.wait_for(lock, stop, between, [&] { return stop.stop_requested(); })) {
            const std::string text = "solving: " + proved;
            // With a limit of nodes, which may come first, the end of the time is not the end.
            if (options.limits.nodes > 0) {
                progress.show(fmt::format("{}  {} so far", text, duration(wall_clock() - begun)));
            } else {
                const Seconds used = process_cpu() - before;
                progress.show(std::min(used.count(), options.time), options.time, text);
            }
        }
    });
    return solve(position, options.limits, [&](const SearchResult<AnyMove>& so_far) {
        const std::lock_guard lock(mutex);
        proved = fmt::format("the value is in {:+} to {:+}, {}", so_far.lower, so_far.upper,
                             counted(grouped(so_far.nodes), "node"));
    });
}

// A belief is never mixed with a proof: nothing is solved, and no bounds are given.
Result<int> show_belief(const AnyPosition& position, const SolveOptions& options) {
    const std::optional<Belief<AnyMove>> belief = believe(position, options.limits);
    if (!belief)
        return fail("--believed: {} has no rule of thumb to believe in",
                    position.game().info().title);
    std::vector<std::string> best;
    for (const AnyMove move : belief->best) best.push_back(position.move_name(move));
    if (options.json) {
        write_json({{"solved", false},
                    {"believed", belief->complete},
                    {"value", belief->complete ? Json(belief->value) : Json()},
                    {"best", belief->complete ? Json(best) : Json::array()},
                    {"lower", nullptr},
                    {"upper", nullptr},
                    {"nodes", belief->nodes},
                    {"cpu", belief->cpu.count()}});
        return belief->complete ? kDone : kAnswerIsNo;
    }
    if (belief->complete)
        fmt::print(
            "believed, not proved, if having to move costs nobody much:\n"
            "value {:+}: points to come, mover's minus the other's, with best play\n"
            "best  {}\n",
            belief->value,
            best.empty() ? "none, the game is over" : fmt::format("{}", fmt::join(best, " ")));
    else
        fmt::print("no belief within the limit\n");
    fmt::print("{}, {:.3f} s of CPU time\n", counted(grouped(belief->nodes), "node"),
               belief->cpu.count());
    return belief->complete ? kDone : kAnswerIsNo;
}

Result<int> run_solve(SolveOptions& options) {
    const Result<AnyTask> task = load_task(options.input, options.game);
    if (!task) return tl::unexpected(task.error());
    if (!(options.time > 0)) return fail("--time {}: expected seconds above 0", options.time);
    if (options.limits.threads < 0 || options.limits.threads > kMostThreads)
        return fail("--threads {}: expected 0 to {}", options.limits.threads, kMostThreads);
    if (options.limits.threads == 0)
        options.limits.threads = static_cast<int>(
            std::clamp(std::thread::hardware_concurrency(), 1U, unsigned{kMostThreads}));
    options.limits.set_time(Seconds{options.time});
    // Ctrl-C ends the search, not the answer.
    const Interrupt interrupt;
    options.limits.stop = interrupt.token();
    if (options.believed) return show_belief(*task->position, options);
    const Seconds begun = wall_clock();
    const SearchResult<AnyMove> solution = solve_with_progress(*task->position, options);
    const Seconds wall = wall_clock() - begun;
    const char* const until =
        interrupt.token().stop_requested() ? "before it was stopped" : "within the limit";

    std::vector<std::string> best;
    for (const auto& line : solution.lines) best.push_back(task->position->move_name(line.move));
    const bool value_known = solution.lower == solution.upper;
    if (options.json) {
        write_json({{"solved", solution.solved},
                    {"believed", false},
                    {"value", value_known ? Json(solution.lower) : Json()},
                    {"best", best},
                    {"lower", solution.lower},
                    {"upper", solution.upper},
                    {"nodes", solution.nodes},
                    {"cpu", solution.cpu.count()},
                    {"wall", wall.count()}});
        return solution.solved ? kDone : kAnswerIsNo;
    }
    if (solution.solved) {
        fmt::print(
            "value {:+}: points to come, mover's minus the other's, with best play\n"
            "best  {}\n",
            solution.lower,
            best.empty() ? "none, the game is over" : fmt::format("{}", fmt::join(best, " ")));
    } else if (value_known && !best.empty()) {
        fmt::print(
            "value {:+}, but not every best move was found {}\n"
            "best  {}, and perhaps others\n",
            solution.lower, until, best.front());
    } else {
        fmt::print("not solved {}; proved: the value is in {:+} to {:+}\n", until, solution.lower,
                   solution.upper);
    }
    fmt::print("{}, {:.3f} s of CPU time, {:.3f} s passed\n",
               counted(grouped(solution.nodes), "node"), solution.cpu.count(), wall.count());
    return solution.solved ? kDone : kAnswerIsNo;
}

}  // namespace

void add_solve(Commands& commands) {
    auto options = std::make_shared<SolveOptions>();
    Command* command = commands.add(
        "solve", "The exact value and every optimal move, or proven bounds",
        "zerosum solve input.txt\nzerosum solve input.txt --time 600 --threads 8 --json\n"
        "zerosum solve input.txt --believed",
        [options] { return run_solve(*options); });
    command
        ->add_option("INPUT", options->input,
                     "course file, one-line position, or - for standard input")
        ->required();
    command
        ->add_option("--game", options->game,
                     game_names("or") + "; recognised by the position otherwise")
        ->suggests(game_suggestions());
    command->add_option("--time", options->time, "CPU seconds of all threads together, at most")
        ->show_default();
    command->add_option("--nodes", options->limits.nodes,
                        "positions searched at most, 0 for no limit");
    command
        ->add_option("--threads", options->limits.threads,
                     "threads working together on fruit; 0: one per core")
        ->show_default();
    command->add_flag("--believed", options->believed,
                      "no proof: the value if having to move never costs much (fruit), far sooner");
    command->add_flag("--json", options->json,
                      "one object: solved, believed, value, best, lower, upper, nodes, cpu, wall");
    command->add_flag("--quiet", options->quiet, "no progress line");
}

}  // namespace zerosum::cli
