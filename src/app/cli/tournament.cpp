// zerosum tournament: plays FILE.toml to its end, or goes on where it stopped.

#include "arena/tournament/tournament.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/slurm_options.h"
#include "app/view/ledger_json.h"
#include "arena/check/check.h"
#include "arena/tournament/standings_words.h"
#include "core/counted.h"
#include "core/processors.h"
#include "core/text.h"

namespace zerosum::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr Seconds kWeekend{48.0 * 3600};

struct TournamentOptions {
    std::string file;
    bool dry_run = false;
    bool check = false;
    bool play_all = false;
    bool json = false;
    bool quiet = false;
    bool upgrade = false;
    int jobs = -1;  // below 0: the file's
    std::string watch;
    std::string ledger;
    SlurmOptions slurm;
};

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
            {"cores", plan.cores},
            {"at_once", plan.at_once},
            {"per_game", plan.per_game.count()},
            {"measured", plan.measured},
            {"checked", plan.checked},
            {"weekend_games", plan.weekend_games},
            {"expected", plan.expected.count()},
            {"longest", plan.longest.count()}};
}

// Where the estimate of a game comes from.
std::string basis(const TournamentSettings& settings, const TournamentPlan& plan) {
    if (plan.measured) return "as those in the ledger";
    if (plan.checked > 0)
        return fmt::format("by the checks of {} of {}", plan.checked,
                           counted(settings.specs.size(), "player"));
    const bool agents =
        std::any_of(settings.specs.begin(), settings.specs.end(),
                    [](const PlayerSpec& spec) { return spec.kind == PlayerKind::Directory; });
    return fmt::format("guessed from the bank and the players{}",
                       agents ? " (--check measures the agents)" : "");
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
    if (settings.format == Format::Ladder) {
        fmt::print("a ladder's later rounds depend on the results; it ends {}\n",
                   settings.until.sure       ? "when the top's order is sure"
                   : settings.until.time > 0 ? "at its time"
                   : settings.until.games_each > 0
                       ? fmt::format("after {} per entrant, {} in all",
                                     counted(settings.until.games_each, "game"), plan.most_games)
                       : "when it is stopped");
    } else {
        fmt::print("{}, {} to {}\n", counted(plan.total_pairings, "pairing"), plan.fewest_games,
                   counted(plan.most_games, "game"));
    }
    fmt::print("a game: about {:.3g} s of CPU time, {}\n", plan.per_game.count(),
               basis(settings, plan));
    if (settings.jobs > plan.cores)
        fmt::print(
            "warning: {} games at once on {}: they would share processors, which makes "
            "nothing faster and may cost players their time on the wall\n",
            settings.jobs, counted(plan.cores, "core"));
    if (plan.most_games > 0)
        fmt::print("time: about {} on {}, at most {} when every game uses up both banks\n",
                   duration(plan.expected), counted(plan.at_once, "core"), duration(plan.longest));
    if (plan.weekend_games >= 2 && plan.expected > kWeekend)
        fmt::print(
            "what fits into a weekend (48 hours on {}): format = \"ladder\" with "
            "until = {}, that many games per entrant\n",
            counted(plan.cores, "core"), plan.weekend_games);
}

// Checks the directories among the players, as many at once as there are cores.
Result<std::vector<CheckReport>> check_agents(const TournamentSettings& settings, bool quiet) {
    std::vector<PlayerSpec> agents;
    std::copy_if(settings.specs.begin(), settings.specs.end(), std::back_inserter(agents),
                 [](const PlayerSpec& spec) { return spec.kind == PlayerKind::Directory; });
    CheckSettings check;
    check.game = settings.match.game;
    check.edition = settings.match.edition;
    check.bank = std::min(check.bank, settings.match.bank);
    const Interrupt interrupt;
    check.stop = interrupt.token();
    Progress progress(!quiet);
    double done = 0;
    return check_hand_ins(agents, check, usable_processors(), [&](const CheckReport& report) {
        progress.show(++done, static_cast<double>(agents.size()), "checked " + report.agent);
    });
}

// The command that goes on with this tournament, to be given to a shell.
std::string command_to_go_on(const TournamentOptions& options) {
    std::string command = "zerosum tournament " + shell_word(options.file);
    if (!options.ledger.empty()) command += " --ledger " + shell_word(options.ledger);
    if (options.play_all) command += " --play-all";
    if (!options.watch.empty()) command += " --watch " + shell_word(options.watch);
    return command;
}

// On a terminal a block of lines that is drawn over itself; otherwise, and always as JSON, a line
// per game.
class TournamentReporter {
 public:
    TournamentReporter(const TournamentSettings& settings, const TournamentOptions& options)
        : settings_(settings),
          options_(options),
          live_(!options.json && !options.quiet && stdout_is_terminal() && terminal_redraws()) {}

