#include "arena/check/check.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "arena/check/questions.h"
#include "games/registry.h"
#include "sandbox/workspace.h"

namespace zerosum {
namespace {

const AnyGame& named(std::string_view name) {
    return *find_game(name).value();
}

std::map<std::string_view, int> count_parts(const std::vector<Question>& questions) {
    std::map<std::string_view, int> parts;
    for (const Question& question : questions) ++parts[question.part];
    return parts;
}

TEST(Category, WordsReadBack) {
    for (int i = 0; i <= static_cast<int>(Category::NotRun); ++i) {
        const auto category = static_cast<Category>(i);
        EXPECT_EQ(parse_category(to_text(category)), category);
    }
    EXPECT_FALSE(parse_category("hopeless"));
    EXPECT_EQ(category_of(EndReason::WrongBoard), Category::Illegal);
    EXPECT_EQ(category_of(EndReason::Aborted), std::nullopt);
    EXPECT_EQ(category_of(Obstacle::NotRun), Category::NotRun);
}

TEST(CheckQuestions, AreTheSamplesThenBoardsUpToTheLargestThenAShortBank) {
    using Parts = std::map<std::string_view, int>;
    EXPECT_EQ(count_parts(questions_of(named("fruit"), Seconds{5}, false)),
              (Parts{{"samples", 5}, {"boards", 10}, {"short bank", 1}}));
    EXPECT_EQ(count_parts(questions_of(named("raid"), Seconds{5}, false)),
              (Parts{{"samples", 2}, {"fixed depth", 5}, {"boards", 10}, {"short bank", 1}}));
    // A Makefile is the form of the competition, which asks for no fixed depth.
    EXPECT_EQ(count_parts(questions_of(named("raid"), Seconds{5}, true)),
              (Parts{{"boards", 10}, {"short bank", 1}}));
}

TEST(CheckQuestions, AreFilesOfTheGameThatLeaveNoMoreThanTheBank) {
    for (const AnyGame* game : all_games())
        for (const Question& question : questions_of(*game, Seconds{5}, false)) {
            const Result<AnyTask> task = game->read_input(question.input);
            ASSERT_TRUE(task.has_value()) << question.input << task.error().message;
            EXPECT_LE(task->bank, Seconds{5}) << question.input;
            EXPECT_LE(question.bank, Seconds{5});
            EXPECT_EQ(task->position->line(), question.position->line());
        }
}

// A directory that is a hand-in with this Makefile.
CheckReport check_makefile(const std::string& makefile) {
    const Workspace space = *Workspace::make();
    std::ofstream(space.home() / "Makefile") << makefile;
    PlayerSpec spec;
    spec.kind = PlayerKind::Directory;
    spec.argument = space.home().string();
    spec.name = "team";
    CheckSettings settings;
    settings.game = &named("fruit");
    settings.edition = default_edition(*settings.game);
    return check_hand_ins(std::span(&spec, 1), settings, 1).value().at(0);
}

TEST(Check, AHopelessHandInIsNotAskedToTheEnd) {
    const CheckReport report = check_makefile("agent:\n\t@true\nrun:\n\t@echo hm; touch seen\n");
    EXPECT_EQ(report.category, Category::NoAnswer) << check_text(report);
    ASSERT_EQ(report.parts.size(), 3U);
    EXPECT_EQ(report.parts[0].asked, 3);
    EXPECT_EQ(report.parts[0].planned, 5);
    EXPECT_EQ(report.parts[1].asked, 0);
    EXPECT_EQ(report.printed, "hm");
    EXPECT_EQ(report.leaves, std::vector<std::string>{"seen"});
    EXPECT_NE(check_text(report).find("left no output.txt"), std::string::npos);
}

TEST(Check, AHandInThatDoesNotBuildIsAskedNothing) {
    const CheckReport report = check_makefile("agent:\n\techo 'a.c:1:2: error: no' >&2; exit 1\n");
    EXPECT_EQ(report.category, Category::DidNotBuild);
    EXPECT_EQ(report.sentence, "did not build: 'make agent' exited with status 2");
    EXPECT_EQ(report.evidence, "a.c:1:2: error: no");
    EXPECT_TRUE(report.items.empty());
}

}  // namespace
}  // namespace zerosum
