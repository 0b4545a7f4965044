// zerosum bench: one number that changes when, and only when, the search does; or how many puzzles
// of a set a player solves.

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "arena/play/match.h"
#include "arena/puzzle/problems.h"
#include "arena/puzzle/puzzle_sets.h"
#include "core/counted.h"
#include "core/files.h"
#include "games/registry.h"
#include "search/bench.h"

namespace zerosum::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLargestFile = std::size_t{256} << 20U;

struct BenchOptions {
    std::string game;
    bool problems = false;
    std::string file;  // of problems; empty: those that the program carries
    std::string player = "engine:nodes=20000,adapt=0";
    double bank = 60;
    bool json = false;
    bool quiet = false;
};

Result<int> run_bench(const BenchOptions& options) {
    std::uint64_t signature = 0;
    Seconds cpu{0};
    for (const AnyGame* game : all_games()) {
        if (!options.game.empty() && options.game != game->name()) continue;
        const BenchResult result = bench(*game);
        signature += result.signature;
        cpu += result.cpu;
        if (!options.json)
            fmt::print("{:<9}  {:>14} nodes  {:>12} nodes/s\n", game->name(),
                       grouped(result.signature),
                       grouped(static_cast<std::uint64_t>(result.nodes_per_second())));
    }
    const double nps = static_cast<double>(signature) / std::max(cpu.count(), 1e-9);
    if (options.json) {
        write_json({{"signature", signature},
                    {"nodes", signature},
                    {"nps", static_cast<std::uint64_t>(nps)},
                    {"cpu", cpu.count()}});
    } else {
        fmt::print("signature  {}\n", signature);
    }
    return kDone;
}

// The problems of one game: of the file, or of the program's own set.
std::vector<Puzzle> problems_of(const AnyGame& game, const std::vector<Puzzle>* file) {
    std::vector<Puzzle> out;
    for (const Puzzle& puzzle : file != nullptr ? *file : puzzle_set(game.name()))
        if (puzzle.game == game.name()) out.push_back(puzzle);
    return out;
}

Json tally_json(const ProblemTally& tally) {
    return {{"asked", tally.asked},
            {"solved", tally.solved},
            {"failed", tally.failed},
            {"lost", tally.lost},
            {"cpu", tally.cpu.count()}};
}

void print_tally(std::string_view what, const ProblemTally& tally) {
    const auto per = [&](double sum) { return tally.asked == 0 ? 0.0 : sum / tally.asked; };
    fmt::print("{:<9} {:>7} {:>7} {:>7.1f} % {:>7} {:>12.2f} {:>10.3f}\n", what, tally.asked,
               tally.solved, per(100.0 * tally.solved), tally.failed,
               per(static_cast<double>(tally.lost)), tally.cpu.count());
}

void print_tallies(std::string_view game, const ProblemTallies& tallies) {
    fmt::print("{:<9} {:>7} {:>7} {:>9} {:>7} {:>12} {:>10}\n", game, "asked", "solved", "",
               "failed", "lost/problem", "CPU s");
    for (std::size_t i = 0; i < tallies.size(); ++i)
        print_tally(fmt::format("grade {}", i + 1), tallies[i]);
    print_tally("all", total(tallies));
}

Json tallies_json(std::string_view game, const std::string& player, const ProblemTallies& tallies) {
    Json grades = Json::array();
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        Json grade{{"grade", i + 1}};
        grade.update(tally_json(tallies[i]));
        grades.push_back(std::move(grade));
    }
    return {{"game", game},
            {"player", player},
            {"all", tally_json(total(tallies))},
            {"grades", std::move(grades)}};
}

Result<std::vector<Puzzle>> read_problems(const std::string& path) {
    const Result<std::string> text = read_file(path, kLargestFile);
    if (!text) return tl::unexpected(text.error());
    Result<std::vector<Puzzle>> read = parse_puzzles(*text);
    if (!read) return fail("{}: {}", path, read.error().message);
    if (read->empty()) return fail("{}: found no puzzle, expected one per line", path);
    return read;
}

Result<int> run_problem_set(const BenchOptions& options) {
    if (!(options.bank > 0) || Seconds{options.bank} > kMostBank)
        return fail("--bank {}: expected seconds above 0 and up to {}", options.bank,
                    kMostBank.count());
    const Result<PlayerSpec> spec = parse_player_spec(options.player);
    if (!spec) return tl::unexpected(spec.error());
    std::vector<Puzzle> file;
    if (!options.file.empty()) {
        Result<std::vector<Puzzle>> read = read_problems(options.file);
        if (!read) return tl::unexpected(read.error());
        file = std::move(*read);
    }
    const Interrupt interrupt;
    Progress progress(!options.quiet && !options.json);
    for (const AnyGame* game : all_games()) {
        if (!options.game.empty() && options.game != game->name()) continue;
        const std::vector<Puzzle> problems =
            problems_of(*game, options.file.empty() ? nullptr : &file);
        if (problems.empty()) continue;
        const Result<PlayerPtr> player = make_player(*spec, *game);
        if (!player) return tl::unexpected(player.error());
        ProblemWatch watch;
        watch.stop = interrupt.token();
        watch.on_answer = [&](std::size_t number, const Puzzle&, const ProblemAnswer&) {
            progress.show(static_cast<double>(number), static_cast<double>(problems.size()),
                          "solving");
        };
        const Result<ProblemTallies> tallies =
            run_problems(problems, **player, Seconds{options.bank}, watch);
        progress.clear();
        if (!tallies) return tl::unexpected(tallies.error());
        if (options.json)
            write_json(tallies_json(game->name(), spec->name, *tallies));
        else
            print_tallies(game->name(), *tallies);
        if (interrupt.token().stop_requested()) return kAnswerIsNo;
    }
    return kDone;
}

Result<int> run(const BenchOptions& options) {
    if (!options.game.empty())
        if (const auto game = find_game(options.game); !game) return tl::unexpected(game.error());
    if (options.problems) return run_problem_set(options);
    if (!options.file.empty()) return fail("{}: a file is for --problems", options.file);
    return run_bench(options);
}

}  // namespace

void add_bench(Commands& commands) {
    auto options = std::make_shared<BenchOptions>();
    Command* command =
        commands.add("bench", "The search's node signature and speed; or puzzles solved, by grade",
                     "zerosum bench\nzerosum bench --game fruit --json\n"
                     "zerosum bench --problems --player greedy\n"
                     "zerosum bench --problems puzzles.jsonl --player engine:level=5",
                     [options] { return run(*options); });
    command->add_option("FILE", options->file,
                        "with --problems: a file made by zerosum puzzles --json; those of the "
                        "program unless given");
    command->add_option("--game", options->game, "only this game")->suggests(game_suggestions());
    command->add_flag("--problems", options->problems, "put a set of puzzles to a player");
    command->add_option("--player", options->player, "with --problems: who is to solve them")
        ->show_default();
    command->add_option("--bank", options->bank, "with --problems: CPU seconds for each of them")
        ->show_default();
    command->add_flag("--json", options->json,
                      "one object: signature, nodes, nps, cpu; with --problems one per game: game, "
                      "player, all, grades");
    command->add_flag("--quiet", options->quiet, "no progress line");
}

}  // namespace zerosum::cli
