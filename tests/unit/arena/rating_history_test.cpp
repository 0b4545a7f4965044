#include "arena/tournament/rating_history.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "arena/tournament/standings.h"
#include "core/random.h"
#include "support/ledger_games.h"

namespace zerosum {
namespace {

// A round robin of four, in which one entrant hands in again half-way.
class RatingHistoryTest : public ::testing::Test {
 protected:
    RatingHistoryTest() {
        std::string name = testing::TempDir() + "historyXXXXXX";
        folder_ = ::mkdtemp(name.data());
        ledger_.emplace(*Ledger::open_to_play(
            folder_ / "l", {{"game", "fruit"}, {"format", "round-robin"}, {"games", "2"}}));
    }
    ~RatingHistoryTest() override {
        ledger_.reset();
        std::filesystem::remove_all(folder_);
    }

    // Everybody who takes part plays everybody else; the earlier in the list is the stronger.
    void play(const std::vector<std::string>& fingerprints) {
        std::vector<LedgerPlayer> players;
        for (std::size_t i = 0; i < fingerprints.size(); ++i)
            players.push_back(
                {std::string(1, static_cast<char>('a' + i)), "random", fingerprints[i]});
        const std::vector<PlayerIndex> numbers = *ledger_->enter(players);
        for (ScheduledPairing plan :
             Schedule({Format::RoundRobin, fingerprints.size(), ++seed_}).next({})) {
            plan.first = numbers[plan.first];
            plan.second = numbers[plan.second];
            ASSERT_TRUE(ledger_->add_pairings(std::vector{plan}));
            for (const int number : {0, 1}) {
                LedgerGame game;
                game.id = game_id(plan.id, number);
                game.pairing = plan.id;
                game.number = number;
                game.players = {number == 0 ? plan.first : plan.second,
                                number == 0 ? plan.second : plan.first};
                game.winner = random_.below(4) == 0 ? static_cast<int>(random_.below(2))
                              : game.players[0] < game.players[1] ? 0
                                                                  : 1;
                game.points = {Score{30}, Score{20}};
                game.reason = "points";
                ASSERT_TRUE(tests::keep_game(*ledger_, game, "{}"));
            }
        }
    }

    std::filesystem::path folder_;
    std::optional<Ledger> ledger_;
    Random random_{7};
    std::uint64_t seed_ = 0;
};

TEST_F(RatingHistoryTest, EndsWithWhatTheTableSays) {
    play({"1", "2", "3", "4"});
    play({"1", "2", "5", "4"});
    const Result<RatingHistory> history = rating_history(*ledger_, 7);
    ASSERT_TRUE(history);
    ASSERT_EQ(history->moments.size(), 7U);
    EXPECT_EQ(history->moments.back().games, 24U);
    const Result<Standings> standings = make_standings(*ledger_);
    ASSERT_TRUE(standings);
    ASSERT_EQ(standings->lines.size(), 4U);
    for (const StandingLine& line : standings->lines) {
        const std::optional<Interval>& last = history->ratings.at(line.name).back();
        ASSERT_TRUE(last) << line.name;
        EXPECT_DOUBLE_EQ(last->value, line.rating.value) << line.name;
        EXPECT_DOUBLE_EQ(last->low, line.rating.low) << line.name;
    }
}

TEST_F(RatingHistoryTest, SaysOfAMomentWhatTheTableSaidThen) {
    play({"1", "2", "3", "4"});
    const Result<Standings> then = make_standings(*ledger_);
    ASSERT_TRUE(then);
    play({"1", "2", "5", "4"});
    const Result<RatingHistory> history = rating_history(*ledger_, 2);
    ASSERT_TRUE(history);
    ASSERT_EQ(history->moments.size(), 2U);
    ASSERT_EQ(history->moments[0].games, 12U);
    for (const StandingLine& line : then->lines) {
        const std::optional<Interval>& first = history->ratings.at(line.name)[0];
        ASSERT_TRUE(first) << line.name;
        EXPECT_DOUBLE_EQ(first->value, line.rating.value) << line.name;
        EXPECT_DOUBLE_EQ(first->high, line.rating.high) << line.name;
    }
}

TEST_F(RatingHistoryTest, HasNoMomentBeforeTheFirstGame) {
    const std::vector<LedgerPlayer> one = {{"a", "random", "1"}};
    ASSERT_TRUE(ledger_->enter(one));
    const Result<RatingHistory> history = rating_history(*ledger_, 5);
    ASSERT_TRUE(history);
    EXPECT_TRUE(history->moments.empty());
    EXPECT_TRUE(history->ratings.at("a").empty());
}

}  // namespace
}  // namespace zerosum
