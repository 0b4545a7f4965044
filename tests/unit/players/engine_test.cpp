#include "players/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "games/registry.h"
#include "players/analysis.h"
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
        const Solution solution = solve(*position, {});
        EXPECT_TRUE(solution.solved);
        EXPECT_TRUE(reply.thought->exact);
        EXPECT_EQ(reply.thought->score, solution.lower);
        EXPECT_NE(
            std::find(solution.best.begin(), solution.best.end(), std::get<AnyMove>(reply.answer)),
            solution.best.end());
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
    for (int level = 1; level <= strongest_level; ++level) {
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

TEST(Engine, SeveralThreadsFindTheProvedValueToo) {
    const auto position = start(4, 3, 9);
    AnalysisLimits limits;
    limits.threads = 3;
    const Analysis analysis = analyze(*position, limits);
    EXPECT_TRUE(analysis.lines[0].exact);
    EXPECT_EQ(analysis.lines[0].score, solve(*position, {}).lower);
}

TEST(Alphabeta, PlaysWholeGamesInsideItsBank) {
    for (const double bank : {0.02, 0.3})
        expect_to_stay_inside(**make_player("alphabeta", fruit_game()), 12, 5, Seconds(bank));
}

// A depth that is cut short leaves the lines of the one before, but for those it has finished.
TEST(Analysis, LinesAreInOrderWheneverItIsStopped) {
    const auto position = start(8, 4, 21);
    for (std::uint64_t nodes = 300; nodes < 30'000; nodes = nodes * 5 / 4) {
        std::vector<Analysis> complete;
        const Analysis stopped =
            analyze(*position, {.nodes = nodes, .lines = 4},
                    [&](const Analysis& analysis) { complete.push_back(analysis); });
        ASSERT_EQ(stopped.lines.size(), 4U);
        ASSERT_FALSE(complete.empty());
        for (std::size_t i = 1; i < 4; ++i) {
            const auto& line = stopped.lines[i];
            // Each line but the first is one of a complete depth, or finished at the next.
            const auto& last = complete.back().lines;
            const bool known = std::any_of(last.begin(), last.end(), [&](const auto& other) {
                return other.move == line.move && other.score == line.score;
            });
            const bool finished = line.depth > last.front().depth &&
                                  stopped.lines[i - 1].depth == line.depth &&
                                  stopped.lines[i - 1].score >= line.score;
            EXPECT_TRUE(known || finished) << nodes << " nodes, line " << i;
        }
    }
}

TEST(Analysis, MainLinesOfProvedScoresLeadToTheEndAndAddUp) {
    int whole = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto position = start(4, 3, seed);
        for (const AnalysisLine& line : analyze(*position, {.lines = 3}).lines) {
            ASSERT_TRUE(line.exact);
            const auto at = position->clone();
            Score sum = 0;
            Score sign = 1;
            for (const AnyMove move : line.pv) {
                sum += sign * at->play(move);
                sign = -sign;
            }
            if (!at->over()) continue;
            ++whole;
            EXPECT_EQ(sum, line.score) << position->line();
        }
    }
    EXPECT_GT(whole, 40);  // of 60
}

TEST(Analysis, AgreesWithTheSolverWhereTheGameIsSolved) {
    const auto position = start(4, 4, 11);
    const Analysis analysis = analyze(*position, {.lines = 2});
    const Solution solution = solve(*position, {});
    ASSERT_EQ(analysis.lines.size(), 2U);
    EXPECT_EQ(analysis.lines[0].score, solution.lower);
    EXPECT_TRUE(analysis.lines[0].exact);
    EXPECT_LE(analysis.lines[1].score, analysis.lines[0].score);
}

TEST(Analysis, TheSolverTellsItsBoundsOnTheWay) {
    const auto position = start(6, 3, 13);
    std::vector<Solution> told;
    const Solution solution =
        solve(*position, {}, [&](const Solution& so_far) { told.push_back(so_far); });
    ASSERT_GE(told.size(), 2U);
    for (std::size_t i = 0; i < told.size(); ++i) {
        EXPECT_LE(told[i].lower, solution.lower);
        EXPECT_GE(told[i].upper, solution.upper);
        EXPECT_LE(told[i].nodes, solution.nodes);
        if (i == 0) continue;
        EXPECT_LT(told[i].upper - told[i].lower, told[i - 1].upper - told[i - 1].lower);
        EXPECT_GE(told[i].nodes, told[i - 1].nodes);
    }
    EXPECT_EQ(told.back().lower, told.back().upper);
}

TEST(Bench, HasOneSignature) {
    for (const AnyGame* game : all_games()) {
        const BenchResult first = bench(*game, 3);
        EXPECT_GT(first.signature, 0U) << game->name();
        EXPECT_EQ(first.signature, bench(*game, 3).signature) << game->name();
    }
}

}  // namespace
}  // namespace zerosum
