// zerosum replay: shows a recorded game again, or runs one of its moves again.

#include <memory>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "arena/replay.h"
#include "core/counted.h"
#include "core/files.h"

namespace zerosum::cli {

namespace {

struct ReplayOptions {
    std::string record;
    int move = 0;  // 0: show the whole game
};

void show_move(const GameRecord& record, std::size_t number, const AnyPosition& before,
               const std::vector<Cell>& marked) {
    const MoveRecord& move = record.moves[number];
    fmt::print("\nmove {}: {} {}{}, {:.3f} s CPU, {:.3f} s left\n", number + 1,
               record.players[static_cast<std::size_t>(move.player)].name,
               move.move.empty() ? "gave no legal answer" : "plays " + move.move,
               move.move.empty() ? "" : " for " + counted(move.gain, "point"), move.cpu.count(),
               move.bank_left.count());
    fmt::print("{}", draw_board(before, marked, colour_wanted()));
    if (!move.stderr_tail.empty())
        fmt::print("its standard error ended with:\n{}\n", move.stderr_tail);
}

Result<int> show_game(const GameRecord& record) {
    const auto& [a, b] = record.players;
    fmt::print("{}, edition {}: {} : {}, bank {:g} s, seed {}\n", record.game, record.edition,
               a.name, b.name, record.bank.count(), record.seed);
    for (const PlayerRecord& player : record.players)
        fmt::print("  {}: {} (clock: {}, sandbox: {})\n", player.name, player.spec, player.clock,
                   player.confinement);
    const Result<void> walked = walk(record, [&](std::size_t number, const AnyPosition& before,
                                                 const std::vector<Cell>& marked) {
        show_move(record, number, before, marked);
    });
    if (!walked) return tl::unexpected(walked.error());
    fmt::print("\n{} : {}, {}: {}\n", record.points[0], record.points[1], outcome(record),
               record.sentence);
    return kDone;
}

Result<int> run_move_again(const GameRecord& record, int number) {
    const Result<MoveAgain> again = play_again(record, number);
    if (!again) return tl::unexpected(again.error());
    fmt::print("then: {} ({:.3f} s CPU)\nnow:  {} ({:.3f} s CPU)\n{}\n",
               again->then.empty() ? "no legal answer" : again->then, again->then_cpu.count(),
               again->now, again->now_cpu.count(),
               again->same ? "the same answer" : "another answer");
    return again->same ? kDone : kAnswerIsNo;
}

Result<int> run_replay(const ReplayOptions& options) {
    const Result<std::string> text = read_file(options.record, std::size_t{256} << 20U);
    if (!text) return tl::unexpected(text.error());
    const Result<GameRecord> record = parse_record(*text);
    if (!record) return fail("{}: {}", options.record, record.error().message);
    return options.move == 0 ? show_game(*record) : run_move_again(*record, options.move);
}

}  // namespace

void add_replay(Commands& commands) {
    auto options = std::make_shared<ReplayOptions>();
    Command* command = commands.add(
        "replay", "Show a recorded game again; with a move number, run that move again",
        "zerosum replay game.json\nzerosum replay games/game-0003.json 17",
        [options] { return run_replay(*options); });
    command->add_option("RECORD", options->record, "a game record made with --record")->required();
    command->add_option("MOVE", options->move, "run this move of that player again and compare");
}

}  // namespace zerosum::cli
