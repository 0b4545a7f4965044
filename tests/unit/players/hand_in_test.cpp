#include "players/programs/hand_in.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <stop_token>
#include <thread>

#include "players/programs/agent_directory.h"
#include "sandbox/machine.h"
#include "sandbox/workspace.h"
#include "support/processes.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

class HandInTest : public testing::Test {
 protected:
    void put(const std::string& name, const std::string& text) const {
        fs::create_directories((home() / name).parent_path());
        std::ofstream(home() / name) << text;
    }
    [[nodiscard]] fs::path home() const { return space_.home(); }
    [[nodiscard]] std::string complaint() const {
        const Result<AgentPlan> plan = plan_agent(home(), "team7");
        return plan ? "" : plan.error().message;
    }
    // Built in place.
    [[nodiscard]] tl::expected<BuiltAgent, NotReady> build(const Tools& tools = {}) const {
        return build_agent(space_, plan_agent(home(), tools).value(), best_setup());
    }
    [[nodiscard]] std::string language(const Tools& tools = {}) const {
        const auto built = build(tools);
        return built ? built->language : built.error().sentence + "\n" + built.error().evidence;
    }
    // An interpreter of "Python 2" that says that it was called: Debian 12 has none.
    [[nodiscard]] Tools stand_in() const {
        const fs::path path = tools_.home() / "python2";
        std::ofstream(path) << "#!/bin/sh\nexec python3 \"$@\"\n";
        for (const fs::path& open : {path, tools_.home(), tools_.home().parent_path()})
            fs::permissions(open, fs::perms(0755));
        return {path.string()};
    }
    Workspace space_ = *Workspace::make();
    Workspace tools_ = *Workspace::make();
};

TEST_F(HandInTest, EachOfTheFiveNamesIsALanguage) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> table{
        {"homework.cpp", {"C++20", "C++17", "C++14", "C++11", "C++98"}},
        {"homework11.cpp", {"C++11"}},
        {"homework.java", {"Java"}},
        {"homework.py", {"Python 2", "Python 3"}},
        {"homework3.py", {"Python 3"}},
    };
    for (const auto& [name, languages] : table) {
        put(name, "");
        const Result<AgentPlan> plan = plan_agent(home());
        ASSERT_TRUE(plan.has_value()) << plan.error().message;
        EXPECT_EQ(plan->agent.file, name);
        std::vector<std::string> ways;
        for (const Way& way : plan->agent.ways) ways.push_back(way.language);
        EXPECT_EQ(ways, languages) << name;
        fs::remove(home() / name);
    }
}

TEST_F(HandInTest, ADirectoryWithoutAnAgentSaysWhatIsThereInstead) {
    EXPECT_EQ(complaint(),
              "team7: no agent here: expected a Makefile, or homework.cpp, homework11.cpp, "
              "homework.java, homework.py or homework3.py, or a class of 2012");
    put("team7/src/notes.txt", "");
    put("team7/homework.java", "");
    EXPECT_NE(complaint().find("found homework.java in the folder team7"), std::string::npos)
        << complaint();
    fs::remove_all(home() / "team7");
    put("Homework.CPP", "");
    EXPECT_NE(complaint().find("found Homework.CPP, whose name should be homework.cpp"),
              std::string::npos)
        << complaint();
    put("homework.py", "");
    put("homework3.py", "");
    EXPECT_NE(complaint().find("holds homework.py and homework3.py"), std::string::npos);
}

TEST_F(HandInTest, CppIsTakenByTheNewestStandardThatAcceptsIt) {
    put("homework.cpp", "int main() { return 0; }\n");
    EXPECT_EQ(language(), "C++20");
    put("homework.cpp", "int f() throw(int) { return 0; }\nint main() { return f(); }\n");
    EXPECT_EQ(language(), "C++14");
    put("homework.cpp", "int main() { int auto_[] = {2.5}; return 0; }\n");  // narrowing
    EXPECT_EQ(language(), "C++98");
    put("homework.cpp", "#include <memory>\nint main() { auto x = 1 return x; }\n");
    const auto built = build();
    ASSERT_FALSE(built.has_value());
    EXPECT_EQ(built.error().obstacle, Obstacle::NotBuilt);
    EXPECT_NE(built.error().evidence.find("homework.cpp:2:25: error: expected"), std::string::npos)
        << built.error().evidence;
}

TEST_F(HandInTest, APython2SourceIsNotRunWhereThereIsNoPython2) {
    if (find_python2({})) GTEST_SKIP() << "this machine has Python 2";
    put("homework.py", "print 'hello'\n");
    const auto built = build();
    ASSERT_FALSE(built.has_value());
    EXPECT_EQ(built.error().obstacle, Obstacle::NotRun);
    EXPECT_EQ(built.error().sentence, "not run: needs Python 2, see docs/agents.md");
    EXPECT_NE(built.error().evidence.find("SyntaxError"), std::string::npos);
    for (const char* source :
         {"for i in xrange(3): pass\n", "import Queue\n", "d = {}\nd.has_key(1)\n",
          "from itertools import izip\n", "import sys\nbest = -sys.maxint\n"}) {
        put("homework.py", source);
        const auto old = build();
        ASSERT_FALSE(old.has_value()) << source;
        EXPECT_EQ(old.error().obstacle, Obstacle::NotRun) << source;
        EXPECT_NE(old.error().evidence.find("is of Python 2"), std::string::npos) << source;
    }
}

