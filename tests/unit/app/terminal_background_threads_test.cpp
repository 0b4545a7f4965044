// Thinking beside the screen.

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>

#include "app/terminal/background.h"

namespace zerosum::terminal {
namespace {

template <typename Answer, typename News>
Answer wait_for(Background<Answer, News>& background) {
    for (;;) {
        if (std::optional<Answer> answer = background.take()) return *answer;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

TEST(TerminalBackground, AnAnswerIsTakenOnce) {
    Background<int> background;
    EXPECT_FALSE(background.busy());
    EXPECT_FALSE(background.take());
    background.start([](const auto&, const auto&) { return 42; });
    EXPECT_TRUE(background.busy());
    EXPECT_EQ(wait_for(background), 42);
    EXPECT_FALSE(background.busy());
    EXPECT_FALSE(background.take());
}

TEST(TerminalBackground, ThoughtsAreSeenWhileTheJobRunsAndForgottenWhenStopped) {
    Background<int> background;
    background.start([](const std::stop_token& stop, const auto& report) {
        Thought thought;
        while (!stop.stop_requested()) {
            ++thought.depth;
            report(thought);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return 1;
    });
    while (!background.news()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_GE(background.news()->depth, 1);
    background.stop();
    EXPECT_FALSE(background.busy());
    EXPECT_FALSE(background.news());
    EXPECT_FALSE(background.take());
}

TEST(TerminalBackground, AHurriedJobStillAnswers) {
    Background<int, std::size_t> background;
    background.start([](const std::stop_token& stop, const auto& report) {
        while (!stop.stop_requested()) {
            report(7);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return 5;
    });
    while (!background.news()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(background.news(), std::size_t{7});
    background.hurry();
    EXPECT_EQ(wait_for(background), 5);
    background.hurry();  // nothing runs: nothing happens
}

TEST(TerminalBackground, WhatTheJobThrowsIsThrownWhereItIsTaken) {
    Background<int> background;
    background.start(
        [](const auto&, const auto&) -> int { throw std::runtime_error("no memory"); });
    EXPECT_THROW((void)wait_for(background), std::runtime_error);
    EXPECT_FALSE(background.busy());
}

}  // namespace
}  // namespace zerosum::terminal
