#include "arena/grade/book.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "arena/grade/grader.h"
#include "arena/grade/report.h"
#include "games/registry.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

class GradeBookTest : public testing::Test {
 protected:
    void SetUp() override {
        folder_ = fs::path(testing::TempDir()) /
                  fmt::format("gradebook.{}",
                              testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        settings_.game = *find_game("fruit");
        settings_.edition = *find_edition("2017");
        settings_.quick = true;
    }
    void TearDown() override { fs::remove_all(folder_); }

    // Grades into the book and counts what was asked; stops after `most` items.
    GradeList grade(const std::vector<std::string>& players, const GradeRun& run = {},
                    int most = 1'000'000) {
        std::vector<PlayerSpec> specs;
        for (const std::string& player : players) specs.push_back(*parse_player_spec(player));
        const Result<GradePlan> plan = GradePlan::make(settings_);
        const Result<std::unique_ptr<GradeBook>> book =
            GradeBook::open(folder_ / "book", settings_);
        EXPECT_TRUE(book) << book.error().message;
        std::stop_source stop;
        asked_.clear();
        GradeWatch watch;
        watch.stop = stop.get_token();
        watch.on_item = [&](const std::string& agent, const GradeItem& item, const GradeProgress&) {
            asked_.push_back(agent + ", " + item.name);
            if (static_cast<int>(asked_.size()) >= most) stop.request_stop();
        };
        return grade_agents(*plan, **book, specs, run, watch);
    }

    std::string program(const std::string& text) {
        const fs::path path = folder_ / "agent.sh";
        std::ofstream(path) << "#!/bin/sh\n" << text << '\n';
        fs::permissions(path, fs::perms::all);
        return "cmd:" + path.string() + "@sh";
    }

    fs::path folder_;
    GradeSettings settings_;
    std::vector<std::string> asked_;
};

std::string message_of(const Result<std::unique_ptr<GradeBook>>& book) {
    return book ? "opened" : book.error().message;
}

TEST_F(GradeBookTest, GoesOnAfterAnyItemAndAsksNothingTwice) {
    const std::vector<std::string> players = {"greedy", "random@dice"};
    GradeList whole = grade(players);
    const std::vector<std::string> all = asked_;
    ASSERT_EQ(whole.reports.size(), 2U);
    ASSERT_GT(all.size(), 15U);
    fs::remove_all(folder_);
    fs::create_directories(folder_);

    std::vector<std::string> pieces;
    while (pieces.size() < all.size()) {
        (void)grade(players, {}, 1);
        ASSERT_EQ(asked_.size(), 1U);
        pieces.push_back(asked_[0]);
    }
    EXPECT_EQ(pieces, all);
    const GradeList again = grade(players);
    EXPECT_TRUE(asked_.empty());
    ASSERT_EQ(again.reports.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(again.reports[i].earned, whole.reports[i].earned);
        EXPECT_EQ(again.reports[i].category, whole.reports[i].category);
        for (std::size_t part = 0; part < 3; ++part)
            EXPECT_EQ(again.reports[i].parts[part].summary, whole.reports[i].parts[part].summary);
    }
    EXPECT_NE(again.reports[0].remark.find("unchanged since"), std::string::npos);
}

TEST_F(GradeBookTest, OneAgentIsGradedAgainOnRequestAndTheOldGradeStays) {
    settings_.game = *find_game("raid");
    settings_.edition = *find_edition("2016");
    (void)grade({"greedy", "random@dice"});
    const std::size_t each = asked_.size() / 2;
    const GradeRun again{1, {"dice"}};
    (void)grade({"greedy", "random@dice"}, again, 3);
    EXPECT_EQ(asked_.size(), 3U);
    EXPECT_EQ(asked_[0].substr(0, 5), "dice,");
    // The request is stopped and repeated: it goes on.
    const GradeList list = grade({"greedy", "random@dice"}, again);
    EXPECT_EQ(asked_.size(), each - 3);
    ASSERT_EQ(list.reports.size(), 2U);
    // Complete, and requested once more: anew.
    (void)grade({"greedy", "random@dice"}, again);
    EXPECT_EQ(asked_.size(), each);
    const auto database = sqlite::Database::open(folder_ / "book", sqlite::Access::ReadOnly);
    EXPECT_EQ(*database->integer("SELECT count(*) FROM grading WHERE agent = 'dice'"), 3);
    EXPECT_EQ(*database->integer("SELECT count(*) FROM grading WHERE agent = 'greedy'"), 1);
}

TEST_F(GradeBookTest, AChangedProgramIsGradedAnewAndThatIsSaid) {
    const GradeList first = grade({program("exit 3")});
    const std::size_t each = asked_.size();
    ASSERT_GT(each, 0U);
    ASSERT_EQ(first.reports.size(), 1U);
    EXPECT_EQ(first.reports[0].category, Category::Crashes);
    (void)grade({program("exit 3")});
    EXPECT_TRUE(asked_.empty());
    const GradeList changed = grade({program("exit 4")});
    EXPECT_EQ(asked_.size(), each);
    ASSERT_EQ(changed.reports.size(), 1U);
    EXPECT_EQ(changed.reports[0].remark.substr(0, 28), "changed since it was graded ");
}

TEST_F(GradeBookTest, LostCasesAndGamesShowWhatTheProgramSaid) {
    const GradeList list = grade({program("echo 'it hurts here' >&2; exit 3")});
    ASSERT_EQ(list.reports.size(), 1U);
    const std::string text = grade_text(list.reports[0]);
    for (const GradePart& part : list.reports[0].parts)
        for (const GradeItem& item : part.items)
            EXPECT_EQ(item.output, item.asked ? "it hurts here\n" : "") << item.name;
    EXPECT_NE(text.find("| it hurts here"), std::string::npos) << text;
    EXPECT_NE(text.find("5 times the same: "), std::string::npos) << text;
}

TEST_F(GradeBookTest, RefusesOtherSettingsOtherFilesAndASecondProcess) {
    (void)grade({"greedy"}, {}, 1);
    settings_.seed = 5;
    EXPECT_NE(message_of(GradeBook::open(folder_ / "book", settings_))
                  .find("its grades were given with seed 2017, found 5"),
              std::string::npos);
    settings_.seed = 2017;
    {
        const auto first = GradeBook::open(folder_ / "book", settings_);
        ASSERT_TRUE(first);
        EXPECT_NE(message_of(GradeBook::open(folder_ / "book", settings_))
                      .find("another process is grading into it"),
                  std::string::npos);
    }
    {
        // Whoever only reads does not wait for the one who grades, nor keep it from grading.
        (void)grade({"random"});
        const auto writing = GradeBook::open(folder_ / "book", settings_);
        ASSERT_TRUE(writing) << message_of(writing);
        const auto reading = GradeBook::open_to_read(folder_ / "book");
        ASSERT_TRUE(reading) << message_of(reading);
        const Result<GradePlan> plan = GradePlan::make(settings_);
        EXPECT_EQ(graded(*plan, **reading)->reports.at(0).agent, "random");
        const Result<Grading> late = (*writing)->begin("greedy", "greedy", "", false);
        ASSERT_TRUE(late);
        EXPECT_EQ(graded(*plan, **reading)->missing.at(0).row->agent, "greedy");
        EXPECT_FALSE((*reading)->begin("minimax", "minimax", "", false));
        EXPECT_FALSE(GradeBook::open_to_read(folder_ / "none"));
        EXPECT_FALSE(fs::exists(folder_ / "none"));
    }
    std::ofstream(folder_ / "notes") << "this is no database, but it is long enough to be read "
                                        "as one, byte by byte, header by header.";
    EXPECT_NE(message_of(GradeBook::open(folder_ / "notes", settings_)).find("not a database"),
              std::string::npos);
    const auto other = sqlite::Database::open(folder_ / "other", sqlite::Access::ReadWrite);
    ASSERT_TRUE(other->execute("CREATE TABLE t(x)"));
    EXPECT_NE(message_of(GradeBook::open(folder_ / "other", settings_))
                  .find("a database of something else"),
              std::string::npos);
}

TEST_F(GradeBookTest, TellsItsSettingsAndGradesWithoutTheAgents) {
    const GradeList list = grade({"greedy", "random@dice"});
    (void)grade({"greedy", "random@dice", "minimax:depth=1@deep"}, {}, 2);
    const Result<GradeSettings> kept = GradeBook::settings_of(folder_ / "book");
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(kept->seed, 2017U);
    EXPECT_TRUE(kept->quick);
    EXPECT_EQ(kept->bank, Seconds{300});
    const Result<GradePlan> plan = GradePlan::make(*kept);
    const auto book = GradeBook::open(folder_ / "book", *kept);
    ASSERT_TRUE(plan && book);
    const Result<GradeList> shown = graded(*plan, **book);
    ASSERT_TRUE(shown);
    ASSERT_EQ(shown->reports.size(), 2U);
    EXPECT_EQ(shown->reports[0].agent, "dice") << "by name";
    EXPECT_EQ(shown->reports[0].earned, list.reports[1].earned);
    ASSERT_EQ(shown->missing.size(), 1U);
    EXPECT_EQ(shown->missing[0].message, "deep: not finished, 2 items so far");
    // In tables it has a line without points.
    const GradeReport& row = shown->missing[0].row.value();
    EXPECT_EQ(row.agent, "deep");
    EXPECT_EQ(row.parts.size(), shown->reports[0].parts.size());
    EXPECT_FALSE(row.graded());
    EXPECT_NE(grade_csv(std::vector{row}).find("\ndeep,,100,not run,0.000,"), std::string::npos)
        << grade_csv(std::vector{row});
    EXPECT_NE(grade_csv(std::vector{row}).find("\"not finished, 2 items so far\"\n"),
              std::string::npos);
}

}  // namespace
}  // namespace zerosum
