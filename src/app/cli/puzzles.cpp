// zerosum puzzles: positions with a single best move, made from games and proved.

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/match_options.h"
#include "app/cli/output.h"
#include "arena/exchange/record_source.h"
#include "arena/puzzle/collection.h"
#include "core/counted.h"
#include "core/files.h"

namespace zerosum::cli {

namespace {

constexpr std::size_t kLargestFile = std::size_t{256} << 20U;
// A proof of a puzzle that was proved before: more than any of them took.
constexpr std::uint64_t kProofNodes = 100'000'000;

struct PuzzlesOptions {
    BoardOptions board;
    std::array<std::string, 2> players{"engine:level=5", "engine:level=3"};
    std::vector<std::string> records;
    std::string check;
    PuzzleRules rules;
    int count = 10;
    int of_each = 0;
    int games = 10'000;
    bool json = false;
    bool quiet = false;
};

void print(const Puzzle& puzzle) {
    const PositionPtr position = *(*find_game(puzzle.game))->parse_line(puzzle.position);
    const GameInfo& info = position->game().info();
    const std::size_t side = position->mover() == Side::One ? 0 : 1;
    write_out(fmt::format(
        "{}\n{}grade {}, {} to move. Best: {}, worth {}, better by {} than any other\n"
        "  line        {}\n  refutation  {} is worth {}: {}\n\n",
        puzzle.position, draw_board(*position, {}, colour_wanted()), puzzle.grade,
        info.sides[side].name, puzzle.best(), puzzle.value, puzzle.margin,
        fmt::join(puzzle.line, ", "), puzzle.tempting(),
        puzzle.value_of(puzzle.tempting()).value_or(0), fmt::join(puzzle.refutation, ", ")));
}

void show(const PuzzlesOptions& options, const Puzzle& puzzle) {
    if (options.json)
        write_json(puzzle_json(puzzle));
    else
        print(puzzle);
}

std::string by_grade(const PuzzleCollection& collection) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < collection.grades().size(); ++i)
        parts.push_back(fmt::format("{} of grade {}", collection.grades()[i], i + 1));
    return fmt::format("{}", fmt::join(parts, ", "));
}

int finish(const PuzzlesOptions& options, const PuzzleCollection& collection) {
    if (!options.quiet)
        fmt::print(stderr, "{}: {}\n", counted(collection.puzzles().size(), "puzzle"),
                   by_grade(collection));
    return std::cmp_less(collection.puzzles().size(), options.count) ? kAnswerIsNo : kDone;
}

Result<int> from_games(const PuzzlesOptions& options, const PuzzleRules& rules) {
    Result<MatchSettings> settings = options.board.settings();
    if (!settings) return tl::unexpected(settings.error());
    for (std::size_t i = 0; i < 2; ++i) {
        const Result<PlayerSpec> spec = parse_player_spec(options.players[i]);
        if (!spec) return tl::unexpected(spec.error());
        settings->players[i] = *spec;
    }
    settings->games = options.games;
    Progress progress(!options.quiet);
    PuzzleWatch watch;
    watch.on_puzzle = [&](const Puzzle& puzzle) {
        progress.clear();
        show(options, puzzle);
    };
    watch.on_game = [&](int games, std::size_t puzzles) {
        progress.show(
            static_cast<double>(puzzles), options.count,
            fmt::format("{} from {}", counted(puzzles, "puzzle"), counted(games, "game")));
    };
    const Result<PuzzleCollection> found =
        find_puzzles({std::move(*settings), rules, options.count, options.of_each}, watch);
    progress.clear();
    if (!found) return tl::unexpected(found.error());
    return finish(options, *found);
}

Result<int> from_records(const PuzzlesOptions& options, const PuzzleRules& rules) {
    PuzzleCollection collection(rules, options.of_each);
    const auto more = [&] {
        return !rules.stop.stop_requested() &&
               std::cmp_less(collection.puzzles().size(), options.count);
    };
    const auto take = [&](const SourcedRecord& sourced) -> Result<bool> {
        const Result<bool> found = collection.add(sourced.record);
        if (!found) return fail("{}: {}", sourced.place, found.error().message);
        if (*found) show(options, collection.puzzles().back());
        return more();
    };
    for (const std::string& source : options.records) {
        if (!more()) break;
        if (const Result<void> read = for_each_record(source, take); !read)
            return tl::unexpected(read.error());
    }
    return finish(options, collection);
}

