#include "arena/tournament/tournament.h"

namespace zerosum {

namespace {

// How much of its bank a player is likely to use.
double share_of_bank(const PlayerSpec& spec) {
    if (spec.kind == PlayerKind::Engine) return spec.options.empty() ? 0.9 : 0.1;
    return is_program(spec.kind) ? 0.5 : 0.01;
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

    double share = 0;  // an average player's
    for (const PlayerSpec& spec : settings.specs)
        share += share_of_bank(spec) / static_cast<double>(settings.specs.size());
    const Seconds longest_game = 2 * settings.match.bank / static_cast<double>(settings.jobs);
    plan.longest = longest_game * static_cast<double>(plan.most_games);
    plan.expected =
        longest_game * share * static_cast<double>(plan.fewest_games + plan.most_games) / 2;
    return plan;
}

}  // namespace zerosum
