// zerosum boards: start boards, balanced ones if wanted.

#include "arena/play/boards.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "arena/play/edition.h"
#include "core/counted.h"
#include "games/registry.h"

namespace zerosum::cli {

namespace {

using Json = nlohmann::ordered_json;

struct BoardsOptions {
    std::string game{default_game().name()};
    BoardSearch search;
    bool json = false;
    bool quiet = false;
};

// Boards have values when balanced ones were searched for.
Json to_json(const BoardSearch& search, const BoardSearchResult& found, bool stopped) {
    Json boards = Json::array();
    for (const FoundBoard& board : found.boards) {
        Json& entry = boards.emplace_back(Json{{"position", board.position->line()}});
        if (!search.balanced) continue;
        entry["value"] = board.value;
        entry["exact"] = board.exact;
    }
    return {{"game", search.game->name()},
            {"boards", std::move(boards)},
            {"looked_at", found.drawn},
            {"stopped", stopped}};
}

Result<int> run_boards(const BoardsOptions& options) {
    BoardSearch search = options.search;
    const Result<const AnyGame*> game = find_game(options.game);
    if (!game) return tl::unexpected(game.error());
    search.game = *game;
    if (search.count < 1) return fail("--count {}: expected 1 or more", search.count);
    if (search.tolerance < 0)
        return fail("--within {}: expected 0 or more points", search.tolerance);

    Interrupt interrupt;
    Progress progress(search.balanced && !options.json && !options.quiet);
    int count = 0;
    BoardWatch watch;
    watch.stop = interrupt.token();
    watch.on_draw = [&](int drawn) {
        progress.show(
            count, search.count,
            fmt::format("{} of {}, {} examined", count, counted(search.count, "board"), drawn));
    };
    watch.on_board = [&](const FoundBoard& board) {
        ++count;
        if (options.json) return;
        progress.clear();
        // One position per line, as match --boards and a tournament's board.file read it.
        if (!write_out(board.position->line() + "\n")) interrupt.request_stop();
    };
    const Result<BoardSearchResult> found = find_boards(search, watch);
    progress.clear();
    if (!found) return tl::unexpected(found.error());
    const bool enough = std::cmp_equal(found->boards.size(), search.count);
    if (options.json) {
        write_json(to_json(search, *found, !enough && interrupt.token().stop_requested()));
    } else if (search.balanced && !options.quiet) {
        fmt::print(stderr, "{} of {} examined\n", counted(found->boards.size(), "balanced board"),
                   found->drawn);
    }
    return enough ? kDone : kAnswerIsNo;
}

}  // namespace

void add_boards(Commands& commands) {
    auto options = std::make_shared<BoardsOptions>();
    Command* command = commands.add(
        "boards",
        "Start boards, one per line; --balanced: only those on which neither side is ahead",
        "zerosum boards --balanced --size 8 --kinds 4 --count 20 > boards.txt\n"
        "zerosum match engine greedy --boards boards.txt --games 20\n"
        "zerosum boards --balanced --within 2 --json",
        [options] { return run_boards(*options); });
    command->add_option("--game", options->game, game_names("or"))
        ->show_default()
        ->suggests(game_suggestions());
    command->add_option("--size", options->search.start.size, "side of the board")
        ->check(at_least_one);
    command
        ->add_option("--kinds", options->search.start.kinds,
                     "kinds of pieces, where a game has them")
        ->check(at_least_one);
    command->add_option("--pieces", options->search.start.pieces,
                        "random pieces per side at the start, where a game has them");
    command->add_option("--count", options->search.count, "how many")->show_default();
    command->add_option("--seed", options->search.seed, "the boards depend on it alone")
        ->show_default();
    command->add_flag("--balanced", options->search.balanced,
                      "only boards the engine thinks are even");
    command->add_option("--within", options->search.tolerance, "points from even that still pass")
        ->show_default();
    command->add_option("--komi", options->search.komi, "points the second player will be given")
        ->between(-kMostKomi, kMostKomi)
        ->show_default();
    command->add_option("--nodes", options->search.nodes, "nodes searched per board")
        ->check(at_least_one)
        ->show_default();
    command->add_option("--draws", options->search.most_draws, "boards to examine before giving up")
        ->check(at_least_one)
        ->show_default();
    command->add_flag("--json", options->json,
                      "one object: game, boards (position; balanced: value, exact), looked_at, "
                      "stopped");
    command->add_flag("--quiet", options->quiet, "only the boards");
}

}  // namespace zerosum::cli
