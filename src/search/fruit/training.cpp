#include "search/fruit/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/sha256.h"
#include "core/worker_pool.h"
#include "games/fruit/rules.h"
#include "search/fruit/searcher.h"

namespace zerosum {

namespace {

using fruit::Fruit;
using fruit::Move;
using fruit::MoveList;
using fruit::Position;

constexpr std::size_t kKnots = fruit::kShareKnots.size();
constexpr std::size_t kTableBytes = std::size_t{2} << 20U;
constexpr std::size_t kOneGameInHeldOut = 5;
constexpr std::uint64_t kOneMoveInRandom = 8;
constexpr std::uint64_t kPlausibleMoves = 12;  // this many of the largest groups

MoveList moves_of(const Position& position) {
    MoveList moves;
    Fruit::moves(position, moves);
    return moves;
}

Position random_board(Random& random) {
    const int size = random.between(4, fruit::kMaxSize);
    const int kinds = random.between(1, fruit::kMaxKinds);
    return *Fruit::start({.size = size, .kinds = kinds}, random);
}

// Up to three plausible moves on from the game's path, so that the fit also sees positions that
// a search looks at and good players never reach.
Position stray(Position position, Random& random) {
    for (std::uint64_t plies = random.below(4); plies > 0 && !position.over(); --plies) {
        MoveList moves = moves_of(position);
        std::vector<Move> largest(moves.begin(), moves.end());
        std::sort(largest.begin(), largest.end(),
                  [](const Move& a, const Move& b) { return a.size > b.size; });
        position.play(
            largest[random.below(std::min<std::uint64_t>(kPlausibleMoves, largest.size()))]);
    }
    return position;
}

TrainingSample sample_of(const MoveList& moves, Score value) {
    Score first = 0;
    Score second = 0;
    for (const Move& move : moves) {
        const Score gain = move.gain();
        second = std::max(second, std::min(first, gain));
        first = std::max(first, gain);
    }
    constexpr double least_stake = 10;
    return {moves.size(), static_cast<double>(fruit::alternating_sum(moves)),
            static_cast<double>(value), first + second + least_stake};
}

Shares compiled_in() {
    Shares shares{};
    for (std::size_t i = 0; i < kKnots; ++i)
        shares[i] =
            static_cast<double>(fruit::share_of(static_cast<std::size_t>(fruit::kShareKnots[i]))) /
            fruit::kWholeShare;
    return shares;
}

}  // namespace

GameSamples training_game(const TrainingOptions& options, int number) {
    Random random(mix(options.seed * 1'000'003 + static_cast<std::uint64_t>(number)));
    Position position = random_board(random);
    Searcher<Fruit> player(kTableBytes);
    Searcher<Fruit> judge(kTableBytes);
    SearchLimits quick;
    quick.solve = true;
    quick.nodes = std::max<std::uint64_t>(1, options.nodes / 8);
    SearchLimits thorough;
    thorough.solve = true;
    thorough.nodes = options.nodes;

    GameSamples samples;
    while (!position.over()) {
        const MoveList moves = moves_of(position);
        // Large boards have long games: about as many samples from every game.
        if (random.below(moves.size() / 8 + 2) == 0) {
            const Position aside = stray(position, random);
            if (!aside.over())
                samples.push_back(
                    sample_of(moves_of(aside), judge.search(aside, thorough).best().score));
        }
        position.play(random.below(kOneMoveInRandom) == 0
                          ? moves[random.below(moves.size())]
                          : player.search(position, quick).best().move);
    }
    return samples;
}

// Minimises the sum of ((value - share(groups) * sum) / stake)². The share is linear in its kKnots,
// so the kKnots solve the normal equations: Gaussian elimination of a small symmetric system.
Shares fit_shares(const std::vector<TrainingSample>& samples) {
    std::array<std::array<double, kKnots + 1>, kKnots> rows{};
    // Knots that nothing was seen of stay near their neighbours: a weak pull, far below one sample.
    constexpr double pull = 1e-6;
    for (std::size_t i = 0; i + 1 < kKnots; ++i) {
        rows[i][i] += pull;
        rows[i + 1][i + 1] += pull;
        rows[i][i + 1] -= pull;
        rows[i + 1][i] -= pull;
    }
    rows[0][0] += pull * pull;  // nothing at all was seen: all shares are 0
    for (const TrainingSample& sample : samples) {
        const fruit::KnotPlace place = fruit::knot_place(sample.groups);
        std::array<double, kKnots> x{};
        x[place.from] = (1 - place.part) * sample.sum / sample.stake;
        if (place.part > 0) x[place.from + 1] = place.part * sample.sum / sample.stake;
        for (std::size_t i = 0; i < kKnots; ++i) {
            for (std::size_t j = 0; j < kKnots; ++j) rows[i][j] += x[i] * x[j];
            rows[i][kKnots] += x[i] * sample.value / sample.stake;
        }
    }
    for (std::size_t i = 0; i < kKnots; ++i) {
        for (std::size_t below = i + 1; below < kKnots; ++below) {
            const double factor = rows[below][i] / rows[i][i];
            for (std::size_t j = i; j <= kKnots; ++j) rows[below][j] -= factor * rows[i][j];
        }
    }
    Shares shares{};
    for (std::size_t i = kKnots; i-- > 0;) {
        double left = rows[i][kKnots];
        for (std::size_t j = i + 1; j < kKnots; ++j) left -= rows[i][j] * shares[j];
        shares[i] = left / rows[i][i];
    }
    return shares;
}

double fit_error(const Shares& shares, const std::vector<TrainingSample>& samples) {
    double errors = 0;
    double values = 0;
    for (const TrainingSample& sample : samples) {
        const double error = sample.value - fruit::at_groups(shares, sample.groups) * sample.sum;
        errors += std::pow(error / sample.stake, 2);
        values += std::pow(sample.value / sample.stake, 2);
    }
    return values > 0 ? errors / values : 0;
}

std::string training_signature() {
    constexpr TrainingOptions quick{.games = 4, .nodes = 400, .seed = 1};
    std::string seen;
    for (int game = 0; game < quick.games; ++game)
        for (const TrainingSample& sample : training_game(quick, game))
            seen += fmt::format("{} {} {};", sample.groups, sample.sum, sample.value);
    return sha256(seen).substr(0, 16);
}

Training fit_training(const std::vector<GameSamples>& games) {
    GameSamples seen;
    GameSamples held_out;
    for (std::size_t game = 0; game < games.size(); ++game) {
        GameSamples& kept = game % kOneGameInHeldOut == 0 ? held_out : seen;
        kept.insert(kept.end(), games[game].begin(), games[game].end());
    }
    Training training;
    for (const TrainingSample& sample : seen)
        ++training.samples[fruit::knot_place(sample.groups).from];
    training.shares = fit_shares(seen);
    training.held_out = held_out.size();
    training.error_before = fit_error(compiled_in(), held_out);
    training.error_after = fit_error(training.shares, held_out);
    return training;
}

Result<std::optional<Training>> train_fruit(const TrainingOptions& options, int jobs,
                                            const std::function<void(int)>& on_game,
                                            const std::stop_token& stop) {
    std::vector<GameSamples> games;
    WorkerPool pool(options.games, stop);
    const Result<void> played = pool.run(jobs, [&]() -> Result<void> {
        while (const std::optional<int> number = pool.take())
            pool.report(*number, [&, samples = training_game(options, *number)] {
                games.push_back(samples);
                if (on_game) on_game(static_cast<int>(games.size()));
                return true;
            });
        return {};
    });
    if (!played) return tl::unexpected(played.error());
    if (games.size() < static_cast<std::size_t>(options.games)) return std::nullopt;
    return fit_training(games);
}

std::string write_shares(const Shares& shares) {
    std::string out = "zerosum shares 1\n";
    for (std::size_t i = 0; i < kKnots; ++i)
        out += fmt::format("{} {}\n", fruit::kShareKnots[i],
                           std::clamp(std::lround(shares[i] * fruit::kWholeShare), 0L, 2000L));
    return out;
}

}  // namespace zerosum
