#include "arena/tournament/ladder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "arena/rating/certainty.h"
#include "core/random.h"

namespace zerosum {

namespace {

constexpr double kSure = 0.95;
constexpr double kSameElo = 30;  // a difference known to this much either way is known

constexpr std::size_t kFewestPairs = 4;
constexpr std::size_t kPartOfPlayers = 8;

// The pairs so far, in which nobody is twice.
class Round {
 public:
    explicit Round(std::size_t players) : busy_(players, false) {}
    [[nodiscard]] bool busy(std::size_t player) const { return busy_[player]; }
    [[nodiscard]] const std::vector<std::pair<std::size_t, std::size_t>>& pairs() const {
        return pairs_;
    }
    void add(std::size_t a, std::size_t b) {
        if (busy_[a] || busy_[b]) return;
        busy_[a] = busy_[b] = true;
        pairs_.emplace_back(a, b);
    }

 private:
    std::vector<bool> busy_;
    std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

// How much the order of two matters of whom the better one is at this place, from 0.
double weight_of(std::size_t place) {
    return 1 / static_cast<double>(place + 1);
}

double entropy(double p) {
    if (p <= 0 || p >= 1) return 0;
    return -(p * std::log2(p) + (1 - p) * std::log2(1 - p));
}

// p (1 - p) for the log odds x.
double spread(double x) {
    const double p = 1 / (1 + std::exp(-x));
    return p * (1 - p);
}

std::vector<std::size_t> by_strength(const Ratings& ratings) {
    std::vector<std::size_t> order(ratings.players());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return ratings.strength(a) > ratings.strength(b);
    });
    return order;
}

}  // namespace

double order_information(const Ratings& ratings, std::size_t a, std::size_t b) {
    const double gap = ratings.strength(a) - ratings.strength(b);
    const double variance = std::max(
        1e-12, ratings.covariance(a, a) + ratings.covariance(b, b) - 2 * ratings.covariance(a, b));
    const double told = spread(gap + ratings.first_move()) + spread(gap - ratings.first_move());
    // The estimate after the meeting lies around the one before it, and is that much surer.
    const double after = variance / (1 + told * variance);
    const double moved = std::sqrt(std::max(0.0, variance - after));
    // Gauss and Hermite's five points for a mean over a normal distribution.
    constexpr std::array<std::pair<double, double>, 5> points = {
        {{-2.856970013872806, 0.011257411327721},
         {-1.355626179974266, 0.222075922005613},
         {0.0, 0.533333333333333},
         {1.355626179974266, 0.222075922005613},
         {2.856970013872806, 0.011257411327721}}};
    double left = 0;
    for (const auto& [at, weight] : points)
        left += weight * entropy(normal_cdf((gap + at * moved) / std::sqrt(after)));
    return std::max(0.0, entropy(normal_cdf(gap / std::sqrt(variance))) - left);
}

std::vector<std::pair<std::size_t, std::size_t>> ladder_round(std::size_t players,
                                                              std::span<const RatedGame> games,
                                                              std::uint64_t seed) {
    std::vector<int> played(players, 0);
    std::map<std::pair<std::size_t, std::size_t>, int> met;
    for (const RatedGame& game : games) {
        ++played[game.first];
        ++played[game.second];
        ++met[std::minmax<std::size_t>(game.first, game.second)];
    }
    Round round(players);
    std::vector<std::size_t> drawn(players);
    std::iota(drawn.begin(), drawn.end(), std::size_t{0});
    Random(seed).shuffle(std::span(drawn));
    // Those who need others first, each with the one that it has met least: they meet among
    // themselves, and one left over meets anybody.
    std::stable_partition(drawn.begin(), drawn.end(),
                          [&](std::size_t i) { return played[i] < 2 * kOpening; });
    for (auto at = drawn.begin(); at != drawn.end() && played[*at] < 2 * kOpening; ++at) {
        if (round.busy(*at)) continue;
        const auto meetings = [&](std::size_t other) {
            const auto known = met.find(std::minmax(*at, other));
            return round.busy(other)    ? std::numeric_limits<int>::max()
                   : known == met.end() ? 0
                                        : known->second;
        };
        const auto other = std::min_element(at + 1, drawn.end(), [&](std::size_t a, std::size_t b) {
            return meetings(a) < meetings(b);
        });
        if (other != drawn.end()) round.add(*at, *other);
    }

    struct Candidate {
        double worth = 0;
        std::size_t a = 0;
        std::size_t b = 0;
    };
    const Ratings ratings(players, games, Prior::Spread);
    const std::vector<std::size_t> order = by_strength(ratings);
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < players; ++i) {
        for (std::size_t j = i + 1; j < players; ++j) {
            if (round.busy(order[i]) || round.busy(order[j])) continue;
            const double bits = order_information(ratings, order[i], order[j]);
            candidates.push_back({bits * weight_of(i), order[i], order[j]});
        }
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.worth > b.worth; });
    const std::size_t most = std::max(kFewestPairs, players / kPartOfPlayers);
    for (const Candidate& candidate : candidates) {
        if (round.pairs().size() >= most) break;
        round.add(candidate.a, candidate.b);
    }
    return round.pairs();
}

bool top_is_sure(const Ratings& ratings) {
    const std::vector<std::size_t> order = by_strength(ratings);
    for (std::size_t i = 0; i < kTopPlaces && i + 1 < order.size(); ++i) {
        const Interval gap = ratings.difference(order[i], order[i + 1]);
        if (ratings.superiority(order[i], order[i + 1]) < kSure && gap.high - gap.value > kSameElo)
            return false;
    }
    return true;
}

std::vector<double> top_certainty(const Ratings& ratings) {
    return certainty_of(ratings, by_strength(ratings), kTopPlaces).first;
}

}  // namespace zerosum
