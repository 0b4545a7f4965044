#pragma once
// Agents on a node of a cluster, kept by their content: every process on the node finds the sources
// and the build that another has made, and no folder need be shared between nodes.
//
//   ROOT/                       ours alone, closed to others
//     SHA256/sources/           what was handed in
//     SHA256/TOOLS/home/        the same, built; TOOLS names compilers, system and processor
//     SHA256/TOOLS/agent.json   how it is run
//     SHA256/TOOLS.lock         held by the process that builds
//     SHA256/lock               shared by those who use it, held alone by the process that unpacks
//                               the sources or removes it; dated by the last use
//     SHA256.gone/              an agent on its way out
//     lock                      held by the process that tidies up
//
// A kill at any instant leaves a part under a name that nobody looks for. Who adds something
// also removes the agents that were used longest ago, until the rest is within the bounds.

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "players/programs/agent_directory.h"

namespace zerosum {

struct CacheBounds {
    std::size_t bytes = std::size_t{2} << 30U;  // on disk, all agents together
    // What was used within this time stays, even above that size: its user may still be copying it,
    // and a class that does not fit is not built again and again.
    std::chrono::seconds spared = std::chrono::hours(1);
};

class AgentCache {
 public:
    // $ZEROSUM_CACHE, else $XDG_CACHE_HOME/zerosum/agents, else ~/.cache/zerosum/agents. An error
    // when there is no such place or others could change what is in it. $ZEROSUM_CACHE_MB is the
    // size it may have, in MiB.
    [[nodiscard]] static Result<AgentCache> open();
    [[nodiscard]] static Result<AgentCache> open_at(const std::filesystem::path& root,
                                                    CacheBounds bounds = {});

    // The directory of these sources. `fill` is called when this node does not have them yet; its
    // argument is an empty directory.
    using Fill = std::function<Result<void>(const std::filesystem::path& to)>;
    [[nodiscard]] Result<std::filesystem::path> sources(const std::string& hash,
                                                        const Fill& fill) const;

    // Fills a workspace with the built agent, or has `build` do it and keeps what came of that. An
    // agent that did not build is not kept: the next process tries again.
    using Build = std::function<tl::expected<BuiltAgent, NotReady>()>;
    [[nodiscard]] tl::expected<BuiltAgent, NotReady> built(const std::string& hash,
                                                           const std::string& tools,
                                                           const Workspace& space,
                                                           const Build& build) const;

 private:
    AgentCache(std::filesystem::path root, CacheBounds bounds)
        : root_(std::move(root)), bounds_(bounds) {}
    void tidy_up() const;

    std::filesystem::path root_;
    CacheBounds bounds_;
};

// Compilers and interpreters with their versions, the system's libraries and the processor, in a
// few letters: what was built under one name runs under the same name.
[[nodiscard]] std::string toolchain_id(const Tools& tools);

}  // namespace zerosum
