#include "players/programs/agent_store.h"

#include <algorithm>

#include "sandbox/tree.h"
#include "sandbox/tree_fingerprint.h"

namespace zerosum {

Result<std::string> AgentStore::keep(const std::filesystem::path& directory,
                                     const std::filesystem::path& from,
                                     std::optional<AgentCache> cache, std::string hash) {
    Result<Workspace> space = Workspace::make();
    if (!space) return tl::unexpected(space.error());
    if (auto copied = copy_tree(from, space->home()); !copied)
        return tl::unexpected(copied.error());
    Result<std::string> fingerprint = fingerprint_tree(space->home());
    if (!fingerprint) return fingerprint;
    auto entry = std::make_shared<Entry>(std::move(*space));
    entry->cache = std::move(cache);
    entry->hash = std::move(hash);
    entries_[directory] = std::move(entry);
    return fingerprint;
}

Result<std::string> AgentStore::take(const std::filesystem::path& directory) {
    return keep(directory, directory, std::nullopt, "");
}

Result<std::string> AgentStore::take_cached(const std::filesystem::path& directory,
                                            const std::filesystem::path& from,
                                            const AgentCache& cache, const std::string& hash) {
    return keep(directory, from, cache, hash);
}

bool AgentStore::holds(const std::filesystem::path& directory) const {
    return entries_.find(directory) != entries_.end();
}

const tl::expected<BuiltAgent, NotReady>& AgentStore::build(const std::filesystem::path& directory,
                                                            const Tools& tools,
                                                            const Setup& setup) {
    Entry& entry = *entries_.at(directory);
    const std::lock_guard lock(entry.building);
    if (!entry.built) {
        const auto build = [&]() -> tl::expected<BuiltAgent, NotReady> {
            const Result<AgentPlan> plan = plan_agent(entry.space.home(), directory, tools);
            if (!plan) return tl::unexpected(NotReady{Obstacle::NoAgent, plan.error().message});
            return build_agent(entry.space, *plan, setup, bounds_);
        };
        entry.built = entry.cache
                          ? entry.cache->built(entry.hash, toolchain_id(tools), entry.space, build)
                          : build();
    }
    return *entry.built;
}

std::optional<std::string> AgentStore::not_run(const std::filesystem::path& directory,
                                               const Tools& tools, const Setup& setup) {
    const Result<AgentPlan> plan = plan_agent(source(directory), directory, tools);
    const auto lacks = [](const Way& way) { return !way.missing.empty(); };
    if (!plan || std::none_of(plan->agent.ways.begin(), plan->agent.ways.end(), lacks)) return {};
    const tl::expected<BuiltAgent, NotReady>& built = build(directory, tools, setup);
    if (built || built.error().obstacle != Obstacle::NotRun) return {};
    return built.error().sentence;
}

tl::expected<Workspace, NotReady> AgentStore::copy(const std::filesystem::path& directory) const {
    const auto ours = [](const Error& error) {
        return tl::unexpected(NotReady{Obstacle::Ours, error.message});
    };
    Result<Workspace> space = Workspace::make();
    if (!space) return ours(space.error());
    if (auto copied = copy_tree(entries_.at(directory)->space.home(), space->home()); !copied)
        return ours(copied.error());
    if (auto given = space->hand_over(); !given) return ours(given.error());
    return std::move(*space);
}

Result<ReadyProgram> AgentStore::prepare(const std::filesystem::path& directory, const Tools& tools,
                                         const Setup& setup) {
    if (!holds(directory)) return fail("{}: not taken into store", directory.string());
    const tl::expected<BuiltAgent, NotReady>& built = build(directory, tools, setup);
    if (!built) return tl::unexpected(built.error().error(directory));
    tl::expected<Workspace, NotReady> space = copy(directory);
    if (!space) return tl::unexpected(space.error().error(directory));
    (void)calibrate_agent(*space, *built, setup, kCalibrationTime, bounds_.stop);
    return ready_program(std::move(*space), *built);
}

}  // namespace zerosum
