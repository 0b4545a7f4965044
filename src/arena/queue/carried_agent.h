#pragma once
// Agents on their way to other machines, as blobs of a database: so a node needs no folder of the
// machine on which they were entered.
//
// A dir: agent's sources are packed and kept by their SHA-256; who needs them unpacks them into
// the cache of its node (agent_cache.h) and builds them there, once per toolchain. A program that
// is named by its place (cmd:, ugi:, java:, so:) is not carried: it must be there.

#include <cstdint>
#include <filesystem>
#include <string>

#include "arena/queue/blobs.h"
#include "players/programs/agent_store.h"
#include "players/spec.h"

namespace zerosum {

// Takes the agent that was carried into the store, under this directory's name, which need not be
// here. Returns the fingerprint of what is in it.
[[nodiscard]] Result<std::string> take_carried(const Blob& sources,
                                               const std::filesystem::path& directory,
                                               AgentStore& store);

// Whether a worker loads the shared libraries that a ledger or a task names into its own process:
// not unless it was told to, for they may come from anybody.
enum class Libraries : std::uint8_t { Refused, Loaded };

// Whether what this player needs of this machine is here and may be used: the error names the
// program that is not.
[[nodiscard]] Result<void> check_program(const PlayerSpec& spec,
                                         Libraries libraries = Libraries::Loaded);

[[nodiscard]] std::string this_host();

}  // namespace zerosum
