// zerosum regret: how far players are from perfect play, in points.

#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/match_options.h"
#include "app/cli/output.h"
#include "arena/exchange/record_source.h"
#include "arena/review/regret.h"
#include "core/counted.h"

namespace zerosum::cli {

namespace {

using Json = nlohmann::ordered_json;

struct RegretOptions {
    BoardOptions board;
    std::array<std::string, 2> players;
    std::vector<std::string> records;
    int games = 10;
    bool paired = false;
    std::uint64_t nodes = Judge::usual_nodes;
    bool json = false;
    bool quiet = false;
};

Json number_or_null(double x) {
    return std::isfinite(x) ? Json(std::round(x * 1000) / 1000) : Json();
}

Json to_json(const Regret& regret) {
    const Interval move = regret.per_move();
    const Interval game = regret.per_game();
    return {{"moves", regret.moves},
            {"judged", regret.judged},
            {"proved", regret.proved},
            {"best", regret.best},
            {"contradictions", regret.contradictions},
            {"lost_per_move", number_or_null(move.value)},
            {"lost_per_move_ci95", {number_or_null(move.low), number_or_null(move.high)}},
            {"lost_per_game", number_or_null(game.value)},
            {"lost_per_game_ci95", {number_or_null(game.low), number_or_null(game.high)}}};
}

Json to_json(const RegretTable& table, std::uint64_t nodes, bool stopped) {
    Json players = Json::array();
    for (const auto& [name, player] : table.players()) {
        Json phases = Json::object();
        for (std::size_t i = 0; i < kPhases; ++i)
            phases[std::string(to_text(static_cast<Phase>(i)))] = to_json(player.phases[i]);
        players.push_back({{"name", name},
                           {"sides", player.all.games()},
                           {"all", to_json(player.all)},
                           {"phases", phases}});
    }
    return {{"players", players}, {"nodes", nodes}, {"stopped", stopped}};
}

std::string percent(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? "-"
                      : fmt::format("{:.0f} %",
                                    100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string plus_minus(const Interval& interval) {
    if (!std::isfinite(interval.low)) return fmt::format("{:.2f}", interval.value);
    return fmt::format("{:.2f} ± {:.2f}", interval.value, interval.high - interval.value);
}

void print(const RegretTable& table) {
    std::int64_t contradictions = 0;
    for (const auto& [name, player] : table.players()) {
        fmt::print("{}: {} of games\n{:<9} {:>6} {:>8} {:>8} {:>6}  {:>15}  {:>15}\n",
                   printable(name, 200), counted(player.all.games(), "side"), "", "moves", "proved",
                   "believed", "best", "lost per move", "lost per game");
        const auto row = [](std::string_view phase, const Regret& regret) {
            fmt::print("{:<9} {:>6} {:>8} {:>8} {:>6}  {:>15}  {:>15}\n", phase, regret.moves,
                       percent(regret.proved, regret.moves),
                       percent(regret.judged - regret.proved, regret.moves),
                       percent(regret.best, regret.judged),
                       regret.judged == 0 ? "-" : plus_minus(regret.per_move()),
                       regret.judged == 0 ? "-" : plus_minus(regret.per_game()));
        };
        for (std::size_t i = 0; i < kPhases; ++i)
            row(to_text(static_cast<Phase>(i)), player.phases[i]);
        row("all", player.all);
        fmt::print("\n");
        contradictions += player.all.contradictions;
    }
    fmt::print(
        "points lost against the best move, with 95 % intervals; the moves that are neither "
        "proved nor believed\nare left out\n");
    if (contradictions > 0)
        fmt::print(
            "{} believed to be better than the best: the judge's own error\n",
            contradictions == 1 ? "1 move was" : fmt::format("{} moves were", contradictions));
}

Result<void> judge_records(const RegretOptions& options, const std::stop_token& stop,
                           RegretTable& table) {
    Progress progress(!options.json && !options.quiet);
    std::size_t judged = 0;
    const auto take = [&](const SourcedRecord& sourced) -> Result<bool> {
        const GameRecord& record = sourced.record;
        const Result<const AnyGame*> game = find_game(record.game);
        if (!game) return fail("{}: {}", sourced.place, game.error().message);
        Judge judge(**game, options.nodes);
        const Result<std::vector<MoveLoss>> losses = judge_game(record, judge);
        if (!losses) return fail("{}: {}", sourced.place, losses.error().message);
        table.add(record, *losses);
        progress.show(fmt::format("judging: {}", counted(++judged, "game")));
        return !stop.stop_requested();
    };
    for (const std::string& source : options.records) {
        if (stop.stop_requested()) break;
        if (const Result<void> read = for_each_record(source, take); !read) return read;
    }
    return {};
}

Result<void> judge_match(const RegretOptions& options, const std::stop_token& stop,
                         RegretTable& table) {
    Result<MatchSettings> settings = options.board.settings();
    if (!settings) return tl::unexpected(settings.error());
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string& text =
            options.players[i].empty() ? options.players[0] : options.players[i];
        const Result<PlayerSpec> spec = parse_player_spec(text);
        if (!spec) return tl::unexpected(spec.error());
        settings->players[i] = *spec;
    }
    settings->games = options.games;
    settings->paired = options.paired;
    Progress progress(!options.json && !options.quiet);
    Result<void> judged;
    Judge judge(*settings->game, options.nodes);
    MatchWatch watch;
    watch.stop = stop;
    watch.on_game = [&](int game, const GameRecord& record) {
        const Result<std::vector<MoveLoss>> losses = judge_game(record, judge);
        if (!losses) {
            judged = tl::unexpected(losses.error());
            return false;
        }
        table.add(record, *losses);
        progress.show(game + 1, options.games, "playing and judging");
        return true;
    };
    if (const Result<void> played = run_match(*settings, watch); !played) return played;
    return judged;
}

Result<int> run_regret(const RegretOptions& options) {
    if (options.records.empty() == options.players[0].empty())
        return fail("expected a player or --records, and not both");
    if (options.games < 1 || options.games > 100'000)
        return fail("--games {}: expected 1 to 100,000", options.games);
    if (options.nodes < 1) return fail("--nodes 0: expected 1 or more");
    const Interrupt interrupt;
    RegretTable table;
    const Result<void> judged = options.records.empty()
                                    ? judge_match(options, interrupt.token(), table)
                                    : judge_records(options, interrupt.token(), table);
    if (!judged) return tl::unexpected(judged.error());
    const bool stopped = interrupt.token().stop_requested();
    if (options.json) {
        write_json(to_json(table, options.nodes, stopped));
    } else {
        print(table);
        if (stopped) fmt::print("stopped before the last game\n");
    }
    return stopped ? kAnswerIsNo : kDone;
}

}  // namespace

void add_regret(Commands& commands) {
    auto options = std::make_shared<RegretOptions>();
    Command* command =
        commands.add("regret", "How many points players lose against perfect play",
                     "zerosum regret engine --size 10 --kinds 4 --bank 2\n"
                     "zerosum regret dir:agents/team7 minimax:depth=3 --games 20 --json\n"
                     "zerosum regret --records games/",
                     [options] { return run_regret(*options); });
    command->add_option("A", options->players[0], "the player to judge: engine, ./agent, ...")
        ->suggests(player_suggestions());
    command->add_option("B", options->players[1], "who it plays with: itself unless given")
        ->suggests(player_suggestions());
    options->board.add_to(*command);
    command->add_option("--games", options->games, "number of games")->show_default();
    command->add_flag("--paired", options->paired, "play each board twice, the start reversed");
    command
        ->add_option("--records", options->records,
                     "judge these instead: game records, directories, ledgers, PGN")
        ->takes_one_at_a_time();
    command
        ->add_option("--nodes", options->nodes,
                     "positions looked at for a belief, and for a proof, of each position")
        ->show_default();
    command->add_flag("--json", options->json, "one object: players, nodes, stopped");
    command->add_flag("--quiet", options->quiet, "no progress line");
}

}  // namespace zerosum::cli
