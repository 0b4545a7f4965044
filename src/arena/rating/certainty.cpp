#include "arena/rating/certainty.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "arena/rating/symmetric_matrix.h"
#include "core/random.h"

namespace zerosum {

namespace {

constexpr int kDraws = 2000;   // a probability's error is below 0.012
constexpr double kFarOff = 5;  // standard deviations: what is further away does not happen

// Players who could be among the first `places`: the others are left out of every draw.
std::vector<std::size_t> contenders(const Ratings& ratings, std::span<const std::size_t> order,
                                    std::size_t places) {
    const auto reach = [&](std::size_t player, double direction) {
        return ratings.strength(player) +
               direction * kFarOff * std::sqrt(ratings.covariance(player, player));
    };
    double bar = reach(order[0], -1);
    for (std::size_t i = 0; i < places; ++i) bar = std::min(bar, reach(order[i], -1));
    std::vector<std::size_t> found(order.begin(),
                                   order.begin() + static_cast<std::ptrdiff_t>(places));
    for (std::size_t i = places; i < order.size(); ++i)
        if (reach(order[i], 1) > bar) found.push_back(order[i]);
    return found;
}

// Adding one number to all strengths changes no order, and makes the covariances of ratings that
// add up to zero those of a proper distribution.
SymmetricMatrix shifted_covariance(const Ratings& ratings, std::span<const std::size_t> players) {
    SymmetricMatrix matrix(players.size());
    double largest = 0;
    for (const std::size_t player : players)
        largest = std::max(largest, ratings.covariance(player, player));
    for (std::size_t i = 0; i < players.size(); ++i) {
        for (std::size_t j = 0; j < players.size(); ++j)
            matrix(i, j) = ratings.covariance(players[i], players[j]) + largest;
        matrix(i, i) += 1e-9 * (1 + largest);
    }
    return matrix;
}

}  // namespace

Certainty certainty_of(const Ratings& ratings, std::span<const std::size_t> order,
                       std::size_t places) {
    places = std::min(places, order.size());
    Certainty certainty;
    certainty.first.assign(places, 0);
    certainty.in_top.assign(ratings.players(), 0);
    if (places == 0) return certainty;
    const std::vector<std::size_t> players = contenders(ratings, order, places);
    SymmetricMatrix factor = shifted_covariance(ratings, players);
    factor.factorise();

    Random random(1);
    std::vector<double> drawn(players.size());
    std::vector<std::size_t> ranked(players.size());
    for (int draw = 0; draw < kDraws; ++draw) {
        for (double& x : drawn) x = normal_quantile(std::max(1e-12, random.unit()));
        factor.correlate(drawn);
        for (std::size_t i = 0; i < players.size(); ++i) drawn[i] += ratings.strength(players[i]);
        std::iota(ranked.begin(), ranked.end(), std::size_t{0});
        const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(places);
        std::partial_sort(ranked.begin(), end, ranked.end(),
                          [&](std::size_t a, std::size_t b) { return drawn[a] > drawn[b]; });
        // `players` begins with the order's first: the set of the first k is right when all of the
        // k strongest are numbered below k.
        std::size_t deepest = 0;
        for (std::size_t k = 0; k < places; ++k) {
            deepest = std::max(deepest, ranked[k]);
            if (deepest == k) certainty.first[k] += 1.0 / kDraws;
            certainty.in_top[players[ranked[k]]] += 1.0 / kDraws;
        }
    }
    return certainty;
}

}  // namespace zerosum
