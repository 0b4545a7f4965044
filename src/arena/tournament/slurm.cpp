#include "arena/tournament/slurm.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <thread>
#include <tuple>
#include <vector>

#include "arena/storage/sql.h"
#include "core/cpu_clock.h"
#include "core/descriptor.h"
#include "core/text.h"

namespace zerosum {

namespace {

// How long before the time limit a worker is told to end.
constexpr int kNotice = 60;  // seconds
// How long a Slurm that leaves workers in its queue is asked again.
constexpr Seconds kCancelFor{10};
constexpr Seconds kCancelEvery{0.5};
constexpr int kNotFound = 127;  // a program, as shells say it

// What the batch shell does. Slurm signals a job's processes all at once when it is cancelled,
// requeued or out of time: the worker hears that itself, and a second signal would end it before it
// has given its games back. Only the early notice comes to the shell alone, perhaps before it knows
// the worker's number.
constexpr const char* kBody = R"sh(
program={program}
[ -x "$program" ] || program=zerosum
limit_is_near=
worker=
trap 'limit_is_near=yes; [ -z "$worker" ] || kill -TERM "$worker"' USR1
trap : TERM INT
"$program" worker --ledger {ledger} --jobs {cpus}{libraries} &
worker=$!
[ -z "$limit_is_near" ] || kill -TERM "$worker"
while :; do
    wait "$worker"
    status=$?
    kill -0 "$worker" 2>/dev/null || break
done
# Its games went back to the ledger. It comes again with the same number when there is room.
if [ -n "$limit_is_near" ] && [ "$status" -ne 0 ]; then
    exec scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}"
fi
exit "$status"
)sh";

Result<void> check_line(std::string_view option, std::string_view text) {
    if (std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < ' '; })) return {};
    return fail("{}: found '{}', expected one line", option, printable(text));
}

struct Finished {
    int status = 0;
    std::string output;  // both streams
};

std::string contents(const Descriptor& file) {
    std::string text(static_cast<std::size_t>(std::max<off_t>(0, ::lseek(file.get(), 0, SEEK_END))),
                     '\0');
    const ssize_t got = ::pread(file.get(), text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
    return text;
}

// A program of the system's in this process's environment, with this on its standard input.
Result<Finished> run_program(const std::vector<std::string>& command, std::string_view input) {
    const Descriptor in(::memfd_create("input", MFD_CLOEXEC));
    const Descriptor out(::memfd_create("output", MFD_CLOEXEC));
    if (!in.open() || !out.open() ||
        ::pwrite(in.get(), input.data(), input.size(), 0) != static_cast<ssize_t>(input.size()))
        return fail("{}: {}", command.front(), std::strerror(errno));
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, out.get(), STDERR_FILENO);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, words.front(), &files, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error == ENOENT)
        return Finished{
            kNotFound,
            fmt::format("found no program {}, expected Slurm's on this machine", command.front())};
    if (error != 0) return fail("{}: {}", command.front(), std::strerror(error));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return fail("{}: {}", command.front(), std::strerror(errno));
    return Finished{WIFEXITED(status) ? WEXITSTATUS(status) : 1, contents(out)};
}

// Whether Slurm complains of a job that it has forgotten, or whose tasks have all ended.
bool is_of_the_past(std::string_view said) {
    return said.find("Invalid job id") != std::string_view::npos ||
           said.find("already completing or completed") != std::string_view::npos;
}

// Runs scancel with these options; false: there is no Slurm here.
Result<bool> cancel(std::vector<std::string> options) {
    options.insert(options.begin(), "scancel");
    const Result<Finished> asked = run_program(options, "");
    if (!asked) return tl::unexpected(asked.error());
    if (asked->status == kNotFound) return false;
    if (asked->status != 0 && !is_of_the_past(asked->output))
        return fail("scancel: {}", printable(trim(asked->output), 500));
    return true;
}

}  // namespace

Result<std::string> slurm_script(const SlurmSettings& settings, const std::filesystem::path& ledger,
                                 const std::filesystem::path& program) {
    if (!sql::is_server(ledger))
        return fail(
            "--slurm: found the ledger {}, a file; expected one on a server "
            "(ledger = \"postgresql://HOST/DATABASE\"), as a cluster's nodes share no file. "
            "zerosum ledger copy takes it there",
            ledger.string());
    if (Result<void> sound = sql::check_server(ledger.native()); !sound)
        return tl::unexpected(sound.error());
    std::string head = fmt::format(
        "#!/bin/bash\n"
        "# Workers of a tournament: each takes games from the ledger until all are played.\n"
        "# The database's password, if it wants one, comes from the environment, a pgpass file or\n"
        "# a service file (docs/cluster.md).\n"
        "#SBATCH --job-name=zerosum\n"
        "#SBATCH --array=1-{}\n"
        "#SBATCH --ntasks=1\n"
        "#SBATCH --cpus-per-task={}\n"
        "#SBATCH --hint=nomultithread\n"
        "#SBATCH --requeue\n"
        "#SBATCH --open-mode=append\n"
        "#SBATCH --signal=B:USR1@{}\n",
        settings.workers, settings.cpus, kNotice);
    for (const auto& [option, text, line] :
         {std::tuple{"--partition", settings.partition, "#SBATCH --partition={}\n"},
          std::tuple{"--time", settings.time, "#SBATCH --time={}\n"},
          std::tuple{"--sbatch", settings.more, "#SBATCH {}\n"}}) {
        if (Result<void> sound = check_line(option, text); !sound)
            return tl::unexpected(sound.error());
        if (!text.empty()) head += fmt::format(fmt::runtime(line), text);
    }
    return head + fmt::format(kBody, fmt::arg("program", shell_quoted(program.native())),
                              fmt::arg("ledger", shell_quoted(ledger.native())),
                              fmt::arg("cpus", settings.cpus),
                              fmt::arg("libraries", settings.libraries ? " --load-libraries" : ""));
}

