#pragma once
// Who takes part in a tournament at a moment: the players of its file and the hand-ins of its
// folder, with copies of their sources.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/tournament/hand_ins.h"
#include "arena/tournament/ledger.h"
#include "arena/tournament/settings.h"

namespace zerosum {

// An entrant as the ledger is told, and the player behind it.
struct Entrant {
    LedgerPlayer player;
    PlayerSpec spec;
};

// A value that does not change: games under way keep the store that they were seated from, and a
// lineup with a new player has a store of its own, which shares what did not change.
struct Lineup {
    std::vector<Entrant> entrants;
    std::shared_ptr<AgentStore> agents;
    Tools tools = {};   // of hand-ins to come
    bool plays = true;  // games are played here: who cannot be run here does not take part
};

// Gets a sentence for everyone who came or could not be taken.
using Tell = std::function<void(const std::string& sentence)>;

// The players of the file, but for those that this machine is to play and cannot run.
[[nodiscard]] Result<Lineup> lineup_of(const TournamentSettings& settings, const Tell& tell = {});

// The lineup with what has come into the folder or changed there; nothing when nothing did.
// `came` is told who takes part, `refused` who does not.
[[nodiscard]] std::optional<Lineup> with_hand_ins(const Lineup& before, HandIns& folder,
                                                  const Tell& came, const Tell& refused);

// A knock-out whose bracket is drawn has a place for those in it as they were, and for nobody else:
// fails with who does not fit. `players` are all that the ledger knows.
[[nodiscard]] Result<void> check_bracket(std::span<const ScheduledPairing> drawn,
                                         std::span<const LedgerPlayer> players,
                                         const Lineup& lineup);

}  // namespace zerosum
