// What every game must satisfy, checked on the static types: the suite runs over AllGames, so a
// game that is added to the registry is tested here without a line of its own.

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <type_traits>

#include "games/all_games.h"
#include "games/registry.h"

namespace zerosum {
namespace {

template <typename List>
struct TypesOf;
template <Game... Gs>
struct TypesOf<GameList<Gs...>> {
    using Type = testing::Types<Gs...>;
};

template <typename G>
class EveryGame : public testing::Test {
 protected:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;

    // Plays random games on small, usual and large boards and shows every position on the way,
    // the last one included, to `check`.
    template <typename Check>
    static void along_random_games(Check check) {
        for (const int side : {1, 2, 3, 5, 0, 13, 26}) {
            if (side != 0 && !G::info().size.holds(side)) continue;
            Random random(static_cast<std::uint64_t>(side) + 1);
            for (int game = 0; game < (side <= 5 ? 8 : 2); ++game) {
                Position position = G::start(StartOptions{.size = side}, random).value();
                while (!position.over()) {
                    SCOPED_TRACE(G::line(position));
                    check(position, random);
                    if (testing::Test::HasFatalFailure()) return;
                    const MoveList moves = moves_of(position);
                    ASSERT_FALSE(moves.empty()) << "a game that is not over has a move";
                    position.play(moves[random.below(moves.size())]);
                }
                SCOPED_TRACE(G::line(position));
                check(position, random);
                if (testing::Test::HasFatalFailure()) return;
            }
        }
    }

    static MoveList moves_of(const Position& position) {
        MoveList list;
        G::moves(position, list);
        return list;
    }

    static Move random_move(const Position& position, Random& random) {
        const MoveList moves = moves_of(position);
        return moves[random.below(moves.size())];
    }
};
TYPED_TEST_SUITE(EveryGame, TypesOf<AllGames>::Type);

TYPED_TEST(EveryGame, EndsAfterAtMostAMoveForEveryCell) {
    using G = TypeParam;
    for (const int side : {1, 4, 0, 20}) {
        if (side != 0 && !G::info().size.holds(side)) continue;
        Random random(3);
        auto position = G::start(StartOptions{.size = side}, random).value();
        for (int plies = 0; !position.over(); ++plies) {
            ASSERT_LE(plies, position.size() * position.size());
            position.play(this->random_move(position, random));
        }
        EXPECT_TRUE(this->moves_of(position).empty());
    }
}

TYPED_TEST(EveryGame, MovesAreDistinctAndPlayable) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& /*random*/) {
        std::set<std::string> names;
        for (const auto& move : this->moves_of(position)) {
            ASSERT_TRUE(names.insert(G::move_name(position, move)).second);
            auto child = position;
            child.play(move);
            ASSERT_FALSE(child == position);
            ASSERT_EQ(child.key(), child.key_from_scratch());
        }
        ASSERT_EQ(names.empty(), position.over());
    });
}

TYPED_TEST(EveryGame, APassTurnsTheMoverAndNothingElse) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& /*random*/) {
        auto passed = position;
        passed.pass();
        ASSERT_EQ(passed.mover(), other(position.mover()));
        ASSERT_EQ(G::rows(passed), G::rows(position));
        for (const Side side : {Side::One, Side::Two})
            ASSERT_EQ(passed.points(side), position.points(side));
        ASSERT_EQ(passed.key(), passed.key_from_scratch());
        ASSERT_EQ(G::parse_line(G::line(passed)).value(), passed);
        passed.pass();
        ASSERT_EQ(passed, position);
    });
}

TYPED_TEST(EveryGame, TheMovesOfAPositionNeverChange) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& /*random*/) {
        const auto first = this->moves_of(position);
        const auto copy = position;
        const auto again = this->moves_of(copy);
        const auto parsed = this->moves_of(G::parse_line(G::line(position)).value());
        ASSERT_TRUE(std::equal(first.begin(), first.end(), again.begin(), again.end()));
        ASSERT_TRUE(std::equal(first.begin(), first.end(), parsed.begin(), parsed.end()));
    });
}

TYPED_TEST(EveryGame, NamesOfMovesReadBack) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& /*random*/) {
        for (const auto& move : this->moves_of(position)) {
            const auto parsed = G::parse_move(position, G::move_name(position, move));
            ASSERT_TRUE(parsed) << parsed.error().sentence;
            ASSERT_TRUE(*parsed == move);
        }
    });
}

TYPED_TEST(EveryGame, TextThatIsNoMoveIsAFaultWithASentence) {
    using G = TypeParam;
    Random random(1);
    const auto position = G::start({}, random).value();
    for (const std::string_view text : {"", "?", "A0", "ZZ99", "hello", "A1 A1 A1"}) {
        const auto parsed = G::parse_move(position, text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_FALSE(parsed.error().sentence.empty());
    }
}

TYPED_TEST(EveryGame, PositionsReadBackFromTheirLine) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& /*random*/) {
        const auto parsed = G::parse_line(G::line(position));
        ASSERT_TRUE(parsed) << parsed.error().message;
        ASSERT_TRUE(*parsed == position);
        ASSERT_EQ(parsed->key(), position.key());
        ASSERT_EQ(parsed->mover(), position.mover());
        ASSERT_EQ(parsed->points(Side::One), position.points(Side::One));
        ASSERT_EQ(parsed->points(Side::Two), position.points(Side::Two));
        ASSERT_EQ(G::line(*parsed), G::line(position));
    });
}

