// random, greedy and minimax: the players the course names.

#include <gtest/gtest.h>

#include <map>

#include "games/registry.h"
#include "players/reference/greedy_player.h"
#include "players/reference/random_player.h"
#include "players/spec.h"

namespace zerosum {
namespace {

const AnyGame& fruit() {
    return **find_game("fruit");
}

PositionPtr position(std::string_view line) {
    return std::move(*fruit().parse_line(line));
}

std::string choice(std::string_view spec, const AnyPosition& at, double bank = 10) {
    Result<PlayerPtr> player = make_player(spec, at.game());
    EXPECT_TRUE(player) << player.error().message;
    EXPECT_TRUE((*player)->new_game(1));
    const Reply reply = (*player)->choose({at, Seconds{bank}});
    return at.move_name(std::get<AnyMove>(reply.answer));
}

TEST(Random, PicksFruitsUniformlyByDefault) {
    // Nine 0s and one 1: the group of nine is taken nine times in ten.
    const PositionPtr at = position("*0**/00**/000*/0001 1 0 0");
    Random random(5);
    std::map<std::string, int> picks;
    for (int i = 0; i < 10'000; ++i)
        ++picks[at->move_name(random_move(*at, RandomBy::Pick, random))];
    EXPECT_EQ(picks.size(), 2U);
    EXPECT_NEAR(picks["D4"], 1000, 120);
}

TEST(Random, CanPickMovesUniformly) {
    const PositionPtr at = position("*0**/00**/000*/0001 1 0 0");
    Random random(5);
    std::map<std::string, int> picks;
    for (int i = 0; i < 10'000; ++i)
        ++picks[at->move_name(random_move(*at, RandomBy::Move, random))];
    EXPECT_NEAR(picks["D4"], 5000, 250);
}

TEST(Greedy, TakesTheLargestGroup) {
    EXPECT_EQ(choice("greedy", *position("***/*10/000 1 0 0")), "C2");
}

TEST(Greedy, OutOfTimePlaysAsRandom) {
    const PositionPtr at = position("*0**/00**/000*/0001 1 0 0");
    GreedyPlayer player("greedy");
    bool other_than_greedy = false;
    for (std::uint64_t seed = 0; seed < 200 && !other_than_greedy; ++seed) {
        ASSERT_TRUE(player.new_game(seed));
        const Reply reply = player.choose({*at, Seconds{-1}});
        other_than_greedy = at->move_name(std::get<AnyMove>(reply.answer)) == "D4";
    }
    EXPECT_TRUE(other_than_greedy);
}

// The value of the move that plain minimax by hand gives, over the dynamic interface.
Score plain_minimax(const AnyPosition& at, int depth) {
    if (depth == 0 || at.over()) return 0;
    Score best = -1'000'000;
    for (const AnyMove move : at.moves()) {
        const PositionPtr child = at.clone();
        const Score gain = child->play(move);
        best = std::max(best, gain - plain_minimax(*child, depth - 1));
    }
    return best;
}

TEST(Minimax, PlaysTheFirstMoveOfTheBestValue) {
    Random random(11);
    for (const AnyGame* game : all_games()) {
        for (int i = 0; i < 20; ++i) {
            StartOptions options;
            options.size = 4;
            const PositionPtr at = std::move(*game->start(options, random));
            for (int depth = 1; depth <= 3; ++depth) {
                std::string expected;
                Score best = -1'000'000;
                for (const AnyMove move : at->moves()) {
                    const PositionPtr child = at->clone();
                    const Score value = child->play(move) - plain_minimax(*child, depth - 1);
                    if (value > best) {
                        best = value;
                        expected = at->move_name(move);
                    }
                }
                EXPECT_EQ(choice(fmt::format("minimax:depth={}", depth), *at, 1000), expected)
                    << at->line();
            }
        }
    }
}

TEST(Minimax, IsShallowerWhenShortOfTimeAndSearchesNothingWithoutAny) {
    Random random(2);
    StartOptions options;
    options.size = 26;
    options.kinds = 6;
    const PositionPtr at = std::move(*fruit().start(options, random));
    const Result<PlayerPtr> player = make_player("minimax:depth=3", fruit());
    const Reply reply = (*player)->choose({*at, Seconds{0.5}});
    EXPECT_LT(reply.thought->depth, 3);
    const Reply last = (*player)->choose({*at, Seconds{0.0001}});
    EXPECT_EQ(last.thought->depth, 1);
    EXPECT_EQ(last.thought->nodes, 0U);
}

// What is left of its bank after a whole game against a player that takes no time.
Seconds left_by_minimax(const AnyGame& game, const StartOptions& options, Seconds bank) {
    Random random(7);
    const PositionPtr at = std::move(*game.start(options, random));
    const PlayerPtr player = *make_player("minimax:depth=3", game);
    EXPECT_TRUE(player->new_game(1));
    while (!at->over() && bank > Seconds{0}) {
        const Reply reply = player->choose({*at, bank});
        bank -= reply.cpu;
        at->play(std::get<AnyMove>(reply.answer));
        if (!at->over()) at->play(at->moves().front());
    }
    return bank;
}

// What one move uses is missing for the others. Three tries: a machine that pauses, and charges the
// pause as CPU time, is not this player's fault.
TEST(Minimax, DoesNotLoseOnTimeWhereTheBankIsShortForTheBoard) {
    StartOptions large;
    large.size = 26;
    large.kinds = 10;
    StartOptions raid;
    raid.size = 20;
    const auto survives = [](const AnyGame& game, const StartOptions& options) {
        for (int attempt = 0; attempt < 3; ++attempt)
            if (left_by_minimax(game, options, Seconds{1}) > Seconds{0}) return true;
        return false;
    };
    EXPECT_TRUE(survives(fruit(), large));
    EXPECT_TRUE(survives(**find_game("raid"), raid));
}

}  // namespace
}  // namespace zerosum
