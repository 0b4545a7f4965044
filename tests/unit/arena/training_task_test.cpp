#include "arena/training/training_task.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace zerosum {
namespace {

constexpr TrainingOptions kQuick{.games = 20, .nodes = 100, .seed = 7};

TEST(TrainingTask, ByAQueueTheSameIsLearnt) {
    std::string folder = testing::TempDir() + "trainXXXXXX";
    const std::filesystem::path place = std::filesystem::path(::mkdtemp(folder.data())) / "t.queue";
    int seen = 0;
    const Result<std::optional<Training>> learnt =
        train_fruit(kQuick, {.place = place}, 2, [&](int games) { seen = games; }, {});
    ASSERT_TRUE(learnt) << learnt.error().message;
    const Training here = train_fruit(kQuick)->value();
    EXPECT_EQ(write_shares((*learnt)->shares), write_shares(here.shares));
    EXPECT_EQ((*learnt)->samples, here.samples);
    EXPECT_EQ((*learnt)->held_out, here.held_out);
    EXPECT_EQ(seen, kQuick.games);
    std::filesystem::remove_all(folder);
}

TEST(TrainingTask, AnAnswerIsTheSamplesOfItsGames) {
    const TrainingTask task{kQuick, 3, 2, training_signature()};
    const Result<std::string> text = do_training_task(to_payload(task), {});
    ASSERT_TRUE(text) << text.error().message;
    const Result<std::vector<GameSamples>> games = read_training_answer(*text);
    ASSERT_TRUE(games) << games.error().message;
    ASSERT_EQ(games->size(), 2U);
    const GameSamples expected = training_game(kQuick, 4);
    ASSERT_EQ((*games)[1].size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ((*games)[1][i].groups, expected[i].groups);
        EXPECT_EQ((*games)[1][i].value, expected[i].value);
        EXPECT_EQ((*games)[1][i].sum, expected[i].sum);
        EXPECT_EQ((*games)[1][i].stake, expected[i].stake);
    }
}

TEST(TrainingTask, AProgramThatSearchesOtherwiseDoesNotHelp) {
    const Result<std::string> text = do_training_task(to_payload({kQuick, 0, 1, "another"}), {});
    ASSERT_FALSE(text);
    EXPECT_NE(text.error().message.find("searches otherwise"), std::string::npos);
}

TEST(TrainingTask, WhatIsNoAnswerIsRefused) {
    for (const char* text : {"", "{}", R"({"games":[[[1,2]]]})", R"({"games":[[[1,2,3,0]]]})",
                             R"({"error":"why"})", R"({"games":[["x"]]})", "[1]"})
        EXPECT_FALSE(read_training_answer(text)) << text;
    for (const char* text : {"", "{}", R"({"nodes":"many"})"})
        EXPECT_FALSE(do_training_task(text, {})) << text;
}

}  // namespace
}  // namespace zerosum
