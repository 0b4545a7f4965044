#include "players/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "games/registry.h"
#include "search/any_searcher.h"
#include "search/general/time.h"

namespace zerosum {
namespace {

const AnyGame& fruit_game() {
    return **find_game("fruit");
}

PositionPtr start(int size, int kinds, std::uint64_t seed) {
    Random random(seed);
    return *fruit_game().start({.size = size, .kinds = kinds}, random);
}

PlayerSpec spec(std::map<std::string, std::string> options) {
    return {"engine", PlayerKind::Engine, std::move(options), "", "engine"};
}

// Plays a whole game with itself on two banks; whether neither was overrun.
bool stays_inside(Player& player, PositionPtr position, Seconds bank) {
    std::array<Seconds, 2> left{bank, bank};
    while (!position->over()) {
        Seconds& mine = left[index(position->mover())];
        const Reply reply = player.choose({*position, mine});
        const AnyMove move = std::get<AnyMove>(reply.answer);
        const auto legal = position->moves();
        EXPECT_NE(std::find(legal.begin(), legal.end(), move), legal.end());
        mine -= reply.cpu;
        if (mine <= Seconds(0)) return false;
        position->play(move);
    }
    return true;
}

// A machine that stands still for a moment is no fault of the player (lab/fruit.md): it does
// not do so three times in a row.
void expect_to_stay_inside(Player& player, int size, int kinds, Seconds bank) {
    bool inside = false;
    for (int attempt = 0; attempt < 3 && !inside; ++attempt)
        inside = stays_inside(player, start(size, kinds, 77), bank);
    EXPECT_TRUE(inside) << "bank " << bank.count() << ", size " << size;
}

TEST(Engine, PlaysWholeGamesOnTinyBanksWithoutOverrunningThem) {
    for (const double bank : {0.02, 0.05, 0.3})
        for (const int size : {1, 5, 15, 32})
            expect_to_stay_inside(**make_engine(spec({}), fruit_game()), size, size == 1 ? 1 : 4,
                                  Seconds(bank));
}

// 22 ms are time to think when a game begins with them, and none when it began with 300.
TEST(Engine, NeverPlansWithTheLastOfALongBank) {
    const Seconds little(0.022);
    EXPECT_FALSE(plan_time(little, 10, 20).at_once());

    const auto position = start(15, 5, 5);
    auto player = *make_engine(spec({}), fruit_game());
    (void)player->choose({*position, Seconds(0.3)});
    const Reply reply = player->choose({*position, little});
    EXPECT_EQ(reply.thought->depth, 0);
    EXPECT_EQ(reply.thought->nodes, 1U);
    std::uint64_t most = 0;  // of three tries: the machine may take the time for itself
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(player->new_game(1));
        most = std::max(most, player->choose({*position, little}).thought->nodes);
    }
    EXPECT_GT(most, 1U);
}

TEST(Engine, LooksAtNoMoreNodesThanItMay) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        auto player = *make_engine(spec({{"nodes", "2000"}}), fruit_game());
        for (auto position = start(7, 3, seed); !position->over();) {
            const Reply reply = player->choose({*position, Seconds(100)});
            ASSERT_LE(reply.thought->nodes, 2000U);
            position->play(std::get<AnyMove>(reply.answer));
            if (position->over()) break;
            position->play(position->moves().front());
        }
    }
}

TEST(Engine, AnswersAtOnceWhenThereIsOneMove) {
    const auto player = *make_engine(spec({}), fruit_game());
    const auto position = *fruit_game().parse_line("***/***/*0* 1 0 0");
    const Reply reply = player->choose({*position, Seconds(257.2)});
    EXPECT_EQ(position->move_name(std::get<AnyMove>(reply.answer)), "B3");
    EXPECT_LE(reply.thought->nodes, 10U);
}

TEST(Engine, IsChargedAlsoWhereOnlyUserTimeCounts) {
    const auto player = *make_engine(spec({{"nodes", "5000"}}), fruit_game());
    const Reply reply = player->choose({*start(10, 4, 3), Seconds(10)});
    EXPECT_GT(reply.cpu_user, Seconds(0));
    EXPECT_LE(reply.cpu_user, reply.cpu);
}

