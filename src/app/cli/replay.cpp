// zerosum replay: shows a recorded game again, or runs one of its moves again.
//
// A record may come from anybody. All text of it is printed so that a terminal does not obey it,
// and a program that it names is started only when the user says so.

#include <unistd.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/view/board_json.h"
#include "arena/exchange/record_source.h"
#include "arena/play/replay.h"
#include "players/programs/evidence.h"

namespace zerosum::cli {

namespace {

using Json = nlohmann::ordered_json;

struct ReplayOptions {
    std::string record;
    int move = 0;  // 0: show the whole game
    bool run = false;
    bool json = false;
};

constexpr std::size_t kLongestText = 500;  // of a name, a command, a sentence
std::string shown(std::string_view text) {
    return printable(text, kLongestText);
}

void show_move(const GameRecord& record, std::size_t number, const AnyPosition& before,
               const std::vector<Cell>& marked) {
    const MoveRecord& move = record.moves[number];
    fmt::print("\nmove {}: {} {}, {:.3f} s CPU, {:.3f} s left\n", number + 1,
               shown(record.players[static_cast<std::size_t>(move.player)].name),
               shown(describe_turn(move)), move.cpu.count(), move.bank_left.count());
    fmt::print("{}", draw_board(before, marked, colour_wanted()));
    if (!move.stderr_tail.empty())
        fmt::print("its standard error:\n{}\n", evidence(move.stderr_tail));
}

Result<int> show_game(const GameRecord& record) {
    const auto& [a, b] = record.players;
    fmt::print("{}, edition {}: {} : {}, bank {:g} s, seed {}\n", shown(record.game),
               shown(record.edition), shown(a.name), shown(b.name), record.bank.count(),
               record.seed);
    for (const PlayerRecord& player : record.players)
        fmt::print("  {}: {} (clock: {}, sandbox: {})\n", shown(player.name), shown(player.spec),
                   shown(player.clock), shown(player.confinement));
    const Result<void> walked = walk(record, [&](std::size_t number, const AnyPosition& before,
                                                 const std::vector<Cell>& marked) {
        show_move(record, number, before, marked);
    });
    if (!walked) return tl::unexpected(walked.error());
    fmt::print("\n{} : {}, {}\n", record.points[0], record.points[1], shown(ending(record)));
    return kDone;
}

// The record as it is kept, with the cells that every move takes or turns.
Result<int> print_game(const GameRecord& record) {
    Json json = Json::parse(to_json_text(record));
    const Result<void> walked = walk(record, [&](std::size_t number, const AnyPosition& before,
                                                 const std::vector<Cell>& marked) {
        json["moves"][number]["cells"] = view::cell_numbers(before, marked);
    });
    if (!walked) return tl::unexpected(walked.error());
    write_json(json);
    return kDone;
}

void show_again(const MoveAgain& again) {
    std::string now = again.now;
    if (!again.sentence.empty()) now += (now.empty() ? "" : ", ") + again.sentence;
    fmt::print("then: {} ({:.3f} s CPU)\nnow:  {} ({:.3f} s CPU)\n{}\n",
               again.then.empty() ? "no legal answer" : shown(again.then), again.then_cpu.count(),
               printable_lines(now), again.now_cpu.count(),
               again.same ? "the same answer" : "another answer");
}

void print_again(const GameRecord& record, int number, const MoveAgain& again) {
    const MoveRecord& move = record.moves[static_cast<std::size_t>(number) - 1];
    Json now{{"move", again.now}, {"cpu", again.now_cpu.count()}};
    if (!again.sentence.empty()) now["sentence"] = again.sentence;
    write_json({{"number", number},
                {"player", record.players[static_cast<std::size_t>(move.player)].name},
                {"then", {{"move", again.then}, {"cpu", again.then_cpu.count()}}},
                {"now", std::move(now)},
                {"same", again.same}});
}

// Whether the user wants this program to run: by --run, or by the answer to a question.
Result<void> ask_to_run(const PlayerSpec& player, const ReplayOptions& options) {
    if (options.run || !is_program(player.kind)) return {};
    const std::string what =
        fmt::format("move {} was played by a program: {}", options.move, shown(player.text));
    if (isatty(STDIN_FILENO) == 0 || !stderr_is_terminal())
        return fail("{}. --run starts it, inside the sandbox", what);
    fmt::print(stderr, "zerosum: {}\nStart it, inside the sandbox? [y/N] ", what);
    std::string answer;
    std::getline(std::cin, answer);
    if (answer == "y" || answer == "yes") return {};
    return fail("the program was not started");
}

Result<int> run_move_again(const GameRecord& record, const ReplayOptions& options) {
    const Result<PlayerSpec> player = who_played(record, options.move);
    if (!player) return tl::unexpected(player.error());
    if (const Result<void> wanted = ask_to_run(*player, options); !wanted)
        return tl::unexpected(wanted.error());
    const Result<MoveAgain> again = play_again(record, options.move, *player);
    if (!again) return tl::unexpected(again.error());
    if (options.json) {
        print_again(record, options.move, *again);
    } else {
        show_again(*again);
    }
    return again->same ? kDone : kAnswerIsNo;
}

Result<int> run_replay(const ReplayOptions& options) {
    const Result<GameRecord> record = read_one_record(options.record);
    if (!record) return tl::unexpected(record.error());
    if (options.move != 0) return run_move_again(*record, options);
    return options.json ? print_game(*record) : show_game(*record);
}

}  // namespace

void add_replay(Commands& commands) {
    auto options = std::make_shared<ReplayOptions>();
    Command* command = commands.add(
        "replay", "Show a recorded game again; with a move number, run that move again",
        "zerosum replay game.json\nzerosum replay games/game-0003.json 17\n"
        "zerosum replay game.json 17 --run\nzerosum replay game.json --json",
        [options] { return run_replay(*options); });
    command
        ->add_option("RECORD", options->record,
                     "a game record made with --record, or a ledger or a PGN "
                     "file of one game; zerosum convert makes records of several")
        ->required();
    command->add_option("MOVE", options->move, "run this move of that player again and compare");
    command->add_flag("--run", options->run,
                      "start the program that played MOVE, inside the sandbox, without asking; "
                      "what a record names is not run otherwise, and a so: player never");
    command->add_flag("--json", options->json,
                      "one object: the record, with the cells of every move; with MOVE: number, "
                      "player, then, now, same");
}

}  // namespace zerosum::cli