    void players(const std::vector<LedgerPlayer>& all) { players_ = all; }

    // For people who watch: who came, what could not be taken.
    void notice(const std::string& sentence) {
        if (!live_) return print_error(sentence);
        notices_.push_back(sentence);
        if (notices_.size() > most_notices) notices_.erase(notices_.begin());
    }

    // Both are false when nothing can be printed any more.
    [[nodiscard]] bool game(const LedgerGame& game) {
        if (options_.quiet || live_) return true;
        if (!options_.json) {
            const bool begun = std::exchange(header_printed_, true);
            return write_out((begun ? "" : games_header(players_) + "\n") +
                             game_line(game, players_) + "\n");
        }
        unnumbered_.push_back(game);
        return true;
    }

    [[nodiscard]] bool progress(const TournamentProgress& now) {
        last_ = now;
        if (!print_numbered()) return false;
        if (!live_) return true;
        std::string text = fmt::format(
            "\x1b[H\x1b[J{}{}, {} of {}, {} so far{}\n\n",
            settings_.title.empty() ? "" : settings_.title + ": ",
            now.games == 0
                ? counted(now.games_finished, "game")
                : fmt::format("{} of at most {}", now.games_finished, counted(now.games, "game")),
            now.pairings_finished, counted(now.pairings, "pairing"), duration(now.elapsed),
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
        if (!now.certainty.empty()) text += "\n" + certainty(now.certainty) + "\n";
        for (const std::string& sentence : notices_) text += "  " + sentence + "\n";
        return write_out(text);
    }

    // `otherwise`: what to say to people when it is not complete; empty: how to go on.
    void finish(bool complete, const std::string& otherwise) const {
        if (options_.json) {
            Json summary = {{"games", last_.games_finished},
                            {"pairings", last_.pairings_finished},
                            {"stopped", !complete},
                            {"ledger", settings_.ledger.string()}};
            if (!last_.certainty.empty()) summary["top_certainty"] = last_.certainty;
            write_json({{"summary", std::move(summary)}});
            return;
        }
        if (!last_.certainty.empty()) fmt::print("{}\n", certainty(last_.certainty));
        fmt::print("{} {} in {}. ", counted(last_.games_finished, "game"),
                   last_.games_finished == 1 ? "is" : "are", settings_.ledger.string());
        if (!complete && !otherwise.empty()) {
            fmt::print("\n{}", otherwise);
            return;
        }
        fmt::print("{}\n", complete
                               ? "See: zerosum standings " + shell_word(settings_.ledger.native())
                               : "Go on with: " + command_to_go_on(options_));
    }

 private:
    // A game's number in the ledger follows from how many there are when it is reported.
    bool print_numbered() {
        const std::vector<LedgerGame> games = std::exchange(unnumbered_, {});
        std::size_t number = last_.games_finished - games.size();
        return std::all_of(games.begin(), games.end(), [&](const LedgerGame& game) {
            return write_json(view::ledger_game_json(game, ++number, players_));
        });
    }

    [[nodiscard]] const std::string& name(PlayerIndex player) const {
        return players_[player].name;
    }

    // "how sure: the first 87 %, the first 3 71 %, the first 10 42 %"
    [[nodiscard]] static std::string certainty(const std::vector<double>& sure) {
        std::string text = "how sure the top is, by rating:";
        for (const std::size_t k : {std::size_t{1}, std::size_t{3}, std::size_t{10}})
            if (k <= sure.size())
                text += fmt::format("{} the first {}{:.0f} %", k == 1 ? "" : ",",
                                    k == 1 ? "" : fmt::format("{} ", k), 100 * sure[k - 1]);
        return text;
    }

    static constexpr std::size_t most_notices = 5;
    const TournamentSettings& settings_;
    const TournamentOptions& options_;
    bool live_;
    bool header_printed_ = false;
    std::vector<LedgerPlayer> players_;
    std::vector<std::string> notices_;
    std::vector<LedgerGame> unnumbered_;
    TournamentProgress last_;
};

Result<int> run_tournament_command(const TournamentOptions& options) {
    Result<TournamentSettings> settings = read_tournament(options.file, options.watch);
    if (!settings) return tl::unexpected(settings.error());
    if (!options.ledger.empty()) settings->ledger = options.ledger;
    if (sql::is_server(settings->ledger))
        if (const Result<void> sound = sql::check_server(settings->ledger.native()); !sound)
            return fail("--ledger: {}", sound.error().message);
    std::error_code unused;
    if (!options.watch.empty() && !std::filesystem::is_directory(options.watch, unused))
        return fail("--watch {}: found no such folder", options.watch);
    if (options.upgrade) {
        const Result<bool> upgraded = Ledger::upgrade(settings->ledger);
        if (!upgraded) return tl::unexpected(upgraded.error());
        if (!options.quiet)
            print_error(fmt::format("ledger {}: {}", settings->ledger.string(),
                                    *upgraded ? "upgraded" : "has the newest format already"));
    }
    if (!settings->notice.empty() && !options.quiet) print_error(settings->notice);
    if (options.jobs >= 0) settings->jobs = options.jobs;
    if (options.play_all) settings->play_all = true;
    if (options.check && !options.dry_run) return fail("--check: expected with --dry-run");
    if (options.dry_run) {
        std::vector<CheckReport> checks;
        if (options.check) {
            Result<std::vector<CheckReport>> made = check_agents(*settings, options.quiet);
            if (!made) return tl::unexpected(made.error());
            checks = std::move(*made);
        }
        const TournamentPlan plan = plan_tournament(*settings, checks);
        if (options.json) {
            write_json(to_json(*settings, plan));
        } else {
            print_plan(*settings, plan);
        }
        return kDone;
    }
    if (options.slurm.script_only || options.slurm.submit) {
        const Result<std::string> script = script_of(options.slurm, *settings);
        if (!script) return tl::unexpected(script.error());
        const std::string hurry =
            short_time_limit(options.slurm.settings, 2 * settings->match.bank);
        if (!hurry.empty()) print_error("warning: " + hurry);
        if (options.slurm.script_only) return write_out(*script) ? kDone : kBadInput;
    }
    if (options.slurm.hosts()) settings->jobs = 0;
    Interrupt interrupt;
    TournamentReporter reporter(*settings, options);
    SlurmJob job(options.slurm, *settings);
    TournamentWatch watch;
    watch.on_players = [&](const std::vector<LedgerPlayer>& players) { reporter.players(players); };
    watch.on_notice = [&](const std::string& sentence) { reporter.notice(sentence); };
    watch.on_trouble = [](const std::string& sentence) { print_error(sentence); };
    if (options.slurm.hosts())
        watch.on_ready = [&](Ledger& ledger) {
            return job.begin(ledger).map([&] {
                if (options.slurm.submit && !options.quiet)
                    reporter.notice(fmt::format("job {} with {} is submitted", job.number(),
                                                counted(options.slurm.settings.workers, "worker")));
            });
        };
    watch.on_game = [&](const LedgerGame& game) {
        if (!reporter.game(game)) interrupt.request_stop();
    };
    watch.on_progress = [&](const TournamentProgress& now) {
        if (!reporter.progress(now)) interrupt.request_stop();
        if (const std::string left = job.look(); !left.empty()) reporter.notice(left);
    };
    watch.stop = interrupt.token();
    const Result<bool> complete = run_tournament(*settings, watch);
    if (!complete) return tl::unexpected(complete.error());
    if (*complete && options.slurm.hosts())
        if (const std::string trouble = job.end(watch.stop); !trouble.empty()) print_error(trouble);
    reporter.finish(*complete,
                    options.slurm.hosts() ? job.farewell(command_to_go_on(options)) : "");
    return *complete ? kDone : kAnswerIsNo;
}

}  // namespace

