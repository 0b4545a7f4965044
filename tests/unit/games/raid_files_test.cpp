#include "games/raid/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/files.h"
#include "games/raid/notation.h"
#include "support/paths.h"
#include "support/raid_boards.h"

namespace zerosum::raid {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> corpus(const char* folder) {
    std::vector<fs::path> files;
    for (const auto& entry :
         fs::directory_iterator(tests::source_path("tests/corpus/raid") / folder))
        if (entry.path().extension() == ".txt") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

// The line beside a corpus file: NAME.expected.
std::string expected_of(fs::path path) {
    path.replace_extension(".expected");
    return std::string(trim(read_file(path).value()));
}

TEST(RaidFiles, EveryMalformedFileGetsItsMessage) {
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

TEST(RaidFiles, EveryWellFormedFileIsRead) {
    const std::vector<fs::path> files = corpus("wellformed");
    EXPECT_GE(files.size(), 10U);
    for (const fs::path& path : files) {
        SCOPED_TRACE(path.filename());
        const std::string text = read_file(path).value();
        EXPECT_TRUE(recognises_input(text));
        const auto task = read_input(text);
        ASSERT_TRUE(task) << task.error().message;
        EXPECT_EQ(fmt::format("{} depth {} bank {}", line(task->position), task->fixed_depth,
                              task->bank.count()),
                  expected_of(path));
    }
}

TEST(RaidFiles, WhatWeWriteWeRead) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const int size = random.between(1, 26);
        const Position position =
            tests::random_raid_position(size, random.between(1, size * size), 10'000, seed);
        const auto task = read_input(write_input(position, Seconds{12.5}));
        ASSERT_TRUE(task) << task.error().message << "\n" << line(position);
        EXPECT_TRUE(task->position == position);
        EXPECT_EQ(task->bank, Seconds{12.5});
        EXPECT_EQ(task->fixed_depth, 0);
    }
}

TEST(RaidFiles, ABankIsNeverWrittenAsZero) {
    const Position position = parse_line(". O 5").value();
    EXPECT_EQ(write_input(position, Seconds{0.0001}), "1\nCOMPETITION\nO\n0.001\n5\n.\n");
    EXPECT_EQ(write_input(position, Seconds{200}), "1\nCOMPETITION\nO\n200.000\n5\n.\n");
}

TEST(RaidFiles, TheOtherGamesFileIsNotRecognised) {
    EXPECT_FALSE(recognises_input("3\n2\n24.345\n***\n*10\n000\n"));
    EXPECT_FALSE(recognises_input(""));
    EXPECT_FALSE(recognises_input("3"));
    EXPECT_FALSE(recognises_input("3\n\nX\n"));
    EXPECT_TRUE(recognises_input("3\nminimax\n"));  // a wrong word is still this game's mistake
}

// What the student reads.
Fault fault_of(std::string_view output) {
    const Position position = parse_line("XO./.../... X 1,8,23/5,42,12/26,30,9").value();
    const Judged<Move> move = judge_output(position, output);
    return move ? Fault{FaultCode::MalformedAnswer, "accepted"} : move.error();
}

TEST(RaidFiles, AnswersMayEndTheirLinesAsTheyLike) {
    EXPECT_EQ(fault_of("C3 Stake\r\nXO.\r\n...  \r\n..X").sentence, "accepted");
    EXPECT_EQ(fault_of("A2 Raid\nXO.\nX..\n...\n\n\n").sentence, "accepted");
}

TEST(RaidFiles, JudgingSaysWhatIsWrongWithAnAnswer) {
    const Fault wrong = fault_of("A2 Stake\nXX.\nX..\n...\n");
    EXPECT_EQ(wrong.code, FaultCode::WrongBoard);
    EXPECT_EQ(wrong.sentence,
              "row 1 of your board should read XO. after A2 Stake, you wrote 'XX.'");

    const Fault held = fault_of("B1 Raid\nXX.\n...\n...\n");
    EXPECT_EQ(held.code, FaultCode::IllegalMove);
    EXPECT_EQ(held.sentence, "B1 is not free, O holds it");

    const Fault far = fault_of("C3 Raid\nXO.\n...\n..X\n");
    EXPECT_EQ(far.code, FaultCode::IllegalMove);
    EXPECT_EQ(far.sentence,
              "a Raid on C3 is not possible: no piece of X stands above, below, left or right of "
              "it (a Stake there is legal)");

    const Fault outside = fault_of("D4 Stake\nXO.\n...\n...\n");
    EXPECT_EQ(outside.code, FaultCode::IllegalMove);
    EXPECT_EQ(outside.sentence, "D4 is not on the board, whose last square is C3");

    const Fault kind = fault_of("C3\nXO.\n...\n..X\n");
    EXPECT_EQ(kind.code, FaultCode::MalformedAnswer);
    EXPECT_EQ(kind.sentence,
              "'C3' does not say what kind of move it is: expected 'C3 Stake' or 'C3 Raid'");

    const Fault nothing = fault_of("\n \n");
    EXPECT_EQ(nothing.code, FaultCode::MalformedAnswer);
    EXPECT_EQ(nothing.sentence, "the output file is empty, expected a move and the board after it");

    const Fault missing = fault_of("C3 Stake\nXO.\n...\n");
    EXPECT_EQ(missing.code, FaultCode::MalformedAnswer);
    EXPECT_EQ(missing.sentence, "the board has 3 rows, you wrote 2");

    const Fault extra = fault_of("C3 Stake\nXO.\n...\n..X\nscore 16\n");
    EXPECT_EQ(extra.code, FaultCode::MalformedAnswer);
    EXPECT_EQ(extra.sentence,
              "expected nothing after the 3 rows of the board, you wrote 'score 16'");

    EXPECT_EQ(fault_of("C3 Stake\nXO.\n....\n..X\n").code, FaultCode::MalformedAnswer);
    EXPECT_EQ(fault_of("C3 Stake\nXO.\n*.*\n..X\n").code, FaultCode::MalformedAnswer);
    EXPECT_EQ(fault_of("hello").code, FaultCode::MalformedAnswer);
}

}  // namespace
}  // namespace zerosum::raid
