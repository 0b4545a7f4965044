// zerosum engine2012: the command line of the 2012 course's engine. One game, its boards as that
// engine prints them.

#include <memory>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "arena/play/match.h"
#include "arena/play/replay.h"
#include "core/files.h"
#include "games/registry.h"

namespace zerosum::cli {

namespace {

struct Engine2012Options {
    std::array<std::string, 2> players;
    std::string show;  // "", "o", "O"
    StartOptions start = find_edition("2012")->start;
    double bank = find_edition("2012")->bank.count();
    std::uint64_t seed = 1;
    std::string record;
};

// A player as everywhere else; what is none of those is the name of a class.
Result<PlayerSpec> player_or_class(const std::string& text) {
    Result<PlayerSpec> spec = parse_player_spec(text);
    if (spec || text.find(':') != std::string::npos) return spec;
    return parse_player_spec(fmt::format("java:{0}@{0}", text));
}

// |3|1|*|, with a line above and below.
std::string course_board(const std::vector<std::string>& rows) {
    std::string edge;
    for (std::size_t i = 0; i < rows.size() + 2; ++i) edge += "--";
    std::string text = edge + "\n";
    for (const std::string& row : rows) {
        text += '|';
        for (const char mark : row) text += fmt::format("{}|", mark);
        text += '\n';
    }
    return text + edge + "\n";
}

// Rows and columns from 0, as its players count them.
std::string course_move(const std::string& name, const MoveRecord& move) {
    if (move.passed()) return fmt::format("player:{}  {}\n", name, describe_turn(move));
    const Cell cell = *parse_cell(move.move);
    return fmt::format("player:{}  chose cell ({},{})\n", name, cell.row, cell.column);
}

Result<int> run_engine2012(const Engine2012Options& options) {
    const Result<const AnyGame*> played = game_of_edition("2012");
    if (!played) return tl::unexpected(played.error());
    const AnyGame& game = **played;
    GameSettings settings;
    settings.edition = *find_edition("2012");
    settings.bank = Seconds{options.bank};
    settings.seed = options.seed;
    if (!(settings.bank > Seconds{0}) || settings.bank > kMostBank)
        return fail("--bank {}: expected seconds above 0 and up to {}", options.bank,
                    kMostBank.count());
    Random random(options.seed);
    const Result<PositionPtr> start = game.start(options.start, random);
    if (!start) return tl::unexpected(start.error());
    if (!options.record.empty())
        if (const Result<void> place = check_place(options.record); !place)
            return fail("--record {}", place.error().message);

    std::array<PlayerPtr, 2> players;
    std::vector<Contestant> seated;
    for (const std::size_t i : {0U, 1U}) {
        const Result<PlayerSpec> spec = player_or_class(options.players[i]);
        if (!spec) return tl::unexpected(spec.error());
        Result<PlayerPtr> player = seat_player(*spec, game);
        if (!player) return tl::unexpected(player.error());
        players[i] = std::move(*player);
        if (players[i]->by_course_files())
            if (const auto readable = game.read_input((*start)->write_input(settings.bank));
                !readable)
                return fail("{} gets boards as course files, which cannot hold this one: {}",
                            spec->text, readable.error().message);
        seated.emplace_back(players[i].get(), spec->text, spec->name);
    }

    Interrupt interrupt;
    const auto say = [&](const std::string& text) {
        if (!write_out(text)) interrupt.request_stop();
    };
    GameWatch watch;
    watch.stop = interrupt.token();
    if (!options.show.empty()) {
        say(course_board((*start)->rows()));
        watch.on_move = [&](const AnyPosition& after, const MoveRecord& move) {
            std::string text =
                course_move(seated[static_cast<std::size_t>(move.player)].name, move);
            if (options.show == "O")
                text += course_board(rows_with_holes(game, move)) + std::string(34, 'v') + "\n";
            say(text + course_board(after.rows()));
        };
    }
    const GameRecord record = play_game(**start, {seated[0], seated[1]}, 0, settings, watch);
    if (!options.record.empty())
        if (const Result<void> kept = write_file_atomically(options.record, to_json_text(record));
            !kept)
            return tl::unexpected(kept.error());
    if (record.reason == EndReason::Aborted || record.reason == EndReason::NotStarted) {
        print_error(ending(record));
        return kAnswerIsNo;
    }
    for (const std::size_t i : {0U, 1U})
        fmt::print("{} scored {}, {:.3f} s left\n", record.players[i].name, record.points[i],
                   (record.bank - record.cpu[i]).count());
    return kDone;
}

}  // namespace

void add_engine2012(Commands& commands) {
    auto options = std::make_shared<Engine2012Options>();
    Command* command = commands.add(
        "engine2012", "One game as the engine of the 2012 course plays it, the first player first",
        "zerosum engine2012 GreedyPlayer RandomPlayer o\n"
        "zerosum engine2012 edu.usc.csci561.project2.MyPlayer greedy O --seed 7\n"
        "zerosum engine2012 dir:agents/ann engine --record game.json",
        [options] { return run_engine2012(*options); });
    command
        ->add_option(
            "PLAYER1", options->players[0],
            "a class of package edu.usc.csci561.project2, or a player: engine, greedy, ...")
        ->required();
    command->add_option("PLAYER2", options->players[1], "the same, moving second")->required();
    command
        ->add_option("SHOW", options->show,
                     "o: print the board after each move; O: also with its holes, before the fall")
        ->one_of({"o", "O"});
    command->add_option("--size", options->start.size, "side of the board")
        ->check(at_least_one)
        ->show_default();
    command->add_option("--kinds", options->start.kinds, "kinds of fruits")
        ->check(at_least_one)
        ->show_default();
    command->add_option("--bank", options->bank, "CPU seconds a player has for the game")
        ->show_default();
    command->add_option("--seed", options->seed, "the board depends on it alone")->show_default();
    command->add_option("--record", options->record, "keep the game record in this file");
}

}  // namespace zerosum::cli
