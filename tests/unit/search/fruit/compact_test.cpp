// The compact board against the packed one and against brute force.

#include "search/fruit/compact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "games/fruit/rules.h"
#include "search/fruit/outlook.h"
#include "support/fruit_brute_force.h"

namespace zerosum::fruit {
namespace {

using tests::FruitBruteForce;

Position random_board(int size, int kinds, Random& random, int plies) {
    Position position = *Fruit::start({.size = size, .kinds = kinds}, random);
    MoveList moves;
    for (int ply = 0; ply < plies && !position.over(); ++ply) {
        Fruit::moves(position, moves);
        position.play(moves[random.below(moves.size())]);
    }
    return position;
}

// The coupons on the board, found the plain way.
struct Coupons {
    std::uint64_t parities = 0;  // bit s: of those of s fruits
    std::size_t cancelled = 0;   // how many of them are gone with another one
};
Coupons coupons_of(std::vector<std::string> rows) {
    const std::size_t size = rows.size();
    const auto holds = [&](std::size_t column, char kind, std::size_t from) {
        for (std::size_t r = from; r < size; ++r)
            if (rows[r][column] == kind) return true;
        return false;
    };
    Coupons coupons;
    for (bool found = true; found;) {
        found = false;
        for (std::size_t c = 0; c < size; ++c) {
            std::size_t top = 0;
            while (top < size && rows[top][c] == '*') ++top;
            if (top == size) continue;
            const char kind = rows[top][c];
            std::size_t end = top;
            while (end < size && rows[end][c] == kind) ++end;
            if (holds(c, kind, end) || (c > 0 && holds(c - 1, kind, 0)) ||
                (c + 1 < size && holds(c + 1, kind, 0)))
                continue;
            const std::uint64_t one = std::uint64_t{1} << (end - top);
            if ((coupons.parities & one) != 0) coupons.cancelled += 2;
            coupons.parities ^= one;
            for (std::size_t r = top; r < end; ++r) rows[r][c] = '*';
            found = true;
        }
    }
    return coupons;
}

template <typename Word>
bool same(const typename CompactForm<Word>::Board& a, const typename CompactForm<Word>::Board& b) {
    return a.cells == b.cells && a.coupons == b.coupons;
}

// Plays a game to its end on both boards.
template <typename Word>
void expect_the_same_game(Position position, Random& random) {
    const CompactForm<Word> form(position);
    while (!position.over()) {
        const auto board = form.board(position);
        const Coupons coupons = coupons_of(Fruit::rows(position));
        EXPECT_EQ(board.coupons, coupons.parities) << Fruit::line(position);
        MoveList moves;
        Fruit::moves(position, moves);
        const std::size_t left = moves.size() - coupons.cancelled;
        EXPECT_EQ(form.over(board), left == 0) << Fruit::line(position);
        // Only a group of eight fruits or more can have a hole, which counts.
        Score largest = 0;
        for (const Move& move : moves) largest = std::max(largest, move.gain());
        const auto groups = static_cast<std::size_t>(form.groups(board));
        EXPECT_TRUE(groups == left || (groups < left && largest >= 64)) << Fruit::line(position);
        EXPECT_TRUE(form.largest_gain(board) == largest || coupons.cancelled > 0)
            << Fruit::line(position);

        typename CompactForm<Word>::Facts facts;
        const Outlook outlook = form.weigh(board, facts);
        const Outlook expected = fruit::outlook(position);
        if (facts.lost == kUnknownLoss) {
            EXPECT_EQ(outlook.lower, expected.lower) << Fruit::line(position);
            EXPECT_EQ(outlook.upper, expected.upper) << Fruit::line(position);
        }
        EXPECT_EQ((outlook.lower - expected.lower) % 2, 0) << Fruit::line(position);
        EXPECT_EQ(outlook.grain, expected.grain);

        // Every candidate leads to the board after one of the moves.
        typename CompactForm<Word>::Candidates candidates;
        const Score goal = outlook.possible_from((outlook.lower + outlook.upper) / 2);
        static_cast<void>(form.survey(board, facts, goal));
        form.shortlist(board, facts, goal, -1, candidates);
        form.add_others(board, facts, goal, -1, candidates);
        for (const auto& candidate : candidates) {
            typename CompactForm<Word>::Board after;
            form.play(board, candidate, after);
            EXPECT_TRUE(std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
                Position child = position;
                return child.play(move) == candidate.gain && same<Word>(form.board(child), after);
            })) << Fruit::line(position);
        }
        position.play(moves[random.below(moves.size())]);
    }
    EXPECT_TRUE(form.over(form.board(position)));
}

