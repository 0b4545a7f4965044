// zerosum match: many games between two players, live.

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/match_options.h"
#include "app/cli/output.h"
#include "arena/play/match_summary.h"
#include "arena/play/replay.h"
#include "arena/rating/strength_words.h"
#include "core/counted.h"
#include "core/files.h"
#include "players/programs/evidence.h"
#include "players/programs/hand_in.h"

namespace zerosum::cli {

namespace {

// Whether a live board and the lines around it are seen whole. A terminal that does not tell its
// size gets the board.
bool fits_on_terminal(int size) {
    constexpr int other_rows = 7;
    constexpr int row_numbers = 3;
    constexpr int cell = 3;
    winsize window{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return true;
    return size + other_rows <= window.ws_row && row_numbers + cell * size <= window.ws_col;
}

using Json = nlohmann::ordered_json;

struct MatchOptions {
    BoardOptions board;
    std::array<std::string, 2> players;
    int games = 11;
    int jobs = 1;
    bool paired = false;
    double odds = 1;
    bool json = false;
    bool quiet = false;
    std::string show;          // "", "o": the board after each move, "O": also the holes
    std::vector<double> sprt;  // empty or two bounds
    std::string record;        // directory or file
    std::string python2;
};

// JSON has no infinity: an unknown bound is null.
Json number(double x) {
    return std::isfinite(x) ? Json(std::round(x * 1000) / 1000) : Json();
}
Json interval(const Interval& i) {
    return {number(i.low), number(i.high)};
}

class MatchReporter {
 public:
    // Asks `interrupt` for a stop when nothing can be printed any more.
    MatchReporter(const MatchOptions& options, const MatchSettings& settings, Interrupt& interrupt)
        : options_(options),
          settings_(settings),
          names_{settings.players[0].name, settings.players[1].name},
          interrupt_(interrupt),
          summary_(settings.paired),
          progress_(!options.json && !options.quiet),
          live_(options.show.empty() && !options.json && !options.quiet && settings.jobs == 1 &&
                stdout_is_terminal() && terminal_redraws()) {}

    void move(int game, const AnyPosition& after, const MoveRecord& move) {
        if (!options_.show.empty()) show(after, move);
        if (!live_) return;
        const std::size_t mover = static_cast<std::size_t>(move.player);
        std::string text = fmt::format("\x1b[H\x1b[JGame {} of {}: {} : {}\n\n", game + 1,
                                       settings_.games, names_[0], names_[1]);
        text += fits_on_terminal(after.size())
                    ? draw_board(after, {}, colour_wanted())
                    : fmt::format("The board, {0} x {0}, does not fit into this window.\n",
                                  after.size());
        text += fmt::format("\n{} {}, {:.2f} s left\n", names_[mover], describe_turn(move),
                            move.bank_left.count());
        text += fmt::format("\nSo far: {}\n", so_far());
        say(text);
    }

    // False when an SPRT has decided or a record could not be kept.
    bool game(int game, const GameRecord& record) {
        if (live_ && game == 0) say("\x1b[H\x1b[J");
        summary_.add(record);
        save(game, record);
        if (!options_.quiet) {
            progress_.clear();
            if (options_.json)
                print_json(game, record);
            else if (!live_)
                print_line(game, record);
        }
        finished_.push_back(record);
        if (!live_) progress_.show(so_far());  // live, it stands under the board
        return saved_ && (options_.sprt.empty() || sprt_state().verdict == SprtVerdict::Continue);
    }

    void finish() {
        progress_.clear();
        if (live_) {
            say("\x1b[H\x1b[J");
            for (std::size_t i = 0; i < finished_.size(); ++i)
                print_line(static_cast<int>(i), finished_[i]);
        }
        if (options_.json) {
            print_json_summary();
            return;
        }
        if (stopped())
            fmt::print("stopped after {} of {}\n", finished_.size(),
                       counted(settings_.games, "game"));
        if (!finished_.empty()) print_table();
    }

    // Whether it was ended from outside before its last game.
    [[nodiscard]] bool stopped() const {
        return interrupt_.token().stop_requested() &&
               std::cmp_less(finished_.size(), settings_.games);
    }

    [[nodiscard]] const Result<void>& saved() const { return saved_; }

 private:
    // Games end in threads of their own, where a print that throws would end the process.
    void say(std::string_view text) const {
        if (!write_out(text)) interrupt_.request_stop();
    }

    // The 2012 edition's two displays. The referee prints: no player is charged for it.
    void show(const AnyPosition& after, const MoveRecord& move) const {
        std::string text =
            fmt::format("{} {}, {:.3f} s left\n", names_[static_cast<std::size_t>(move.player)],
                        describe_turn(move), move.bank_left.count());
        if (options_.show == "O") {
            text += fmt::format("{}\n\n", fmt::join(rows_with_holes(after.game(), move), "\n"));
        }
        say(text + fmt::format("{}\n\n", fmt::join(after.rows(), "\n")));
    }

    // "3 of 11 games: 2 won, 1 lost, 0 drawn  1:05 left"
    [[nodiscard]] std::string so_far() const {
        const Tally& tally = summary_.tally();
        return fmt::format("{} of {}: {} won, {} lost, {} drawn{}{}", finished_.size(),
                           counted(settings_.games, "game"), tally.wins, tally.losses, tally.draws,
                           llr_text(),
                           progress_.left(static_cast<double>(finished_.size()), settings_.games));
    }

    [[nodiscard]] SprtState sprt_state() const {
        if (options_.sprt.empty()) return {};
        return sprt(summary_.pairs(), {options_.sprt[0], options_.sprt[1], 0.05, 0.05});
    }
    [[nodiscard]] std::string llr_text() const {
        if (options_.sprt.empty()) return "";
        const SprtState state = sprt_state();
        return fmt::format(", LLR {:.2f} ({:.2f} to {:.2f})", state.llr, state.lower, state.upper);
    }

    void save(int game, const GameRecord& record) {
        if (options_.record.empty() || !saved_) return;
        // One game: the file itself; several: a file per game in the directory.
        const std::filesystem::path path =
            settings_.games == 1
                ? std::filesystem::path(options_.record)
                : std::filesystem::path(options_.record) / fmt::format("game-{:04}.json", game + 1);
        saved_ = write_file_atomically(path, to_json_text(record) + "\n");
    }

    [[nodiscard]] std::size_t name_width() const {
        return std::max(names_[0].size(), names_[1].size());
    }

    // Scores stand in the order in which the players were named, not in that of the start.
    void print_line(int game, const GameRecord& record) const {
        const std::size_t starts = std::max(name_width(), std::size_t{6});
        const std::size_t left = std::max(names_[0].size(), std::size_t{5});
        const std::size_t right = std::max(names_[1].size(), std::size_t{5});
        if (game == 0)
            say(fmt::format("{:>4}  {:<{}}  {:>{}} : {:<{}}  result\n", "game", "starts", starts,
                            names_[0], left, names_[1], right));
        // The points stand in the line already.
        const std::string why = record.reason == EndReason::Points
                                    ? std::string{}
                                    : ": " + indented(record.sentence, 6);
        say(fmt::format("{:>4}  {:<{}}  {:>{}} : {:<{}}  {}{}\n", game + 1,
                        names_[static_cast<std::size_t>(record.first)], starts, record.points[0],
                        left, record.points[1], right, outcome(record), why));
        say(said_text(game, record));
    }

    // What the loser of a game said to its standard error, once for all games with the same.
    [[nodiscard]] std::string said_text(int game, const GameRecord& record) const {
        const std::string said = last_words(record);
        if (said.empty()) return "";
        const auto [first, is_new] = said_.emplace(said, game + 1);
        const std::string& loser = names_[static_cast<std::size_t>(1 - record.winner)];
        if (!is_new)
            return fmt::format("{:6}{} said the same as in game {}\n", "", loser, first->second);
        return fmt::format("{:6}{} said:\n{:6}{}\n", "", loser, "", indented(said, 6));
    }

    // Empty unless a program lost by a fault of its own and said something.
    [[nodiscard]] static std::string last_words(const GameRecord& record) {
        if (record.winner < 0 || record.moves.empty()) return "";
        const MoveRecord& last = record.moves.back();
        const bool fault = last.move.empty() && last.player == 1 - record.winner;
        return fault ? evidence(last.stderr_tail) : "";
    }

    void print_json(int game, const GameRecord& record) const {
        const Json line{
            {"game", game + 1},
            {"first", names_[static_cast<std::size_t>(record.first)]},
            {"winner",
             record.winner < 0 ? Json() : Json(names_[static_cast<std::size_t>(record.winner)])},
            {"points", record.points},
            {"reason", to_text(record.reason)},
            {"sentence", record.sentence},
            {"said", last_words(record)},
            {"cpu", {number(record.cpu[0].count()), number(record.cpu[1].count())}},
            {"moves", record.moves.size()},
            {"seed", record.seed}};
        if (!write_json(line)) interrupt_.request_stop();
    }

    void print_json_summary() const {
        const StrengthEstimate strength = summary_.strength();
        const Tally& tally = summary_.tally();
        Json summary{{"players", names_},
                     {"games", finished_.size()},
                     {"stopped", stopped()},
                     {"wins", tally.wins},
                     {"losses", tally.losses},
                     {"draws", tally.draws},
                     {"margin", number(summary_.margin().value)},
                     {"margin_ci95", interval(summary_.margin())},
                     {"first_wins", summary_.first_wins()},
                     {"wins_moving_second", summary_.wins_moving_second()},
                     {"elo", number(strength.elo.value)},
                     {"elo_ci95", interval(strength.elo)},
                     {"superiority", number(strength.superiority)},
                     {"pairs", summary_.pairs().counts()},
                     {"cpu", {number(summary_.cpu(0)), number(summary_.cpu(1))}}};
        const SprtState state = sprt_state();
        summary["llr"] = options_.sprt.empty() ? Json() : number(state.llr);
        if (!options_.sprt.empty()) summary["sprt"] = to_text(state.verdict);
        write_json({{"summary", summary}});
    }

    void print_table() const {
        const std::size_t width = std::max(name_width(), std::size_t{6});
        const Tally views[2] = {summary_.tally(), summary_.tally().reversed()};
        fmt::print("\n{:<{}}  {:>5}  {:>5}  {:>5}  {:>9}\n", "player", width, "won", "lost",
                   "drawn", "CPU s");
        for (std::size_t i = 0; i < 2; ++i)
            fmt::print("{:<{}}  {:>5}  {:>5}  {:>5}  {:>9.2f}\n", names_[i], width, views[i].wins,
                       views[i].losses, views[i].draws, summary_.cpu(i));
        const Interval margin = summary_.margin();
        fmt::print("\nmargin {:+.1f} points per game", margin.value);
        if (std::isfinite(margin.low))
            fmt::print(" (95 %: {:+.1f} to {:+.1f})", margin.low, margin.high);
        fmt::print("; who started won {} of {}\n", summary_.first_wins(), finished_.size());
        fmt::print("{}\n", strength_in_words(summary_.strength(), names_[0], names_[1]));
        if (!options_.sprt.empty()) {
            const SprtState state = sprt_state();
            fmt::print(
                "SPRT of {:g} against {:g} normalised Elo: LLR {:.2f} in {:.2f} to {:.2f}: {}\n",
                options_.sprt[1], options_.sprt[0], state.llr, state.lower, state.upper,
                state.verdict == SprtVerdict::Continue   ? "not decided"
                : state.verdict == SprtVerdict::AcceptH1 ? "H1 accepted"
                                                         : "H0 accepted");
        }
    }

    const MatchOptions& options_;
    const MatchSettings& settings_;
    const std::array<std::string, 2> names_;
    Interrupt& interrupt_;
    MatchSummary summary_;
    Progress progress_;
    bool live_;
    std::vector<GameRecord> finished_;
    mutable std::map<std::string, int> said_;  // by losers, and in which game first
    Result<void> saved_;
};

// A place for the records of this many games; nothing to do when none are kept.
Result<void> prepare_records(const std::string& record, int games) {
    if (record.empty()) return {};
    if (games == 1) return check_place(record);
    std::error_code error;
    std::filesystem::create_directories(record, error);
    if (error) return fail("{}: {}", record, error.message());
    // Records of two matches would be mixed.
    for (std::filesystem::directory_iterator entry(record, error), end; entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with("game-") && name.ends_with(".json"))
            return fail("{}: found {}, expected a directory without game records", record, name);
    }
    if (error) return fail("{}: {}", record, error.message());
    return {};
}

Result<int> run_match_command(const MatchOptions& options) {
    Result<MatchSettings> settings = options.board.settings();
    if (!settings) return tl::unexpected(settings.error());
    if (options.games < 1 || options.games > 1'000'000)
        return fail("--games {}: expected 1 to 1,000,000", options.games);
    if (options.jobs < 1 || options.jobs > 256)
        return fail("--jobs {}: expected 1 to 256", options.jobs);
    if (!(options.odds >= 0.001 && options.odds <= 1000))
        return fail("--odds {}: expected 0.001 to 1000", options.odds);
    settings->odds = options.odds;
    settings->games = options.games;
    settings->jobs = options.jobs;
    settings->paired = options.paired || !options.sprt.empty();
    if (!options.sprt.empty() && !(options.sprt[0] < options.sprt[1]))
        return fail("--sprt {} {}: expected two bounds, the first below the second",
                    options.sprt[0], options.sprt[1]);
    if (!options.show.empty() && (options.json || options.jobs > 1))
        return fail("--show prints boards: it does not go with --json or --jobs");
    const bool one_more = settings->paired && settings->games % 2 != 0;
    if (one_more) ++settings->games;

    const Result<Tools> tools = tools_of(options.python2);
    if (!tools) return tl::unexpected(tools.error());
    auto& [a, b] = settings->players;
    for (std::size_t i = 0; i < 2; ++i) {
        const Result<PlayerSpec> spec = parse_player_spec(options.players[i]);
        if (!spec) return tl::unexpected(spec.error());
        settings->players[i] = *spec;
        settings->players[i].tools = *tools;
        // A folder without an agent is a mistake of the command, and no lost game.
        if (spec->kind != PlayerKind::Directory) continue;
        if (const Result<AgentPlan> plan = plan_agent(spec->argument, *tools); !plan)
            return tl::unexpected(plan.error());
    }
    if (a.name == b.name) {
        a.name += " (1)";
        b.name += " (2)";
    }
    if (const Result<void> place = prepare_records(options.record, settings->games); !place)
        return fail("--record {}", place.error().message);

    if (one_more && !options.quiet)
        fmt::print(stderr, "boards are played twice: {} games\n", settings->games);
    Interrupt interrupt;
    MatchReporter reporter(options, *settings, interrupt);
    MatchWatch watch;
    watch.stop = interrupt.token();
    watch.on_move = [&](int game, const AnyPosition& after, const MoveRecord& move) {
        reporter.move(game, after, move);
    };
    watch.on_game = [&](int game, const GameRecord& record) { return reporter.game(game, record); };
    if (const Result<void> played = run_match(*settings, watch); !played)
        return tl::unexpected(played.error());
    reporter.finish();
    if (!reporter.saved()) return tl::unexpected(reporter.saved().error());
    return reporter.stopped() ? kAnswerIsNo : kDone;
}

}  // namespace

void add_match(Commands& commands) {
    auto options = std::make_shared<MatchOptions>();
    Command* command = commands.add(
        "match", "Many games between two players, from the first-named player's view",
        "zerosum match engine minimax:depth=3 --games 11 --size 15 --kinds 5 --bank 10\n"
        "zerosum match engine engine:level=5 --paired --games 100 --jobs 2 --json\n"
        "zerosum match agents/new agents/old --sprt 0 10 --games 20000\n"
        "zerosum match engine greedy --edition 2012 --games 1 --show o",
        [options] { return run_match_command(*options); });
    command->add_option("A", options->players[0], "the first player: engine, greedy, ./agent, ...")
        ->required()
        ->suggests(player_suggestions());
    command->add_option("B", options->players[1], "the second player")
        ->required()
        ->suggests(player_suggestions());
    options->board.add_to(*command);
    command->add_option("--games", options->games, "number of games")->show_default();
    command->add_option("--jobs", options->jobs, "games at once")->show_default();
    command->add_flag("--paired", options->paired,
                      "play each board twice, the start reversed (an odd --games is one more)");
    command->add_option("--odds", options->odds, "time odds: A has its bank divided by this")
        ->show_default();
    command->add_option("--sprt", options->sprt, "end when normalised Elo E0 or E1 is accepted")
        ->takes(2);
    command->add_option(
        "--record", options->record,
        "keep the game records: a file for one game, a directory without any for more");
    command
        ->add_option("--show", options->show,
                     "print the board after each move (o), and with the holes before the fall (O)")
        ->one_of({"o", "O"});
    add_python2(*command, options->python2);
    command->add_flag("--json", options->json, "one object per game and a summary");
    command->add_flag("--quiet", options->quiet, "only the result; with --json the summary alone");
}

Result<int> run_demonstration() {
    MatchOptions options;
    options.players = {"engine", "minimax:depth=3"};
    options.board.start.size = 10;
    options.board.start.kinds = 4;
    options.board.bank = 2;
    return run_match_command(options);
}

}  // namespace zerosum::cli
