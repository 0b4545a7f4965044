// zerosum play: a person against any player, on the terminal.

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <random>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/match_options.h"
#include "app/cli/output.h"
#include "app/terminal/plain.h"
#include "app/terminal/screen_game.h"
#include "players/spec.h"

namespace zerosum::cli {

namespace {

// A person waits for the opponent: unless asked otherwise it gets less than the course's bank.
constexpr Seconds kPatience{30};

struct PlayOptions {
    BoardOptions board;
    std::string against = "engine";
    std::string side = "first";
    std::string position;
    bool plain = false;
    const Option* seed_option = nullptr;
    const Option* game_option = nullptr;
};

std::function<Result<terminal::Board>(int)> drawn_boards(const MatchSettings& settings) {
    return [settings](int game) -> Result<terminal::Board> {
        // Every board has a seed that brings it back as the first one.
        MatchSettings one = settings;
        one.seed = settings.seed + static_cast<std::uint64_t>(game);
        Result<GamePlan> plan = plan_game(one, 0);
        if (!plan) return tl::unexpected(plan.error());
        return terminal::Board{std::move(plan->start), plan->seed,
                               fmt::format("seed {}", one.seed)};
    };
}

std::function<Result<terminal::Board>(int)> boards_in_turn(const MatchSettings& settings) {
    return [settings](int game) -> Result<terminal::Board> {
        Result<GamePlan> plan = plan_game(settings, game);
        if (!plan) return tl::unexpected(plan.error());
        const std::size_t count = settings.boards.size();
        return terminal::Board{
            std::move(plan->start), plan->seed,
            fmt::format("board {} of {}", static_cast<std::size_t>(game) % count + 1, count)};
    };
}

std::function<Result<terminal::Board>(int)> given_board(const AnyPosition& start) {
    const std::shared_ptr<const AnyPosition> kept = start.clone();
    return [kept](int game) -> Result<terminal::Board> {
        return terminal::Board{kept->clone(), static_cast<std::uint64_t>(game),
                               "the position given"};
    };
}

Result<int> play_on(std::unique_ptr<terminal::Screen> screen, const terminal::Table& table) {
    const Result<std::string> result = terminal::play_on_screen(table, *screen);
    screen.reset();  // from here on the terminal is the shell's again
    if (!result) return tl::unexpected(result.error());
    fmt::print("{}\n", *result);
    // The status that a shell gives a program which a signal ended.
    const int signal = terminal::Screen::signal_seen();
    return signal == 0 ? int{kDone} : 128 + signal;
}

Result<int> run_play(PlayOptions options) {
    if (options.side != "first" && options.side != "second")
        return fail("--side {}: expected first or second", options.side);
    if (!options.position.empty() && !options.board.boards.empty())
        return fail("--position and --boards: expected one of them");
    // Another board every time, its number small enough to type again with --seed.
    if (!options.seed_option->given()) options.board.seed = std::random_device{}() % 1'000'000;

    std::optional<AnyTask> task;
    if (!options.position.empty()) {
        Result<AnyTask> loaded =
            load_task(options.position, options.game_option->given() ? options.board.game : "");
        if (!loaded) return fail("--position {}", loaded.error().message);
        if (loaded->position->over()) return fail("--position: the game there is over");
        task = std::move(*loaded);
        options.board.game = std::string(task->position->game().name());
    }
    if (options.board.edition.empty()) options.board.edition = "casual";
    const Result<MatchSettings> settings = options.board.settings();
    if (!settings) return tl::unexpected(settings.error());
    Result<PlayerPtr> opponent = make_player(options.against, *settings->game);
    if (!opponent) return fail("--against: {}", opponent.error().message);
    if (const Result<void> ready = (*opponent)->new_match(); !ready)
        return fail("--against {}: {}", options.against, ready.error().message);

    terminal::Table table;
    table.opponent = std::move(*opponent);
    table.spec = options.against;
    table.terms.settings.edition = settings->edition;
    table.terms.settings.bank =
        options.board.bank ? settings->bank : std::min(settings->bank, kPatience);
    table.terms.settings.komi = settings->komi;
    table.terms.person_first = options.side == "first";
    table.terms.lead_known = !task || task->points_known;
    table.board = task                       ? given_board(*task->position)
                  : settings->boards.empty() ? drawn_boards(*settings)
                                             : boards_in_turn(*settings);

    const bool typed = isatty(STDIN_FILENO) == 1;
    if (!options.plain && typed && stdout_is_terminal()) {
        Result<std::unique_ptr<terminal::Screen>> screen = terminal::Screen::open();
        if (screen) return play_on(std::move(*screen), table);
        print_error(screen.error().message + "; going on with plain text");
    }
    return terminal::play_plain(table, std::cin, std::cout, !typed).map([] { return int{kDone}; });
}

}  // namespace

void add_play(Commands& commands) {
    auto options = std::make_shared<PlayOptions>();
    Command* command = commands.add("play", "Play against any player, on the terminal",
                                    "zerosum play\n"
                                    "zerosum play --game raid --against greedy --side second\n"
                                    "zerosum play --position input.txt --against engine:depth=2\n"
                                    "zerosum play --plain --size 6 --kinds 3 --seed 7",
                                    [options] { return run_play(*options); });
    options->board.add_to(*command);
    options->game_option = command->get_option("--game");
    options->seed_option = command->get_option("--seed")
                               ->describe("the board; another one every time without it")
                               ->show_default("");
    command->get_option("--edition")
        ->describe("rules of the game: casual, 2017, 2016 or 2012")
        ->show_default("casual");
    command->get_option("--bank")->describe(
        "CPU seconds that the opponent has for the whole game (30, or the edition's if less)");
    command->add_option("--against", options->against, "the opponent: engine, greedy, ...")
        ->show_default();
    command->add_option("--side", options->side, "whether you move first or second")
        ->show_default();
    command->add_option("--position", options->position,
                        "start here: a course file or a position in one line");
    command->add_flag("--plain", options->plain, "lines of text instead of a screen");
}

}  // namespace zerosum::cli
