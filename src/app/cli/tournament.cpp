// zerosum tournament: plays FILE.toml to its end, or goes on where it stopped.

#include "arena/tournament.h"

#include <algorithm>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "arena/record.h"
#include "core/counted.h"

namespace zerosum::cli {

namespace {

struct TournamentOptions {
    std::string file;
    bool dry_run = false;
    bool play_all = false;
    bool quiet = false;
    int jobs = 0;  // 0: the file's
};

std::string halves(double points) {
    return points == static_cast<int>(points) ? fmt::format("{:.0f}", points)
                                              : fmt::format("{:.1f}", points);
}

void print_plan(const TournamentSettings& settings) {
    const TournamentPlan plan = plan_tournament(settings);
    fmt::print("{}{}{} of {} players, best of {}{}, bank {:g} s, {} at once, ledger {}\n",
               settings.title, settings.title.empty() ? "" : ": ", to_text(settings.format),
               settings.players.size(), settings.match.games,
               settings.match.paired ? " on paired boards" : "", settings.match.bank.count(),
               settings.jobs, settings.ledger.string());
    int round = 0;
    for (const ScheduledPairing& pairing : plan.pairings) {
        if (pairing.round != round) fmt::print("round {}\n", round = pairing.round);
        fmt::print("  {}  {} : {}\n", to_text(pairing.id), settings.players[pairing.first].name,
                   pairing.bye() ? "has a bye" : settings.players[pairing.second].name);
    }
    if (settings.format == Format::Swiss || settings.format == Format::Knockout) {
        fmt::print("later rounds depend on the results\n");
    }
    fmt::print("{}, {} to {}\n", counted(plan.total_pairings, "pairing"), plan.fewest_games,
               counted(plan.most_games, "game"));
    fmt::print("time: about {}, at most {} when every game uses up both banks\n",
               duration(plan.expected), duration(plan.longest));
}

// On a terminal a block of lines that is drawn over itself; otherwise a line a game.
class Reporter {
 public:
    Reporter(const TournamentSettings& settings, bool quiet)
        : settings_(settings),
          quiet_(quiet),
          live_(!quiet && stdout_is_terminal() && terminal_redraws()) {}

    // Both are false when nothing can be printed any more.
    [[nodiscard]] bool game(const LedgerGame& game) const {
        if (quiet_ || live_) return true;
        return write_out(fmt::format(
            "{}  {} : {}  {} : {}  {}\n", to_text(game.id), name(game.players[0]),
            name(game.players[1]), game.points[0], game.points[1],
            outcome(
                game.winner < 0 ? "" : name(game.players[static_cast<std::size_t>(game.winner)]),
                game.reason)));
    }

    [[nodiscard]] bool progress(const TournamentProgress& now) {
        last_ = now;
        if (!live_) return true;
        std::string text = fmt::format(
            "\x1b[H\x1b[J{}{} of at most {}, {} of {}, {} so far{}\n\n",
            settings_.title.empty() ? "" : settings_.title + ": ", now.games_finished,
            counted(now.games, "game"), now.pairings_finished, counted(now.pairings, "pairing"),
            duration(now.elapsed),
            now.left.count() < 0 ? "" : fmt::format(", at most {} left", duration(now.left)));
        for (const RunningGame& game : now.running) {
            text += fmt::format("  playing: {} : {}, game {}, move {}\n", name(game.players[0]),
                                name(game.players[1]), game.number + 1, game.moves);
        }
        text += "\n";
        const std::size_t lines = std::min<std::size_t>(now.table.size(), 10);
        for (std::size_t i = 0; i < lines; ++i) {
            text += fmt::format("{:>4}  {:<24}  {:>6} of {}\n", i + 1, name(now.table[i].player),
                                halves(now.table[i].points), now.table[i].games);
        }
        return write_out(text);
    }

    void finish(bool complete, const std::string& file) const {
        fmt::print("{} {} in {}. ", counted(last_.games_finished, "game"),
                   last_.games_finished == 1 ? "is" : "are", settings_.ledger.string());
        fmt::print("{}\n", complete
                               ? fmt::format("See: zerosum standings {}", settings_.ledger.string())
                               : fmt::format("Go on with: zerosum tournament {}", file));
    }

 private:
    [[nodiscard]] const std::string& name(PlayerIndex player) const {
        return settings_.players[player].name;
    }

    const TournamentSettings& settings_;
    bool quiet_;
    bool live_;
    TournamentProgress last_;
};

Result<int> run_tournament_command(const TournamentOptions& options) {
    Result<TournamentSettings> settings = read_tournament(options.file);
    if (!settings) return tl::unexpected(settings.error());
    if (options.jobs > 0) settings->jobs = options.jobs;
    if (options.play_all) settings->play_all = true;
    if (options.dry_run) {
        print_plan(*settings);
        return kDone;
    }
    Interrupt interrupt;
    Reporter reporter(*settings, options.quiet);
    TournamentWatch watch;
    watch.on_game = [&](const LedgerGame& game) {
        if (!reporter.game(game)) interrupt.request_stop();
    };
    watch.on_progress = [&](const TournamentProgress& now) {
        if (!reporter.progress(now)) interrupt.request_stop();
    };
    watch.stop = interrupt.token();
    const Result<bool> complete = run_tournament(*settings, watch);
    if (!complete) return tl::unexpected(complete.error());
    reporter.finish(*complete, options.file);
    return *complete ? kDone : kAnswerIsNo;
}

}  // namespace

void add_tournament(Commands& commands) {
    auto options = std::make_shared<TournamentOptions>();
    Command* command = commands.add(
        "tournament",
        "Round robin, gauntlet, Swiss or knock-out; stop it any way you like and run it again",
        "zerosum tournament class.toml --dry-run\nzerosum tournament class.toml --jobs 8",
        [options] { return run_tournament_command(*options); });
    command
        ->add_option("FILE", options->file, "the tournament's description, see docs/tournament.md")
        ->required();
    command->add_flag("--dry-run", options->dry_run,
                      "print the pairings and the estimated time only");
    command->add_flag("--play-all", options->play_all, "play on when a pairing is decided");
    command->add_option("--jobs", options->jobs, "games at once, instead of the file's")
        ->between(1, 1024);
    command->add_flag("--quiet", options->quiet, "only the last line");
}

}  // namespace zerosum::cli
