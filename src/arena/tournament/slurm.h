#pragma once
// Workers of a tournament as a job array of Slurm: each array task is one `zerosum worker` that
// takes games from the ledger until the tournament is complete. Slurm starts and restarts them and
// knows nothing of games; PostgreSQL hands the games out.

#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/units.h"

namespace zerosum {

struct SlurmSettings {
    int workers = 4;
    int cpus = 1;            // per worker, whole cores: so many games at once
    std::string partition;   // empty: the cluster's default
    std::string time;        // as sbatch takes it, "2:00:00"; empty: the partition's limit
    bool libraries = false;  // players are shared libraries, which workers are told to load
    std::string more;        // further options of sbatch, as they would stand in a script
};

// The script that sbatch gets. It holds no password: the ledger's address has none, and workers
// find theirs in the environment, in a pgpass or in a service file. Fails when the ledger is not on
// a server, or an option would be more than one line.
[[nodiscard]] Result<std::string> slurm_script(const SlurmSettings& settings,
                                               const std::filesystem::path& ledger,
                                               const std::filesystem::path& program);

// A time limit as sbatch takes it: "90" (minutes), "90:30", "1:30:00", "2-12", "2-12:30" or
// "2-12:30:00" (days and hours). Nothing: none, or something that sbatch will not take.
[[nodiscard]] std::optional<Seconds> slurm_time(std::string_view text);
// A sentence when a game may take longer than a worker has until its time limit is near; empty:
// none does.
[[nodiscard]] std::string short_time_limit(const SlurmSettings& settings, Seconds longest_game);

// Hands the script to sbatch; the job's number.
[[nodiscard]] Result<std::string> submit_to_slurm(const std::string& script);

// The jobs in a text such as "35 36". A ledger may come from anybody, and its jobs become words of
// commands: what is no number is left out.
[[nodiscard]] std::vector<std::string> slurm_jobs(std::string_view text);

// The workers of some jobs. One that ends may come back: it is being requeued.
struct SlurmWorkers {
    int running = 0;
    int waiting = 0;                  // for a node
    std::vector<std::string> ending;  // their numbers, such as "35_1"
};
// A job that Slurm has forgotten has none.
[[nodiscard]] Result<SlurmWorkers> slurm_workers(std::span<const std::string> jobs);

// Takes the workers that still wait for a node out of the queue, and those that are being requeued,
// once nothing is left to play: Slurm lets a requeued one wait for minutes. Those that run end by
// themselves. Where Slurm does not do it, it is asked again for some seconds, or until `stop`.
// Where there is no Slurm, there is nothing to do.
[[nodiscard]] Result<void> cancel_waiting_workers(std::span<const std::string> jobs,
                                                  const std::stop_token& stop);

}  // namespace zerosum
