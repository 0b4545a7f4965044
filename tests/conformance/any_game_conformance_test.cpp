// The same games behind the virtual interfaces: the adapter must add nothing and lose nothing.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "games/registry.h"

namespace zerosum {
namespace {

bool names_mark(const GameInfo& info, char mark) {
    return std::any_of(info.contents.begin(), info.contents.end(), [&](const CellContent& content) {
        return content.mark == mark && !content.name.empty();
    });
}

class EveryAnyGame : public testing::TestWithParam<const AnyGame*> {
 protected:
    [[nodiscard]] static const AnyGame& game() { return *GetParam(); }

    // Shows every position of a few random games to `check`, the finished ones included.
    template <typename Check>
    static void along_random_games(Check check) {
        for (const int side : {1, 3, 0}) {
            if (side != 0 && !game().info().size.holds(side)) continue;
            Random random(static_cast<std::uint64_t>(side) + 11);
            for (int round = 0; round < 3; ++round) {
                const PositionPtr position =
                    game().start(StartOptions{.size = side}, random).value();
                for (;;) {
                    SCOPED_TRACE(position->line());
                    check(*position, random);
                    if (testing::Test::HasFatalFailure() || position->over()) break;
                    const std::vector<AnyMove> moves = position->moves();
                    position->play(moves[random.below(moves.size())]);
                }
            }
        }
    }
};

TEST_P(EveryAnyGame, IsFoundByItsName) {
    EXPECT_EQ(find_game(game().name()).value(), &game());
}

TEST_P(EveryAnyGame, SaysAllThatTheOutsideMustKnow) {
    const GameInfo& info = game().info();
    EXPECT_EQ(info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789"),
              std::string_view::npos);
    EXPECT_FALSE(info.title.empty());
    EXPECT_TRUE(info.rules.ends_with('.'));
    EXPECT_FALSE(info.editions.empty());
    EXPECT_FALSE(info.score_unit.empty());
    EXPECT_FALSE(info.score_meaning.empty());
    EXPECT_TRUE(names_mark(info, info.empty));
    for (const SideNames& side : info.sides) {
        EXPECT_FALSE(side.name.empty());
        EXPECT_EQ(side.mark.size(), 1U);
    }
    EXPECT_NE(info.sides[0].mark, info.sides[1].mark);
    for (const auto& range : {std::optional(info.size), info.kinds, info.pieces}) {
        if (!range) continue;
        EXPECT_TRUE(range->holds(range->usual));
        EXPECT_TRUE(range->holds(range->casual));
        EXPECT_FALSE(range->holds(range->least - 1));
        EXPECT_FALSE(range->holds(range->most + 1));
    }
}

TEST_P(EveryAnyGame, StartsWithinItsRangesAndRefusesWhatIsOutside) {
    const GameInfo& info = game().info();
    Random random(5);
    const auto check = [&](const OptionRange& range, int StartOptions::*field) {
        const auto start = [&](int number) {
            StartOptions options{.size = info.size.most};
            options.*field = number;
            return game().start(options, random);
        };
        for (const int number : {range.least, range.most, range.usual, range.casual})
            EXPECT_TRUE(start(number)) << start(number).error().message;
        for (const int number : {range.least - 1, range.most + 1})
            // 0 of a size or of kinds, and -1 pieces, ask for the default.
            if (number != StartOptions{}.*field) {
                EXPECT_FALSE(start(number)) << number;
            }
    };
    check(info.size, &StartOptions::size);
    if (info.kinds) check(*info.kinds, &StartOptions::kinds);
    if (info.pieces) check(*info.pieces, &StartOptions::pieces);
    EXPECT_EQ(game().start({.kinds = 3}, random).has_value(), info.kinds.has_value());
    EXPECT_EQ(game().start({.pieces = 1}, random).has_value(), info.pieces.has_value());
    EXPECT_EQ(game().start({}, random).value()->size(), info.size.usual);
}

TEST_P(EveryAnyGame, TheOptionsOfADrawnBoardDrawABoardAlike) {
    const GameInfo& info = game().info();
    Random random(6);
    StartOptions wish{.size = info.size.casual};
    if (info.kinds) wish.kinds = info.kinds->casual;
    if (info.pieces) wish.pieces = 2;
    const PositionPtr first = game().start(wish, random).value();
    EXPECT_EQ(first->start_options(), wish);
    const PositionPtr second = game().start(first->start_options(), random).value();
    EXPECT_EQ(second->start_options(), wish);
    EXPECT_EQ(second->cells_used(), first->cells_used());
}

TEST_P(EveryAnyGame, CellsHoldWhatTheGameNamesAndAreWorthWhatItSays) {
    const GameInfo& info = game().info();
    along_random_games([&](const AnyPosition& position, Random&) {
        const auto size = static_cast<std::size_t>(position.size());
        const std::vector<std::string> rows = position.rows();
        ASSERT_EQ(rows.size(), size);
        for (const std::string& row : rows) {
            ASSERT_EQ(row.size(), size);
            for (const char mark : row) ASSERT_TRUE(names_mark(info, mark)) << mark;
        }
        const std::vector<std::vector<int>> values = position.values();
        ASSERT_EQ(values.size(), info.cell_values ? size : 0U);
        for (const std::vector<int>& row : values) ASSERT_EQ(row.size(), size);
    });
}

TEST_P(EveryAnyGame, UsedCellsGrowToTheWholeBoard) {
    along_random_games([](const AnyPosition& position, Random& random) {
        const int cells = position.size() * position.size();
        ASSERT_EQ(position.cells_used() == cells, position.over());
        if (position.over()) return;
        const PositionPtr child = position.clone();
        const std::vector<AnyMove> moves = child->moves();
        child->play(moves[random.below(moves.size())]);
        ASSERT_GT(child->cells_used(), position.cells_used());
    });
}

// Every move can be picked by its cells, and by those alone; a cell and a kind mean one move.
TEST_P(EveryAnyGame, TheMovesAtTheCellsAreAllMoves) {
    const GameInfo& info = game().info();
    along_random_games([&](const AnyPosition& position, Random&) {
        std::map<std::uint64_t, int> picked;
        for (int cell = 0; cell < position.size() * position.size(); ++cell) {
            const Cell at{cell / position.size(), cell % position.size()};
            const std::vector<AnyMove> moves = position.moves_at(at);
            std::set<int> kinds;
            for (const AnyMove move : moves) {
                ++picked[move.bits];
                ASSERT_TRUE(kinds.insert(position.move_kind(move)).second);
                ASSERT_LT(static_cast<std::size_t>(position.move_kind(move)),
                          std::max<std::size_t>(1, info.move_kinds.size()));
            }
            if (moves.empty()) {
                ASSERT_FALSE(position.why_no_move(at).empty());
            }
        }
        const std::vector<AnyMove> moves = position.moves();
        ASSERT_EQ(picked.size(), moves.size());
        for (const AnyMove move : moves) ASSERT_EQ(picked[move.bits], position.picks(move));
    });
}

TEST_P(EveryAnyGame, AMoveIsDescribedWithItsGain) {
    along_random_games([](const AnyPosition& position, Random&) {
        for (const AnyMove move : position.moves())
            ASSERT_NE(position.describe(move).find(fmt::format("{:+}", position.gain(move))),
                      std::string::npos)
                << position.describe(move);
    });
}

TEST_P(EveryAnyGame, FilesThatAskForAFixedDepthReadBack) {
    Random random(8);
    const PositionPtr position = game().start({}, random).value();
    for (const std::string_view mode : game().info().fixed_depth_modes) {
        const std::string text = position->write_input({mode, 3});
        EXPECT_NE(text.find(mode), std::string::npos);
        const AnyTask task = game().read_input(text).value();
        EXPECT_EQ(task.fixed_depth, 3);
        EXPECT_EQ(task.position->line(), position->line());
    }
}

TEST_P(EveryAnyGame, PositionsKnowTheirGame) {
    along_random_games([](const AnyPosition& position, Random&) {
        ASSERT_EQ(&position.game(), &game());
        ASSERT_EQ(&position.clone()->game(), &game());
    });
}

TEST_P(EveryAnyGame, AClonePlaysOnItsOwn) {
    along_random_games([](const AnyPosition& position, Random& random) {
        if (position.over()) return;
        const std::string before = position.line();
        const Key key = position.key();
        const PositionPtr child = position.clone();
        ASSERT_EQ(child->line(), before);
        const std::vector<AnyMove> moves = child->moves();
        const Side mover = position.mover();
        const Score gain = child->play(moves[random.below(moves.size())]);
        ASSERT_EQ(child->lead(mover) - position.lead(mover), gain);
        ASSERT_EQ(child->lead(Side::One), -child->lead(Side::Two));
        ASSERT_EQ(position.line(), before);
        ASSERT_EQ(position.key(), key);
    });
}

TEST_P(EveryAnyGame, MovesReadBackFromNamesAndAnswers) {
    along_random_games([](const AnyPosition& position, Random&) {
        for (const AnyMove move : position.moves()) {
            ASSERT_EQ(position.parse_move(position.move_name(move)).value(), move);
            ASSERT_EQ(position.judge_output(position.write_output(move)).value(), move);
            ASSERT_FALSE(position.affected(move).empty());
        }
    });
}

TEST_P(EveryAnyGame, PositionsReadBackFromLinesAndFiles) {
    along_random_games([](const AnyPosition& position, Random&) {
        const PositionPtr parsed = game().parse_line(position.line()).value();
        ASSERT_EQ(parsed->line(), position.line());
        ASSERT_EQ(parsed->key(), position.key());
        if (position.over()) return;
        const std::string text = position.write_input(Seconds{1.5});
        ASSERT_TRUE(game().recognises_input(text));
        ASSERT_EQ(&game_of_input(text), &game());
        const Result<AnyTask> task = game().read_input(text);
        ASSERT_TRUE(task) << task.error().message;
        ASSERT_EQ(task->position->rows(), position.rows());
        ASSERT_EQ(task->bank, Seconds{1.5});
    });
}

TEST_P(EveryAnyGame, FaultsAndErrorsComeThrough) {
    Random random(1);
    const PositionPtr position = game().start({}, random).value();
    EXPECT_FALSE(position->parse_move("nowhere"));
    EXPECT_FALSE(position->judge_output("nowhere"));
    EXPECT_FALSE(game().parse_line("nonsense"));
    EXPECT_FALSE(game().read_input("nonsense"));
    EXPECT_FALSE(game().start(StartOptions{.size = -5}, random));
}

INSTANTIATE_TEST_SUITE_P(Games, EveryAnyGame,
                         testing::ValuesIn(all_games().begin(), all_games().end()),
                         [](const auto& instance) { return std::string(instance.param->name()); });

}  // namespace
}  // namespace zerosum
