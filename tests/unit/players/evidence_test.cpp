#include "players/programs/evidence.h"

#include <gtest/gtest.h>

namespace zerosum {
namespace {

TEST(Evidence, OfACompilerIsItsFirstErrorWithTheLinesUnderIt) {
    EXPECT_EQ(evidence("homework.cpp: In function 'int main()':\n"
                       "homework.cpp:2:7: warning: unused variable 'x'\n"
                       "    2 |   int x;\n"
                       "homework.cpp:3:14: error: expected ';' before 'return'\n"
                       "    3 |   int y = 4\n"
                       "      |            ^\n"
                       "homework.cpp:9:1: error: 'z' was not declared in this scope\n"
                       "    9 | z = 3;\n"),
              "homework.cpp:3:14: error: expected ';' before 'return'\n"
              "    3 |   int y = 4\n"
              "      |            ^\n"
              "[and 1 more error]");
    EXPECT_EQ(evidence("homework.java:3: error: ';' expected\nint x\n     ^\n1 error\n"),
              "homework.java:3: error: ';' expected\nint x\n     ^");
}

TEST(Evidence, OfATracebackIsItsEnd) {
    std::string said = "Traceback (most recent call last):\n";
    for (int i = 0; i < 40; ++i) said += "  File \"homework3.py\", line 7, in search\n";
    said += "IndexError: list index out of range\n";
    const std::string shown = evidence(said, {4, 80});
    EXPECT_EQ(shown,
              "[39 lines before these left out]\n"
              "  File \"homework3.py\", line 7, in search\n"
              "  File \"homework3.py\", line 7, in search\n"
              "IndexError: list index out of range");
}

TEST(Evidence, OfJavaIsTheNameOfTheExceptionNotTheEndOfItsStack) {
    std::string said = "thinking\nException in thread \"main\" java.lang.StackOverflowError\n";
    for (int i = 0; i < 1000; ++i) said += "\tat homework.search(homework.java:12)\n";
    EXPECT_EQ(evidence(said, {3, 80}),
              "Exception in thread \"main\" java.lang.StackOverflowError\n"
              "    at homework.search(homework.java:12)\n"
              "[999 more lines left out]");
}

TEST(Evidence, KeepsLineEndsAndShowsControlCharacters) {
    EXPECT_EQ(evidence("a\r\n\x1B[31mred\nlast\n\n"), "a\n\\x1B[31mred\nlast");
    EXPECT_EQ(evidence(std::string(300, 'x'), {12, 10}), "xxxxxxxxxx...");
    EXPECT_EQ(evidence(""), "");
}

TEST(Evidence, NamesFilesAsTheirAuthorKnowsThem) {
    EXPECT_EQ(
        relative_paths("File \"/w/AbC/home/homework3.py\" in /w/AbC/home, /w/other", "/w/AbC/home"),
        "File \"homework3.py\" in ., /w/other");
}

TEST(Evidence, KeepsTheFirstAndTheLastLinesOfALongText) {
    std::string said;
    for (int i = 0; i < 1000; ++i) said += "line " + std::to_string(i) + "\n";
    const std::string kept = ends_of(said, 200);
    EXPECT_LE(kept.size(), 200U);
    EXPECT_TRUE(kept.starts_with("line 0\nline 1\n")) << kept;
    EXPECT_TRUE(kept.ends_with("line 998\nline 999\n")) << kept;
    EXPECT_EQ(ends_of("short", 200), "short");
}

TEST(Evidence, OfALimitHasBothNumbers) {
    Account account;
    account.ending = Ending::Stopped;
    account.limit = Limit::Memory;
    account.peak_memory = std::size_t{2000} << 20U;
    EXPECT_EQ(describe_ending(account, Limits{}),
              "was stopped: it used 1.953 GB of memory and asked for more, the limit is 2 GB");
    account.limit = Limit::Output;
    account.out.total = std::size_t{17} << 20U;
    EXPECT_EQ(describe_ending(account, Limits{}),
              "was stopped: it printed 17 MB, the limit is 16 MB");
    account.ending = Ending::Exited;
    account.exit_code = 3;
    EXPECT_EQ(describe_ending(account, Limits{}), "exited with status 3");
}

}  // namespace
}  // namespace zerosum
