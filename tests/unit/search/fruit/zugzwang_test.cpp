// What a player can lose by having to move: against every board there is, and brute force.

#include "search/fruit/zugzwang.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/files.h"
#include "core/random.h"
#include "core/text.h"
#include "games/fruit/rules.h"
#include "support/fruit_boards.h"
#include "support/fruit_brute_force.h"
#include "support/fruit_every_board.h"
#include "support/fruit_oracle.h"
#include "support/paths.h"

namespace zerosum::fruit {
namespace {

using tests::FruitBruteForce;
using tests::FruitEveryBoard;
using tests::FruitOracle;
using tests::OracleGroup;
using Rows = std::vector<std::string>;
using Sizes = FruitEveryBoard::Sizes;

// The lines of data/fruit/zugzwang.txt, by number of fruits.
std::map<Score, FruitEveryBoard::Worst> read_solved() {
    const std::string text = read_file(tests::data_path("fruit/zugzwang.txt")).value();
    std::map<Score, FruitEveryBoard::Worst> solved;
    for (const std::string_view line : split_lines(text)) {
        if (line.front() == '#') continue;
        Sizes numbers;
        for (const std::string_view word : split(line, ' '))
            numbers.push_back(static_cast<Score>(parse_int(word).value()));
        const Sizes sizes(numbers.begin() + 1, numbers.end());
        solved[std::accumulate(sizes.begin(), sizes.end(), Score{0})][sizes] = numbers.front();
    }
    return solved;
}

Score most_lost_in(const Sizes& sizes) {
    ClassSizes classes;
    for (const Score size : sizes) classes.add(size);
    return most_lost(classes);
}

// Whether taking fruits away and cutting classes can make `parts`, from the first-th on, of
// `classes`: every part has its place in one of them.
bool may_come_of(Sizes& classes, const Sizes& parts, std::size_t first = 0) {
    if (first == parts.size()) return true;
    for (Score& room : classes) {
        if (room < parts[first]) continue;
        room -= parts[first];
        const bool found = may_come_of(classes, parts, first + 1);
        room += parts[first];
        if (found) return true;
    }
    return false;
}

// A class as outlook.h says: the fruits of a kind in neighbouring columns that all hold that kind.
struct Class {
    char kind;
    std::size_t begin, end;  // columns
    Score size;
};

std::vector<Class> classes_of(const Rows& rows) {
    std::vector<Class> classes;
    for (char kind = '0'; kind <= '9'; ++kind) {
        bool open = false;
        for (std::size_t c = 0; c < rows.size(); ++c) {
            const auto fruits = std::count_if(
                rows.begin(), rows.end(), [&](const std::string& row) { return row[c] == kind; });
            if (fruits > 0 && !open) classes.push_back({kind, c, c, 0});
            open = fruits > 0;
            if (!open) continue;
            classes.back().end = c + 1;
            classes.back().size += static_cast<Score>(fruits);
        }
    }
    return classes;
}

ClassSizes sizes_of(const std::vector<Class>& classes) {
    ClassSizes sizes;
    for (const Class& each : classes) sizes.add(each.size);
    return sizes;
}

Score size_of_class_at(const std::vector<Class>& classes, const Rows& rows, int row, int column) {
    const auto c = static_cast<std::size_t>(column);
    const char kind = rows[static_cast<std::size_t>(row)][c];
    return std::find_if(classes.begin(), classes.end(),
                        [&](const Class& each) {
                            return each.kind == kind && each.begin <= c && c < each.end;
                        })
        ->size;
}

// Whether some group has no other group's fruit above it, in any of its columns.
bool has_a_group_that_nothing_lies_on(const Rows& rows) {
    const std::vector<OracleGroup> groups = FruitOracle(rows).groups();
    return std::any_of(groups.begin(), groups.end(), [&](const OracleGroup& group) {
        Rows others = rows;
        const auto at = [&](int row, int column) -> char& {
            return others[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        };
        for (const auto& [row, column] : group.cells) at(row, column) = '*';
        return std::all_of(group.cells.begin(), group.cells.end(), [&](const auto& cell) {
            for (int row = 0; row < cell.first; ++row)
                if (at(row, cell.second) != '*') return false;
            return true;
        });
    });
}

// By random play.
Rows board_with_fruits_left(int size, int kinds, int fruits, Random& random) {
    Position position = *Fruit::start({.size = size, .kinds = kinds}, random);
    MoveList moves;
    while (position.fruits() > fruits) {
        Fruit::moves(position, moves);
        position.play(moves[random.below(moves.size())]);
    }
    return Fruit::rows(position);
}

// Three columns of two kinds: there it is bad to move in one of 40 boards, elsewhere hardly ever.
Rows narrow_board(int fruits, Random& random) {
    Rows rows(5, "*****");
    while (fruits > 0) {
        const std::size_t column = random.below(3);
        std::size_t row = 5;
        while (row > 0 && rows[row - 1][column] != '*') --row;
        if (row == 0) continue;
        rows[row - 1][column] = "01"[random.below(2)];
        --fruits;
    }
    return rows;
}

std::string line_of(const Rows& rows) {
    return Fruit::line(tests::fruit_position(rows));
}

// Compares a board's value, and that of every move, with what its classes say. Returns the value.
Score expect_within_bounds(const Rows& rows) {
    const std::vector<Class> classes = classes_of(rows);
    const ClassSizes sizes = sizes_of(classes);
    const FruitOracle board(rows);
    const auto moves = FruitBruteForce(rows).moves();
    Score value = moves.empty() ? 0 : moves.front().value;
    for (const auto& move : moves) {
        const auto taken = static_cast<Score>(board.group(move.row, move.column).cells.size());
        const Score size = size_of_class_at(classes, rows, move.row, move.column);
        EXPECT_LE(move.value, taken * taken + most_lost(sizes.without(taken, size)))
            << line_of(rows);
        value = std::max(value, move.value);
    }
    EXPECT_GE(value, -most_lost(sizes)) << line_of(rows);
    EXPECT_LE(value, most_won(sizes)) << line_of(rows);
    return value;
}

TEST(FruitZugzwang, TheFileSaysWhatSolvingEveryBoardFinds) {
    const auto solved = read_solved();
    constexpr Score most = 8;
    const FruitEveryBoard every_board(most);
    for (Score n = 1; n <= most; ++n) EXPECT_EQ(every_board.worst(n), solved.at(n)) << n;
    // Counted by another program before.
    EXPECT_EQ(every_board.boards(1), 1U);
    EXPECT_EQ(every_board.boards(2), 4U);
    EXPECT_EQ(every_board.boards(3), 13U);
    EXPECT_EQ(every_board.boards(8), 77'830U);
}

TEST(FruitZugzwang, EveryBoardIsRefusedWhereAKeyCouldNotHoldIt) {
    EXPECT_THROW(FruitEveryBoard(FruitEveryBoard::most_fruits + 1), std::invalid_argument);
    EXPECT_THROW(FruitEveryBoard(-1), std::invalid_argument);
}

TEST(FruitZugzwang, MostLostIsTheWorstOfAllThatMayComeOfTheClasses) {
    const auto solved = read_solved();
    std::size_t cases = 0;
    for (const auto& [fruits, lines] : solved)
        for (const auto& [sizes, ignored] : lines) {
            Sizes classes = sizes;
            Score lost = 0;
            for (const auto& [fewer, others] : solved)
                for (const auto& [parts, worst] : others)
                    if (-worst > lost && may_come_of(classes, parts)) lost = -worst;
            EXPECT_EQ(most_lost_in(sizes), lost) << ::testing::PrintToString(sizes);
            ++cases;
        }
    // All ways to write 1 to 12 as a sum.
    EXPECT_EQ(cases, 1U + 2 + 3 + 5 + 7 + 11 + 15 + 22 + 30 + 42 + 56 + 77);
}

TEST(FruitZugzwang, NoBoardLosesMoreAndNoMoveBringsMoreThanTheClassesSay) {
    Random random(701);
    for (int i = 0; i < 600; ++i)
        expect_within_bounds(board_with_fruits_left(random.between(3, 5), random.between(2, 4),
                                                    random.between(10, 15), random));
}

TEST(FruitZugzwang, NorWhereItIsOftenBadToMove) {
    Random random(702);
    int bad = 0;
    for (int i = 0; i < 1500; ++i)
        if (expect_within_bounds(narrow_board(random.between(12, 15), random)) < 0) ++bad;
    EXPECT_GT(bad, 20);
}

// Two of them: with one, the mover passes the bad move on.
TEST(FruitZugzwang, CouponsBesideABoardLoseNobodyMore) {
    Random random(703);
    int bad = 0;
    for (int i = 0; i < 1500; ++i) {
        Rows rows = narrow_board(random.between(9, 13), random);
        const ClassSizes sizes = sizes_of(classes_of(rows));
        const Score lost = most_lost(sizes);
        const int both = random.between(2, 5);
        const int lower = random.between(1, both - 1);
        for (int n = 1; n <= both; ++n)
            rows[static_cast<std::size_t>(5 - n)][4] = n <= lower ? '2' : '3';
        const Score value = FruitBruteForce(rows).value();
        EXPECT_GE(value, -lost) << line_of(rows);
        const Score larger = std::max(lower, both - lower);
        EXPECT_LE(value, std::max(most_won(sizes), larger * larger + lost)) << line_of(rows);
        if (value < 0) ++bad;
    }
    EXPECT_GT(bad, 5);
}

TEST(FruitZugzwang, MoreFruitsOrLargerClassesNeverLoseLess) {
    Random random(704);
    for (int i = 0; i < 5000; ++i) {
        const Score largest = random.between(1, kZugzwangFruits);
        Sizes sizes;
        for (Score left = random.between(1, kZugzwangFruits); left > 0; left -= sizes.back())
            sizes.push_back(random.between(1, std::min(largest, left)));
        const Score lost = most_lost_in(sizes);
        const std::size_t one = random.below(sizes.size());
        const std::size_t other = random.below(sizes.size());

        Sizes larger = sizes;
        ++larger[one];
        EXPECT_GE(most_lost_in(larger), lost) << ::testing::PrintToString(sizes);

        Sizes more = sizes;
        more.push_back(1);
        EXPECT_GE(most_lost_in(more), lost) << ::testing::PrintToString(sizes);

        if (one == other) continue;
        Sizes joined = sizes;
        joined[one] += joined[other];
        joined.erase(joined.begin() + static_cast<std::ptrdiff_t>(other));
        EXPECT_GE(most_lost_in(joined), lost) << ::testing::PrintToString(sizes);
    }
}

TEST(FruitZugzwang, MostWonIsAClassOrLessOfItAndWhatTheOtherThenLoses) {
    Random random(706);
    for (int i = 0; i < 2000; ++i) {
        Sizes sizes;
        ClassSizes classes;
        for (Score left = random.between(1, kZugzwangFruits); left > 0; left -= sizes.back()) {
            sizes.push_back(random.between(1, std::min(left, 9)));
            classes.add(sizes.back());
        }
        Score won = 0;
        for (const Score size : sizes)
            for (Score taken = 1; taken <= size; ++taken)
                won = std::max(won, taken * taken + most_lost(classes.without(taken, size)));
        // Where a loss is too large for its place in the table, u is at least as large.
        if (won < kUnknownLoss)
            EXPECT_EQ(most_won(classes), won) << ::testing::PrintToString(sizes);
        else
            EXPECT_GE(most_won(classes), Score{ZugzwangTable::too_large});
    }
}

TEST(FruitZugzwang, WhereNothingIsLeftNothingIsLostOrWon) {
    EXPECT_EQ(most_lost(ClassSizes{}), 0);
    EXPECT_EQ(most_won(ClassSizes{}), 0);
}

TEST(FruitZugzwang, BeyondItsFruitsTheLossIsUnknown) {
    ClassSizes many;
    many.add(kZugzwangFruits + 1);
    EXPECT_EQ(most_won(many), kUnknownLoss);
    EXPECT_EQ(most_lost_in({kZugzwangFruits + 1}), kUnknownLoss);
    EXPECT_EQ(most_lost_in(Sizes(kZugzwangFruits + 1, 1)), kUnknownLoss);
    EXPECT_LT(most_lost_in(Sizes(kZugzwangFruits, 1)), kUnknownLoss);
}

TEST(FruitZugzwang, SomeGroupHasNothingOnItWhereGroupsAreSmall) {
    Random random(705);
    int boards = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const Position position =
            tests::random_fruit_position(random.between(2, 7), random.between(2, 8), seed);
        const Rows rows = Fruit::rows(position);
        const std::vector<OracleGroup> groups = FruitOracle(rows).groups();
        if (groups.empty() ||
            std::any_of(groups.begin(), groups.end(),
                        [](const OracleGroup& group) { return group.cells.size() > 4; }))
            continue;
        EXPECT_TRUE(has_a_group_that_nothing_lies_on(rows)) << Fruit::line(position);
        ++boards;
    }
    EXPECT_GT(boards, 500);
}

TEST(FruitZugzwang, ARingOfFiveMayLieOnWhatItHolds) {
    EXPECT_FALSE(has_a_group_that_nothing_lies_on({"00*", "01*", "00*"}));
}

}  // namespace
}  // namespace zerosum::fruit
