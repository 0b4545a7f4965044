#include "arena/tournament/standings.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "arena/play/best_of.h"
#include "arena/rating/certainty.h"
#include "arena/rating/ratings.h"
#include "arena/tournament/board_tallies.h"
#include "arena/tournament/ladder.h"
#include "core/text.h"

namespace zerosum {

namespace {

// Pairing points: only of pairings whose winner is certain. A knock-out knows no halves: the
// player who went on has won.
std::vector<double> pairing_points(std::size_t players, const std::vector<ScheduledPairing>& plans,
                                   const std::map<PairingId, Tally>& tallies, int games,
                                   bool knockout) {
    std::vector<double> points(players, 0);
    for (const ScheduledPairing& plan : plans) {
        if (plan.bye()) {
            points[plan.first] += 1;
            continue;
        }
        const auto found = tallies.find(plan.id);
        if (found == tallies.end()) continue;
        const Tally& first = found->second;
        if (!BestOf{games}.decided(first.games(), first.lead())) continue;
        const FinishedPairing finished{plan, first};
        const double share = !knockout                                ? share_of_first(finished)
                             : pairing_winner(finished) == plan.first ? 1.0
                                                                      : 0.0;
        points[plan.first] += share;
        points[plan.second] += 1 - share;
    }
    return points;
}

// What standings are made from: the players that are asked for, numbered from 0 without gaps, and
// the pairings and games among them.
struct Selection {
    Identity identity;
    std::string title;
    std::vector<LedgerPlayer> players;
    std::vector<PlayerIndex> numbers;  // of the players, in the ledger
    std::vector<ScheduledPairing> plans;
    std::vector<LedgerGame> games;
    int left_out = 0;  // games
    int running = 0;
};

Result<Selection> select(const Ledger& ledger, Versions versions) {
    Selection all;
    const auto take = [](auto& into, auto result) -> Result<void> {
        if (!result) return tl::unexpected(result.error());
        into = std::move(*result);
        return {};
    };
    std::vector<RunningGame> running;
    for (const Result<void>& taken :
         {take(all.identity, ledger.identity()), take(all.title, ledger.about("title")),
          take(all.players, ledger.players()), take(all.plans, ledger.pairings()),
          take(all.games, ledger.games()), take(running, ledger.running())})
        if (!taken) return tl::unexpected(taken.error());
    all.running = static_cast<int>(running.size());

    std::vector<PlayerIndex> place(all.players.size(), kNoPlayer);
    Selection chosen{all.identity, all.title, {}, {}, {}, {}, 0, all.running};
    for (PlayerIndex i = 0; i < all.players.size(); ++i) {
        if (versions == Versions::Current && !all.players[i].current) continue;
        place[i] = chosen.players.size();
        chosen.players.push_back(all.players[i]);
        chosen.numbers.push_back(i);
    }
    for (ScheduledPairing plan : all.plans) {
        if (plan.first >= place.size() || (!plan.bye() && plan.second >= place.size()))
            return fail("the ledger names a player that it does not have");
        const bool bye = plan.bye();
        plan.first = place[plan.first];
        if (!bye) plan.second = place[plan.second];
        if (plan.first != kNoPlayer && (bye || plan.second != kNoPlayer))
            chosen.plans.push_back(plan);
    }
    for (LedgerGame& game : all.games) {
        for (PlayerIndex& player : game.players) {
            if (player >= place.size())
                return fail("the ledger names a player that it does not have");
            player = place[player];
        }
        if (game.players[0] == kNoPlayer || game.players[1] == kNoPlayer) {
            ++chosen.left_out;
        } else {
            chosen.games.push_back(std::move(game));
        }
    }
    return chosen;
}

void add_speeds(Standings& standings, const std::vector<LedgerGame>& games) {
    std::vector<double> speeds;
    for (const LedgerGame& game : games)
        if (game.speed > 0) speeds.push_back(game.speed);
    if (speeds.empty()) return;
    std::sort(speeds.begin(), speeds.end());
    const std::size_t left_out = speeds.size() / 20;
    standings.slowest = speeds[left_out];
    standings.fastest = speeds[speeds.size() - 1 - left_out];
}

}  // namespace

Result<Standings> make_standings(const Ledger& ledger, Versions versions) {
    Result<Selection> from = select(ledger, versions);
    if (!from) return tl::unexpected(from.error());
    Identity& identity = from->identity;
    const bool ladder = identity["format"] == to_text(Format::Ladder);

    const std::size_t n = from->players.size();
    std::vector<StandingLine> lines(n);
    std::vector<std::vector<Tally>> cross(n, std::vector<Tally>(n));
    std::map<PairingId, Tally> tallies;  // from the view of the pairing's first player
    std::map<PairingId, PlayerIndex> first_of;
    for (const ScheduledPairing& plan : from->plans) first_of[plan.id] = plan.first;
    std::vector<RatedGame> rated;
    rated.reserve(from->games.size());

    Standings standings;
    standings.kind = fmt::format("{}, {}", identity["game"], identity["format"]);
    standings.title = from->title.empty() ? standings.kind : from->title;
    standings.games = static_cast<int>(from->games.size());
    standings.old_games = from->left_out;
    standings.running = from->running;
    Tally as_first;
    std::set<std::size_t> boards_of_starts;
    BoardTallies boards(identity);
    for (const LedgerGame& game : from->games) {
        const auto [first, second] = std::pair(game.players[0], game.players[1]);
        for (const PlayerIndex me : game.players) {
            const PlayerIndex other = me == first ? second : first;
            const Outcome outcome = game.outcome_of(me);
            StandingLine& line = lines[me];
            for (Tally* tally :
                 {&line.all, me == first ? &line.as_first : &line.as_second, &cross[me][other]})
                tally->add(outcome, game.margin_of(me));
            line.cpu += game.cpu[me == first ? 0 : 1].count();
            if (outcome == Outcome::Loss) ++line.losses_by[game.reason];
        }
        const PlayerIndex one = first_of[game.pairing];
        tallies[game.pairing].add(game.outcome_of(one), game.margin_of(one));
        ++standings.endings[game.reason];
        const std::size_t board = boards.add(game);
        rated.push_back({first, second, game.outcome_of(first), board, game.by_fault()});
        if (game.by_fault()) continue;
        as_first.add(game.outcome_of(first), 0);
        boards_of_starts.insert(board);
    }
    std::vector<Sample> margins(n);
    for (const BoardTally& board : boards.all()) {
        margins[board.players[0]].add(board.margins.mean());
        margins[board.players[1]].add(-board.margins.mean());
    }

    const Ratings ratings(n, rated, ladder ? Prior::Spread : Prior::HalfADraw);
    const int best_of = static_cast<int>(parse_int(identity["games"]).value_or(1));
    const bool knockout = identity["format"] == to_text(Format::Knockout);
    const std::vector<double> won = pairing_points(n, from->plans, tallies, best_of, knockout);
    for (PlayerIndex i = 0; i < n; ++i) {
        const LedgerPlayer& player = from->players[i];
        lines[i].number = from->numbers[i];
        lines[i].name = player.current
                            ? player.name
                            : fmt::format("{} (version {})", player.name, player.version);
        lines[i].spec = player.spec;
        lines[i].version = player.version;
        lines[i].current = player.current;
        lines[i].pairings = won[i];
        lines[i].margin = mean95(margins[i]);
        lines[i].rating = ratings.elo(i);
        if (lines[i].all.games() > 0) lines[i].cpu /= lines[i].all.games();
        standings.names.push_back(lines[i].name);
    }

    std::vector<PlayerIndex> order(n);
    std::iota(order.begin(), order.end(), PlayerIndex{0});
    std::sort(order.begin(), order.end(), [&](PlayerIndex a, PlayerIndex b) {
        // In a ladder some play more than others: only ratings compare. Who has not played is last.
        const auto rank = [&](PlayerIndex i) {
            const StandingLine& line = lines[i];
            return std::tuple(ladder && line.all.games() == 0, ladder ? 0 : -line.pairings,
                              ladder ? 0 : line.all.losses - line.all.wins, -line.rating.value, i);
        };
        return rank(a) < rank(b);
    });
    std::vector<PlayerIndex> by_rating = order;
    std::stable_sort(by_rating.begin(), by_rating.end(), [&](PlayerIndex a, PlayerIndex b) {
        return ratings.strength(a) > ratings.strength(b);
    });
    const Certainty certainty = certainty_of(ratings, by_rating, kTopPlaces);
    standings.certainty = certainty.first;
    for (std::size_t place = 0; place < n; ++place) {
        StandingLine& line = standings.lines.emplace_back(std::move(lines[order[place]]));
        line.in_top = certainty.in_top[order[place]];
        if (place + 1 < n) {
            line.over_next = ratings.superiority(order[place], order[place + 1]);
            line.linked_to_next = ratings.group(order[place]) == ratings.group(order[place + 1]);
        }
        std::vector<Tally>& row = standings.cross.emplace_back();
        for (const PlayerIndex other : order) row.push_back(cross[order[place]][other]);
    }
    standings.first_move_elo = ratings.first_move_elo();
    standings.first_move_share =
        share95(as_first.points(), as_first.games(), static_cast<double>(boards_of_starts.size()));
    standings.groups = static_cast<int>(ratings.groups());
    standings.scaled_banks = identity["scale_banks"] == "true";
    add_speeds(standings, from->games);
    standings.played = std::move(from->games);
    return standings;
}

}  // namespace zerosum
