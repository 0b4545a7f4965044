// zerosum play: a person against any player, on the terminal.

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <random>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/match_options.h"
#include "app/cli/output.h"
#include "app/terminal/plain.h"
#include "app/terminal/screen_game.h"
#include "arena/play/fair_start.h"
#include "arena/play/opponents.h"
#include "core/files.h"
#include "players/spec.h"

namespace zerosum::cli {

namespace {

// A person waits for the opponent: unless asked otherwise it gets less than the course's bank.
constexpr Seconds kPatience{30};

// Who the record says has played, unless named.
std::string login_name() {
    const char* const user = std::getenv("USER");  // NOLINT(concurrency-mt-unsafe): no thread yet
    return user == nullptr || *user == '\0' ? "person" : display_name(user);
}

struct PlayOptions {
    BoardOptions board;
    std::string against = first_opponent().spec;
    std::string side = "first";
    std::string position;
    std::string record;
    std::string name = login_name();
    bool random_board = false;
    bool plain = false;
    const Option* seed_option = nullptr;
    const Option* game_option = nullptr;
};

std::function<Result<terminal::Board>(int)> drawn_boards(const MatchSettings& settings, bool fair) {
    return [settings, fair](int game) -> Result<terminal::Board> {
        // Every board has a seed that brings it back as the first one.
        MatchSettings one = settings;
        one.seed = settings.seed + static_cast<std::uint64_t>(game);
        if (fair) {
            Random random(one.seed);
            Result<FairStart> start = fair_start(*one.game, one.start, random);
            if (!start) return tl::unexpected(start.error());
            std::string_view even;
            if (start->komi == 0)
                even = needs_komi(*one.game, one.start) ? "expected even, " : "even board, ";
            return terminal::Board{std::move(start->position), one.seed,
                                   fmt::format("{}seed {}", even, one.seed), start->komi};
        }
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

// FILE for the first game, then FILE-2, FILE-3, with the same extension.
std::function<Result<void>(int, const GameRecord&)> keep_in(const std::filesystem::path& file) {
    return [file](int game, const GameRecord& record) {
        std::filesystem::path path = file;
        if (game > 0)
            path.replace_filename(
                fmt::format("{}-{}{}", file.stem().string(), game + 1, file.extension().string()));
        return write_file_atomically(path, to_json_text(record) + "\n");
    };
}

// What the page offers when nothing else is asked for.
void offer_casual_board(const GameInfo& info, StartOptions& start) {
    if (start.size == 0) start.size = info.size.casual;
    if (start.kinds == 0 && info.kinds) start.kinds = info.kinds->casual;
}

Result<PlayerSpec> opponent_of(const std::string& text) {
    Result<PlayerSpec> spec = parse_player_spec(text);
    if (!spec) return fail("--against: {}", spec.error().message);
    if (spec->name == spec->text) spec->name = opponent_name(text);
    return spec;
}

std::string about_opponent(const std::string& text) {
    for (const OfferedPlayer& each : opponents())
        if (each.spec == text) return each.about;
    return {};
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
    const bool casual = options.board.edition.empty();
    if (casual) options.board.edition = "casual";
    Result<MatchSettings> settings = options.board.settings();
    if (!settings) return tl::unexpected(settings.error());
    if (casual) offer_casual_board(settings->game->info(), settings->start);
    if (holds_control_characters(options.name) || options.name.empty())
        return fail("--name {}: expected a name to show", printable(options.name));
    if (!options.record.empty())
        if (const Result<void> place = check_place(options.record); !place)
            return fail("--record {}", place.error().message);
    const Result<PlayerSpec> spec = opponent_of(options.against);
    if (!spec) return tl::unexpected(spec.error());
    Result<PlayerPtr> opponent = make_player(*spec, *settings->game);
    if (!opponent) return fail("--against: {}", opponent.error().message);
    if (const Result<void> ready = (*opponent)->new_match(); !ready)
        return fail("--against {}: {}", options.against, ready.error().message);

    terminal::Table table;
    table.opponent = std::move(*opponent);
    table.spec = options.against;
    table.about = about_opponent(options.against);
    table.can_hurry = !is_program(spec->kind);
    table.terms.person = options.name;
    if (!options.record.empty()) table.keep = keep_in(options.record);
    table.terms.settings.edition = settings->edition;
    table.terms.settings.bank =
        options.board.bank ? settings->bank : std::min(settings->bank, kPatience);
    table.terms.settings.komi = settings->komi;
    table.terms.person_first = options.side == "first";
    table.terms.lead_known = !task || task->points_known;
    // Komi that is named is the only one.
    const bool fair = settings->edition.fair_starts && !options.random_board && settings->komi == 0;
    table.board = task                       ? given_board(*task->position)
                  : settings->boards.empty() ? drawn_boards(*settings, fair)
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
                                    "zerosum play --against engine:level=7 --record game.json\n"
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
    command->get_option("--size")->describe("side of the board; the page's size if not given");
    command
        ->add_option("--against", options->against,
                     "the opponent: engine:level=1 to 10, greedy, random, minimax, ./agent, ...")
        ->show_default()
        ->suggests(player_suggestions());
    command->add_option("--side", options->side, "whether you move first or second")
        ->show_default();
    command->add_option("--position", options->position,
                        "start here: a course file or a position in one line");
    command->add_flag("--random-board", options->random_board,
                      "any board, without making up for who begins");
    command->add_option("--record", options->record,
                        "keep the game in this file, and further ones beside it");
    command->add_option("--name", options->name, "your name in the record")->show_default("");
    command->add_flag("--plain", options->plain, "lines of text instead of a screen");
}

}  // namespace zerosum::cli