TEST(Engine, PlaysTheProvedBestMoveNearTheEnd) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto position = start(4, 3, seed);
        const auto player = *make_engine(spec({}), fruit_game());
        const Reply reply = player->choose({*position, Seconds(100)});
        const SearchResult<AnyMove> solution = solve(*position, {});
        EXPECT_TRUE(solution.solved);
        EXPECT_TRUE(reply.thought->exact);
        EXPECT_EQ(reply.thought->score, solution.lower);
        const auto played = [&](const SearchLine<AnyMove>& line) {
            return line.move == std::get<AnyMove>(reply.answer);
        };
        EXPECT_TRUE(std::any_of(solution.lines.begin(), solution.lines.end(), played));
    }
}

TEST(Engine, ReportsItsThoughtsDepthByDepth) {
    const auto player = *make_engine(spec({{"depth", "3"}}), fruit_game());
    const auto position = start(10, 4, 5);
    std::vector<int> depths;
    Turn turn{*position, Seconds(100)};
    turn.on_thought = [&](const Thought& thought) { depths.push_back(thought.depth); };
    (void)player->choose(turn);
    EXPECT_EQ(depths, (std::vector{1, 2, 3}));
}

TEST(Engine, RefusesOptionsThatItDoesNotKnow) {
    EXPECT_FALSE(make_engine(spec({{"colour", "red"}}), fruit_game()));
    EXPECT_FALSE(make_engine(spec({{"depth", "0"}}), fruit_game()));
    EXPECT_FALSE(make_engine(spec({{"depth", "deep"}}), fruit_game()));
    EXPECT_FALSE(make_engine(spec({{"nodes", "-5"}}), fruit_game()));
    EXPECT_FALSE(make_engine(spec({{"hash", "99999"}}), fruit_game()));
    EXPECT_FALSE(make_engine(spec({{"level", "0"}}), fruit_game()));
    EXPECT_FALSE(make_engine(spec({{"level", "11"}}), fruit_game()));
    EXPECT_FALSE(make_engine(spec({{"threads", "0"}}), fruit_game()));
}

TEST(Engine, EveryLevelPlaysLegalGamesToTheEnd) {
    for (int level = 1; level <= kStrongestLevel; ++level) {
        auto player = *make_engine(spec({{"level", std::to_string(level)}}), fruit_game());
        auto position = start(6, 3, 21);
        while (!position->over()) {
            const Reply reply = player->choose({*position, Seconds(1)});
            const AnyMove move = std::get<AnyMove>(reply.answer);
            const auto legal = position->moves();
            ASSERT_NE(std::find(legal.begin(), legal.end(), move), legal.end()) << level;
            position->play(move);
        }
    }
}

TEST(Alphabeta, PlaysWholeGamesInsideItsBank) {
    for (const double bank : {0.02, 0.3})
        expect_to_stay_inside(**make_player("alphabeta", fruit_game()), 12, 5, Seconds(bank));
}

// With equal nodes the analysis says what the engine plays: they are the same search.
TEST(Engine, PlaysWhatTheAnalysisOfStakeAndRaidNames) {
    const AnyGame& raid = **find_game("raid");
    for (std::uint64_t seed = 0; seed < 240; ++seed) {
        Random random(seed);
        const int size = random.between(4, 12);
        const PositionPtr position = std::move(*raid.start({.size = size}, random));
        for (std::uint64_t plies = random.below(static_cast<std::uint64_t>(size * size - 2));
             plies > 0; --plies) {
            const std::vector<AnyMove> moves = position->moves();
            position->play(moves[random.below(moves.size())]);
        }
        SearchLimits limits;
        limits.nodes = 500 + random.below(20'000);
        const auto player = *make_engine(spec({{"nodes", std::to_string(limits.nodes)}}), raid);
        const Reply reply = player->choose({*position, Seconds(100'000)});
        const SearchResult<AnyMove> analysis = analyze(*position, limits);
        ASSERT_EQ(position->move_name(std::get<AnyMove>(reply.answer)),
                  position->move_name(analysis.best().move))
            << position->line();
        ASSERT_EQ(reply.thought->score, analysis.best().score) << position->line();
        ASSERT_EQ(reply.thought->nodes, analysis.nodes) << position->line();
    }
}

}  // namespace
}  // namespace zerosum
