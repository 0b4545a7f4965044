#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "arena/tournament/tournament.h"
#include "core/processors.h"
#include "core/random.h"

namespace zerosum {

namespace {

constexpr Seconds kWeekend{48.0 * 3600};

// How much of its bank a player is likely to use.
double share_of_bank(const PlayerSpec& spec) {
    if (spec.kind == PlayerKind::Engine) return spec.options.empty() ? 0.9 : 0.1;
    return is_program(spec.kind) ? 0.5 : 0.01;
}

// The mean of the games that are in the ledger already, of all players; nothing: none are.
std::optional<Seconds> measured_game(const std::filesystem::path& ledger) {
    const Result<Ledger> kept = Ledger::open_to_read(ledger);
    if (!kept) return std::nullopt;
    const Result<std::vector<LedgerGame>> games = kept->games();
    if (!games || games->empty()) return std::nullopt;
    Seconds sum{0};
    for (const LedgerGame& game : *games) sum += game.cpu[0] + game.cpu[1];
    return sum / static_cast<double>(games->size());
}

// A player's moves in a game on such a board, by the mean of some games at random.
struct GameShape {
    int size = 0;
    double moves = 0;
};

GameShape shape_of_games(const TournamentSettings& settings) {
    constexpr int games = 5;
    GameShape shape;
    for (int game = 0; game < games; ++game) {
        const Result<GamePlan> plan = plan_game(settings.match, game);
        if (!plan) continue;
        Random random(plan->seed);
        shape.size = plan->start->size();
        while (!plan->start->over()) {
            const std::vector<AnyMove> moves = plan->start->moves();
            if (moves.empty()) break;
            plan->start->play(moves[random.below(moves.size())]);
            shape.moves += 0.5 / games;
        }
    }
    return shape;
}

// What an agent is likely to use of its bank, by what its check measured: the cost of an answer on
// the board nearest in size, and of one and the same board with two banks. An agent that took
// clearly less time with the shorter one goes by the clock: at every move it takes that share of
// what is left. Any other pays as much for every move.
double share_by_check(const CheckReport& check, const AnyGame& game, const GameShape& shape,
                      Seconds bank) {
    constexpr double clearly = 1.5;                 // times; the banks differ by 2.5
    constexpr double hardly = 0.01;                 // of a bank: clocks and starts differ by more
    if (check.category > Category::Late) return 0;  // its games end at its first moves
    const CheckItem* nearest = nullptr;
    int gap = 0;
    std::map<std::string, std::vector<const CheckItem*>> by_board;
    for (const CheckItem& item : check.items) {
        const Result<AnyTask> task = game.read_input(item.input);
        if (!task || task->fixed_depth > 0) continue;
        by_board[task->position->line()].push_back(&item);
        const int far = std::abs(task->position->size() - shape.size);
        if (nearest != nullptr && far > gap) continue;
        nearest = &item;
        gap = far;
    }
    if (nearest == nullptr) return 0;
    bool by_clock = nearest->category == Category::Late;
    for (const auto& [board, items] : by_board) {
        const auto [less, more] = std::minmax_element(
            items.begin(), items.end(),
            [](const CheckItem* a, const CheckItem* b) { return a->bank < b->bank; });
        by_clock |= (*more)->bank > (*less)->bank && (*more)->cpu > clearly * (*less)->cpu &&
                    (*more)->cpu > hardly * (*more)->bank;
    }
    const double share = std::min(1.0, nearest->cpu / nearest->bank);
    return by_clock ? 1 - std::pow(1 - share, shape.moves)
                    : std::min(1.0, nearest->cpu / bank * shape.moves);
}

}  // namespace

TournamentPlan plan_tournament(const TournamentSettings& settings,
                               std::span<const CheckReport> checks) {
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

    plan.cores = usable_processors();
    plan.at_once = std::clamp(settings.jobs, 1, plan.cores);
    const GameShape shape = checks.empty() ? GameShape{} : shape_of_games(settings);
    double share = 0;  // an average player's
    for (const PlayerSpec& spec : settings.specs) {
        const auto check =
            std::find_if(checks.begin(), checks.end(),
                         [&](const CheckReport& report) { return report.agent == spec.name; });
        const bool checked = check != checks.end() && check->category != Category::NotRun;
        plan.checked += checked ? 1 : 0;
        share += (checked ? share_by_check(*check, *settings.match.game, shape, settings.match.bank)
                          : share_of_bank(spec)) /
                 players;
    }
    const Seconds longest_game = 2 * settings.match.bank;
    const std::optional<Seconds> measured = measured_game(settings.ledger);
    plan.measured = measured.has_value();
    plan.per_game = measured.value_or(longest_game * share);
    const auto at_once = static_cast<double>(plan.at_once);
    plan.longest = longest_game * static_cast<double>(plan.most_games) / at_once;
    plan.expected =
        plan.per_game * static_cast<double>(plan.fewest_games + plan.most_games) / 2 / at_once;
    // Both starts on a board: an even number. All cores, as when time is short.
    if (players > 1 && plan.per_game.count() > 0) {
        const double room = kWeekend / plan.per_game * plan.cores * 2 / players;
        plan.weekend_games = static_cast<int>(std::min(room, 1e6)) / 2 * 2;
    }
    return plan;
}

}  // namespace zerosum
