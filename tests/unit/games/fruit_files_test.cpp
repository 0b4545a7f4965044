#include "games/fruit/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/files.h"
#include "games/fruit/notation.h"
#include "support/fruit_boards.h"
#include "support/paths.h"

namespace zerosum::fruit {
namespace {

namespace fs = std::filesystem;

// The course's samples: the board, an accepted pick, the points and the answer's board.
struct Sample {
    std::string input;
    std::string pick;
    Score points;
    std::string board_after;
};

const std::vector<Sample>& samples() {
    static const std::vector<Sample> all = {
        {"2\n3\n123.6\n01\n21\n", "B1", 4, "0*\n2*\n"},
        {"3\n1\n257.2\n***\n***\n*0*\n", "B3", 1, "***\n***\n***\n"},
        {"3\n2\n24.345\n***\n*10\n000\n", "C2", 16, "***\n***\n*1*\n"},
        {"3\n10\n7.24\n444\n444\n444\n", "A1", 81, "***\n***\n***\n"},
        {"10\n4\n1.276\n3102322310\n0121232013\n3021111113\n0221031132\n0230011012\n0323321010\n"
         "2003022012\n2202200021\n0130000020\n2200022231\n",
         "G8", 196,
         "31******10\n010*****13\n3022322*13\n0221232*32\n0221111*12\n0331031310\n2020011012\n"
         "2203321121\n0103022120\n2232222231\n"},
    };
    return all;
}

TEST(FruitFiles, TheCoursesSamplesHold) {
    for (const Sample& sample : samples()) {
        SCOPED_TRACE(sample.input);
        ASSERT_TRUE(recognises_input(sample.input));
        const auto task = read_input(sample.input);
        ASSERT_TRUE(task) << task.error().message;
        const Judged<Move> move =
            judge_output(task->position, sample.pick + "\n" + sample.board_after);
        ASSERT_TRUE(move) << move.error().sentence;
        EXPECT_EQ(move->gain(), sample.points);
        EXPECT_EQ(write_output(task->position, *move),
                  move_name(task->position, *move) + "\n" + sample.board_after);
        EXPECT_EQ(write_input(task->position, task->bank).substr(0, 4), sample.input.substr(0, 4));
    }
}

std::vector<fs::path> corpus(const char* folder) {
    std::vector<fs::path> files;
    for (const auto& entry :
         fs::directory_iterator(tests::source_path("tests/corpus/fruit") / folder))
        if (entry.path().extension() == ".txt") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

// The line beside a corpus file: NAME.expected.
std::string expected_of(fs::path path) {
    path.replace_extension(".expected");
    return std::string(trim(read_file(path).value()));
}

TEST(FruitFiles, EveryMalformedFileGetsItsMessage) {
    const std::vector<fs::path> files = corpus("malformed");
    EXPECT_GE(files.size(), 60U);
    for (const fs::path& path : files) {
        SCOPED_TRACE(path.filename());
        const auto task = read_input(read_file(path).value());
        ASSERT_FALSE(task) << "was accepted";
        const std::string expected = expected_of(path);
        ASSERT_FALSE(expected.empty());
        EXPECT_NE(task.error().message.find(expected), std::string::npos)
            << "message:  " << task.error().message << "\nexpected: " << expected;
        // Every message says where, what was found and what was expected.
        EXPECT_EQ(task.error().message.substr(0, 5), "line ");
        EXPECT_NE(task.error().message.find("found "), std::string::npos);
        EXPECT_NE(task.error().message.find("expected "), std::string::npos);
    }
}

TEST(FruitFiles, EveryWellFormedFileIsRead) {
    const std::vector<fs::path> files = corpus("wellformed");
    EXPECT_GE(files.size(), 10U);
    for (const fs::path& path : files) {
        SCOPED_TRACE(path.filename());
        const std::string text = read_file(path).value();
        EXPECT_TRUE(recognises_input(text));
        const auto task = read_input(text);
        ASSERT_TRUE(task) << task.error().message;
        EXPECT_EQ(fmt::format("{} kinds {} bank {}", line(task->position), task->position.kinds(),
                              task->bank.count()),
                  expected_of(path));
        EXPECT_EQ(task->fixed_depth, 0);
    }
}

TEST(FruitFiles, WhatWeWriteWeRead) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const Position position =
            tests::random_fruit_position(random.between(1, 26), random.between(1, 10), seed);
        if (position.over()) continue;
        const auto task = read_input(write_input(position, Seconds{12.5}));
        ASSERT_TRUE(task) << task.error().message << "\n" << line(position);
        EXPECT_EQ(rows(task->position), rows(position));
        EXPECT_EQ(task->position.kinds(), position.kinds());
        EXPECT_EQ(task->bank, Seconds{12.5});
    }
}

TEST(FruitFiles, ABankIsNeverWrittenAsZero) {
    const Position position = tests::fruit_position({"0"});
    EXPECT_EQ(write_input(position, Seconds{0.0001}), "1\n1\n0.001\n0\n");
    EXPECT_EQ(write_input(position, Seconds{300}), "1\n1\n300.000\n0\n");
}

TEST(FruitFiles, TheOtherGamesFileIsNotRecognised) {
    EXPECT_FALSE(recognises_input("3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n"));
    EXPECT_FALSE(recognises_input(""));
    EXPECT_FALSE(recognises_input("3"));
    EXPECT_TRUE(recognises_input("3\n2.5\n"));  // a wrong number is still this game's mistake
}

// What the student reads.
Fault fault_of(std::string_view output) {
    const Position position = tests::fruit_position({"***", "*10", "000"});
    const Judged<Move> move = judge_output(position, output);
    return move ? Fault{FaultCode::MalformedAnswer, "accepted"} : move.error();
}

TEST(FruitFiles, AnswersMayEndTheirLinesAsTheyLike) {
    EXPECT_EQ(fault_of("A3\r\n***\r\n***  \r\n*1*").sentence, "accepted");
    EXPECT_EQ(fault_of("A3\n***\n***\n*1*\n\n\n").sentence, "accepted");
}

TEST(FruitFiles, JudgingSaysWhatIsWrongWithAnAnswer) {
    const Fault wrong = fault_of("C2\n***\n*1*\n***\n");
    EXPECT_EQ(wrong.code, FaultCode::WrongBoard);
    EXPECT_EQ(wrong.sentence, "row 2 of your board should read *** after C2, you wrote '*1*'");

    const Fault illegal = fault_of("B1\n***\n*10\n000\n");
    EXPECT_EQ(illegal.code, FaultCode::IllegalMove);
    EXPECT_EQ(illegal.sentence, "B1 is empty: the column B has fruits from row 2 down");

    const Fault nothing = fault_of("\n \n");
    EXPECT_EQ(nothing.code, FaultCode::MalformedAnswer);
    EXPECT_EQ(nothing.sentence, "the output file is empty, expected a move and the board after it");

    const Fault missing = fault_of("C2\n***\n***\n");
    EXPECT_EQ(missing.code, FaultCode::MalformedAnswer);
    EXPECT_EQ(missing.sentence, "the board has 3 rows, you wrote 2");

    const Fault extra = fault_of("C2\n***\n***\n*1*\nscore 16\n");
    EXPECT_EQ(extra.code, FaultCode::MalformedAnswer);
    EXPECT_EQ(extra.sentence,
              "expected nothing after the 3 rows of the board, you wrote 'score 16'");

    EXPECT_EQ(fault_of("C2\n***\n****\n*1*\n").code, FaultCode::MalformedAnswer);
    EXPECT_EQ(fault_of("C2\n***\n. .\n*1*\n").code, FaultCode::MalformedAnswer);
    EXPECT_EQ(fault_of("hello").code, FaultCode::MalformedAnswer);
}

}  // namespace
}  // namespace zerosum::fruit
