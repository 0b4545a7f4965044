#include "players/programs/agent_store.h"

#include "sandbox/tree.h"
#include "sandbox/tree_fingerprint.h"

namespace zerosum {

Result<std::string> AgentStore::take(const std::filesystem::path& directory) {
    Result<Workspace> space = Workspace::make();
    if (!space) return tl::unexpected(space.error());
    if (auto copied = copy_tree(directory, space->home()); !copied)
        return tl::unexpected(copied.error());
    Result<std::string> fingerprint = fingerprint_tree(space->home());
    if (fingerprint) entries_[directory] = std::make_shared<Entry>(std::move(*space));
    return fingerprint;
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
        const Result<AgentPlan> plan = plan_agent(entry.space.home(), directory, tools);
        entry.built = plan ? build_agent(entry.space, *plan, setup)
                           : tl::unexpected(NotReady{Obstacle::NoAgent, plan.error().message});
    }
    return *entry.built;
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
    (void)calibrate_agent(*space, *built, setup);
    return ready_program(std::move(*space), *built);
}

}  // namespace zerosum
