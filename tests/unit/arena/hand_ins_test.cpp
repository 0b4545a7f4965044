#include "arena/tournament/hand_ins.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

namespace zerosum {
namespace {

class HandInsTest : public testing::Test {
 protected:
    HandInsTest() {
        std::string name = testing::TempDir() + "handinsXXXXXX";
        folder_ = ::mkdtemp(name.data());
    }
    ~HandInsTest() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& file, const std::string& text) const {
        const std::filesystem::path path = folder_ / file;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::app) << text;
    }
    // Seconds after now, by the clock that files are stamped with.
    static Seconds in(double seconds) {
        return Seconds{std::chrono::system_clock::now().time_since_epoch()} + Seconds{seconds};
    }
    static std::vector<std::string> names(const std::vector<HandIn>& found) {
        std::vector<std::string> list;
        for (const HandIn& hand_in : found) list.push_back(hand_in.name);
        return list;
    }

    std::filesystem::path folder_;
};

TEST_F(HandInsTest, ADirectoryIsTakenWhenNothingHasChangedForAWhile) {
    HandIns hand_ins(folder_, Seconds{3});
    write("team1/homework.py", "print()\n");
    EXPECT_TRUE(hand_ins.look(in(0)).empty()) << "it may still be copied";
    ASSERT_EQ(names(hand_ins.look(in(4))), std::vector<std::string>{"team1"});
    const HandIn seen = hand_ins.look(in(4)).front();
    EXPECT_TRUE(HandIns::unchanged(seen));
    hand_ins.accept(seen);
    EXPECT_TRUE(hand_ins.look(in(8)).empty()) << "once is enough";
}

TEST_F(HandInsTest, AChangeIsSeenAndWaitsToBeWhole) {
    HandIns hand_ins(folder_, Seconds{3});
    write("team1/homework.py", "print()\n");
    const HandIn seen = hand_ins.look(in(10)).front();
    hand_ins.accept(seen);
    write("team1/deep/er/more.py", "x\n");
    EXPECT_FALSE(HandIns::unchanged(seen));
    EXPECT_TRUE(hand_ins.look(in(0)).empty()) << "half of it may be there";
    EXPECT_EQ(hand_ins.look(in(4)).size(), 1U);
    // The same size, another content: the time of change tells.
    hand_ins.accept(hand_ins.look(in(4)).front());
    std::ofstream(folder_ / "team1/homework.py") << "print(1\n";
    EXPECT_EQ(hand_ins.look(in(20)).size(), 1U);
}

TEST_F(HandInsTest, WhatIsNoHandInIsLeftAlone) {
    HandIns hand_ins(folder_, Seconds{3});
    write(".team1/homework.py", "being copied\n");
    write("notes.txt", "a file\n");
    std::filesystem::create_directory(folder_ / "empty");
    EXPECT_TRUE(hand_ins.look(in(100)).empty());
    std::filesystem::rename(folder_ / ".team1", folder_ / "team1");
    EXPECT_EQ(names(hand_ins.look(in(100))), std::vector<std::string>{"team1"});
    EXPECT_TRUE(HandIns(folder_ / "missing").look(in(0)).empty());
}

// Files from a machine whose clock is ahead.
TEST_F(HandInsTest, AClockThatIsAheadOnlyDelays) {
    HandIns hand_ins(folder_, Seconds{3});
    write("team1/homework.py", "print()\n");
    EXPECT_TRUE(hand_ins.look(in(-100)).empty());
    EXPECT_TRUE(hand_ins.look(in(-99)).empty());
    EXPECT_EQ(hand_ins.look(in(-96)).size(), 1U);
}

}  // namespace
}  // namespace zerosum