TEST(FruitCompact, TheInstructionCountsAsThePortableFormDoes) {
    Random random(600);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t word = random.next() & random.next();
        std::uint64_t left = word;
        unsigned ones = 0;
        for (; left != 0; left &= left - 1) ++ones;
        EXPECT_EQ(count_portable(word), ones);
        EXPECT_EQ(count(word), ones);
        EXPECT_EQ(count(static_cast<Word128>(word) << 40U), ones);
    }
    EXPECT_EQ(count(~std::uint64_t{0}), 64U);
    EXPECT_EQ(count(~Word128{0}), 128U);
    EXPECT_EQ(count(std::uint64_t{0}), 0U);
}

TEST(FruitCompact, PlaysTheSameGameInOneWord) {
    Random random(601);
    for (int i = 0; i < 60; ++i) {
        const Position position =
            random_board(random.between(1, 7), random.between(1, 10), random, random.between(0, 4));
        if (!position.over()) expect_the_same_game<std::uint64_t>(position, random);
    }
}

TEST(FruitCompact, PlaysTheSameGameInTwoWords) {
    Random random(602);
    for (int i = 0; i < 60; ++i) {
        const Position position = random_board(random.between(5, 10), random.between(1, 10), random,
                                               random.between(0, 8));
        if (!position.over()) expect_the_same_game<Word128>(position, random);
    }
}

TEST(FruitCompact, ColumnsGroupsOfEmptyColumnsAndTheBitAboveEachAreCounted) {
    EXPECT_EQ(compact_bits(*Fruit::parse_line("0***/1**0/0**1/0**0 1 0 0")), 3 * 5);
    EXPECT_EQ(compact_bits(*Fruit::parse_line("****/****/****/*01* 1 0 0")), 2 * 2);
}

TEST(FruitCompact, CouponsLeaveTheBoardAndEqualOnesCancel) {
    const auto board_of = [](const std::string& line) {
        const Position position = *Fruit::parse_line(line);
        return CompactForm<std::uint64_t>(position).board(position);
    };
    const auto cells = [](const auto& board) {
        return std::accumulate(board.cells.begin(), board.cells.end(), std::uint64_t{0},
                               std::bit_or<>());
    };
    // One under the other: 1 and 2 fruits.
    const auto stack = board_of("0**/1**/1** 1 0 0");
    EXPECT_EQ(stack.coupons, 0b110U);
    EXPECT_EQ(cells(stack), 0U);
    // Two single fruits, apart from each other.
    const auto pair = board_of("***/***/0*0 1 0 0");
    EXPECT_EQ(pair.coupons, 0U);
    EXPECT_EQ(cells(pair), 0U);
    // Beside one of their kind, or in two pieces: none.
    EXPECT_EQ(board_of("***/0**/10* 1 0 0").coupons, 0U);
    EXPECT_EQ(board_of("0**/1**/0** 1 0 0").coupons, 0U);
    // The highest column that there is.
    std::string high;
    for (int row = 0; row < 32; ++row) high += "1" + std::string(31, '*') + (row < 31 ? "/" : "");
    EXPECT_EQ(board_of(high + " 1 0 0").coupons, std::uint64_t{1} << 32U);
}

// The moves that gain most and the one of index `first` come first, and none comes twice.
template <typename Form>
void expect_in_two_parts(const typename Form::Candidates& candidates, std::size_t favoured,
                         int first) {
    Score most = 0;
    std::set<int> indices;
    for (const auto& candidate : candidates) {
        most = std::max(most, candidate.gain);
        EXPECT_TRUE(indices.insert(candidate.index).second) << candidate.index;
    }
    for (std::size_t i = 0; i < candidates.size(); ++i)
        EXPECT_EQ(i < favoured, candidates[i].gain == most || candidates[i].index == first);
}

