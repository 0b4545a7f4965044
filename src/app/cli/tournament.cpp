// zerosum tournament: plays FILE.toml to its end, or goes on where it stopped.

#include "arena/tournament/tournament.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/view/ledger_json.h"
#include "core/counted.h"

namespace zerosum::cli {

namespace {

using Json = nlohmann::ordered_json;

struct TournamentOptions {
    std::string file;
    bool dry_run = false;
    bool play_all = false;
    bool json = false;
    bool quiet = false;
    int jobs = 0;  // 0: the file's
};

std::string halves(double points) {
    return points == static_cast<int>(points) ? fmt::format("{:.0f}", points)
                                              : fmt::format("{:.1f}", points);
}

// The settings as the tournament's file names them, the pairings as the ledger does.
Json to_json(const TournamentSettings& settings, const TournamentPlan& plan) {
    const auto name = [&](PlayerIndex player) { return Json(settings.players[player].name); };
    Json players = Json::array();
    for (PlayerIndex i = 0; i < settings.players.size(); ++i) players.push_back(name(i));
    Json pairings = Json::array();
    for (const ScheduledPairing& pairing : plan.pairings)
        pairings.push_back({{"id", to_text(pairing.id)},
                            {"round", pairing.round},
                            {"first", name(pairing.first)},
                            {"second", pairing.bye() ? Json() : name(pairing.second)}});
    return {{"title", settings.title},
            {"format", to_text(settings.format)},
            {"players", std::move(players)},
            {"games", settings.match.games},
            {"paired", settings.match.paired},
            {"bank", settings.match.bank.count()},
            {"jobs", settings.jobs},
            {"ledger", settings.ledger.string()},
            {"pairings", std::move(pairings)},
            {"total_pairings", plan.total_pairings},
            {"fewest_games", plan.fewest_games},
            {"most_games", plan.most_games},
            {"expected", plan.expected.count()},
            {"longest", plan.longest.count()}};
}

void print_plan(const TournamentSettings& settings, const TournamentPlan& plan) {
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

// On a terminal a block of lines that is drawn over itself; otherwise, and always as JSON, a line
// per game.
class TournamentReporter {
 public:
    TournamentReporter(const TournamentSettings& settings, const TournamentOptions& options)
        : settings_(settings),
          options_(options),
          live_(!options.json && !options.quiet && stdout_is_terminal() && terminal_redraws()) {}

    // Both are false when nothing can be printed any more.
    [[nodiscard]] bool game(const LedgerGame& game) {
        if (options_.quiet || live_) return true;
        if (!options_.json) return write_out(game_line(game, settings_.players) + "\n");
        unnumbered_.push_back(game);
        return true;
    }

    [[nodiscard]] bool progress(const TournamentProgress& now) {
        last_ = now;
        if (!print_numbered()) return false;
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
                                halves(now.table[i].tally.points()), now.table[i].tally.games());
        }
        return write_out(text);
    }

    void finish(bool complete) const {
        if (options_.json) {
            write_json({{"summary",
                         {{"games", last_.games_finished},
                          {"pairings", last_.pairings_finished},
                          {"stopped", !complete},
                          {"ledger", settings_.ledger.string()}}}});
            return;
        }
        fmt::print("{} {} in {}. ", counted(last_.games_finished, "game"),
                   last_.games_finished == 1 ? "is" : "are", settings_.ledger.string());
        fmt::print("{}\n", complete
                               ? fmt::format("See: zerosum standings {}", settings_.ledger.string())
                               : fmt::format("Go on with: zerosum tournament {}", options_.file));
    }

 private:
    // A game's number in the ledger follows from how many there are when it is reported.
    bool print_numbered() {
        const std::vector<LedgerGame> games = std::exchange(unnumbered_, {});
        std::size_t number = last_.games_finished - games.size();
        return std::all_of(games.begin(), games.end(), [&](const LedgerGame& game) {
            return write_json(view::ledger_game_json(game, ++number, settings_.players));
        });
    }

    [[nodiscard]] const std::string& name(PlayerIndex player) const {
        return settings_.players[player].name;
    }

    const TournamentSettings& settings_;
    const TournamentOptions& options_;
    bool live_;
    std::vector<LedgerGame> unnumbered_;
    TournamentProgress last_;
};

Result<int> run_tournament_command(const TournamentOptions& options) {
    Result<TournamentSettings> settings = read_tournament(options.file);
    if (!settings) return tl::unexpected(settings.error());
    if (options.jobs > 0) settings->jobs = options.jobs;
    if (options.play_all) settings->play_all = true;
    if (options.dry_run) {
        const TournamentPlan plan = plan_tournament(*settings);
        if (options.json) {
            write_json(to_json(*settings, plan));
        } else {
            print_plan(*settings, plan);
        }
        return kDone;
    }
    Interrupt interrupt;
    TournamentReporter reporter(*settings, options);
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
    reporter.finish(*complete);
    return *complete ? kDone : kAnswerIsNo;
}

}  // namespace

void add_tournament(Commands& commands) {
    auto options = std::make_shared<TournamentOptions>();
    Command* command = commands.add(
        "tournament",
        "Round robin, gauntlet, Swiss or knock-out; stop it any way you like and run it again",
        "zerosum tournament class.toml --dry-run\nzerosum tournament class.toml --jobs 8\n"
        "zerosum tournament class.toml --json",
        [options] { return run_tournament_command(*options); });
    command
        ->add_option("FILE", options->file, "the tournament's description, see docs/tournament.md")
        ->required();
    command->add_flag("--dry-run", options->dry_run,
                      "print the pairings and the estimated time only");
    command->add_flag("--play-all", options->play_all, "play on when a pairing is decided");
    command->add_option("--jobs", options->jobs, "games at once, instead of the file's")
        ->between(1, 1024);
    command->add_flag("--json", options->json,
                      "one object per game (as standings --games) and a summary; --dry-run: one "
                      "object");
    command->add_flag("--quiet", options->quiet, "only the last line");
}

}  // namespace zerosum::cli
