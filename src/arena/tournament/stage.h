#pragma once
// A tournament's agents on their way to other machines: the ledger carries their sources
// (queue/carried_agent.h). They are packed when a version is entered.

#include <span>

#include "arena/tournament/ledger.h"
#include "arena/tournament/lineup.h"

namespace zerosum {

// Keeps the sources of every agent of the lineup that the ledger does not hold yet. `numbers`: the
// lineup's, as Ledger::enter returned them. An agent that is too large for that stays on its
// machine: an error where the ledger is on a server, for workers elsewhere would not find it.
[[nodiscard]] Result<void> keep_sources(Ledger& ledger, const Lineup& lineup,
                                        std::span<const PlayerIndex> numbers);

// Takes a version's agent into the store, under the directory that its spec names: from the sources
// that the ledger holds of it (Ledger::sources), or from the directory itself where it holds none.
// Either way it must be what was entered. Waits for a process that is unpacking the same.
[[nodiscard]] Result<void> take_staged(const std::optional<Blob>& sources,
                                       const LedgerPlayer& player, const PlayerSpec& spec,
                                       AgentStore& store);

}  // namespace zerosum
