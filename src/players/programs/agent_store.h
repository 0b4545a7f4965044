#pragma once
// Course directories that play many matches: copied and built once, whatever happens to the
// originals meanwhile.

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "players/programs/agent_cache.h"
#include "players/programs/agent_directory.h"

namespace zerosum {

// Any number of threads may call build and prepare at once, after all calls of take. A copy shares
// what both hold: who must take a new version while others play copies the store and takes it
// there.
class AgentStore {
 public:
    // The bounds are of every build in it; their stop also ends calibrations.
    explicit AgentStore(BuildBounds bounds = {}) : bounds_(std::move(bounds)) {}

    // Keeps a private copy of a directory and returns the fingerprint of what is in it: of the
    // sources, before anything is built.
    [[nodiscard]] Result<std::string> take(const std::filesystem::path& directory);
    // The same for sources that this node's cache holds under `hash`, at the place `from`; its
    // build goes there, or comes from there.
    [[nodiscard]] Result<std::string> take_cached(const std::filesystem::path& directory,
                                                  const std::filesystem::path& from,
                                                  const AgentCache& cache, const std::string& hash);
    [[nodiscard]] bool holds(const std::filesystem::path& directory) const;
    // The copy of a directory that was taken.
    [[nodiscard]] std::filesystem::path source(const std::filesystem::path& directory) const {
        return entries_.at(directory)->space.home();
    }

    // Builds the agent of a directory that was taken, or remembers what came of that.
    [[nodiscard]] const tl::expected<BuiltAgent, NotReady>& build(
        const std::filesystem::path& directory, const Tools& tools, const Setup& setup);
    // Why this machine cannot run the agent of a directory that was taken: "not run: needs Python
    // 2, ..."; nothing when it can, or when the agent itself is at fault. Builds only what may lack
    // something.
    [[nodiscard]] std::optional<std::string> not_run(const std::filesystem::path& directory,
                                                     const Tools& tools, const Setup& setup);
    // A place of its own for an agent that was built.
    [[nodiscard]] tl::expected<Workspace, NotReady> copy(
        const std::filesystem::path& directory) const;

    // The agent of a directory that was taken, in a place of its own for one match, calibrated
    // there. The first call builds it; if that fails, every call gets the same error.
    [[nodiscard]] Result<ReadyProgram> prepare(const std::filesystem::path& directory,
                                               const Tools& tools, const Setup& setup);

 private:
    struct Entry {
        explicit Entry(Workspace kept) : space(std::move(kept)) {}
        Workspace space;  // the sources, and once it is built, the agent
        std::optional<AgentCache> cache = {};
        std::string hash = {};  // in the cache
        std::mutex building;
        std::optional<tl::expected<BuiltAgent, NotReady>> built;
    };
    [[nodiscard]] Result<std::string> keep(const std::filesystem::path& directory,
                                           const std::filesystem::path& from,
                                           std::optional<AgentCache> cache, std::string hash);

    BuildBounds bounds_;
    std::map<std::filesystem::path, std::shared_ptr<Entry>> entries_;
};

}  // namespace zerosum
