// zerosum analyze: the best moves of a position with their scores and main lines.

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/counted.h"
#include "games/registry.h"
#include "search/any_searcher.h"

namespace zerosum::cli {

namespace {

using Json = nlohmann::ordered_json;

struct AnalyzeOptions {
    std::string input;
    std::string game;
    double time = 0;
    SearchLimits limits;
    bool believed = false;
    bool json = false;
    bool quiet = false;
};

Json to_json(const AnyPosition& position, const SearchResult<AnyMove>& analysis) {
    Json lines = Json::array();
    for (const SearchLine<AnyMove>& line : analysis.lines)
        lines.push_back({{"move", position.move_name(line.move)},
                         {"score", line.score},
                         {"depth", line.depth},
                         {"exact", line.exact},
                         {"pv", line_names(position, line.pv)}});
    return {{"lines", lines},
            {"believed", false},
            {"nodes", analysis.nodes},
            {"cpu", analysis.cpu.count()}};
}

void print(const AnyPosition& position, const SearchResult<AnyMove>& analysis) {
    const std::vector<Cell> marked = position.affected(analysis.lines.front().move);
    fmt::print("{}\n{:>10}  {:>8}  {:>5}  {}\n", draw_board(position, marked, colour_wanted()),
               "move", "score", "depth", "main line");
    for (const SearchLine<AnyMove>& line : analysis.lines)
        fmt::print("{:>10}  {:>+8}  {:>5}  {}\n", position.move_name(line.move), line.score,
                   line.exact ? "exact" : std::to_string(line.depth),
                   fmt::join(line_names(position, line.pv), " "));
    fmt::print("\n{}, {:.2f} s; scores are points to come, mover's minus the other's\n",
               counted(grouped(analysis.nodes), "node"), analysis.cpu.count());
}

// Every move by what the solver believes of it: no search to a depth, and no proof.
Result<int> show_beliefs(const AnyPosition& position, const AnalyzeOptions& options) {
    std::optional<BelievedMoves> found = believe_moves(position, options.limits);
    if (!found)
        return fail("--believed: {} has no rule of thumb to believe in",
                    position.game().info().title);
    if (!found->complete) found->lines.clear();
    found->lines.resize(
        std::min(found->lines.size(), static_cast<std::size_t>(options.limits.lines)));
    if (options.json) {
        Json lines = Json::array();
        for (const BelievedMoves::Line& line : found->lines) {
            const std::string name = position.move_name(line.move);
            lines.push_back({{"move", name},
                             {"score", line.value},
                             {"depth", 0},
                             {"exact", false},
                             {"pv", Json::array({name})}});
        }
        write_json({{"lines", lines},
                    {"believed", found->complete},
                    {"nodes", found->nodes},
                    {"cpu", found->cpu.count()}});
        return found->complete ? kDone : kAnswerIsNo;
    }
    fmt::print("{}\n", draw_board(position,
                                  found->complete ? position.affected(found->lines.front().move)
                                                  : std::vector<Cell>{},
                                  colour_wanted()));
    if (found->complete) {
        fmt::print("{:>10}  {:>8}\n", "move", "believed");
        for (const BelievedMoves::Line& line : found->lines)
            fmt::print("{:>10}  {:>+8}\n", position.move_name(line.move), line.value);
    } else {
        fmt::print("no belief within the limit\n");
    }
    fmt::print(
        "\n{}, {:.2f} s; points to come, mover's minus the other's, believed and not proved\n",
        counted(grouped(found->nodes), "node"), found->cpu.count());
    return found->complete ? kDone : kAnswerIsNo;
}

Result<int> run_analyze(AnalyzeOptions& options) {
    const Result<AnyTask> task = load_task(options.input, options.game);
    if (!task) return tl::unexpected(task.error());
    const AnyPosition& position = *task->position;
    if (position.over())
        return fail("{}: the game is over, there is no move to analyze", options.input);
    if (options.time < 0) return fail("--time {}: expected 0 or more seconds", options.time);
    if (options.limits.depth < 0)
        return fail("--depth {}: expected 0 or more plies", options.limits.depth);
    if (options.limits.lines < 1)
        return fail("--lines {}: expected 1 or more", options.limits.lines);
    if (options.limits.threads < 1 || options.limits.threads > kMostThreads)
        return fail("--threads {}: expected 1 to {}", options.limits.threads, kMostThreads);
    if (options.believed && options.limits.depth > 0)
        return fail("--believed has no --depth: it looks to the end of the game");
    if (options.time > 0) options.limits.set_time(Seconds{options.time});
    if (!options.limits.hard && options.limits.depth == 0 && options.limits.nodes == 0)
        options.limits.set_time(Seconds{2});

    // Ctrl-C ends the search, not the answer.
    const Interrupt interrupt;
    options.limits.stop = interrupt.token();
    if (options.believed) return show_beliefs(position, options);
    Progress progress(!options.json && !options.quiet);
    const SearchResult<AnyMove> analysis =
        analyze(position, options.limits, [&](const SearchResult<AnyMove>& now) {
            if (now.lines.empty()) return;
            const SearchLine<AnyMove>& best = now.lines.front();
            const std::string text =
                fmt::format("depth {}: {} {:+}, {}", best.depth, position.move_name(best.move),
                            best.score, counted(grouped(now.nodes), "node"));
            // How long a depth takes is not known: only a limit of time tells what is left.
            if (options.limits.hard) {
                const double total = options.limits.hard->count();
                progress.show(std::min(now.cpu.count(), total), total, text);
            } else {
                progress.show(text);
            }
        });
    progress.clear();
    const bool stopped = interrupt.token().stop_requested();
    if (options.json) {
        write_json(to_json(position, analysis));
    } else {
        print(position, analysis);
        if (stopped) fmt::print("stopped before its limit\n");
    }
    return stopped ? kAnswerIsNo : kDone;
}

}  // namespace

void add_analyze(Commands& commands) {
    auto options = std::make_shared<AnalyzeOptions>();
    Command* command = commands.add(
        "analyze", "The best moves of a position with scores, depth and main line",
        "zerosum analyze input.txt\nzerosum analyze input.txt --lines 5 --time 10 --json\n"
        "zerosum analyze '***/*10/000 1 0 0' --depth 4\n"
        "zerosum analyze input.txt --believed --lines 5",
        [options] { return run_analyze(*options); });
    command
        ->add_option("INPUT", options->input,
                     "course file, one-line position, or - for standard input")
        ->required();
    command
        ->add_option("--game", options->game,
                     game_names("or") + "; recognised by the position otherwise")
        ->suggests(game_suggestions());
    command->add_option("--lines", options->limits.lines, "how many of the best moves")
        ->show_default();
    command->add_option("--time", options->time,
                        "CPU seconds, 0 for no limit (2 when nothing limits)");
    command->add_option("--depth", options->limits.depth, "plies, 0 for no limit");
    command->add_option("--nodes", options->limits.nodes, "positions searched, 0 for no limit");
    command
        ->add_option("--threads", options->limits.threads,
                     "threads searching together; raid uses one")
        ->show_default();
    command->add_flag("--believed", options->believed,
                      "every move to the end of the game, if having to move never costs much "
                      "(fruit): no proof");
    command->add_flag("--json", options->json, "one object: lines, believed, nodes, cpu");
    command->add_flag("--quiet", options->quiet, "no progress line");
}

}  // namespace zerosum::cli
