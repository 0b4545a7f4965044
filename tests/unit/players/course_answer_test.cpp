#include "players/course/course_answer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/text.h"
#include "games/registry.h"
#include "players/course/calibration.h"
#include "players/course/game_memory.h"
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

// The memory after taking A1 from three columns of three.
GameMemory after_the_first_column() {
    GameMemory memory;
    memory.left = std::move(*(*find_game("fruit"))->parse_line("012/012/012 1 0 0"));
    memory.left->play(*memory.left->parse_move("A1"));
    memory.first_bank = Seconds{2.5};
    memory.bank = Seconds{2};
    memory.search = Seconds{0.5};
    memory.costs = {Seconds{0.004}, Seconds{0.005}};
    memory.opponent.beliefs = {{0.25, 0.75, 0, 0, 0}, 1};
    memory.opponent.expected = *memory.left->parse_move("C1");
    return memory;
}

PositionPtr fruit_position(std::string_view line) {
    return std::move(*(*find_game("fruit"))->parse_line(line));
}

TEST(GameMemory, SurvivesTheWayThroughText) {
    const GameMemory memory = after_the_first_column();
    const std::optional<GameMemory> read = read_memory(write_memory(memory), **find_game("fruit"));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->left->line(), memory.left->line());
    EXPECT_FALSE(read->lead_at_least);
    EXPECT_EQ(read->first_bank, memory.first_bank);
    EXPECT_EQ(read->bank, memory.bank);
    EXPECT_EQ(read->search, memory.search);
    EXPECT_EQ(read->costs, memory.costs);
    EXPECT_EQ(read->opponent.beliefs.weight, memory.opponent.beliefs.weight);
    EXPECT_EQ(read->opponent.beliefs.plain_depth, memory.opponent.beliefs.plain_depth);
    EXPECT_EQ(read->opponent.expected, memory.opponent.expected);
}

TEST(GameMemory, KeepsAnExpectedMoveOfTwoWords) {
    const AnyGame& raid = **find_game("raid");
    GameMemory memory = after_the_first_column();
    memory.left = std::move(*raid.parse_line("X./.. O 5,1/1,2"));
    memory.opponent.expected = *memory.left->parse_move("B2 Stake");
    const std::optional<GameMemory> read = read_memory(write_memory(memory), raid);
    ASSERT_TRUE(read) << write_memory(memory);
    EXPECT_EQ(read->opponent.expected, memory.opponent.expected);
}

TEST(GameMemory, TellsTheOpponentsPointsFromTheTwoBoards) {
    // The opponent took the middle column: we are given a bare board without points.
    const PositionPtr given = fruit_position("**2/**2/**2 1 0 0");
    const PositionPtr recalled = recall(after_the_first_column(), *given);
    ASSERT_NE(recalled, nullptr);
    EXPECT_EQ(recalled->points(Side::One), 9);
    EXPECT_EQ(recalled->points(Side::Two), 9);
    EXPECT_EQ(recalled->mover(), Side::One);
}

TEST(GameMemory, WhatDoesNotFitIsForgotten) {
    EXPECT_EQ(recall(after_the_first_column(), *fruit_position("***/***/**2 1 0 0")), nullptr);
    const std::string good = write_memory(after_the_first_column());
    const auto with = [&](std::string_view from, std::string_view to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return text.replace(at, from.size(), to);
    };
    for (const std::string& bad :
         {std::string{}, std::string{"zerosum 6 nonsense"}, with("zerosum 6", "zerosum 5"),
          with("points known", "points"), with("points known", "points guessed"),
          with("time 2", "time -2"), with("time 2", "time"), with("0.004000", "99"),
          with("costs", "costs 1 1 1 1"), with("costs", "prices"), with("0.75", "7"),
          with("0.2500", "nan"), with("opponent", "friend"), with("C1", "Z9"), with("1 C1", "9 C1"),
          good.substr(0, good.size() / 2)})
        EXPECT_FALSE(read_memory(bad, **find_game("fruit"))) << bad;
}

// What is kept back for a pause of the machine does not shrink with the bank
// (search/general/time.h).
TEST(GameMemory, KnowsWhatTheGameBeganWith) {
    const std::string before = write_memory(after_the_first_column());
    const auto first_bank = [&](const std::string& input, const std::string& memory) {
        const Answered got = answer(input, memory);
        const auto next = read_memory(got.answer->memory, **find_game("fruit"));
        return next->first_bank;
    };
    EXPECT_EQ(first_bank("3\n3\n1.49\n**2\n**2\n**2\n", before), Seconds{2.5});
    // A board that does not follow is another game.
    EXPECT_EQ(first_bank("3\n3\n1.49\n***\n***\n**2\n", before), Seconds{1.49});
}

TEST(GameMemory, LearnsWhatAnAnswerReallyCosts) {
    GameMemory memory = after_the_first_column();
    const Answered got = answer("3\n3\n1.49\n**2\n**2\n**2\n", write_memory(memory));
    ASSERT_TRUE(got.answer);
    const std::optional<GameMemory> next = read_memory(got.answer->memory, **find_game("fruit"));
    // Taking the last group ends the game, but the next one is likely against the same opponent.
    ASSERT_TRUE(next);
    EXPECT_TRUE(next->left->over());
    EXPECT_EQ(recall(*next, *fruit_position("012/012/012 1 0 0")), nullptr);
    EXPECT_TRUE(answer("3\n3\n2\n012\n012\n012\n", got.answer->memory).answer);
    memory.left = fruit_position("0123/0123/0123/0123 1 0 0");
    const auto last_cost_after = [&](double bank) {
        const Answered longer =
            answer(fmt::format("4\n4\n{}\n*123\n*123\n*123\n*123\n", bank), write_memory(memory));
        return read_memory(longer.answer->memory, **find_game("fruit"))->costs.back().count();
    };
    EXPECT_NEAR(last_cost_after(1.494), 2 - 0.5 - 1.494, 1e-6);
    EXPECT_NEAR(last_cost_after(1.6), 0, 1e-6);  // a bank that grew: there is no such cost
}

