#include "players/programs/program_player.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <thread>

#include "games/registry.h"
#include "players/programs/agent_directory.h"
#include "players/programs/command_line.h"
#include "players/programs/ugi_player.h"
#include "players/spec.h"
#include "sandbox/machine.h"
#include "sandbox/workspace.h"
#include "support/paths.h"

namespace zerosum {
namespace {

PlayerSpec me(PlayerKind kind, const std::string& argument) {
    return {"me", kind, {}, argument, "me"};
}

namespace fs = std::filesystem;

const AnyGame& fruit_rage() {
    return *find_game("fruit").value();
}

// A board with one best group: the three 0s in the middle row's right and the bottom row.
PositionPtr sample() {
    return std::move(*fruit_rage().parse_line("***/*10/000 1 0 0"));
}
constexpr const char* kSampleAnswer = "C2\n***\n***\n*1*\n";

class ProgramPlayerTest : public testing::Test {
 protected:
    fs::path put(const std::string& name, const std::string& text) const {
        const fs::path path = space_.home() / name;
        std::ofstream(path) << text;
        fs::permissions(path, fs::perms(0755));
        return path;
    }
    // As a user's own directories are: others may look.
    void SetUp() override { fs::permissions(space_.home(), fs::perms(0755)); }

    static Reply ask(Player& player, double bank = 20) {
        const PositionPtr position = sample();
        return player.choose(Turn{*position, Seconds{bank}});
    }
    static std::string text_of(const Reply& reply) {
        if (const auto* text = std::get_if<std::string>(&reply.answer)) return *text;
        if (const auto* failure = std::get_if<Failure>(&reply.answer)) return failure->sentence;
        return "a move";
    }
    Workspace space_ = *Workspace::make();
};

TEST(CommandLine, WordsAreSplitAsAShellDoes) {
    EXPECT_EQ(*split_command("a  b\tc"), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(*split_command("a 'b c' \"d e\" f\\ g ''"),
              (std::vector<std::string>{"a", "b c", "d e", "f g", ""}));
    EXPECT_FALSE(split_command("a 'b").has_value());
    EXPECT_FALSE(split_command("   ").has_value());
}

TEST(CommandLine, FilesThatAreNamedBecomeAbsolute) {
    const auto placed = place_command("python3 /etc/passwd --depth 5");
    ASSERT_TRUE(placed.has_value());
    EXPECT_EQ(placed->words[0], "python3");
    EXPECT_EQ(placed->files, std::vector<fs::path>{"/etc/passwd"});
    EXPECT_EQ(place_command("./no/such/program").error().message,
              "found no file './no/such/program', expected a program");
}

TEST_F(ProgramPlayerTest, ACommandAnswersFromItsOwnEmptyDirectory) {
    const fs::path agent = put("agent.sh",
                               "#!/bin/sh\nls > seen\ncat input.txt >&2\n"
                               "printf 'C2\\n***\\n***\\n*1*\\n' > output.txt\n");
    auto player = make_player("cmd:" + agent.string() + "@me", fruit_rage());
    ASSERT_TRUE(player.has_value()) << player.error().message;
    EXPECT_EQ((*player)->name(), "me");
    ASSERT_TRUE((*player)->new_match().has_value());
    ASSERT_TRUE((*player)->new_game(1).has_value());
    const Reply reply = ask(**player);
    EXPECT_EQ(text_of(reply), kSampleAnswer);
    EXPECT_EQ(reply.stderr_tail, "3\n2\n20.000\n***\n*10\n000\n");
    EXPECT_GT(reply.cpu, Seconds{0});
    EXPECT_EQ((*player)->clock_source(), clock_name(best_setup().clock));
    EXPECT_FALSE(fs::exists(space_.home() / "seen"));
}

// Below a home that others may not enter: it runs all the same, and never with root's number.
TEST_F(ProgramPlayerTest, ACommandInAClosedDirectoryIsNotRunAsRoot) {
    const fs::path agent = put("agent.sh", "#!/bin/sh\nid -u >&2; cat \"$1\"/words > output.txt\n");
    fs::create_directory(space_.home() / "data");
    std::ofstream(space_.home() / "data" / "words") << "read";
    fs::permissions(space_.home() / "data", fs::perms(0700));
    fs::permissions(space_.home(), fs::perms(0700));
    auto player = make_player(
        "cmd:" + agent.string() + " " + (space_.home() / "data").string() + "@me", fruit_rage());
    ASSERT_TRUE(player.has_value()) << player.error().message;
    const Reply reply = ask(**player);
    EXPECT_EQ(text_of(reply), "read") << reply.stderr_tail;
    EXPECT_NE(reply.stderr_tail, "0\n");
    EXPECT_NE(reply.stderr_tail, "");
}

TEST_F(ProgramPlayerTest, FilesItLeavesStayForItsNextMoveAndItsAnswerDoesNot) {
    const fs::path agent = put("agent.sh",
                               "#!/bin/sh\n[ -e output.txt ] && exit 9\n"
                               "echo x >> count; wc -l < count > output.txt\n");
    auto player = make_command_player(me(PlayerKind::Command, agent));
    ASSERT_TRUE(player.has_value());
    EXPECT_EQ(text_of(ask(**player)), "1\n");
    EXPECT_EQ(text_of(ask(**player)), "2\n");
}

TEST_F(ProgramPlayerTest, FailuresComeWithASentence) {
    const auto failure_of = [&](const std::string& script) {
        auto player = make_command_player(
            me(PlayerKind::Command, put("agent.sh", "#!/bin/sh\n" + script + "\n")));
        return std::get<Failure>(ask(**player).answer);
    };
    EXPECT_EQ(failure_of("exit 3").code, FailureCode::Crashed);
    EXPECT_EQ(failure_of("exit 3").sentence,
              "the program exited with status 3 and left no output.txt");
    EXPECT_EQ(failure_of("exit 0").code, FailureCode::NoAnswer);
    EXPECT_EQ(failure_of("mkdir output.txt").code, FailureCode::NoAnswer);
    EXPECT_EQ(failure_of("exec yes").code, FailureCode::LimitHit);
    EXPECT_NE(failure_of("exec yes").sentence.find("the limit is 16 MB"), std::string::npos);
}

TEST_F(ProgramPlayerTest, AMakefileDirectoryIsBuiltCalibratedAndRunInACopy) {
    put("Makefile",
        "agent:\n\techo built > built\n"
        "calibrate:\n\tcp built calibrated; exit 1\n"
        "newgame:\n\techo game >> games\n"
        "run:\n\tcat calibrated games > output.txt\n");
    auto player = make_player("dir:" + space_.home().string(), fruit_rage());
    ASSERT_TRUE(player.has_value()) << player.error().message;
    const auto built = (*player)->new_match();
    ASSERT_TRUE(built.has_value()) << built.error().message;
    ASSERT_TRUE((*player)->new_game(1).has_value());
    ASSERT_TRUE((*player)->new_game(2).has_value());
    const Reply reply = ask(**player);
    EXPECT_EQ(text_of(reply), "built\ngame\ngame\n") << reply.stderr_tail;
    EXPECT_FALSE(fs::exists(space_.home() / "built"));
}

TEST_F(ProgramPlayerTest, AMakefileWithoutTheOptionalTargetsIsFine) {
    put("Makefile", "agent:\n\t@true\nrun:\n\techo A1 > output.txt\n");
    auto player = make_directory_player(me(PlayerKind::Directory, space_.home()));
    ASSERT_TRUE((*player)->new_match().has_value());
    ASSERT_TRUE((*player)->new_game(1).has_value());
    EXPECT_EQ(text_of(ask(**player)), "A1\n");
}

TEST_F(ProgramPlayerTest, ABuildErrorIsShown) {
    put("Makefile", "agent:\n\techo 'line 7: missing semicolon' >&2; exit 1\n");
    auto player = make_directory_player(me(PlayerKind::Directory, space_.home()));
    const auto built = (*player)->new_match();
    ASSERT_FALSE(built.has_value());
    EXPECT_NE(built.error().message.find("line 7: missing semicolon"), std::string::npos)
        << built.error().message;
}

TEST_F(ProgramPlayerTest, ADirectoryWithoutAnAgentSaysWhatIsExpected) {
    EXPECT_NE(
        plan_agent(space_.home()).error().message.find("expected a Makefile, or homework.cpp"),
        std::string::npos);
    put("homework.py", "");
    put("homework.cpp", "");
    EXPECT_NE(plan_agent(space_.home()).error().message.find("homework.cpp and homework.py"),
              std::string::npos);
}

class SampleAgentTest : public testing::TestWithParam<const char*> {};

TEST_P(SampleAgentTest, PlaysTheLargestGroupSlow) {
    auto player = make_player(
        "dir:" + (tests::source_path("examples/agents") / GetParam()).string(), fruit_rage());
    ASSERT_TRUE(player.has_value()) << player.error().message;
    const auto built = (*player)->new_match();
    ASSERT_TRUE(built.has_value()) << built.error().message;
    const PositionPtr position = sample();
    const Reply reply = (*player)->choose(Turn{*position, Seconds{60}});
    ASSERT_TRUE(std::holds_alternative<std::string>(reply.answer))
        << std::get<Failure>(reply.answer).sentence << reply.stderr_tail;
    EXPECT_EQ(std::get<std::string>(reply.answer), kSampleAnswer);
}
INSTANTIATE_TEST_SUITE_P(EveryLanguage, SampleAgentTest, testing::Values("cpp", "java", "python"),
                         [](const auto& language) { return std::string(language.param); });

constexpr const char* kUgiEngine = R"(#!/bin/sh
while read -r word rest; do
    case $word in
        ugi) echo 'id name test'; echo ugiok ;;
        isready) echo readyok ;;
        position) echo "$rest" >&2 ;;
        go) echo "info depth 1"; echo "$rest" >&2; echo "bestmove $MOVE" ;;
        quit) exit 0 ;;
    esac
