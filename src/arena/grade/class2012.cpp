#include "arena/grade/class2012.h"

#include <algorithm>
#include <array>

#include "arena/play/best_of.h"

namespace zerosum {

namespace {

// The games against one opponent. Only a margin needs more of them than decide.
Result<Tally> play_2012(const PlayerSpec& agent, std::string_view opponent, bool all,
                        const Grade2012Settings& settings, const std::stop_token& stop,
                        const std::function<void(const GameRecord&)>& on_game) {
    MatchSettings match;
    match.game = settings.game;
    match.players = {agent, *parse_player_spec(opponent)};
    match.edition = settings.edition;
    match.start = settings.edition.start;
    match.bank = settings.bank;
    match.games = settings.games;
    match.seed = settings.seed;
    const BestOf best{settings.games, all};
    Tally tally;
    MatchWatch watch;
    watch.stop = stop;
    watch.on_game = [&](int, const GameRecord& record) {
        tally.add(outcome_for(0, record.winner), record.points[0] - record.points[1]);
        on_game(record);
        return !best.decided(tally.games(), tally.lead());
    };
    if (const Result<void> played = run_match(match, watch); !played)
        return tl::unexpected(played.error());
    if (!best.decided(tally.games(), tally.lead())) return fail("stopped");
    return tally;
}

}  // namespace

double scale_2012(bool beats_random, bool beats_greedy, double margin) {
    if (!beats_random) return 0;
    if (!beats_greedy) return 20;
    return 40 + 30 * std::clamp(margin / kFullMargin, 0.0, 1.0);
}

double extra_2012(std::size_t rank) {
    constexpr std::array extra{0.0, 15.0, 10.0, 5.0};
    return rank < extra.size() ? extra[rank] : 0;
}

Result<Grade2012> grade_2012(
    const PlayerSpec& agent, const Grade2012Settings& settings, const std::stop_token& stop,
    const std::function<void(std::string_view opponent, const GameRecord&)>& on_game) {
    Grade2012 grade;
    grade.agent = agent.name;
    std::array<double, 2> points{};
    const auto against = [&](std::string_view opponent) {
        points = {};
        return play_2012(agent, opponent, opponent == "greedy", settings, stop,
                         [&, opponent](const GameRecord& record) {
                             points[0] += record.points[0];
                             points[1] += record.points[1];
                             if (record.winner != 0 && grade.reason.empty())
                                 grade.reason = ending(record);
                             if (on_game) on_game(opponent, record);
                         });
    };
    const auto majority = [&](const Tally& tally) { return 2 * tally.wins > settings.games; };
    const Result<Tally> random = against("random");
    if (!random) return tl::unexpected(random.error());
    grade.random = *random;
    if (!majority(grade.random)) return grade;
    const Result<Tally> greedy = against("greedy");
    if (!greedy) return tl::unexpected(greedy.error());
    grade.greedy = *greedy;
    // Greedy never ends without a point, but for the bank that a user may have chosen.
    grade.margin = (points[0] - points[1]) / std::max(1.0, points[1]);
    grade.earned = scale_2012(true, majority(grade.greedy), grade.margin);
    return grade;
}

}  // namespace zerosum
