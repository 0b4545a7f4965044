#include "players/course_answer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/text.h"
#include "games/registry.h"
#include "players/calibration.h"
#include "players/game_memory.h"
#include "support/fruit_boards.h"
#include "support/fruit_oracle.h"

namespace zerosum {
namespace {

struct Answered {
    Result<CourseAnswer> answer;
    std::vector<std::string> outputs;
};

Answered answer(const std::string& input, std::optional<std::string> memory = {},
                std::uint64_t nodes = 200) {
    std::vector<std::string> outputs;
    CourseAnswerOptions options;
    options.nodes = nodes;
    options.memory = std::move(memory);
    options.publish = [&](const std::string& output) -> Result<void> {
        outputs.push_back(output);
        return {};
    };
    Result<CourseAnswer> result = answer_course_file(input, options);
    return {std::move(result), std::move(outputs)};
}

TEST(CourseAnswer, EveryPublishedFileIsALegalAnswer) {
    Random random(9);
    for (const AnyGame* game : all_games()) {
        for (int i = 0; i < 50; ++i) {
            StartOptions options;
            options.size = random.between(1, 12);
            PositionPtr at = std::move(*game->start(options, random));
            for (int plies = random.between(0, 20); plies > 0 && !at->over(); --plies) {
                const std::vector<AnyMove> moves = at->moves();
                at->play(moves[random.below(moves.size())]);
            }
            if (at->over()) continue;
            const Answered got = answer(at->write_input(Seconds{300}));
            ASSERT_TRUE(got.answer) << got.answer.error().message;
            ASSERT_FALSE(got.outputs.empty());
            for (const std::string& output : got.outputs) {
                const Judged<AnyMove> judged = at->judge_output(output);
                EXPECT_TRUE(judged) << at->line() << "\n" << output << judged.error().sentence;
            }
        }
    }
}

TEST(CourseAnswer, SlowTenThousandFruitBoardsAreAnsweredAsTheOracleSays) {
    Random random(10'000);
    int answered = 0;
    for (std::uint64_t seed = 0; answered < 10'000; ++seed) {
        const int kinds = random.between(1, 10);
        const fruit::Position at = tests::random_fruit_position(random.between(1, 26), kinds, seed);
        if (at.over()) continue;
        // From 0.02 s to 300 s, evenly on a logarithmic scale.
        const Seconds bank{0.02 * std::pow(300 / 0.02, random.unit())};
        const Answered got = answer(fruit::write_input(at, bank), {}, 20);
        ASSERT_TRUE(got.answer) << got.answer.error().message;
        for (const std::string& output : got.outputs) {
            const std::vector<std::string_view> lines = split_lines(output);
            const std::optional<Cell> cell = parse_cell(lines.at(0));
            ASSERT_TRUE(cell) << output;
            tests::FruitOracle oracle(fruit::rows(at));
            oracle.take(oracle.group(cell->row, cell->column));
            std::string expected = cell_name(*cell) + "\n";
            for (const std::string& row : oracle.rows()) expected += row + "\n";
            ASSERT_EQ(output, expected);
        }
        ++answered;
    }
}

TEST(CourseAnswer, BadInputPublishesNothing) {
    const Answered got = answer("3\n2\nsoon\n***\n***\n010\n");
    EXPECT_FALSE(got.answer);
    EXPECT_TRUE(got.outputs.empty());
}

TEST(CourseAnswer, AnErrorWhileWritingIsPassedOn) {
    CourseAnswerOptions options;
    options.nodes = 10;
    options.publish = [](const std::string&) -> Result<void> { return fail("disk full"); };
    const Result<CourseAnswer> result = answer_course_file("1\n1\n5\n0\n", options);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "disk full");
}

TEST(GameMemory, TellsTheOpponentsPointsFromTheTwoBoards) {
    const AnyGame& fruit = **find_game("fruit");
    const PositionPtr start = std::move(*fruit.parse_line("012/012/012 1 0 0"));
    const std::string memory = remember(*start, *start->parse_move("A1"));
    // The opponent took the middle column: we are given a bare board without points.
    const PositionPtr given = std::move(*fruit.parse_line("**2/**2/**2 1 0 0"));
    const PositionPtr recalled = recall(memory, *given);
    ASSERT_NE(recalled, nullptr);
    EXPECT_EQ(recalled->points(Side::One), 9);
    EXPECT_EQ(recalled->points(Side::Two), 9);
    EXPECT_EQ(recalled->mover(), Side::One);
}

TEST(GameMemory, WhatDoesNotFitIsForgotten) {
    const AnyGame& fruit = **find_game("fruit");
    const PositionPtr start = std::move(*fruit.parse_line("012/012/012 1 0 0"));
    const std::string memory = remember(*start, *start->parse_move("A1"));
    const PositionPtr other = std::move(*fruit.parse_line("***/***/**2 1 0 0"));
    EXPECT_EQ(recall(memory, *other), nullptr);
    EXPECT_EQ(recall("", *other), nullptr);
    EXPECT_EQ(recall("zerosum 1 nonsense", *other), nullptr);
    EXPECT_EQ(recall("zerosum 2 " + memory, *other), nullptr);
}

TEST(Calibration, SurvivesTheWayThroughText) {
    const Calibration calibration{Seconds{0.0025}, {{"fruit 10x10", 123456}, {"raid 26x26", 5}}};
    const Result<Calibration> read = parse_calibration(write_calibration(calibration));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->answer, calibration.answer);
    ASSERT_EQ(read->rates.size(), 2U);
    EXPECT_EQ(read->rates[1].what, "raid 26x26");
}

TEST(Calibration, DamagedFilesAreRefusedWithTheLine) {
    for (const char* text :
         {"", "zerosum calibration 0\n", "zerosum calibration 1\nanswer -1\n",
          "zerosum calibration 1\nanswer nan\n", "zerosum calibration 1\nrate fruit 10x10 0\n",
          "zerosum calibration 1\nanswer 99\n",
          "\x7f"
          "ELF"}) {
        const Result<Calibration> read = parse_calibration(text);
        ASSERT_FALSE(read) << text;
        EXPECT_NE(read.error().message.find("line "), std::string::npos) << read.error().message;
    }
}

}  // namespace
}  // namespace zerosum
