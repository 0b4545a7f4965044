#include "players/programs/agent_directory.h"

#include <array>

#include "sandbox/run.h"
#include "sandbox/tree.h"

namespace zerosum {

namespace fs = std::filesystem;

namespace {

constexpr Seconds kCalibrationTime{300.0};
constexpr Seconds kBuildTime{600.0};
constexpr std::size_t kLongestBuildReport = std::size_t{4} << 10U;

CommandWords make(const char* target) {
    return {"make", "-s", "--no-print-directory", target};
}

AgentPlan makefile_plan() {
    AgentPlan plan;
    plan.build = make("agent");
    plan.calibrate = make("calibrate");
    plan.new_game = make("newgame");
    plan.move = make("run");
    plan.optional_targets = true;
    return plan;
}

struct LoneFile {
    const char* name;
    AgentPlan (*plan)(const char* name);
};

AgentPlan cpp_plan(const char* name, const char* standard) {
    AgentPlan plan;
    plan.build = {"g++", standard, "-O2", "-pthread", "-o", "homework", name};
    plan.move = {"./homework"};
    return plan;
}

AgentPlan python_plan(const char* name) {
    AgentPlan plan;
    plan.move = {"python3", name};
    return plan;
}

// The heap stays inside the memory limit: by default it is sized after the machine's memory.
AgentPlan java_plan(const char* name) {
    AgentPlan plan;
    plan.build = {"javac", name};
    plan.move = {"java", fmt::format("-Xmx{}m", (Limits{}.memory >> 20U) * 3 / 4), "homework"};
    return plan;
}

constexpr std::array kLoneFiles{
    LoneFile{"homework.cpp", [](const char* name) { return cpp_plan(name, "-std=c++17"); }},
    LoneFile{"homework11.cpp", [](const char* name) { return cpp_plan(name, "-std=c++11"); }},
    LoneFile{"homework.py", python_plan},
    LoneFile{"homework3.py", python_plan},
    LoneFile{"homework.java", java_plan},
};

Limits preparation_limits(Seconds wall) {
    Limits limits;
    limits.wall = wall;
    limits.memory = std::size_t{4} << 30U;
    limits.processes = 512;
    limits.file_size = std::size_t{512} << 20U;
    limits.disk = std::size_t{2} << 30U;
    limits.output = std::size_t{64} << 20U;
    return limits;
}

Account run_step(const Workspace& space, const CommandWords& command, Seconds wall,
                 const Setup& setup) {
    Job job;
    job.command = command;
    job.directory = space.home();
    job.temporary = space.tmp();
    job.limits = preparation_limits(wall);
    Account account = run(job, setup);
    (void)space.empty_tmp();
    return account;
}

// make knows what it would do for a target, or that there is no rule for it.
bool has_target(const Workspace& space, const char* target, const Setup& setup) {
    return run_step(space, {"make", "-n", target}, kBuildTime, setup).ok();
}

std::string joined(const CommandWords& command) {
    std::string text;
    for (const std::string& word : command) text += (text.empty() ? "" : " ") + word;
    return text;
}

}  // namespace

Result<AgentPlan> plan_agent(const fs::path& directory, const fs::path& called) {
    std::error_code error;
    if (!fs::is_directory(directory, error))
        return fail("found no directory '{}', expected an agent's", called.string());
    for (const char* name : {"GNUmakefile", "makefile", "Makefile"})
        if (fs::exists(directory / name, error)) return makefile_plan();

    const LoneFile* found = nullptr;
    for (const LoneFile& file : kLoneFiles) {
        if (!fs::exists(directory / file.name, error)) continue;
        if (found != nullptr)
            return fail("{}: holds {} and {}, expected one of them, or a Makefile", called.string(),
                        found->name, file.name);
        found = &file;
    }
    if (found == nullptr)
        return fail(
            "{}: no agent here: expected a Makefile, or homework.cpp, homework11.cpp, homework.py, "
            "homework3.py or homework.java",
            called.string());
    return found->plan(found->name);
}

Result<AgentPlan> build_agent(const Workspace& space, const fs::path& directory, AgentPlan plan,
                              const Setup& setup) {
    if (auto given = space.hand_over(); !given) return tl::unexpected(given.error());
    if (!plan.build.empty()) {
        const Account built = run_step(space, plan.build, kBuildTime, setup);
        if (!built.ok())
            return fail("{}: '{}' {}\n{}{}", directory.string(), joined(plan.build),
                        describe_ending(built), last_lines(built.out.text, kLongestBuildReport),
                        last_lines(built.err.text, kLongestBuildReport));
    }
    if (plan.optional_targets) {
        if (!has_target(space, "calibrate", setup)) plan.calibrate.clear();
        if (!has_target(space, "newgame", setup)) plan.new_game.clear();
    }
    return plan;
}

ReadyProgram calibrate_agent(Workspace space, const AgentPlan& plan, const Setup& setup) {
    // The course ignores what a calibration says and how it ends.
    if (!plan.calibrate.empty()) (void)run_step(space, plan.calibrate, kCalibrationTime, setup);
    return {std::move(space), plan.move, plan.new_game};
}

Result<ReadyProgram> prepare_agent(const fs::path& directory, const AgentPlan& plan,
                                   const Setup& setup) {
    Result<Workspace> space = Workspace::make();
    if (!space) return tl::unexpected(space.error());
    if (auto copied = copy_tree(directory, space->home()); !copied)
        return tl::unexpected(copied.error());
    const Result<AgentPlan> built = build_agent(*space, directory, plan, setup);
    if (!built) return tl::unexpected(built.error());
    return calibrate_agent(std::move(*space), *built, setup);
}

}  // namespace zerosum
