#include <sched.h>

#include <algorithm>

#include "arena/tournament/tournament.h"

namespace zerosum {

namespace {

constexpr Seconds kWeekend{48.0 * 3600};

// How much of its bank a player is likely to use.
double share_of_bank(const PlayerSpec& spec) {
    if (spec.kind == PlayerKind::Engine) return spec.options.empty() ? 0.9 : 0.1;
    return is_program(spec.kind) ? 0.5 : 0.01;
}

// Processors that this process may use.
int processors() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    return std::max(1, CPU_COUNT(&set));
}

// The mean of the games that are in the ledger already, whoever played them; nothing: none are.
std::optional<Seconds> measured_game(const std::filesystem::path& ledger) {
    const Result<Ledger> kept = Ledger::open_to_read(ledger);
    if (!kept) return std::nullopt;
    const Result<std::vector<LedgerGame>> games = kept->games();
    if (!games || games->empty()) return std::nullopt;
    Seconds sum{0};
    for (const LedgerGame& game : *games) sum += game.cpu[0] + game.cpu[1];
    return sum / static_cast<double>(games->size());
}

}  // namespace

TournamentPlan plan_tournament(const TournamentSettings& settings) {
    const Schedule schedule(settings.schedule());
    TournamentPlan plan;
    plan.pairings = schedule.next({});
    plan.total_pairings = schedule.total_pairings();
    const auto games = static_cast<std::size_t>(settings.match.games);
    plan.most_games = plan.total_pairings * games;
    plan.fewest_games = settings.play_all ? plan.most_games : plan.total_pairings * (games / 2 + 1);
    const auto players = static_cast<double>(settings.specs.size());
    if (settings.format == Format::Ladder)
        plan.fewest_games = plan.most_games =
            static_cast<std::size_t>(settings.until.games_each) * settings.specs.size() / 2;

    plan.cores = processors();
    plan.at_once = std::min(settings.jobs, plan.cores);
    double share = 0;  // an average player's
    for (const PlayerSpec& spec : settings.specs) share += share_of_bank(spec) / players;
    const Seconds longest_game = 2 * settings.match.bank;
    const std::optional<Seconds> measured = measured_game(settings.ledger);
    plan.measured = measured.has_value();
    plan.per_game = measured.value_or(longest_game * share);
    const auto at_once = static_cast<double>(plan.at_once);
    plan.longest = longest_game * static_cast<double>(plan.most_games) / at_once;
    plan.expected =
        plan.per_game * static_cast<double>(plan.fewest_games + plan.most_games) / 2 / at_once;
    // Both starts on a board: an even number. All cores, as somebody who is short of time would.
    if (players > 1 && plan.per_game.count() > 0) {
        const double room = kWeekend / plan.per_game * plan.cores * 2 / players;
        plan.weekend_games = static_cast<int>(std::min(room, 1e6)) / 2 * 2;
    }
    return plan;
}

}  // namespace zerosum
