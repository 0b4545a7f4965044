#pragma once
// A tournament as its ledger describes it: all that a planner or a worker must know, on whatever
// machine it runs. The TOML file is read by the process that opened the ledger to play, which keeps
// here what it read.

#include <span>
#include <string>
#include <vector>

#include "arena/tournament/ledger.h"
#include "arena/tournament/settings.h"

namespace zerosum {

struct Contest {
    // Without players and places: those stand below, and a worker knows where the ledger is.
    TournamentSettings settings;
    std::vector<LedgerPlayer> players;  // every version, by its number
    std::vector<PlayerIndex> who;       // takes part, in the order of the file
    Tools tools;                        // for `dir:` players, where a machine has them
    double reference_speed = 0;         // of the machine that banks are meant for
    std::string lineup;                 // `who` as the ledger keeps it
};

// `who`: the numbers of those who take part, in the order of the file.
[[nodiscard]] Result<void> keep_contest(Ledger& ledger, const TournamentSettings& settings,
                                        std::span<const PlayerIndex> who);

// Fails when no tournament was begun on the ledger.
[[nodiscard]] Result<Contest> read_contest(const Ledger& ledger);

// Whether those who take part are still the same.
[[nodiscard]] Result<bool> is_current(const Ledger& ledger, const Contest& contest);

// Whether every game is played and no others are expected: then workers have nothing to wait for.
[[nodiscard]] Result<bool> is_complete(const Ledger& ledger);
[[nodiscard]] Result<void> set_complete(Ledger& ledger, bool complete);

}  // namespace zerosum
