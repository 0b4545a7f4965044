#include "arena/review/review.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "arena/play/match.h"
#include "arena/review/review_report.h"
#include "games/registry.h"

namespace zerosum {
namespace {

constexpr std::uint64_t kFewNodes = 20'000;

class ReviewOfEveryGame : public ::testing::TestWithParam<const AnyGame*> {
 protected:
    // Reviews games between two players on small boards.
    template <typename See>
    static void on_games(const char* a, const char* b, int size, int games, See see) {
        MatchSettings settings;
        settings.game = GetParam();
        settings.players = {*parse_player_spec(a), *parse_player_spec(b)};
        settings.start.size = size;
        settings.edition = *find_edition("casual");
        settings.bank = Seconds{100};
        settings.games = games;
        MatchWatch watch;
        watch.on_game = [&](int, const GameRecord& record) {
            Judge judge(*GetParam(), kFewNodes);
            const Result<GameReview> review = review_game(record, judge);
            EXPECT_TRUE(review.has_value());
            if (review) see(record, *review);
            return true;
        };
        EXPECT_TRUE(run_match(settings, watch).has_value());
    }

    // Of all moves of both sides together.
    static double accuracy_of(const char* player, int games) {
        std::vector<ReviewedMove> all;
        on_games(player, player, 5, games, [&](const GameRecord&, const GameReview& review) {
            for (ReviewedMove move : review.moves) {
                move.player = 0;
                all.push_back(move);
            }
        });
        return accuracy(all)[0].value_or(-1);
    }
};

TEST_P(ReviewOfEveryGame, TheEngineIsAccurateAndRandomIsNot) {
    EXPECT_GT(accuracy_of("engine:nodes=20000,adapt=0", 4), 95);
    EXPECT_LT(accuracy_of("random", 8), 40);
}

// The worst move of a position and what it loses, by the solver alone.
struct Blunder {
    AnyMove move{};
    Score lost = 0;
};
Blunder worst_move(const AnyPosition& position) {
    Blunder worst;
    Score worst_value = kScoreInfinity;
    Score best_value = -kScoreInfinity;
    for (const AnyMove move : position.moves()) {
        const PositionPtr after = position.clone();
        const Score gain = after->play(move);
        const Score value = gain - (after->over() ? 0 : solve(*after, {}).lower);
        best_value = std::max(best_value, value);
        if (value < worst_value) {
            worst.move = move;
            worst_value = value;
        }
    }
    worst.lost = best_value - worst_value;
    return worst;
}

// The second move of the engine's game is replaced by the worst there is.
TEST_P(ReviewOfEveryGame, APlantedBlunderIsFound) {
    int planted_ones = 0;
    const std::size_t at = 1;
    on_games("engine:nodes=20000,adapt=0@a", "engine:nodes=20000,adapt=0@b", 3, 6,
             [&](const GameRecord& record, const GameReview&) {
                 if (record.moves.size() <= at) return;
                 const PositionPtr position = *GetParam()->parse_line(record.moves[at].position);
                 const Blunder worst = worst_move(*position);
                 if (worst.lost == 0) return;
                 ++planted_ones;
                 GameRecord planted = record;
                 planted.moves.resize(at + 1);
                 MoveRecord& blunder = planted.moves.back();
                 blunder.move = position->move_name(worst.move);
                 blunder.cpu = Seconds{0.003};
                 blunder.bank_left = Seconds{90};
                 Judge judge(*GetParam());
                 const Result<GameReview> review = review_game(planted, judge);
                 ASSERT_TRUE(review.has_value());
                 const ReviewedMove& found = review->moves[at];
                 EXPECT_EQ(found.lost, worst.lost) << record.moves[at].position;
                 EXPECT_EQ(found.grounds, Grounds::Proved);
                 EXPECT_EQ(review->moments, std::vector<std::size_t>{at});
                 EXPECT_EQ(review->time[at], TimeUse::Hasty);
                 const std::string text = review_text(planted, *review);
                 EXPECT_NE(text.find("moved in 3 ms with 90 s left"), std::string::npos) << text;
                 EXPECT_EQ(review_json(planted, *review)["moves"][at]["lost"], found.lost);
                 // Komi is named where there is some, in the text and on the page.
                 EXPECT_EQ(text.find("for going second"), std::string::npos) << text;
                 planted.komi = 7;
                 for (const std::string& form :
                      {review_text(planted, *review), review_html(planted, *review)})
                     EXPECT_NE(form.find(" has +7 for going second"), std::string::npos) << form;
             });
    EXPECT_GT(planted_ones, 2);
}

// A search's value swings with the parity of its depth: in Stake & Raid by about 100 points a move
// on such boards. What a position is worth before a move is about what it was worth after the last.
TEST_P(ReviewOfEveryGame, WhatAPositionIsWorthDoesNotSwingFromMoveToMove) {
    on_games("engine:nodes=3000,adapt=0", "engine:nodes=3000,adapt=0", 8, 1,
             [](const GameRecord&, const GameReview& review) {
                 constexpr std::size_t opening = 12;
                 ASSERT_GT(review.moves.size(), opening);
                 Score swung = 0;
                 for (std::size_t i = 0; i < opening; ++i) {
                     const ReviewedMove& move = review.moves[i];
                     EXPECT_EQ(std::abs(move.margin - move.margin_after), move.lost);
                     swung += std::abs(review.moves[i + 1].margin - move.margin_after);
                 }
                 EXPECT_LT(swung, Score{40} * opening);
             });
}

// What follows a better move is legal, and the move itself is what was said to be better.
TEST_P(ReviewOfEveryGame, LinesBeginWithTheBestMove) {
    on_games("random", "greedy", 4, 2, [](const GameRecord& record, const GameReview& review) {
        ASSERT_EQ(review.moves.size(), record.moves.size());
        for (const ReviewedMove& move : review.moves) {
            ASSERT_TRUE(move.best && !move.line.empty());
            EXPECT_EQ(*move.best, move.line.front());
            if (move.lost == 0) {
                EXPECT_EQ(move.best, move.played);
            }
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Games, ReviewOfEveryGame, testing::ValuesIn(all_games()),
                         [](const auto& test) { return std::string(test.param->name()); });

ReviewedMove move_of(int player, Score lost, double par, Score margin) {
    ReviewedMove move;
    move.player = player;
    move.lost = lost;
    move.par = par;
    move.margin = margin;
    move.margin_after = player == 0 ? margin - lost : margin + lost;
    return move;
}

TEST(Review, AccuracyIsThePartOfParThatWasKept) {
    const std::vector<ReviewedMove> moves{move_of(0, 5, 10, 0), move_of(1, 30, 10, 0),
                                          move_of(0, 0, 10, 0)};
    const Accuracy found = accuracy(moves);
    EXPECT_DOUBLE_EQ(*found[0], 75);
    EXPECT_DOUBLE_EQ(*found[1], 0);
    const std::vector<ReviewedMove> forced{move_of(0, 0, 0, 0)};
    EXPECT_FALSE(accuracy(forced)[0].has_value());
}

TEST(Review, NamesTheBankThatEachPlayerBeganWith) {
    GameRecord record;
    record.players = {PlayerRecord{"ann", "ann", "thread", "none"},
                      PlayerRecord{"bob", "bob", "thread", "none"}};
    record.bank = Seconds{8};
    record.odds = 4;
    const std::string text = review_text(record, {});
    EXPECT_NE(text.find("best; used under 1 ms of 2.0 s\nbob: "), std::string::npos) << text;
    EXPECT_NE(text.find("best; used under 1 ms of 8.0 s\n"), std::string::npos) << text;
}

TEST(Review, WhatTurnsTheGameComesBeforeWhatLosesMore) {
    const std::vector<ReviewedMove> moves{move_of(0, 9, 10, 30), move_of(0, 8, 10, 25),
                                          move_of(0, 2, 10, 1), move_of(0, 7, 10, 20),
                                          move_of(1, 0, 10, 20)};
    EXPECT_EQ(decisive_moments(moves), (std::vector<std::size_t>{0, 1, 2}));
    // With 18 points for the other side the second and the fourth turn it; the first lost most.
    EXPECT_EQ(decisive_moments(moves, -18), (std::vector<std::size_t>{0, 1, 3}));
}

}  // namespace
}  // namespace zerosum
