#pragma once
// zerosum tournament on a cluster: its options, and what is said about the workers.

#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "arena/tournament/slurm.h"
#include "arena/tournament/tournament.h"

namespace zerosum::cli {

struct SlurmOptions {
    bool submit = false;
    bool script_only = false;
    bool attach = false;
    SlurmSettings settings;

    // Whether this process plans and shows, and workers elsewhere play.
    [[nodiscard]] bool hosts() const { return submit || attach; }
};

void add_slurm_options(Command& command, SlurmOptions& options);

// The script that would be submitted.
[[nodiscard]] Result<std::string> script_of(const SlurmOptions& options,
                                            const TournamentSettings& tournament);

// The workers of a tournament, as far as Slurm knows them.
class SlurmJob {
 public:
    SlurmJob(const SlurmOptions& options, const TournamentSettings& tournament)
        : options_(options), tournament_(tournament) {}

    // Finds the workers of the ledger, and submits more: for TournamentWatch::on_ready.
    [[nodiscard]] Result<void> begin(Ledger& ledger);
    // Now and then: a sentence when no worker is left, as seen twice, since the last ones end with
    // the tournament. Empty: nothing to say.
    [[nodiscard]] std::string look();
    // When every game is played: workers that wait for a node are not needed any more. A sentence
    // when Slurm would not have it; empty: done.
    [[nodiscard]] std::string end(const std::stop_token& stop) const;
    // What to do with them when this process ends before the tournament does. `again`: the command
    // that goes on with the tournament.
    [[nodiscard]] std::string farewell(const std::string& again) const;
    // Of the workers that this process submitted.
    [[nodiscard]] const std::string& number() const { return jobs_.back(); }

 private:
    const SlurmOptions& options_;
    const TournamentSettings& tournament_;
    std::vector<std::string> jobs_;  // empty: workers were started by hand
    Seconds looked_{0};
    int seen_none_ = 0;  // how many looks in succession
};

}  // namespace zerosum::cli
