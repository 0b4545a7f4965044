#include "search/fruit/move_picker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "search/general/form.h"
#include "support/fruit_boards.h"

namespace zerosum::fruit {
namespace {

// Boards of every size, full and played on.
template <typename Check>
void on_boards(Check check) {
    for (int size = 1; size <= kMaxSize; ++size) {
        for (int kinds = 1; kinds <= kMaxKinds; kinds += 2) {
            const Position position = tests::random_fruit_position(
                size, kinds, mix(static_cast<std::uint64_t>(size * 100 + kinds)));
            if (position.over()) continue;
            SCOPED_TRACE(line(position));
            check(position);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

// The picker for any game, from the full list, in the codes of ours.
std::vector<PickedMove<Move>> from_the_list(const Position& position, const MoveList& list,
                                            int first) {
    ListPicker<Fruit> picker;
    picker.read(position);
    picker.begin(first);
    std::vector<PickedMove<Move>> moves;
    while (!picker.empty()) {
        PickedMove<Move> picked = picker.take();
        picked.code = MovePicker::code_of(list, static_cast<std::size_t>(picked.code));
        moves.push_back(picked);
    }
    return moves;
}

TEST(FruitMovePicker, HandsOutTheMovesOfTheListInTheSameOrder) {
    on_boards([](const Position& position) {
        MoveList list;
        generate_moves(position, list);
        MovePicker picker;
        picker.read(position);
        ASSERT_EQ(picker.size(), list.size());
        ASSERT_EQ(picker.largest_gain(), largest_gain<Fruit>(position, list).gain());
        const int count = static_cast<int>(list.size());
        for (const int first : {-1, 0, count / 3, count - 1}) {
            picker.begin(first < 0 ? kNoCode
                                   : MovePicker::code_of(list, static_cast<std::size_t>(first)));
            for (const PickedMove<Move>& expected : from_the_list(position, list, first)) {
                ASSERT_FALSE(picker.empty());
                const PickedMove<Move> picked = picker.take();
                ASSERT_EQ(picked.move, expected.move);
                ASSERT_EQ(picked.gain, expected.gain);
                ASSERT_EQ(picked.code, expected.code);
            }
            ASSERT_TRUE(picker.empty());
        }
    });
}

TEST(FruitMovePicker, FindsTheMoveOfACodeAndNothingElse) {
    on_boards([](const Position& position) {
        MoveList list;
        generate_moves(position, list);
        MovePicker picker;
        picker.read(position);
        std::size_t found = 0;
        for (int code = -1; code <= kMaxSize * kMaxSize; ++code)
            found += picker.find(code).has_value() ? 1 : 0;
        ASSERT_EQ(found, list.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            ASSERT_EQ(picker.find(MovePicker::code_of(list, i)), list[i]);
    });
}

// A code of another position, as a table may give back when two keys are equal.
TEST(FruitMovePicker, ACodeThatNamesNoMoveIsIgnored) {
    const Position position = *parse_line("**/01 1 0 0");
    MovePicker picker;
    picker.read(position);
    picker.begin(0);
    EXPECT_EQ(picker.take().move, (Move{1, 0, 1}));
    EXPECT_EQ(picker.take().move, (Move{1, 1, 1}));
    EXPECT_TRUE(picker.empty());
}

}  // namespace
}  // namespace zerosum::fruit