done
)";

TEST_F(ProgramPlayerTest, AUgiProgramStaysUpAndIsAskedInItsLanguage) {
    std::string script = kUgiEngine;
    script.replace(script.find("$MOVE"), 5, "A3");
    auto player = make_player("ugi:" + put("engine.sh", script).string(), fruit_rage());
    ASSERT_TRUE(player.has_value()) << player.error().message;
    const auto started = (*player)->new_match();
    ASSERT_TRUE(started.has_value()) << started.error().message;
    ASSERT_TRUE((*player)->new_game(1).has_value());
    const PositionPtr position = sample();
    for (int move = 0; move < 3; ++move) {
        const Reply reply = (*player)->choose(Turn{*position, Seconds{20}});
        ASSERT_TRUE(std::holds_alternative<AnyMove>(reply.answer)) << text_of(reply);
        EXPECT_EQ(position->move_name(std::get<AnyMove>(reply.answer)), "C2");
    }
}

TEST_F(ProgramPlayerTest, AUgiProgramIsToldEachSidesOwnBank) {
    const std::string script =
        std::string(kUgiEngine)
            .replace(
                std::string(kUgiEngine).find("echo \"bestmove $MOVE\""), 21,
                "[ \"$rest\" = 'p1time 20000 p2time 3500 p1inc 0 p2inc 0' ] && echo bestmove A3");
    auto player = make_ugi_player(me(PlayerKind::Ugi, put("engine.sh", script)));
    ASSERT_TRUE((*player)->new_match().has_value());
    ASSERT_TRUE((*player)->new_game(1).has_value());
    const PositionPtr position = sample();
    Turn turn{*position, Seconds{20}};
    turn.opponent_bank = Seconds{3.5};
    const Reply reply = (*player)->choose(turn);
    EXPECT_TRUE(std::holds_alternative<AnyMove>(reply.answer)) << text_of(reply);
}