TEST_F(HandInTest, AHomeworkPyThatNeedsNoPython2RunsWithPython3AndSaysSo) {
    if (find_python2({})) GTEST_SKIP() << "this machine has Python 2";
    for (const char* source :
         {"print('hello')\n", "\xEF\xBB\xBFprint('byte order mark')\n",
          "try:\n    xrange\nexcept NameError:\n    xrange = range\nfor i in xrange(3): pass\n",
          "try:\n    import Queue\nexcept ImportError:\n    import queue as Queue\n",
          "class D:\n    def has_key(self, k): return False\nD().has_key(1)\n"}) {
        put("homework.py", source);
        const auto built = build();
        ASSERT_TRUE(built.has_value()) << source << built.error().evidence;
        EXPECT_EQ(built->language, "Python 3");
        EXPECT_EQ(built->move, (CommandWords{"python3", "homework.py"}));
        EXPECT_NE(built->notes.at(0).find("by its name it is Python 2"), std::string::npos);
    }
}

TEST_F(HandInTest, ANamedPython2RunsHomeworkPyAndNotHomework3Py) {
    const Tools tools = stand_in();
    put("homework.py", "xrange = range\nprint('hello')\n");
    const auto built = build(tools);
    ASSERT_TRUE(built.has_value()) << built.error().sentence << built.error().evidence;
    EXPECT_EQ(built->language, "Python 2");
    EXPECT_EQ(built->move, (CommandWords{tools.python2, "homework.py"}));
    EXPECT_TRUE(built->notes.empty());
    fs::remove(home() / "homework.py");
    put("homework3.py", "print('hello')\n");
    EXPECT_EQ(language(tools), "Python 3");
}

TEST_F(HandInTest, AnInterpreterThatIsNotThereIsSaid) {
    EXPECT_NE(check_tools({"/no/such/python2"}).error().message.find("found no program there"),
              std::string::npos);
    EXPECT_FALSE(find_python2({"/no/such/python2"}).has_value());
    EXPECT_TRUE(check_tools(stand_in()).has_value());
}

TEST_F(HandInTest, ACalibrationOfAnotherLanguageIsBuiltAndRunBesideTheAgent) {
    put("homework3.py", "pass\n");
    put("calibrate.cpp",
        "#include <fstream>\nint main() { std::ofstream(\"calibration.txt\") << 7; return 1; }\n");
    const auto built = build();
    ASSERT_TRUE(built.has_value()) << built.error().evidence;
    EXPECT_EQ(built->calibrate, CommandWords{"./calibrate"});
    const std::optional<Account> account = calibrate_agent(space_, *built, best_setup());
    ASSERT_TRUE(account.has_value());
    EXPECT_EQ(account->exit_code, 1);
    EXPECT_EQ(space_.read("calibration.txt", 10).value(), "7");
}

std::string sleeps_when_built() {
    return "agent:\n\t" + tests::own_sleep() + "\nrun:\n\ttrue\n";
}

TEST_F(HandInTest, ABuildThatDoesNotEndIsEndedForIt) {
    put("Makefile", sleeps_when_built());
    const auto built = build_agent(space_, plan_agent(home()).value(), best_setup(),
                                   BuildBounds{.wall = Seconds{1}});
    ASSERT_FALSE(built.has_value());
    EXPECT_EQ(built.error().obstacle, Obstacle::NotBuilt);
    EXPECT_NE(built.error().sentence.find("the limit is 1 s"), std::string::npos)
        << built.error().sentence;
}

// make asks what it would do for each target, and the Makefile may sleep each time.
TEST_F(HandInTest, AllStepsOfABuildShareItsTime) {
    put("Makefile",
        "ifneq ($(MAKECMDGOALS),agent)\nX := $(shell sleep 100000)\nendif\n"
        "agent:\n\ttrue\nrun:\n\ttrue\n");
    EXPECT_TRUE(build_agent(space_, plan_agent(home()).value(), best_setup(),
                            BuildBounds{.wall = Seconds{10}})
                    .has_value());
}

TEST_F(HandInTest, AStopEndsABuildAndIsNoFaultOfItsAuthor) {
    put("Makefile", sleeps_when_built());
    std::stop_source stop;
    const std::jthread stopping([&](const std::stop_token& ended) {
        while (!tests::is_running(tests::own_sleep()) && !ended.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        stop.request_stop();
    });
    const auto built = build_agent(space_, plan_agent(home()).value(), best_setup(),
                                   BuildBounds{.stop = stop.get_token()});
    ASSERT_FALSE(built.has_value());
    EXPECT_EQ(built.error().obstacle, Obstacle::Ours);
}

TEST_F(HandInTest, ACompilerThatCannotBeStartedIsNoFaultOfTheAuthor) {
    put("homework11.cpp", "int main() {}\n");
    AgentPlan plan = plan_agent(home()).value();
    plan.agent.ways.front().build = {"/nonexistent/compiler"};
    const auto built = build_agent(space_, plan, best_setup());
    ASSERT_FALSE(built.has_value());
    EXPECT_EQ(built.error().obstacle, Obstacle::Ours) << built.error().sentence;
    EXPECT_NE(built.error().sentence.find("could not be started"), std::string::npos);
}

TEST_F(HandInTest, ACalibrationThatDoesNotBuildIsNotedAndTheAgentRuns) {
    put("homework3.py", "pass\n");
    put("calibrate.cpp", "int main( {\n");
    const auto built = build();
    ASSERT_TRUE(built.has_value()) << built.error().evidence;
    EXPECT_TRUE(built->calibrate.empty());
    EXPECT_NE(built->notes.at(0).find("calibrate.cpp: did not build"), std::string::npos);
}

}  // namespace
}  // namespace zerosum