TYPED_TEST(EveryGame, TheKeyEqualsTheKeyFromScratch) {
    this->along_random_games([&](const auto& position, Random& /*random*/) {
        ASSERT_EQ(position.key(), position.key_from_scratch());
    });
}

TYPED_TEST(EveryGame, ChildrenOfOnePositionHaveDifferentKeysWhenTheirBoardsDiffer) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& /*random*/) {
        std::set<std::vector<std::string>> boards;
        std::set<Key> keys;
        for (const auto& move : this->moves_of(position)) {
            auto child = position;
            child.play(move);
            boards.insert(G::rows(child));
            keys.insert(child.key());
        }
        ASSERT_EQ(boards.size(), keys.size());
    });
}

TYPED_TEST(EveryGame, TheGainIsTheChangeOfTheMoversLead) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& random) {
        ASSERT_EQ(lead<G>(position, Side::One), -lead<G>(position, Side::Two));
        if (position.over()) return;
        const Side mover = position.mover();
        auto child = position;
        const Score gain = child.play(this->random_move(position, random));
        ASSERT_EQ(lead<G>(child, mover) - lead<G>(position, mover), gain);
        ASSERT_EQ(child.mover(), other(mover));
    });
}

TYPED_TEST(EveryGame, AMoveChangesOnlyCellsThatItAffectsOrThatFall) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& random) {
        if (position.over()) return;
        const auto move = this->random_move(position, random);
        const std::vector<Cell> cells = G::affected(position, move);
        ASSERT_FALSE(cells.empty());
        auto child = position;
        child.play(move);
        const std::vector<std::string> before = G::rows(position);
        const std::vector<std::string> after = G::rows(child);
        std::set<int> columns;
        for (const Cell& cell : cells) columns.insert(cell.column);
        for (std::size_t row = 0; row < before.size(); ++row)
            for (std::size_t column = 0; column < before.size(); ++column)
                if (!columns.contains(static_cast<int>(column))) {
                    ASSERT_EQ(before[row][column], after[row][column]);
                }
    });
}

TYPED_TEST(EveryGame, CourseFilesReadBack) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& /*random*/) {
        if (position.over()) return;
        const std::string text = G::write_input(position, Seconds{7.25});
        ASSERT_TRUE(G::recognises_input(text));
        ASSERT_EQ(game_of_input(text).name(), G::info().name);
        const auto task = G::read_input(text);
        ASSERT_TRUE(task) << task.error().message << "\n" << text;
        ASSERT_EQ(G::rows(task->position), G::rows(position));
        ASSERT_EQ(task->position.key(), position.key());
        ASSERT_EQ(task->bank, Seconds{7.25});
        ASSERT_EQ(task->fixed_depth, 0);
    });
}

TYPED_TEST(EveryGame, OurOwnAnswersAreJudgedLegal) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& random) {
        if (position.over()) return;
        const auto move = this->random_move(position, random);
        const auto judged = G::judge_output(position, G::write_output(position, move));
        ASSERT_TRUE(judged) << judged.error().sentence;
        ASSERT_TRUE(*judged == move);
    });
}

TYPED_TEST(EveryGame, AnAnswerWithTheBoardBeforeTheMoveIsJudgedWrong) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& random) {
        if (position.over()) return;
        std::string text = G::move_name(position, this->random_move(position, random)) + "\n";
        for (const std::string& row : G::rows(position)) text += row + "\n";
        const auto judged = G::judge_output(position, text);
        ASSERT_FALSE(judged);
        ASSERT_EQ(judged.error().code, FaultCode::WrongBoard);
        ASSERT_FALSE(judged.error().sentence.empty());
    });
}

TYPED_TEST(EveryGame, AMovesGainIsWhatPlayingItReturns) {
    using G = TypeParam;
    this->along_random_games([&](const auto& position, Random& /*random*/) {
        for (const auto& move : this->moves_of(position)) {
            auto child = position;
            ASSERT_EQ(G::gain(position, move), child.play(move)) << G::line(position);
        }
    });
}

TYPED_TEST(EveryGame, StartIsTheSameForTheSameSeed) {
    using G = TypeParam;
    Random a(9);
    Random b(9);
    EXPECT_TRUE(G::start({}, a).value() == G::start({}, b).value());
}

TYPED_TEST(EveryGame, StartRefusesImpossibleSizes) {
    using G = TypeParam;
    Random random(1);
    for (const int side : {-1, 1000}) {
        const auto position = G::start(StartOptions{.size = side}, random);
        ASSERT_FALSE(position);
        EXPECT_FALSE(position.error().message.empty());
    }
}

TYPED_TEST(EveryGame, GarbageIsRefusedWithAMessage) {
    using G = TypeParam;
    for (const std::string_view text :
         {std::string_view(""), std::string_view("\n\n\n"), std::string_view("\0\0\0", 3),
          std::string_view("5"), std::string_view("\xFF\xFE\n1\n2\n"),
          std::string_view("99999999999999999999\n1\n1\n"), std::string_view("a\nb\nc\nd\ne\n")}) {
        const auto task = G::read_input(text);
        ASSERT_FALSE(task);
        EXPECT_FALSE(task.error().message.empty());
        const auto position = G::parse_line(text);
        ASSERT_FALSE(position);
        EXPECT_FALSE(position.error().message.empty());
    }
}

}  // namespace
}  // namespace zerosum