void add_tournament(Commands& commands) {
    auto options = std::make_shared<TournamentOptions>();
    Command* command = commands.add(
        "tournament",
        "Round robin, Swiss, knock-out, gauntlet or an endless ladder; stop it and run it again",
        "zerosum tournament class.toml --dry-run --check\nzerosum tournament class.toml --jobs 8\n"
        "zerosum tournament class.toml --watch handins\nzerosum tournament class.toml --json\n"
        "zerosum tournament class.toml --ledger postgresql://db/class --slurm --workers 40 --cpus "
        "4",
        [options] { return run_tournament_command(*options); });
    command
        ->add_option("FILE", options->file, "the tournament's description, see docs/tournament.md")
        ->required();
    command->add_flag("--dry-run", options->dry_run,
                      "print the pairings and the estimated time only");
    command->add_flag("--check", options->check,
                      "with --dry-run: check the agents first, seconds each, and estimate by what "
                      "their answers cost");
    command->add_flag("--play-all", options->play_all, "play on when a pairing is decided");
    command
        ->add_option("--jobs", options->jobs,
                     "games at once, instead of the file's; 0: plan only, and let "
                     "workers play")
        ->between(0, 1024);
    command->add_option("--ledger", options->ledger,
                        "where results are kept, instead of the file's place: a file, or "
                        "postgresql://HOST/DATABASE");
    command->add_option("--watch", options->watch,
                        "take hand-ins from this folder as they come, until it is stopped; each is "
                        "a directory named after its entrant");
    command->add_flag("--upgrade", options->upgrade,
                      "first make a ledger of an old format one of the newest");
    add_slurm_options(*command, options->slurm);
    command->add_flag("--json", options->json,
                      "one object per game (as standings --games) and a summary; --dry-run: one "
                      "object");
    command->add_flag("--quiet", options->quiet, "only the last line");
}

}  // namespace zerosum::cli
