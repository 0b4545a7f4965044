#include "arena/tournament/swiss.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace zerosum {

namespace {

// A Swiss player's record so far.
struct SwissPlayer {
    PlayerIndex player = 0;
    double wins = 0;    // pairings won, draws half
    double points = 0;  // games
    std::int64_t margin = 0;
    std::size_t seat = 0;
    int starts = 0;
    bool had_bye = false;
    std::set<PlayerIndex> met;

    [[nodiscard]] auto rank() const { return std::tuple(-wins, -points, -margin, seat); }
};

// Pairs neighbours in the ranking, without rematches when that can be had: the first unpaired
// player takes the nearest one it has not met, and gives it back when the rest cannot be paired.
class NeighbourMatching {
 public:
    explicit NeighbourMatching(const std::vector<SwissPlayer>& ranked)
        : ranked_(ranked), taken_(ranked.size(), false) {}

    std::vector<std::pair<std::size_t, std::size_t>> run() {
        if (extend()) return pairs_;
        // Too few rounds left without a rematch (or too long to find them): allow rematches.
        rematches_ = true;
        steps_ = 0;
        pairs_.clear();
        std::fill(taken_.begin(), taken_.end(), false);
        extend();
        return pairs_;
    }

 private:
    static constexpr int most_steps = 200'000;

    bool extend() {
        const auto open = std::find(taken_.begin(), taken_.end(), false);
        if (open == taken_.end()) return true;
        const auto i = static_cast<std::size_t>(open - taken_.begin());
        taken_[i] = true;
        for (std::size_t j = i + 1; j < ranked_.size(); ++j) {
            if (taken_[j] || (!rematches_ && ranked_[i].met.contains(ranked_[j].player))) continue;
            if (++steps_ > most_steps) break;
            taken_[j] = true;
            pairs_.emplace_back(i, j);
            if (extend()) return true;
            pairs_.pop_back();
            taken_[j] = false;
        }
        taken_[i] = false;
        return false;
    }

    const std::vector<SwissPlayer>& ranked_;
    std::vector<bool> taken_;
    std::vector<std::pair<std::size_t, std::size_t>> pairs_;
    bool rematches_ = false;
    int steps_ = 0;
};

// Those who take part, best first.
std::vector<SwissPlayer> swiss_ranking(std::span<const PlayerIndex> seats,
                                       std::span<const FinishedPairing> finished) {
    std::map<PlayerIndex, SwissPlayer> records;
    for (std::size_t seat = 0; seat < seats.size(); ++seat) records[seats[seat]].seat = seat;
    for (const FinishedPairing& f : finished) {
        // Who has left, or was another version, is kept by the opponent's side alone.
        SwissPlayer& first = records[f.pairing.first];
        if (f.pairing.bye()) {
            first.wins += 1;
            first.had_bye = true;
            continue;
        }
        SwissPlayer& second = records[f.pairing.second];
        const double share = share_of_first(f);
        first.wins += share;
        second.wins += 1 - share;
        first.points += f.first.points();
        second.points += f.first.reversed().points();
        first.margin += f.first.margin;
        second.margin -= f.first.margin;
        first.starts += 1;
        first.met.insert(f.pairing.second);
        second.met.insert(f.pairing.first);
    }
    std::vector<SwissPlayer> players;
    for (const PlayerIndex player : seats) {
        players.push_back(std::move(records[player]));
        players.back().player = player;
    }
    std::sort(players.begin(), players.end(),
              [](const SwissPlayer& a, const SwissPlayer& b) { return a.rank() < b.rank(); });
    return players;
}

}  // namespace

std::vector<SwissPair> swiss_round(std::span<const PlayerIndex> seats,
                                   std::span<const FinishedPairing> finished, std::uint64_t seed,
                                   int round) {
    std::vector<SwissPlayer> players = swiss_ranking(seats, finished);
    std::vector<SwissPair> list;
    if (players.size() % 2 == 1) {
        // The last in the ranking who has not had one rests; if all had one, simply the last.
        auto rests = std::find_if(players.rbegin(), players.rend(),
                                  [](const SwissPlayer& p) { return !p.had_bye; });
        if (rests == players.rend()) rests = players.rbegin();
        list.push_back({rests->player, kNoPlayer});
        players.erase(std::next(rests).base());
    }
    for (const auto& [i, j] : NeighbourMatching(players).run()) {
        const SwissPlayer& a = players[i];
        const SwissPlayer& b = players[j];
        // Who has started less often starts; otherwise a coin of the seed's decides.
        const bool coin = (pairing_id(seed, round, a.player, b.player).bits & 1U) != 0;
        const bool a_starts = a.starts != b.starts ? a.starts < b.starts : coin;
        list.push_back({a_starts ? a.player : b.player, a_starts ? b.player : a.player});
    }
    return list;
}

}  // namespace zerosum
