#include "core/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace zerosum {
namespace {

using Lines = std::vector<std::string_view>;

TEST(SplitLines, DropsLineEndsTrailingBlanksAndBlankLinesAtTheEnd) {
    EXPECT_EQ(split_lines("a \r\n b\t\nc"), (Lines{"a", " b", "c"}));
    EXPECT_EQ(split_lines("a\nb\n"), (Lines{"a", "b"}));
    EXPECT_EQ(split_lines("a\n\n \r\n"), (Lines{"a"}));
}

TEST(SplitLines, KeepsBlankLinesInTheMiddle) {
    EXPECT_EQ(split_lines("a\n\nb"), (Lines{"a", "", "b"}));
}

TEST(SplitLines, FindsNothingInNothing) {
    EXPECT_TRUE(split_lines("").empty());
    EXPECT_TRUE(split_lines("\n \n\r\n").empty());
}

TEST(Split, KeepsEmptyParts) {
    EXPECT_EQ(split("a,,b", ','), (Lines{"a", "", "b"}));
    EXPECT_EQ(split("", ','), (Lines{""}));
    EXPECT_EQ(split(",", ','), (Lines{"", ""}));
}

TEST(Trim, TakesBlanksFromBothEndsOnly) {
    EXPECT_EQ(trim(" \t a b \r\n"), "a b");
    EXPECT_EQ(trim(" \n"), "");
}

TEST(ParseInt, WantsTheWholeTextToBeANumber) {
    EXPECT_EQ(parse_int("26"), 26);
    EXPECT_EQ(parse_int("-7"), -7);
    for (const char* text : {"", " 1", "1 ", "+1", "1.0", "0x10", "one", "99999999999999999999"})
        EXPECT_EQ(parse_int(text), std::nullopt) << text;
}

TEST(ParseDecimal, WantsTheWholeTextToBeAFiniteNumber) {
    EXPECT_EQ(parse_decimal("123.6"), 123.6);
    EXPECT_EQ(parse_decimal("5"), 5.0);
    for (const char* text : {"", " 1", "1s", "1,5", "nan", "inf", "-inf", "1e999", "+1"})
        EXPECT_EQ(parse_decimal(text), std::nullopt) << text;
}

TEST(ColumnName, GoesOnAfterZAsASpreadsheetDoes) {
    EXPECT_EQ(column_name(0), "A");
    EXPECT_EQ(column_name(25), "Z");
    EXPECT_EQ(column_name(26), "AA");
    EXPECT_EQ(column_name(31), "AF");
    EXPECT_EQ(column_name(701), "ZZ");
}

TEST(ParseCell, ReadsColumnThenRowFromOne) {
    EXPECT_EQ(parse_cell("G8"), (Cell{7, 6}));
    EXPECT_EQ(parse_cell("g8"), (Cell{7, 6}));
    EXPECT_EQ(parse_cell("AF32"), (Cell{31, 31}));
}

TEST(ParseCell, RefusesWhatIsNotACellName) {
    for (const char* text :
         {"", "G", "8", "8G", "G0", "G08", "G-1", "G8 ", " G8", "G8x", "ABC1", "A99999999999"})
        EXPECT_EQ(parse_cell(text), std::nullopt) << text;
}

TEST(ParseCell, ReadsEveryNameThatCellNameWrites) {
    const bool held = rc::check([] {
        const Cell cell{*rc::gen::inRange(0, 32), *rc::gen::inRange(0, 32)};
        RC_ASSERT(parse_cell(cell_name(cell)) == cell);
    });
    EXPECT_TRUE(held);
}

TEST(Printable, ShowsControlBytesAndCutsLongText) {
    EXPECT_EQ(printable("ab\x01\xFF", 10), "ab\\x01\\xFF");
    EXPECT_EQ(printable("abcdef", 3), "abc...");
    EXPECT_EQ(printable(std::string(60'000, 'a')).size(), 63U);
}

TEST(Printable, KeepsWordsOfEveryLanguageAndNothingThatATerminalObeys) {
    EXPECT_EQ(printable("\u00dcbung \u68cb \U0001F34E"), "\u00dcbung \u68cb \U0001F34E");
    EXPECT_EQ(printable("\x1b[31m\x7f"), "\\x1B[31m\\x7F");
    EXPECT_EQ(printable("\u009b31m"), "\\xC2\\x9B31m") << "the second set of controls";
    EXPECT_EQ(printable("\u202e"), "\\xE2\\x80\\xAE") << "right to left";
    EXPECT_EQ(printable("\ufeff3"), "\\xEF\\xBB\\xBF3") << "without width";
    EXPECT_EQ(printable("\xc3"), "\\xC3") << "cut";
    EXPECT_EQ(printable("\xc0\xaf"), "\\xC0\\xAF") << "too long for what it says";
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xED\\xA0\\x80") << "half of a pair";
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80") << "beyond the last";
}

TEST(ShellQuoted, IsOneWordWhateverIsInIt) {
    EXPECT_EQ(shell_quoted("a b"), "'a b'");
    EXPECT_EQ(shell_quoted("it's $HOME"), "'it'\\''s $HOME'");
    EXPECT_EQ(shell_word("dir:agents/team-7@ann"), "dir:agents/team-7@ann");
    EXPECT_EQ(shell_word("a b"), "'a b'");
    EXPECT_EQ(shell_word("postgresql://db/class?a=b&c=d"), "'postgresql://db/class?a=b&c=d'");
    EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
    EXPECT_EQ(shell_word(""), "''");
}

TEST(SafeLine, KeepsWordsOfEveryLanguageAndShowsWhatWouldMoveTheCursor) {
    EXPECT_EQ(safe_line("\xE2\x80\x98main\xE2\x80\x99 \xC3\xA9 \xF0\x9F\x8D\x89", 80),
              "\xE2\x80\x98main\xE2\x80\x99 \xC3\xA9 \xF0\x9F\x8D\x89");
    EXPECT_EQ(safe_line("\x1B[2Ja\tb\r", 80), "\\x1B[2Ja    b\\x0D");
    EXPECT_EQ(safe_line("\xC2\x9B"
                        "31m",
                        80),
              "\\xC2\\x9B31m");  // C1, in UTF-8
    EXPECT_EQ(safe_line("a\xE2\x80\xAE"
                        "b",
                        80),
              "a\\xE2\\x80\\xAEb");  // reverses what follows
    EXPECT_EQ(safe_line("\xFF\xC0\x80\xED\xA0\x80\xE2\x80", 80),
              "\\xFF\\xC0\\x80\\xED\\xA0\\x80\\xE2\\x80");
}

TEST(Text, LowerCaseIsOfAsciiAlone) {
    EXPECT_EQ(lower_case("Stake & RAID 12 @[`{"), "stake & raid 12 @[`{");
    EXPECT_EQ(lower_case("\xC3\x89"), "\xC3\x89");
}

TEST(Text, AByteOrderMarkIsLeftOutOnce) {
    EXPECT_EQ(without_byte_order_mark("\xEF\xBB\xBF\xEF\xBB\xBF"), "\xEF\xBB\xBF");
    EXPECT_EQ(without_byte_order_mark("\xEF\xBB"), "\xEF\xBB");
    EXPECT_EQ(without_byte_order_mark(""), "");
}

TEST(SafeLine, CutsAtCharactersNotBytes) {
    EXPECT_EQ(safe_line("\xC3\xA9\xC3\xA9\xC3\xA9", 3), "\xC3\xA9\xC3\xA9\xC3\xA9");
    EXPECT_EQ(safe_line("\xC3\xA9\xC3\xA9\xC3\xA9", 2), "\xC3\xA9\xC3\xA9...");
    EXPECT_EQ(safe_line("abc\x01", 4), "abc...");
}

}  // namespace
}  // namespace zerosum
