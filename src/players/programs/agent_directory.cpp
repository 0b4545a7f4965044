#include "players/programs/agent_directory.h"

#include <algorithm>

#include "core/cpu_clock.h"
#include "players/java2012/runtime.h"
#include "players/programs/evidence.h"
#include "sandbox/order.h"
#include "sandbox/run.h"
#include "sandbox/tree.h"

namespace zerosum {

namespace fs = std::filesystem;

namespace {

// The last step of a build whose time is over has this much, so that what it says is its own.
constexpr Seconds kLeastStep{0.5};

Account run_step(const Workspace& space, const CommandWords& command,
                 const std::vector<fs::path>& readable, Seconds wall, const Setup& setup,
                 const std::stop_token& stop) {
    Job job;
    job.command = command;
    job.directory = space.home();
    job.temporary = space.tmp();
    job.readable = readable;
    job.limits = preparation_limits(wall);
    Account account = run(job, setup, stop);
    if (shares_our_files(setup.confinement)) mark_programs(space.home());
    (void)space.empty_tmp();
    return account;
}

// The steps of one build, which share its time.
class Steps {
 public:
    Steps(const Workspace& space, const Setup& setup, const BuildBounds& bounds)
        : space_(space), setup_(setup), bounds_(bounds), until_(wall_clock() + bounds.wall) {}

    [[nodiscard]] Account run(const CommandWords& command, const std::vector<fs::path>& readable) {
        const Seconds left = std::max(until_ - wall_clock(), kLeastStep);
        return run_step(space_, command, readable, left, setup_, bounds_.stop);
    }
    // make knows what it would do for a target, or that there is no rule for it.
    [[nodiscard]] bool has_target(const char* target) {
        return run({"make", "-n", target}, {}).ok();
    }
    [[nodiscard]] const Workspace& space() const { return space_; }
    [[nodiscard]] Limits limits() const { return preparation_limits(bounds_.wall); }
    [[nodiscard]] bool stopped() const { return bounds_.stop.stop_requested(); }

 private:
    const Workspace& space_;
    const Setup& setup_;
    const BuildBounds& bounds_;
    Seconds until_;
};

std::size_t count_errors(std::string_view text) {
    constexpr std::string_view word = "error:";
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) ++count;
    return count;
}

struct Built {
    Way way;
    std::size_t place = 0;  // among the ways
};

std::string needs(std::string_view missing) {
    return fmt::format("not run: needs {}, see docs/agents.md", missing);
}

// Of several ways that fail, the one with the fewest errors is shown: the source was meant for it.
tl::expected<Built, NotReady> build_source(Steps& steps, const Source& source) {
    const Way* best = nullptr;
    Account least;
    std::string missing;
    for (std::size_t i = 0; i < source.ways.size(); ++i) {
        const Way& way = source.ways[i];
        if (!way.missing.empty()) {
            if (missing.empty()) missing = way.missing;
            continue;
        }
        if (way.build.empty()) return Built{way, i};
        const Account account = steps.run(way.build, way.readable);
        if (steps.stopped()) return tl::unexpected(NotReady{Obstacle::Ours, "stopped"});
        if (account.ending == Ending::NotStarted || account.ending == Ending::Unmeasured)
            return tl::unexpected(
                NotReady{Obstacle::Ours, fmt::format("not run: '{}' {}", way.repeat,
                                                     describe_ending(account, steps.limits()))});
        if (account.ok()) return Built{way, i};
        if (best != nullptr && count_errors(account.err.text) >= count_errors(least.err.text))
            continue;
        best = &way;
        least = account;
    }
    NotReady why;
    if (best != nullptr)
        why.evidence =
            evidence(relative_paths(least.out.text + least.err.text, steps.space().home()));
    if (!missing.empty()) {
        why.obstacle = Obstacle::NotRun;
        why.sentence = needs(missing);
    } else {
        why.obstacle = Obstacle::NotBuilt;
        why.sentence = fmt::format("did not build: '{}' {}", best->repeat,
                                   describe_ending(least, steps.limits()));
    }
    return tl::unexpected(why);
}

// What its author should know of a source that was not taken by its first way.
std::string note_of(const Source& source, const Built& built) {
    if (built.place == 0) return "";
    const Way& first = source.ways.front();
    if (!first.missing.empty())
        return fmt::format(
            "{} is run with {}: by its name it is {}, which is not here, and it "
            "compiles without",
            source.file, built.way.language, first.language);
    return fmt::format("{} is taken as {}, because {} does not accept it", source.file,
                       built.way.language, source.ways[built.place - 1].language);
}

void build_calibration(Steps& steps, const Source& source, BuiltAgent& agent) {
    const tl::expected<Built, NotReady> built = build_source(steps, source);
    if (!built) {
        agent.notes.push_back(
            fmt::format("{}: {}\n{}", source.file, built.error().sentence, built.error().evidence));
        return;
    }
    agent.calibrate = built->way.run;
    agent.readable.insert(agent.readable.end(), built->way.readable.begin(),
                          built->way.readable.end());
    if (std::string note = note_of(source, *built); !note.empty()) agent.notes.push_back(note);
}

}  // namespace

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

