#pragma once
// What a player is made of, in a few letters: by this a grade book and a ledger know that a hand-in
// or a program has changed.

#include <string>

#include "core/result.h"
#include "players/programs/agent_store.h"
#include "players/spec.h"

namespace zerosum {

// Of a directory the fingerprint of its files, which are taken into the store: so what plays is
// what the letters stand for, whatever happens to the directory meanwhile. Of any other program and
// of a plugin its text with the fingerprints of the files that its command names (a folder there
// may be one that it works in, and does not count). Of a built-in player its text.
[[nodiscard]] Result<std::string> sources_of(const PlayerSpec& spec, AgentStore& store);

}  // namespace zerosum
