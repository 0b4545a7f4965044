#include "players/programs/agent_directory.h"

#include <array>

#include "sandbox/run.h"
#include "sandbox/tree.h"

namespace zerosum {

namespace fs = std::filesystem;

namespace {

constexpr Seconds calibration_time{300.0};
constexpr Seconds build_time{600.0};
constexpr std::size_t longest_build_report = std::size_t{4} << 10U;

Command make(const char* target) {
    return {"make", "-s", "--no-print-directory", target};
}

AgentPlan makefile_plan() {
    AgentPlan plan;
    plan.kind = "Makefile";
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

// The heap is told to stay inside the memory limit: by default it is sized after the machine's.
AgentPlan java_plan(const char* name) {
    AgentPlan plan;
    plan.build = {"javac", name};
    plan.move = {"java", fmt::format("-Xmx{}m", (Limits{}.memory >> 20U) * 3 / 4), "homework"};
    return plan;
}

constexpr std::array lone_files{
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

Account run_step(const Workspace& space, const Command& command, Seconds wall, const Setup& setup) {
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
    return run_step(space, {"make", "-n", target}, build_time, setup).ok();
}

std::string joined(const Command& command) {
    std::string text;
    for (const std::string& word : command) text += (text.empty() ? "" : " ") + word;
    return text;
}

}  // namespace

Result<AgentPlan> plan_agent(const fs::path& directory) {
    std::error_code error;
    if (!fs::is_directory(directory, error))
        return fail("found no directory '{}', expected an agent's", directory.string());
    for (const char* name : {"GNUmakefile", "makefile", "Makefile"})
        if (fs::exists(directory / name, error)) return makefile_plan();

    const LoneFile* found = nullptr;
    std::string names;
    for (const LoneFile& file : lone_files) {
        if (!fs::exists(directory / file.name, error)) continue;
        if (found != nullptr)
            return fail("{}: holds {} and {}, expected one of them, or a Makefile",
                        directory.string(), found->name, file.name);
        found = &file;
    }
    if (found == nullptr)
        return fail(
            "{}: no agent here: expected a Makefile, or homework.cpp, homework11.cpp, homework.py, "
            "homework3.py or homework.java",
            directory.string());
    AgentPlan plan = found->plan(found->name);
    plan.kind = found->name;
    return plan;
}

Result<AgentPlan> build_agent(const Workspace& space, const fs::path& directory,
                              const Setup& setup) {
    Result<AgentPlan> plan = plan_agent(space.home());
    // The caller knows the agent by the directory that it came from.
    if (!plan) return plan_agent(directory);
    if (auto given = space.hand_over(); !given) return tl::unexpected(given.error());
    if (!plan->build.empty()) {
        const Account built = run_step(space, plan->build, build_time, setup);
        if (!built.ok())
            return fail("{}: '{}' {}\n{}{}", directory.string(), joined(plan->build),
                        describe_ending(built), tail(built.out.text, longest_build_report),
                        tail(built.err.text, longest_build_report));
    }
    if (plan->optional_targets) {
        if (!has_target(space, "calibrate", setup)) plan->calibrate.clear();
        if (!has_target(space, "newgame", setup)) plan->new_game.clear();
    }
    return plan;
}

ReadyProgram calibrate_agent(Workspace space, const AgentPlan& plan, const Setup& setup) {
    // The course ignores what a calibration says and how it ends.
    if (!plan.calibrate.empty()) (void)run_step(space, plan.calibrate, calibration_time, setup);
    return {std::move(space), plan.move, plan.new_game};
}

Result<ReadyProgram> prepare_agent(const fs::path& directory, const Setup& setup) {
    if (auto plan = plan_agent(directory); !plan) return tl::unexpected(plan.error());
    Result<Workspace> space = Workspace::make();
    if (!space) return tl::unexpected(space.error());
    if (auto copied = copy_tree(directory, space->home()); !copied)
        return tl::unexpected(copied.error());
    const Result<AgentPlan> plan = build_agent(*space, directory, setup);
    if (!plan) return tl::unexpected(plan.error());
    return calibrate_agent(std::move(*space), *plan, setup);
}

}  // namespace zerosum