Error NotReady::error(const fs::path& directory) const {
    if (obstacle == Obstacle::NoAgent || obstacle == Obstacle::Ours) return {sentence};
    return {fmt::format("{}: {}{}{}", directory.string(), sentence, evidence.empty() ? "" : "\n",
                        evidence)};
}

NotReady not_its_own(const BuiltAgent& agent, std::string_view crash) {
    return {Obstacle::NotRun, needs(agent.lacks),
            fmt::format("{} compiles it, but there {}", agent.language, crash)};
}

tl::expected<BuiltAgent, NotReady> build_agent(const Workspace& space, const AgentPlan& plan,
                                               const Setup& setup, const BuildBounds& bounds) {
    for (const java2012::JavaFile& file :
         plan.java_2012 ? java2012::runtime() : std::span<const java2012::JavaFile>{})
        if (const Result<void> put = space.write(file.name, file.text); !put)
            return tl::unexpected(NotReady{Obstacle::Ours, put.error().message});
    if (auto given = space.hand_over(); !given)
        return tl::unexpected(NotReady{Obstacle::Ours, given.error().message});
    Steps steps(space, setup, bounds);
    const tl::expected<Built, NotReady> built = build_source(steps, plan.agent);
    if (!built) return tl::unexpected(built.error());
    BuiltAgent agent;
    agent.file = plan.agent.file;
    agent.language = built->way.language;
    agent.lacks = plan.agent.ways.front().missing;
    agent.move = built->way.run;
    agent.readable = built->way.readable;
    if (std::string note = note_of(plan.agent, *built); !note.empty()) agent.notes.push_back(note);
    if (plan.calibrate) build_calibration(steps, *plan.calibrate, agent);
    if (plan.makefile) {
        const auto target = [&](const char* name) {
            CommandWords words = agent.move;
            words.back() = name;
            return steps.has_target(name) ? words : CommandWords{};
        };
        agent.calibrate = target("calibrate");
        agent.new_game = target("newgame");
    }
    if (steps.stopped()) return tl::unexpected(NotReady{Obstacle::Ours, "stopped"});
    return agent;
}

std::optional<Account> calibrate_agent(const Workspace& space, const BuiltAgent& agent,
                                       const Setup& setup, Seconds wall,
                                       const std::stop_token& stop) {
    if (agent.calibrate.empty()) return std::nullopt;
    return run_step(space, agent.calibrate, agent.readable, wall, setup, stop);
}

ReadyProgram ready_program(Workspace space, const BuiltAgent& agent) {
    return {std::move(space), agent.move, agent.new_game, agent.readable};
}

Result<ReadyProgram> prepare_agent(const fs::path& directory, const AgentPlan& plan,
                                   const Setup& setup) {
    Result<Workspace> space = Workspace::make();
    if (!space) return tl::unexpected(space.error());
    if (!directory.empty()) {  // empty: a class of our own package
        if (auto copied = copy_tree(directory, space->home()); !copied)
            return tl::unexpected(copied.error());
    }
    const tl::expected<BuiltAgent, NotReady> built = build_agent(*space, plan, setup);
    if (!built) return tl::unexpected(built.error().error(directory));
    (void)calibrate_agent(*space, *built, setup);
    return ready_program(std::move(*space), *built);
}

}  // namespace zerosum