TEST_F(ProgramPlayerTest, AUgiProgramsIllegalMoveGoesToTheReferee) {
    std::string script = kUgiEngine;
    script.replace(script.find("$MOVE"), 5, "A1");
    auto player = make_ugi_player(me(PlayerKind::Ugi, put("engine.sh", script)));
    ASSERT_TRUE((*player)->new_match().has_value());
    ASSERT_TRUE((*player)->new_game(1).has_value());
    EXPECT_EQ(text_of(ask(**player)), "A1");
}

TEST_F(ProgramPlayerTest, AUgiProgramThatDiesIsReportedAndStartedAgainForTheNextGame) {
    std::string script = kUgiEngine;
    script.replace(script.find("go) "), 4, "go) echo oops >&2; exit 4;; x) ");
    auto player = make_ugi_player(me(PlayerKind::Ugi, put("engine.sh", script)));
    ASSERT_TRUE((*player)->new_match().has_value());
    for (int game = 0; game < 2; ++game) {
        ASSERT_TRUE((*player)->new_game(1).has_value());
        const Reply reply = ask(**player);
        ASSERT_TRUE(std::holds_alternative<Failure>(reply.answer));
        EXPECT_EQ(std::get<Failure>(reply.answer).code, FailureCode::Crashed);
        EXPECT_EQ(text_of(reply), "no 'bestmove' came: the program exited with status 4");
        EXPECT_NE(reply.stderr_tail.find("oops"), std::string::npos);
    }
}

// A bank of a thousand seconds: only the stop ends the wait.
TEST_F(ProgramPlayerTest, AStopEndsAProgramThatThinks) {
    const std::string sleeper = put("agent.sh", "#!/bin/sh\nexec sleep 1000\n");
    std::string engine = kUgiEngine;
    engine.replace(engine.find("go) "), 4, "go) sleep 1000;; x) ");
    for (const std::string& spec : {"cmd:" + sleeper, "ugi:" + put("engine.sh", engine).string()}) {
        SCOPED_TRACE(spec);
        auto player = make_player(spec, fruit_rage());
        ASSERT_TRUE(player.has_value()) << player.error().message;
        ASSERT_TRUE((*player)->new_match().has_value());
        ASSERT_TRUE((*player)->new_game(1).has_value());
        // A UGI program that was stopped is there again for the next turn.
        for (int turns = 0; turns < 2; ++turns) {
            const PositionPtr position = sample();
            std::stop_source source;
            Turn turn{*position, Seconds{1000}};
            turn.stop = source.get_token();
            const std::jthread stopper([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                source.request_stop();
            });
            const Reply reply = (*player)->choose(turn);
            ASSERT_TRUE(std::holds_alternative<Failure>(reply.answer));
            EXPECT_EQ(std::get<Failure>(reply.answer).code, FailureCode::Stopped) << text_of(reply);
        }
    }
}

TEST_F(ProgramPlayerTest, AProgramThatDoesNotSpeakUgiIsNotStarted) {
    auto player = make_ugi_player(me(PlayerKind::Ugi, put("engine.sh", "#!/bin/sh\necho hello\n")));
    const auto started = (*player)->new_match();
    ASSERT_FALSE(started.has_value());
    EXPECT_NE(started.error().message.find("no 'ugiok' came"), std::string::npos);
}

}  // namespace
}  // namespace zerosum
