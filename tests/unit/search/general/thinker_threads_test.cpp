#include "search/general/thinker.h"

#include <gtest/gtest.h>

#include <thread>

#include "games/fruit/rules.h"

namespace zerosum {
namespace {

using fruit::Fruit;

constexpr Seconds thirty_days{30.0 * 24 * 3600};

// Whoever thinks without a limit, and is stopped while the solver is at work, has an answer that
// was searched.
TEST(Thinker, AStopFindsAnAnswerAlsoWhileTheSolverIsAtWork) {
    // 28 groups: worth solving, and not solved at once.
    const Fruit::Position position = *Fruit::parse_line(
        "00002121/20012110/22120210/01012210/02121012/02221012/01201201/01121002 1 0 0");
    std::stop_source stop;
    ThinkLimits limits;
    limits.bank = thirty_days;
    limits.adapt = true;
    limits.stop = stop.get_token();
    const std::jthread alarm([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    const auto result = Thinker<Fruit>(std::size_t{16} << 20U).think(position, limits);
    EXPECT_TRUE(result.best().exact || result.best().depth > 0);
}

TEST(Thinker, AMovesTimeEndsItWhateverTheBank) {
    Random random(3);
    const Fruit::Position position = *Fruit::start({.size = 26, .kinds = 6}, random);
    ThinkLimits limits;
    limits.bank = thirty_days;
    limits.move_time = Seconds(0.1);
    const auto result = Thinker<Fruit>(std::size_t{16} << 20U).think(position, limits);
    EXPECT_LT(result.cpu, Seconds(60));  // and not days
}

}  // namespace
}  // namespace zerosum
