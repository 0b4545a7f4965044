#include "arena/tournament/standings.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>
#include <tuple>

#include "arena/play/match.h"
#include "arena/rating/ratings.h"
#include "core/text.h"

namespace zerosum {

namespace {

void count(Tally& tally, int winner, int side) {
    if (winner < 0) {
        ++tally.draws;
    } else {
        ++(winner == side ? tally.wins : tally.losses);
    }
}

// What a pairing's games gave so far.
struct PairingTally {
    Tally first;  // from the view of the pairing's first player
    std::int64_t margin = 0;
};

// The games of two players on one board: one observation, whatever their number.
struct BoardTally {
    std::array<PlayerIndex, 2> players{};
    Sample margins;  // points of players[0] minus those of players[1], a game
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
        const double gap = game.points[0] - game.points[1];
        tally.margins.add(tally.players == game.players ? gap : -gap);
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

// Pairing points: only of pairings whose winner is certain. A knock-out knows no halves: whoever
// went on has won.
std::vector<double> pairing_points(std::size_t players, const std::vector<ScheduledPairing>& plans,
                                   const std::map<PairingId, PairingTally>& tallies, int games,
                                   bool knockout) {
    std::vector<double> points(players, 0);
    for (const ScheduledPairing& plan : plans) {
        if (plan.bye()) {
            points[plan.first] += 1;
            continue;
        }
        const auto found = tallies.find(plan.id);
        if (found == tallies.end()) continue;
        const Tally& first = found->second.first;
        if (!BestOf{games}.decided(first.games(), std::abs(first.wins - first.losses))) continue;
        const FinishedPairing finished{plan, first.wins + first.draws / 2.0,
                                       first.losses + first.draws / 2.0, found->second.margin};
        const double share = !knockout                        ? share_of_first(finished)
                             : winner(finished) == plan.first ? 1.0
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
    std::map<PairingId, PairingTally> tallies;
    std::map<PairingId, PlayerIndex> first_of;
    for (const ScheduledPairing& plan : *plans) first_of[plan.id] = plan.first;
    std::vector<RatedGame> rated;
    rated.reserve(games->size());

    Standings standings;
    standings.title = fmt::format("{}, {}", (*identity)["game"], (*identity)["format"]);
    standings.games = static_cast<int>(games->size());
    standings.running = static_cast<int>(running->size());
    double first_points = 0;
    Boards boards(*identity);
    for (const LedgerGame& game : *games) {
        const auto [first, second] = std::pair(game.players[0], game.players[1]);
        if (first >= n || second >= n)
            return fail("the ledger names a player that it does not have");
        const Score gap = game.points[0] - game.points[1];
        for (const int side : {0, 1}) {
            const PlayerIndex me = side == 0 ? first : second;
            StandingLine& line = lines[me];
            count(line.all, game.winner, side);
            count(side == 0 ? line.as_first : line.as_second, game.winner, side);
            count(cross[me][side == 0 ? second : first], game.winner, side);
            line.cpu += game.cpu[static_cast<std::size_t>(side)].count();
            if (game.winner == 1 - side) ++line.losses_by[game.reason];
        }
        PairingTally& tally = tallies[game.pairing];
        const bool straight = first_of[game.pairing] == first;
        count(tally.first, game.winner, straight ? 0 : 1);
        tally.margin += straight ? gap : -gap;
        ++standings.endings[game.reason];
        const Outcome outcome = game.winner < 0    ? Outcome::Draw
                                : game.winner == 0 ? Outcome::Win
                                                   : Outcome::Loss;
        first_points += static_cast<double>(outcome) / 2;
        rated.push_back({first, second, outcome, boards.add(game)});
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
    standings.first_move_share = share95(first_points, static_cast<double>(games->size()),
                                         static_cast<double>(boards.tallies().size()));
    standings.groups = static_cast<int>(ratings.groups());
    return standings;
}

}  // namespace zerosum
