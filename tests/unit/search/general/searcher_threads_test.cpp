#include "search/fruit/searcher.h"

#include <gtest/gtest.h>

#include <thread>

#include "games/fruit/rules.h"

namespace zerosum {
namespace {

using fruit::Fruit;

constexpr Seconds kThirtyDays{30.0 * 24 * 3600};

// A search without a limit that is stopped while the solver runs has an answer that was searched.
TEST(GeneralSearcher, AStopFindsAnAnswerAlsoWhileTheSolverIsAtWork) {
    // 28 groups: worth solving, and not solved at once.
    const Fruit::Position position = *Fruit::parse_line(
        "00002121/20012110/22120210/01012210/02121012/02221012/01201201/01121002 1 0 0");
    std::stop_source stop;
    SearchLimits limits;
    limits.solve = true;
    limits.bank = kThirtyDays;
    limits.adapt = true;
    limits.stop = stop.get_token();
    const std::jthread alarm([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    const auto result = Searcher<Fruit>(std::size_t{8} << 20U).search(position, limits);
    EXPECT_TRUE(result.best().exact || result.best().depth > 0);
}

TEST(GeneralSearcher, AMovesTimeEndsItWhateverTheBank) {
    Random random(3);
    const Fruit::Position position = *Fruit::start({.size = 26, .kinds = 6}, random);
    SearchLimits limits;
    limits.solve = true;
    limits.bank = kThirtyDays;
    limits.set_time(Seconds(0.1));
    const auto result = Searcher<Fruit>(std::size_t{8} << 20U).search(position, limits);
    EXPECT_GT(result.best().depth, 0);  // and it ends
}

}  // namespace
}  // namespace zerosum
