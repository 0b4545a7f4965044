#include "app/cli/slurm_options.h"

#include <algorithm>
#include <filesystem>

#include "core/cpu_clock.h"
#include "core/text.h"

namespace zerosum::cli {

namespace {

// In the ledger's table `about`: "35 36".
constexpr const char* kJobs = "slurm job";
constexpr Seconds kLookEvery{10};

}  // namespace

void add_slurm_options(Command& command, SlurmOptions& options) {
    command.add_flag("--slurm", options.submit,
                     "submit workers to Slurm, plan and show the progress; the ledger must be on a "
                     "server, see docs/cluster.md");
    command.add_flag("--slurm-script", options.script_only,
                     "print the script for sbatch and submit nothing");
    command.add_flag("--attach", options.attach,
                     "plan and show the progress of workers that were started before, and play "
                     "nothing here");
    command.add_option("--workers", options.settings.workers, "Slurm: how many workers")
        ->between(1, 10000)
        ->show_default();
    command
        .add_option("--cpus", options.settings.cpus,
                    "Slurm: cores per worker, which plays so many games at once")
        ->between(1, 1024)
        ->show_default();
    command.add_option("--partition", options.settings.partition, "Slurm: the partition");
    command.add_option("--time", options.settings.time,
                       "Slurm: a worker's time limit, such as 4:00:00; it comes again afterwards");
    command.add_option("--sbatch", options.settings.more,
                       "Slurm: further options of sbatch, such as \"--mem=8G\"");
}

Result<std::string> script_of(const SlurmOptions& options, const TournamentSettings& tournament) {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    SlurmSettings settings = options.settings;
    settings.libraries =
        std::any_of(tournament.specs.begin(), tournament.specs.end(),
                    [](const PlayerSpec& spec) { return spec.kind == PlayerKind::Plugin; });
    return slurm_script(settings, tournament.ledger, program);
}

Result<void> SlurmJob::begin(Ledger& ledger) {
    const Result<std::string> known = ledger.about(kJobs);
    if (!known) return tl::unexpected(known.error());
    jobs_ = slurm_jobs(*known);
    if (!options_.submit) return {};
    const Result<std::string> script = script_of(options_, tournament_);
    if (!script) return tl::unexpected(script.error());
    const Result<std::string> job = submit_to_slurm(*script);
    if (!job) return tl::unexpected(job.error());
    jobs_.push_back(*job);
    return ledger.set_about(kJobs, fmt::format("{}", fmt::join(jobs_, " ")))
        .map_error([&](const Error& error) {
            return Error{
                fmt::format("{}\njob {} is submitted, and its workers go on; stop them with: "
                            "scancel {}",
                            error.message, *job, *job)};
        });
}

std::string SlurmJob::look() {
    const Seconds now = wall_clock();
    if (jobs_.empty() || seen_none_ >= 2 || (looked_ > Seconds{0} && now - looked_ < kLookEvery))
        return "";
    looked_ = now;
    const Result<SlurmWorkers> workers = slurm_workers(jobs_);
    if (!workers) return "";
    seen_none_ =
        workers->running + workers->waiting > 0 || !workers->ending.empty() ? 0 : seen_none_ + 1;
    if (seen_none_ < 2) return "";
    return fmt::format("Slurm knows no worker of {} {} any more: --slurm submits others",
                       jobs_.size() == 1 ? "job" : "jobs", fmt::join(jobs_, ", "));
}

std::string SlurmJob::end(const std::stop_token& stop) const {
    if (jobs_.empty()) return "";
    const Result<void> cancelled = cancel_waiting_workers(jobs_, stop);
    return cancelled ? "" : cancelled.error().message;
}

std::string SlurmJob::farewell(const std::string& again) const {
    return fmt::format(
        "The workers go on. Come back with: {} --attach\n{}", again,
        jobs_.empty() ? "" : fmt::format("Stop them with: scancel {}\n", fmt::join(jobs_, " ")));
}

}  // namespace zerosum::cli