// Its points are in the file; what an answer costs and what the game began with are not.
TEST(GameMemory, LearnsThatWhereThePointsAreKnownToo) {
    const AnyGame& raid = **find_game("raid");
    const auto game = [](std::string_view task, std::string_view board) {
        return fmt::format("2\n{}\n1 2\n3 4\n{}\n", task, board);
    };
    GameMemory memory;
    memory.left = std::move(*raid.parse_line("X./.. O 1,2/3,4"));
    memory.first_bank = Seconds{2.5};
    memory.bank = Seconds{2};
    memory.search = Seconds{0.5};
    const auto next_after = [&](std::string_view task, std::string_view board) {
        const Answered got = answer(game(task, board), write_memory(memory));
        EXPECT_TRUE(got.answer) << got.answer.error().message;
        return *read_memory(got.answer->memory, raid);
    };
    const GameMemory next = next_after("COMPETITION\nX\n1.494", "X.\n.O");
    EXPECT_EQ(next.first_bank, Seconds{2.5});
    ASSERT_EQ(next.costs.size(), 1U);
    EXPECT_NEAR(next.costs[0].count(), 2 - 0.5 - 1.494, 1e-6);
    EXPECT_EQ(next_after("COMPETITION\nX\n1.494", "XO\n.O").first_bank, Seconds{1.494});
    EXPECT_TRUE(next_after("MINIMAX\nX\n2", "X.\n.O").costs.empty()) << "no bank";
    memory.first_bank = memory.bank = memory.search = Seconds{0};  // left by such an answer
    EXPECT_TRUE(next_after("COMPETITION\nX\n1.494", "X.\n.O").costs.empty());
}

TEST(GameMemory, OneExpensiveAnswerIsNoReasonToHurry) {
    constexpr Seconds usual{0.003};
    GameMemory memory;
    EXPECT_EQ(memory.overhead(usual), usual);
    memory.add_cost(Seconds{0.02});
    EXPECT_EQ(memory.overhead(usual), usual);
    for (const double cost : {0.002, 0.0021, 0.0022, 0.0023}) memory.add_cost(Seconds{cost});
    EXPECT_EQ(memory.overhead(usual), Seconds{0.0023});  // of 7, two of them usual
    memory.add_cost(Seconds{0.5});                       // forgets the first
    EXPECT_EQ(memory.costs.size(), GameMemory::costs_kept);
    EXPECT_LE(memory.overhead(usual), usual);
    for (int i = 0; i < 4; ++i) memory.add_cost(Seconds{0.006});  // a machine that became slow
    EXPECT_EQ(memory.overhead(usual), Seconds{0.006});
}

TEST(GameMemory, CountsTheMoveThatWasMadeBeforeTheFirstLook) {
    // The opponent began with the first column, 16 points, and we take another one.
    const Answered first = answer("4\n4\n5\n*123\n*123\n*123\n*123\n");
    ASSERT_TRUE(first.answer);
    const auto memory = read_memory(first.answer->memory, **find_game("fruit"));
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->left->points(Side::One), 16);
    EXPECT_EQ(memory->left->points(Side::Two), 16);
    // A full board is the beginning of a game.
    const Answered full = answer("4\n4\n5\n0123\n0123\n0123\n0123\n");
    const auto begun = read_memory(full.answer->memory, **find_game("fruit"));
    ASSERT_TRUE(begun);
    EXPECT_EQ(begun->left->points(Side::Two), 0);
}

// In the middle of a game that it does not remember, the points are a guess that makes the opponent
// too strong: true of no lost game, at this move and at the later ones.
TEST(GameMemory, KnowsThatAGuessIsOne) {
    const auto guessed = [](const std::string& input, std::optional<std::string> before = {}) {
        const Answered got = answer(input, std::move(before));
        EXPECT_TRUE(got.answer) << got.answer.error().message;
        return *read_memory(got.answer->memory, **find_game("fruit"));
    };
    EXPECT_FALSE(guessed("4\n4\n5\n0123\n0123\n0123\n0123\n").lead_at_least);
    EXPECT_FALSE(guessed("4\n4\n5\n*123\n*123\n*123\n*123\n").lead_at_least);
    EXPECT_TRUE(guessed("4\n4\n5\n*1*3\n*1*3\n*1*3\n*1*3\n").lead_at_least) << "two columns";
    EXPECT_TRUE(guessed("4\n4\n5\n****\n****\n01*1\n1010\n").lead_at_least) << "too many";

    GameMemory memory = after_the_first_column();
    memory.lead_at_least = true;
    EXPECT_TRUE(guessed("3\n3\n1.49\n**2\n**2\n**2\n", write_memory(memory)).lead_at_least);
}

TEST(Calibration, SurvivesTheWayThroughText) {
    const Calibration calibration{Seconds{0.0025}};
    const Result<Calibration> read = parse_calibration(write_calibration(calibration));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->answer, calibration.answer);
}

TEST(Calibration, RatesOfEarlierVersionsAreSkipped) {
    const Result<Calibration> read =
        parse_calibration("zerosum calibration 1\nanswer 0.002\nrate fruit 10x10 1250000\n");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->answer, Seconds{0.002});
}

TEST(Calibration, DamagedFilesAreRefusedWithTheLine) {
    for (const char* text :
         {"", "zerosum calibration 0\n", "zerosum calibration 1\nanswer -1\n",
          "zerosum calibration 1\nanswer nan\n", "zerosum calibration 1\nspeed 10\n",
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
