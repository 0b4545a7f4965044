#include "search/fruit/knowledge.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.h"
#include "games/fruit/notation.h"

namespace zerosum::fruit {
namespace {

// For every position of a game between greedy players: its estimate and what came true.
struct Forecast {
    double expected = 0;
    double made = 0;
    double groups = 0;
};
std::vector<Forecast> forecasts(int size, int kinds, std::uint64_t seed) {
    Random random(seed);
    StartOptions options;
    options.size = size;
    options.kinds = kinds;
    Position position = *Fruit::start(options, random);
    std::vector<Forecast> game;
    for (MoveList moves; !position.over(); moves = {}) {
        Fruit::moves(position, moves);
        game.push_back(
            {Knowledge::moves_left(position, moves), 0, static_cast<double>(moves.size())});
        position.play(largest_gain<Fruit>(position, moves));
    }
    for (std::size_t i = 0; i < game.size(); ++i)
        game[i].made = static_cast<double>((game.size() - i + 1) / 2);
    return game;
}

TEST(FruitKnowledge, MovesToComeAreWhatGamesTake) {
    int positions = 0;
    int fewer = 0;
    for (const int size : {8, 10, 15, 20, 26}) {
        for (const int kinds : {3, 4, 6, 9}) {
            for (const Forecast& at : forecasts(size, kinds, 1)) {
                EXPECT_GE(at.expected, 0.5);
                EXPECT_LE(at.expected, (at.groups + 1) / 2);
                if (at.groups < 20) continue;
                EXPECT_LT(at.expected, 2.2 * at.made) << size << "x" << size << " p" << kinds;
                EXPECT_GT(at.expected, 0.6 * at.made) << size << "x" << size << " p" << kinds;
                ++positions;
                fewer += at.expected < at.made ? 1 : 0;
            }
        }
    }
    EXPECT_LT(fewer, positions / 4);
}

}  // namespace
}  // namespace zerosum::fruit