// Behind a number of days it begins with hours; otherwise it ends with seconds, or is minutes.
std::optional<Seconds> slurm_time(std::string_view text) {
    const std::size_t dash = text.find('-');
    const bool after_days = dash != std::string_view::npos;
    std::vector<std::string_view> words = split(text.substr(after_days ? dash + 1 : 0), ':');
    if (words.size() > 3) return std::nullopt;
    if (after_days) {
        words.insert(words.begin(), text.substr(0, dash));
        words.resize(4, "0");
    } else {
        if (words.size() == 1) words.emplace_back("0");
        words.insert(words.begin(), 4 - words.size(), "0");
    }
    double seconds = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        constexpr std::array<int, 4> in_one = {0, 24, 60, 60};  // hours in a day, ...
        const std::optional<std::int64_t> number = parse_int(words[i]);
        if (!number || *number < 0) return std::nullopt;
        seconds = seconds * in_one[i] + static_cast<double>(*number);
    }
    return seconds > 0 ? std::optional(Seconds{seconds}) : std::nullopt;
}

std::string short_time_limit(const SlurmSettings& settings, Seconds longest_game) {
    const std::optional<Seconds> limit = slurm_time(settings.time);
    if (!limit) return "";
    constexpr double minute = 60;  // Slurm counts whole ones
    const Seconds played{minute * std::ceil(limit->count() / minute) - kNotice};
    if (played >= longest_game) return "";
    return fmt::format(
        "--time: found {}, which leaves a worker {:g} s, as it ends {} s before; a game may take "
        "{:g} s and is then begun again and again: expected many times that",
        settings.time, played.count(), kNotice, longest_game.count());
}

Result<std::string> submit_to_slurm(const std::string& script) {
    const Result<Finished> sent = run_program({"sbatch", "--parsable"}, script);
    if (!sent) return tl::unexpected(sent.error());
    // "17" or "17;cluster", after warnings.
    const std::vector<std::string_view> lines = split_lines(sent->output);
    const std::string_view last = lines.empty() ? std::string_view{} : lines.back();
    const std::string job(last.substr(0, last.find(';')));
    if (sent->status != 0 || !parse_int(job))
        return fail("sbatch did not take the job: {}", printable(trim(sent->output), 500));
    return job;
}

std::vector<std::string> slurm_jobs(std::string_view text) {
    std::vector<std::string> jobs;
    for (const std::string_view word : split(text, ' '))
        if (parse_int(word).value_or(0) > 0) jobs.emplace_back(word);
    return jobs;
}

Result<SlurmWorkers> slurm_workers(std::span<const std::string> jobs) {
    // Lines such as "PD 35_1".
    const Result<Finished> asked = run_program({"squeue", "--noheader", "--array", "--format=%t %i",
                                                fmt::format("--jobs={}", fmt::join(jobs, ","))},
                                               "");
    if (!asked) return tl::unexpected(asked.error());
    if (asked->status != 0 && !is_of_the_past(asked->output))
        return fail("squeue: {}", printable(trim(asked->output), 500));
    SlurmWorkers workers;
    for (const std::string_view line : split_lines(asked->output)) {
        const std::string_view state = line.substr(0, line.find(' '));
        if (state == "R" || state == "CF") ++workers.running;
        if (state == "PD") ++workers.waiting;
        if (state == "CG") workers.ending.emplace_back(trim(line.substr(state.size())));
    }
    return workers;
}

Result<void> cancel_waiting_workers(std::span<const std::string> jobs,
                                    const std::stop_token& stop) {
    for (const Seconds until = wall_clock() + kCancelFor;;) {
        Result<void> done;
        for (const std::string& job : jobs) {
            const Result<bool> asked = cancel({"--state=PENDING", job});
            if (!asked) done = tl::unexpected(asked.error());
            if (asked && !*asked) return {};
        }
        const Result<SlurmWorkers> left = slurm_workers(jobs);
        if (done && !left) done = tl::unexpected(left.error());
        // One that is being requeued is not pending yet. Cancelled by its number it stays away.
        if (done && !left->ending.empty())
            if (const Result<bool> asked = cancel(left->ending); !asked)
                done = tl::unexpected(asked.error());
        if (done && left->waiting == 0) return {};
        if (done)
            done = fail("workers still wait for a node, and nothing is left to play: scancel {}",
                        fmt::join(jobs, " "));
        if (wall_clock() >= until || stop.stop_requested()) return done;
        std::this_thread::sleep_for(kCancelEvery);
    }
}

}  // namespace zerosum
