// Man pages and completions, from a small table.

#include <gtest/gtest.h>

#include "app/cli/command.h"
#include "app/cli/completions.h"
#include "app/cli/man_pages.h"
#include "app/cli/output.h"

namespace zerosum::cli {
namespace {

TEST(ProgressLine, IsCutToTheTerminalAndKeepsItsEnd) {
    EXPECT_EQ(fitted("3 of 7 done", "  1:05 left", 80), "3 of 7 done  1:05 left");
    EXPECT_EQ(fitted("3 of 7 done", "  1:05 left", 22), "3 of 7 done  1:05 left");
    EXPECT_EQ(fitted("3 of 7 done", "  1:05 left", 21), "3 of 7 ...  1:05 left");
    EXPECT_EQ(fitted("Zo\xC3\xAB: done", "", 9), "Zo\xC3\xAB: done");
    EXPECT_EQ(fitted("waiting ...", "", 11), "waiting ...");
    EXPECT_EQ(fitted("waiting", "", 3), "...");
}

class SmallTable : public testing::Test {
 protected:
    SmallTable() : commands_("prog", "1.2", "does it", "prog does it.\n.Not a request.") {
        Command* brew = commands_.add("brew", "Brews 'it'", "prog brew -x\n'prog' brew",
                                      [] { return Result<int>(0); });
        brew->add_option("POT", pot_, "which pot")->required()->suggests({"iron", "clay"});
        brew->add_option("--heat", heat_, "how hot")->between(1, 9)->show_default();
        brew->add_option("--kind", kind_, "which kind")->one_of({"tea", "coffee"});
        Option* hot = brew->add_flag("--hot", hot_, "now");
        Option* cold = brew->add_flag("--cold", cold_, "later");
        brew->only_one_of({hot, cold});
        commands_.add("secret", "no", "prog secret", [] { return Result<int>(0); })->hide();
        commands_.add_help_and_version();
    }

    std::optional<int> parse(std::vector<std::string> words) {
        words.insert(words.begin(), "prog");
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        testing::internal::CaptureStderr();
        testing::internal::CaptureStdout();
        const std::optional<int> status =
            commands_.parse(static_cast<int>(arguments.size()), arguments.data());
        said_ = testing::internal::GetCapturedStderr() + testing::internal::GetCapturedStdout();
        return status;
    }

    std::string pot_;
    int heat_ = 3;
    std::string kind_;
    bool hot_ = false;
    bool cold_ = false;
    std::string said_;
    Commands commands_;
};

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST_F(SmallTable, HoldsWhatTheCommandsDeclare) {
    const ProgramText text = commands_.text();
    ASSERT_EQ(text.commands.size(), 3U);  // brew, help, version; not what is hidden
    const CommandText& brew = text.commands[0];
    EXPECT_EQ(brew.name, "brew");
    ASSERT_EQ(brew.options.size(), 6U);  // --help, POT, --heat, --kind, --hot, --cold
    EXPECT_EQ(brew.options[0].names, (std::vector<std::string>{"-h", "--help"}));
    EXPECT_TRUE(brew.options[1].argument && brew.options[1].required);
    EXPECT_EQ(brew.options[1].words, (std::vector<std::string>{"iron", "clay"}));
    EXPECT_EQ(brew.options[2].default_value, "3");
    EXPECT_EQ(brew.options[3].words, (std::vector<std::string>{"tea", "coffee"}));
    EXPECT_FALSE(brew.options[4].takes_value());
}

TEST_F(SmallTable, WrongWordsAreAnsweredWithTheNearest) {
    EXPECT_EQ(parse({"berw"}), kBadInput);
    EXPECT_TRUE(holds(said_, "'berw' is not a command; did you mean 'brew'?")) << said_;
    EXPECT_EQ(parse({"brew", "iron", "--haet=4"}), kBadInput);
    EXPECT_TRUE(holds(said_, "unknown option '--haet'; did you mean '--heat'?")) << said_;
    EXPECT_EQ(parse({"brew", "iron", "clay"}), kBadInput);
    EXPECT_TRUE(holds(said_, "found 'clay', expected no further argument")) << said_;
    EXPECT_EQ(parse({"brew", "iron", "--hot", "--cold"}), kBadInput);
    EXPECT_TRUE(holds(said_, "found --hot and --cold, expected one of them")) << said_;
    EXPECT_EQ(parse({"brew", "iron", "--hot"}), std::nullopt) << said_;
}

TEST_F(SmallTable, HelpAndVersionAreCommandsToo) {
    EXPECT_EQ(parse({"-v"}), kDone);
    EXPECT_EQ(said_, "prog 1.2\n");
    EXPECT_EQ(parse({"brew", "--help"}), kDone);
    const std::string help = said_;
    EXPECT_EQ(parse({"help", "brew"}), std::nullopt);
    testing::internal::CaptureStdout();
    EXPECT_EQ(*commands_.run(), kDone);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), help);
    EXPECT_EQ(parse({"help", "berw"}), std::nullopt);
    EXPECT_EQ(commands_.run().error().message, "'berw' is not a command; did you mean 'brew'?");
}

TEST_F(SmallTable, ManPagesShowTextAsItIs) {
    const ProgramText text = commands_.text();
    const std::string page = man_page(text, text.commands[0]);
    EXPECT_TRUE(holds(page, ".TH PROG\\-BREW 1")) << page;
    EXPECT_TRUE(holds(page, "prog\\-brew \\- Brews \\(aqit\\(aq")) << page;
    EXPECT_TRUE(holds(page, "\\fB\\-\\-heat\\fR \\fI")) << page;
    EXPECT_TRUE(holds(page, "how hot (default: 3).")) << page;
    EXPECT_TRUE(holds(page, "\n\\&\\(aqprog\\(aq brew\n")) << page;
    EXPECT_TRUE(holds(man_page(text), "\n\\&.Not a request.\n")) << man_page(text);
}

TEST_F(SmallTable, CompletionsNameCommandsOptionsAndWords) {
    const ProgramText text = commands_.text();
    for (const std::string& script :
         {bash_completion(text), zsh_completion(text), fish_completion(text)}) {
        for (const char* part : {"brew", "heat", "tea coffee", "iron clay", "version"})
            EXPECT_TRUE(holds(script, part)) << part << " in " << script;
        EXPECT_FALSE(holds(script, "secret")) << script;
    }
}

}  // namespace
}  // namespace zerosum::cli
