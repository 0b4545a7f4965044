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
    if (fingerprint) entries_[directory] = std::make_unique<Entry>(std::move(*space));
    return fingerprint;
}

bool AgentStore::holds(const std::filesystem::path& directory) const {
    return entries_.find(directory) != entries_.end();
}

Result<ReadyProgram> AgentStore::prepare(const std::filesystem::path& directory,
                                         const Setup& setup) {
    const auto found = entries_.find(directory);
    if (found == entries_.end()) return fail("{}: not taken into store", directory.string());
    Entry& entry = *found->second;
    {
        const std::lock_guard lock(entry.building);
        if (!entry.built)
            entry.built = plan_agent(entry.space.home(), directory).and_then([&](AgentPlan plan) {
                return build_agent(entry.space, directory, std::move(plan), setup);
            });
        if (!*entry.built) return tl::unexpected(entry.built->error());
    }
    Result<Workspace> space = Workspace::make();
    if (!space) return tl::unexpected(space.error());
    if (auto copied = copy_tree(entry.space.home(), space->home()); !copied)
        return tl::unexpected(copied.error());
    if (auto given = space->hand_over(); !given) return tl::unexpected(given.error());
    return calibrate_agent(std::move(*space), **entry.built, setup);
}

}  // namespace zerosum
