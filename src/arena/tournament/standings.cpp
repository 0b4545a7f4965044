#include "arena/tournament/standings.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>

#include "arena/play/best_of.h"
#include "arena/play/match.h"
#include "arena/rating/ratings.h"
#include "core/text.h"

namespace zerosum {

namespace {

// The games of two players on one board: one observation, whatever their number.
struct BoardTally {
    std::array<PlayerIndex, 2> players{};
    Sample margins;  // points of players[0] minus those of players[1], per game
};

// Sorts a tournament's games by their boards. A drawn board belongs to its pairing; boards from a
// file are played in turn, in every pairing anew.
class Boards {
 public:
    explicit Boards(const Identity& identity) {
        const auto paired = identity.find("paired");
        paired_ = paired != identity.end() && paired->second == "true";
        for (const auto& [name, value] : identity) given_ += name.starts_with("board ") ? 1 : 0;
    }

    // The board's number, from 1.
    std::size_t add(const LedgerGame& game) {
        const int board = board_of(game.number, paired_);
        const auto [one, other] = std::minmax(game.players[0], game.players[1]);
        const Key key = given_ == 0 ? Key{game.pairing, one, other, board}
                                    : Key{PairingId{}, one, other, board % given_};
        const std::size_t number = numbers_.try_emplace(key, numbers_.size() + 1).first->second;
        if (number > tallies_.size()) tallies_.push_back({game.players, {}});
        BoardTally& tally = tallies_[number - 1];
        tally.margins.add(game.margin_of(tally.players[0]));
        return number;
    }

    [[nodiscard]] const std::vector<BoardTally>& tallies() const { return tallies_; }

 private:
    using Key = std::tuple<PairingId, PlayerIndex, PlayerIndex, int>;
    bool paired_ = false;
    int given_ = 0;  // boards in the file; 0: they are drawn
    std::map<Key, std::size_t> numbers_;
    std::vector<BoardTally> tallies_;
};

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

}  // namespace

Result<Standings> make_standings(const Ledger& ledger) {
    const Result<std::vector<LedgerPlayer>> players = ledger.players();
    if (!players) return tl::unexpected(players.error());
    const Result<std::vector<ScheduledPairing>> plans = ledger.pairings();
    if (!plans) return tl::unexpected(plans.error());
    const Result<std::vector<LedgerGame>> games = ledger.games();
    if (!games) return tl::unexpected(games.error());
    const Result<std::vector<RunningGame>> running = ledger.running();
    if (!running) return tl::unexpected(running.error());
    Result<Identity> identity = ledger.identity();
    if (!identity) return tl::unexpected(identity.error());

    const std::size_t n = players->size();
    std::vector<StandingLine> lines(n);
    std::vector<std::vector<Tally>> cross(n, std::vector<Tally>(n));
    std::map<PairingId, Tally> tallies;  // from the view of the pairing's first player
    std::map<PairingId, PlayerIndex> first_of;
    for (const ScheduledPairing& plan : *plans) first_of[plan.id] = plan.first;
    std::vector<RatedGame> rated;
    rated.reserve(games->size());

    Standings standings;
    standings.title = fmt::format("{}, {}", (*identity)["game"], (*identity)["format"]);
    standings.games = static_cast<int>(games->size());
    standings.running = static_cast<int>(running->size());
    Tally as_first;
    Boards boards(*identity);
    for (const LedgerGame& game : *games) {
        const auto [first, second] = std::pair(game.players[0], game.players[1]);
        if (first >= n || second >= n)
            return fail("the ledger names a player that it does not have");
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
        as_first.add(game.outcome_of(first), 0);
        rated.push_back({first, second, game.outcome_of(first), boards.add(game)});
    }
    std::vector<Sample> margins(n);
    for (const BoardTally& board : boards.tallies()) {
        margins[board.players[0]].add(board.margins.mean());
        margins[board.players[1]].add(-board.margins.mean());
    }

    const Ratings ratings(n, rated);
    const int best_of = static_cast<int>(parse_int((*identity)["games"]).value_or(1));
    const bool knockout = (*identity)["format"] == to_text(Format::Knockout);
    const std::vector<double> won = pairing_points(n, *plans, tallies, best_of, knockout);
    for (PlayerIndex i = 0; i < n; ++i) {
        lines[i].name = (*players)[i].name;
        lines[i].spec = (*players)[i].spec;
        lines[i].pairings = won[i];
        lines[i].margin = mean95(margins[i]);
        lines[i].rating = ratings.elo(i);
        if (lines[i].all.games() > 0) lines[i].cpu /= lines[i].all.games();
    }

    std::vector<PlayerIndex> order(n);
    std::iota(order.begin(), order.end(), PlayerIndex{0});
    std::sort(order.begin(), order.end(), [&](PlayerIndex a, PlayerIndex b) {
        const auto rank = [&](PlayerIndex i) {
            return std::tuple(-lines[i].pairings, lines[i].all.losses - lines[i].all.wins,
                              -lines[i].rating.value, i);
        };
        return rank(a) < rank(b);
    });
    for (std::size_t place = 0; place < n; ++place) {
        StandingLine& line = standings.lines.emplace_back(std::move(lines[order[place]]));
        if (place + 1 < n) {
            line.over_next = ratings.superiority(order[place], order[place + 1]);
            line.linked_to_next = ratings.group(order[place]) == ratings.group(order[place + 1]);
        }
        std::vector<Tally>& row = standings.cross.emplace_back();
        for (const PlayerIndex other : order) row.push_back(cross[order[place]][other]);
    }
    standings.first_move_elo = ratings.first_move_elo();
    standings.first_move_share =
        share95(as_first.points(), as_first.games(), static_cast<double>(boards.tallies().size()));
    standings.groups = static_cast<int>(ratings.groups());
    return standings;
}

}  // namespace zerosum
