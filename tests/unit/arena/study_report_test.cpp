#include "arena/study/report.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/files.h"

namespace zerosum {
namespace {

// Writes the report of a study whose every result is in the store already, and gives its files.
class StudyReportTest : public ::testing::Test {
 protected:
    void SetUp() override {
        folder_ = std::filesystem::path(::testing::TempDir()) /
                  ::testing::UnitTest::GetInstance()->current_test_info()->name();
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void open(const std::string& text) {
        Result<StudySpec> spec = parse_study_spec(text);
        ASSERT_TRUE(spec) << spec.error().message;
        spec_ = std::move(*spec);
        auto store = StudyStore::open(folder_ / "study.sqlite", spec_);
        ASSERT_TRUE(store) << store.error().message;
        store_ = std::move(*store);
    }

    std::string file(const char* name) {
        const Result<void> written = write_study_report(spec_, *store_, folder_, "zerosum study");
        EXPECT_TRUE(written) << written.error().message;
        return read_file(folder_ / name).value_or("");
    }

    std::filesystem::path folder_;
    StudySpec spec_;
    std::unique_ptr<StudyStore> store_;
};

// "cmd:" players are command lines: commas and bars are theirs to use.
TEST_F(StudyReportTest, TextsOfPlayersStayInTheirFields) {
    open(R"([[games]]
player = "greedy"
opponents = ["random"]
sizes = 4
kinds = 3
pairs = [1, 1]
)");
    spec_.games[0].opponent.text = "cmd:./agent \"a,b\" | tee log";
    const std::string csv = file("cells.csv");
    EXPECT_NE(csv.find("\nfruit,greedy,\"cmd:./agent \"\"a,b\"\" | tee log\",4,3,1,0,"),
              std::string::npos)
        << csv;
    const std::string report = file("report.md");
    EXPECT_NE(report.find("| greedy | cmd:./agent \"a,b\" \\| tee log | 1 s |"), std::string::npos)
        << report;
    EXPECT_NE(file("report.html").find("a,b&quot; | tee log</td>"), std::string::npos);
}

TEST_F(StudyReportTest, WhereNoBoardWasSolvedNothingIsSaidOfValues) {
    open("[[exact]]\nsizes = [3, 4]\nkinds = 2\nboards = 2\n");
    for (const ExactCell& cell : spec_.exact)
        for (const int number : {0, 1}) {
            StudyBoard board;
            board.board = number;
            if (cell.size == 3) board.value = 5;
            ASSERT_TRUE(store_->add(cell.id(), board));
        }
    const std::string csv = file("exact.csv");
    EXPECT_NE(csv.find("\nfruit,3,2,2,2,5,5,5,5,5,5,0,0,"), std::string::npos) << csv;
    EXPECT_NE(csv.find("\nfruit,4,2,2,0,,,,,,,,,,,,\n"), std::string::npos) << csv;
    const std::string report = file("report.md");
    EXPECT_NE(report.find("| fruit 4x4 p2 | 0 of 2 |  |  |  |  |  |\n"), std::string::npos)
        << report;
    EXPECT_NE(report.find("most often on 3x3 p2"), std::string::npos) << report;
    EXPECT_NE(report.find("least often on 3x3 p2"), std::string::npos) << report;
}

TEST_F(StudyReportTest, JsonHoldsWhatTheCsvHolds) {
    open(R"(title = "Both"
[[games]]
player = "greedy"
opponents = ["random"]
sizes = 4
kinds = 3
pairs = [1, 1]
[[exact]]
sizes = [3, 4]
kinds = 2
boards = 1
)");
    spec_.games[0].opponent.text = "cmd:./agent \xff";  // not UTF-8
    for (const int number : {0, 1}) {
        StudyGame game;
        game.game = number;
        game.first = number == 0;
        game.won = number == 0;
        game.points = 10 + number;
        game.other_points = 7;
        ASSERT_TRUE(store_->add(spec_.games[0].id(), game));
    }
    StudyBoard solved;
    solved.value = -3;
    ASSERT_TRUE(store_->add(spec_.exact[0].id(), solved));
    ASSERT_TRUE(store_->add(spec_.exact[1].id(), StudyBoard{}));

    const Result<std::string> text = study_json(spec_, *store_, folder_ / "report.html");
    ASSERT_TRUE(text) << text.error().message;
    const auto json = nlohmann::ordered_json::parse(*text);
    EXPECT_EQ(json["title"], "Both");
    EXPECT_EQ(json["report"], (folder_ / "report.html").string());
    const auto& cell = json["cells"][0];
    EXPECT_EQ(cell["games"], 2);
    EXPECT_EQ(cell["won"], 1);
    EXPECT_EQ(cell["margin"], 3.5);
    EXPECT_TRUE(cell["margin_low"].is_null());  // one pair says nothing of the spread
    EXPECT_EQ(json["exact"][0]["mean"], -3);
    EXPECT_EQ(json["exact"][0]["lowest"], -3);
    EXPECT_EQ(json["exact"][1]["solved"], 0);
    EXPECT_TRUE(json["exact"][1]["mean"].is_null());
    EXPECT_TRUE(json["exact"][1]["lowest"].is_null());

    for (const auto& [list, csv] : {std::pair{"cells", "cells.csv"}, {"exact", "exact.csv"}}) {
        std::string columns;
        for (const auto& [name, value] : json[list][0].items())
            columns += (columns.empty() ? "" : ",") + name;
        EXPECT_TRUE(file(csv).starts_with(columns + "\n")) << columns;
    }
}

TEST_F(StudyReportTest, WhereNothingWasSolvedNoSentenceIsWritten) {
    open("[[exact]]\nsizes = [4]\nkinds = 2\nboards = 1\n");
    ASSERT_TRUE(store_->add(spec_.exact[0].id(), StudyBoard{}));
    const std::string report = file("report.md");
    EXPECT_EQ(report.find("optimal most often"), std::string::npos) << report;
}

}  // namespace
}  // namespace zerosum