// What is said of moves before they are made holds, whatever the goal.
TEST(FruitCompact, TheSurveyLeavesOutNothingThatMatters) {
    using Form = CompactForm<std::uint64_t>;
    Random random(603);
    int settled = 0;
    int shortened = 0;
    for (int i = 0; i < 400; ++i) {
        const Position position =
            random_board(random.between(2, 4), random.between(1, 4), random, random.between(0, 5));
        if (position.over()) continue;
        const Score value = FruitBruteForce(Fruit::rows(position)).value();
        const Form form(position);
        const auto board = form.board(position);
        if (form.over(board)) {  // equal coupons, nothing else
            EXPECT_EQ(value, 0) << Fruit::line(position);
            continue;
        }
        Form::Facts facts;
        const Outlook outlook = form.weigh(board, facts);
        EXPECT_LE(outlook.lower, value) << Fruit::line(position);
        EXPECT_GE(outlook.upper, value) << Fruit::line(position);
        MoveList moves;
        Fruit::moves(position, moves);
        const auto value_of = [&](const Form::Candidate& candidate) {
            Form::Board after;
            form.play(board, candidate, after);
            for (const Move& move : moves) {
                Position child = position;
                if (child.play(move); !same<std::uint64_t>(form.board(child), after)) continue;
                if (child.over()) return move.gain();
                return move.gain() - FruitBruteForce(Fruit::rows(child)).value();
            }
            ADD_FAILURE() << "no such move: " << Fruit::line(position);
            return Score{0};
        };
        for (const Score near : {-12, -4, 0, 2, 4, 12}) {
            const Score goal = value + near;
            Form::Candidates candidates;
            const LeftOut left_out = form.survey(board, facts, goal);
            if (left_out.settled >= 0) {
                ++settled;
                EXPECT_GE(left_out.value, goal) << Fruit::line(position);
                EXPECT_LE(left_out.value, value) << Fruit::line(position);
                continue;
            }
            EXPECT_LT(left_out.value, goal) << Fruit::line(position);
            const int first = random.between(-1, static_cast<int>(moves.size()));
            form.shortlist(board, facts, goal, first, candidates);
            const std::size_t favoured = candidates.size();
            form.add_others(board, facts, goal, first, candidates);
            EXPECT_EQ(left_out.all, candidates.empty()) << Fruit::line(position);
            EXPECT_EQ(left_out.all, favoured == 0) << Fruit::line(position);
            expect_in_two_parts<Form>(candidates, favoured, first);
            Score best = left_out.value;
            for (const auto& candidate : candidates) {
                best = std::max(best, value_of(candidate));
            }
            EXPECT_TRUE(value >= goal ? best == value : best >= value)
                << Fruit::line(position) << " goal " << goal;
            if (candidates.size() < moves.size()) ++shortened;
        }
    }
    EXPECT_GT(settled, 200);
    EXPECT_GT(shortened, 200);
}

// Equal keys, equal values: over all boards met in games of small boards.
TEST(FruitCompact, BoardsOfOneKeyHaveOneValue) {
    Random random(604);
    std::map<Key, Score> values;
    for (int i = 0; i < 400; ++i) {
        Position position = random_board(4, random.between(2, 5), random, 0);
        const CompactForm<std::uint64_t> form(position);
        MoveList moves;
        for (int ply = 0; !position.over(); ++ply) {
            if (ply > 3) {
                const Key key = form.key(form.board(position));
                const Score value = FruitBruteForce(Fruit::rows(position)).value();
                const auto [known, added] = values.emplace(key, value);
                EXPECT_EQ(known->second, value) << Fruit::line(position);
            }
            Fruit::moves(position, moves);
            position.play(moves[random.below(moves.size())]);
        }
    }
    EXPECT_GT(values.size(), 500U);
}

}  // namespace
}  // namespace zerosum::fruit
