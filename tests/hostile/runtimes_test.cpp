// Runtimes of the languages that agents come in, at work inside the walls: threads, processes,
// pipes, event loops, collectors. A list of allowed system calls is a list of runtimes, so each has
// its example in runtimes/, which prints "499500 7".

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "ground.h"
#include "sandbox/run.h"
#include "sandbox/tree.h"

namespace zerosum::hostile {
namespace {

namespace fs = std::filesystem;

struct Runtime {
    const char* name;
    const char* needs;  // a program that must be found, or nothing
    const char* build;  // on our side, in the directory of the sources; or nothing
    std::vector<std::string> run;
};
const std::vector<Runtime>& runtimes() {
    static const std::vector<Runtime> list{
        {"cpp", "", "", {"./parallel"}},
        {"python", "python3", "", {"python3", "-B", "parallel.py"}},
        {"pypy", "pypy3", "", {"pypy3", "-B", "parallel.py"}},
        {"java", "java", "", {"java", "Parallel.java"}},
        {"node", "node", "", {"node", "parallel.js"}},
        {"perl", "perl", "", {"perl", "parallel.pl"}},
        {"shell", "", "", {"sh", "parallel.sh"}},
        {"bash", "bash", "", {"bash", "parallel.sh"}},
        {"make", "make", "", {"make", "-s"}},
        {"rust", "rustc", "rustc -O -o parallel_rs parallel.rs", {"./parallel_rs"}},
        {"go", "go", "GOCACHE=$PWD/.cache go build -o parallel_go parallel.go", {"./parallel_go"}},
    };
    return list;
}

using RuntimeParam = std::tuple<Setup, std::size_t>;
class RuntimeTest : public testing::TestWithParam<RuntimeParam> {};

TEST_P(RuntimeTest, RunsInsideTheWalls) {
    const auto& [setup, index] = GetParam();
    const Runtime& runtime = runtimes()[index];
    if (!offer_of(setup).works)
        GTEST_SKIP() << setup_name(setup) << ": " << offer_of(setup).trouble;
    const std::string found = fmt::format("command -v {} >/dev/null 2>&1", runtime.needs);
    if (*runtime.needs != '\0' && std::system(found.c_str()) != 0)
        GTEST_SKIP() << "NOT TESTED: there is no " << runtime.needs << " on this machine";
    const Workspace space = *Workspace::make();
    ASSERT_TRUE(copy_tree(ZEROSUM_HOSTILE_RUNTIMES, space.home()).has_value());
    fs::copy(fs::path(ZEROSUM_HOSTILE_PROGRAMS) / "parallel", space.home());
    const std::string build =
        fmt::format("cd {} && {} 2>/dev/null", space.home().string(), runtime.build);
    if (*runtime.build != '\0' && std::system(build.c_str()) != 0)
        GTEST_SKIP() << "NOT TESTED: " << runtime.needs << " does not work here";
    ASSERT_TRUE(space.hand_over().has_value());
    Job job;
    job.command = runtime.run;
    job.directory = space.home();
    job.temporary = space.tmp();
    job.limits.wall = Seconds{60};
    const Account account = run(job, setup);
    EXPECT_EQ(account.out.text, "499500 7\n") << describe_ending(account) << "\n"
                                              << account.err.text;
}

std::vector<Setup> runtime_setups() {
    std::vector<Setup> list{{ClockSource::Ptrace, {.landlock = true, .seccomp = true}},
                            {ClockSource::Ptrace, {.seccomp = true, .bwrap = true}}};
    for (const Setup& setup : known_setups())
        if (setup.confinement.landlock && setup.confinement.pids &&
            (setup.clock == ClockSource::Cgroup2 || setup.clock == ClockSource::Ptrace))
            list.push_back(setup);
    return list;
}
std::string runtime_name(const testing::TestParamInfo<RuntimeParam>& info) {
    const auto& [setup, index] = info.param;
    return as_test_name(fmt::format("{}_{}", runtimes()[index].name, setup_name(setup)));
}
INSTANTIATE_TEST_SUITE_P(Walls, RuntimeTest,
                         testing::Combine(testing::ValuesIn(runtime_setups()),
                                          testing::Range<std::size_t>(0, runtimes().size())),
                         runtime_name);

}  // namespace
}  // namespace zerosum::hostile
