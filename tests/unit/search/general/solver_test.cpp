#include "search/general/solver.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "search/fruit/knowledge.h"
#include "support/fruit_brute_force.h"

namespace zerosum {
namespace {

using fruit::Fruit;
using tests::FruitBruteForce;

Fruit::Position random_board(int size, int kinds, Random& random, int plies = 0) {
    Fruit::Position position = *Fruit::start({.size = size, .kinds = kinds}, random);
    for (int ply = 0; ply < plies && !position.over(); ++ply) {
        Fruit::MoveList moves;
        Fruit::moves(position, moves);
        position.play(moves[random.below(moves.size())]);
    }
    return position;
}

// Value and the set of best moves agree with brute force.
void expect_solved_right(const Fruit::Position& position) {
    FruitBruteForce brute(Fruit::rows(position));
    ProofTable table(1U << 20U);
    const auto exact = Solver<fruit::Knowledge>(table).solve(position, {});
    ASSERT_TRUE(exact.solved) << Fruit::line(position);
    const Score value = brute.value();
    EXPECT_EQ(exact.lower, value) << Fruit::line(position);
    EXPECT_EQ(exact.upper, value) << Fruit::line(position);
    std::vector<std::string> best;
    for (const auto& move : brute.moves())
        if (move.value == value) best.push_back(cell_name({move.row, move.column}));
    std::vector<std::string> found;
    for (const auto& line : exact.lines) found.push_back(Fruit::move_name(position, line.move));
    EXPECT_EQ(found, best) << Fruit::line(position);
}

TEST(Solver, EqualsBruteForceOn500BoardsUpTo4x4) {
    Random random(401);
    for (int i = 0; i < 500; ++i)
        expect_solved_right(
            random_board(random.between(1, 4), random.between(1, 5), random, random.between(0, 2)));
}

TEST(Solver, EqualsBruteForceOn100BoardsOf5x5) {
    Random random(402);
    for (int i = 0; i < 100; ++i)
        expect_solved_right(random_board(5, random.between(1, 3), random, random.between(2, 5)));
}

// What fruit proves without searching: the bounds hold, and their parity is the value's.
TEST(Solver, TheOutlookHoldsTheValueOn500Boards) {
    Random random(408);
    for (int i = 0; i < 500; ++i) {
        const Fruit::Position position =
            random_board(random.between(1, 4), random.between(1, 5), random, random.between(0, 6));
        if (position.over()) continue;
        const Score value = FruitBruteForce(Fruit::rows(position)).value();
        const Outlook outlook = fruit::outlook(position);
        EXPECT_LE(outlook.lower, value) << Fruit::line(position);
        EXPECT_GE(outlook.upper, value) << Fruit::line(position);
        EXPECT_EQ((value - outlook.lower) % outlook.grain, 0) << Fruit::line(position);
    }
}

TEST(Solver, MirroredBoardsRenamedKindsAndTwinCouponsShareAKey) {
    const auto key = [](const char* line) { return fruit::outlook(*Fruit::parse_line(line)).key; };
    EXPECT_EQ(key("0**/10*/011 1 0 0"), key("**0/*01/110 1 0 0"));
    EXPECT_EQ(key("0**/10*/011 1 0 0"), key("2**/32*/233 1 0 0"));
    EXPECT_NE(key("0**/10*/011 1 0 0"), key("0**/10*/010 1 0 0"));
    EXPECT_EQ(key("*****/*****/*****/01***/10*01 1 0 0"),
              key("*****/*****/*****/01***/10*** 1 0 0"));
}

// Sums over columns: what changes in one must not cancel what changes in another. These shared a
// key while columns were mixed too little before they were added.
TEST(Solver, BoardsThatDifferInSeveralColumnsHaveKeysOfTheirOwn) {
    const auto key = [](const std::string& line) {
        std::string board;
        for (int row = 0; row < 5; ++row) board += "****************/";
        return fruit::outlook(*Fruit::parse_line(board + line)).key;
    };
    const std::string floor =
        "01000111********/01101111********/01111111********/"
        "11111111******** 1 0 0";
    EXPECT_NE(key("*****0**********/*****0**********/*00*0000********/000*0000********/"
                  "00000000********/00000000********/00000000********/" +
                  floor),
              key("*******0********/*0***0*0********/*0***0*0********/*0***0*0********/"
                  "*0**00*0********/00*000*0********/00000000********/" +
                  floor));
}

// The player who has to start in one of two equal parts might lose by it, so they are not left out.
TEST(Solver, TwinPartsOfMoreThanOneMoveKeepTheirPlaceInTheKey) {
    const auto key = [](const char* line) { return fruit::outlook(*Fruit::parse_line(line)).key; };
    EXPECT_NE(key("*****/*****/*****/01*01/10*10 1 0 0"), Key{0});
    EXPECT_NE(key("*****/*****/*****/01*01/10*10 1 0 0"),
              key("*****/*****/*****/01***/10*** 1 0 0"));
}

TEST(Solver, EqualsBruteForceOnTwinParts) {
    Random random(405);
    for (int i = 0; i < 60; ++i) {
        std::string line;
        for (int row = 0; row < 5; ++row) {
            const char a = static_cast<char>('0' + random.below(3));
            const char b = static_cast<char>('0' + random.below(3));
            line += row < 2 ? "*****" : fmt::format("{0}{1}*{0}{1}", a, b);
            line += row < 4 ? "/" : " 1 0 0";
        }
        expect_solved_right(*Fruit::parse_line(line));
    }
}

// Boards too large for a small form are searched as they are: here, boards that are not.
TEST(Solver, ThePositionsThemselvesWillDoAsAForm) {
    Random random(409);
    for (int i = 0; i < 60; ++i) {
        const Fruit::Position position =
            random_board(random.between(2, 4), random.between(2, 4), random, random.between(0, 3));
        if (position.over()) continue;
        Fruit::MoveList moves;
        Fruit::moves(position, moves);
        const PositionForm<fruit::Knowledge> form;
        ProofTable table(1U << 20U);
        const SearchLimits limits;
        StopCheck stop(limits);
        ProofSearch<PositionForm<fruit::Knowledge>> search(form, {table, stop});
        for (const Fruit::Move& move : moves) {
            Fruit::Position after = position;
            after.play(move);
            const Score value =
                move.gain() - (after.over() ? 0 : FruitBruteForce(Fruit::rows(after)).value());
            EXPECT_GE(search.move_value(move.gain(), form.board(after), value), value);
            EXPECT_LE(search.move_value(move.gain(), form.board(after), value + 1), value);
        }
    }
}

// What the estimate pass rests on: a search that assumes the rule of thumb is nearly always right,
// and visits far fewer nodes.
TEST(Solver, ARuleOfThumbIsNearlyAlwaysRight) {
    Random random(410);
    int right = 0;
    std::uint64_t assuming = 0;
    std::uint64_t proving = 0;
    constexpr int boards = 40;
    for (int i = 0; i < boards; ++i) {
        const Fruit::Position position = random_board(5, 4, random);
        ProofTable proofs(1U << 22U);
        const auto exact = Solver<fruit::Knowledge>(proofs).solve(position, {});
        ASSERT_TRUE(exact.solved);
        proving += exact.nodes;

        const fruit::CompactForm<std::uint64_t> form(position);
        ProofTable table(1U << 22U);
        const SearchLimits limits;
        StopCheck stop(limits);
        ProofSearch<fruit::CompactForm<std::uint64_t>> search(
            form, {.table = table, .stop = stop, .assumed = RuleOfThumb{.most_lost = 2}});
        Fruit::Position after = position;
        const Score gain = after.play(exact.best().move);
        const auto board = form.board(after);
        const Score value = exact.lower;
        if (search.move_value(gain, board, value) >= value &&
            search.move_value(gain, board, value + 2) < value + 2)
            ++right;
        assuming += search.nodes();
    }
    EXPECT_GE(right, boards * 9 / 10);
    EXPECT_LT(assuming * 5, proving);
}

TEST(Solver, AFinishedGameIsWorthNothing) {
    Random random(403);
    Fruit::Position position = random_board(2, 1, random, 1);
    ASSERT_TRUE(position.over());
    ProofTable table(1U << 16U);
    const auto exact = Solver<fruit::Knowledge>(table).solve(position, {});
    EXPECT_TRUE(exact.solved);
    EXPECT_EQ(exact.lower, 0);
    EXPECT_TRUE(exact.lines.empty());
}

TEST(Solver, OneKindOnTheLargestBoardScoresMoreThan16Bits) {
    Random random(404);
    const Fruit::Position position = random_board(32, 1, random);
    ProofTable table(1U << 16U);
    const auto exact = Solver<fruit::Knowledge>(table).solve(position, {});
    EXPECT_TRUE(exact.solved);
    EXPECT_EQ(exact.lower, 1'048'576);
}

TEST(Solver, BoundsHoldTheValueHoweverEarlyItIsStopped) {
    Random random(405);
    for (int i = 0; i < 60; ++i) {
        const Fruit::Position position = random_board(4, 3, random);
        const Score value = FruitBruteForce(Fruit::rows(position)).value();
        for (std::uint64_t nodes = 1; nodes < 2000; nodes *= 3) {
            ProofTable table(1U << 20U);
            SearchLimits limits;
            limits.nodes = nodes;
            const auto exact = Solver<fruit::Knowledge>(table).solve(position, limits);
            EXPECT_LE(exact.lower, value) << Fruit::line(position);
            EXPECT_GE(exact.upper, value) << Fruit::line(position);
            EXPECT_TRUE(!exact.solved || exact.lower == exact.upper);
            EXPECT_TRUE(exact.solved || exact.lines.size() <= 1);
        }
    }
}

// The limit may strike after the value is known and before every best move is.
TEST(Solver, AKnownValueComesWithAMoveThatReachesIt) {
    Random random(407);
    int unfinished = 0;
    for (int i = 0; i < 20; ++i) {
        const Fruit::Position position = random_board(4, 3, random);
        ProofTable whole(1U << 20U);
        const auto all = Solver<fruit::Knowledge>(whole).solve(position, {});
        for (std::uint64_t nodes = 1; nodes <= all.nodes; ++nodes) {
            ProofTable table(1U << 20U);
            SearchLimits limits;
            limits.nodes = nodes;
            const auto exact = Solver<fruit::Knowledge>(table).solve(position, limits);
            if (exact.solved || exact.lower < exact.upper || exact.lines.empty()) continue;
            ++unfinished;
            EXPECT_TRUE(std::any_of(all.lines.begin(), all.lines.end(), [&](const auto& line) {
                return line.move == exact.best().move;
            }));
        }
    }
    EXPECT_GT(unfinished, 0);
}

TEST(Solver, ATinyTableChangesNoAnswer) {
    Random random(406);
    for (int i = 0; i < 30; ++i) {
        const Fruit::Position position = random_board(4, 4, random);
        ProofTable tiny(64);
        ProofTable large(1U << 22U);
        const auto a = Solver<fruit::Knowledge>(tiny).solve(position, {});
        const auto b = Solver<fruit::Knowledge>(large).solve(position, {});
        EXPECT_EQ(a.lower, b.lower) << Fruit::line(position);
        EXPECT_EQ(a.lines, b.lines) << Fruit::line(position);
    }
}

// A table that already knows positions of other games must not mislead.
TEST(Solver, ATableSharedByManyPositionsChangesNoAnswer) {
    Random random(407);
    ProofTable shared(1U << 22U);
    Solver<fruit::Knowledge> solver(shared);
    for (int i = 0; i < 100; ++i) {
        const Fruit::Position position = random_board(4, random.between(2, 4), random);
        EXPECT_EQ(solver.solve(position, {}).lower, FruitBruteForce(Fruit::rows(position)).value())
            << Fruit::line(position);
    }
}

}  // namespace
}  // namespace zerosum