Result<int> check_file(const PuzzlesOptions& options, PuzzleRules rules) {
    rules.nodes = kProofNodes;
    const Result<std::string> text = read_file(options.check, kLargestFile);
    if (!text) return tl::unexpected(text.error());
    const Result<std::vector<Puzzle>> puzzles = parse_puzzles(*text);
    if (!puzzles) return fail("{}: {}", options.check, puzzles.error().message);
    Progress progress(!options.quiet);
    std::size_t proved = 0;
    std::size_t moves = 0;
    for (const Puzzle& puzzle : *puzzles) {
        if (rules.stop.stop_requested()) break;
        PuzzleMaker maker(**find_game(puzzle.game), rules);
        if (const Result<void> right = maker.prove(puzzle); !right) {
            if (rules.stop.stop_requested()) break;
            progress.clear();
            print_error(
                fmt::format("{}: puzzle {}: {}", options.check, proved + 1, right.error().message));
            return kAnswerIsNo;
        }
        ++proved;
        moves += puzzle.choices.size();
        progress.show(static_cast<double>(proved), static_cast<double>(puzzles->size()), "proving");
    }
    progress.clear();
    if (options.json)
        write_json({{"puzzles", puzzles->size()}, {"proved", proved}, {"moves", moves}});
    else
        fmt::print("{} of {} proved again, {}\n", proved, counted(puzzles->size(), "puzzle"),
                   counted(moves, "move"));
    return proved == puzzles->size() ? kDone : kAnswerIsNo;
}

Result<int> run_puzzles(const PuzzlesOptions& options) {
    const Interrupt interrupt;
    PuzzleRules rules = options.rules;
    rules.stop = interrupt.token();
    if (!options.check.empty()) return check_file(options, rules);
    if (rules.margin < 1) return fail("--margin {}: expected 1 or more points", rules.margin);
    if (options.games > 1'000'000)
        return fail("--games {}: expected 1 to 1,000,000", options.games);
    return options.records.empty() ? from_games(options, rules) : from_records(options, rules);
}

}  // namespace

void add_puzzles(Commands& commands) {
    auto options = std::make_shared<PuzzlesOptions>();
    Command* command =
        commands.add("puzzles", "Positions with a single best move, made from games and proved",
                     "zerosum puzzles --size 6 --count 20\n"
                     "zerosum puzzles --game raid --size 4 --margin 10 --json > puzzles.jsonl\n"
                     "zerosum puzzles --records games/ --margin 1\n"
                     "zerosum puzzles --check puzzles.jsonl",
                     [options] { return run_puzzles(*options); });
    command
        ->add_option("A", options->players[0], "who plays the games: engine:level=3, greedy, ...")
        ->show_default();
    command->add_option("B", options->players[1], "and who plays against it")->show_default();
    options->board.add_to(*command);
    command->add_option("--count", options->count, "how many")->check(at_least_one)->show_default();
    command->add_option("--of-each", options->of_each, "no more than so many of a grade")
        ->check(at_least_one);
    command->add_option("--games", options->games, "games to play before giving up")
        ->check(at_least_one)
        ->show_default();
    command
        ->add_option("--margin", options->rules.margin,
                     "points by which the best move is better than any other, at least")
        ->show_default();
    command
        ->add_option("--nodes", options->rules.nodes,
                     "positions looked at for each proof, and for the search that grades")
        ->check(at_least_one)
        ->show_default();
    command->add_option("--records", options->records,
                        "make them of these instead: game records, directories, ledgers, PGN");
    command->add_option("--check", options->check,
                        "prove every value in this file again; status 1: one is wrong");
    command->add_flag("--json", options->json,
                      "one object per puzzle and line; with --check: puzzles, proved, moves");
    command->add_flag("--quiet", options->quiet, "no progress, no count");
}

}  // namespace zerosum::cli
