#include "sandbox/warden/process_tree.h"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <string_view>

#include "core/kernel_files.h"
#include "sandbox/warden/proc.h"

namespace zerosum::warden {

namespace {

void append_numbers(const std::string& text, std::vector<pid_t>& out) {
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = rest.find(' ');
        if (const auto pid = parse_number(rest.substr(0, end))) out.push_back(*pid);
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
}

// Field `index` (counted from 1, as in proc(5)) of /proc/PID/stat; the name in field 2 may hold
// blanks and parentheses, so counting starts behind the last one.
double stat_field(std::string_view stat, int index) {
    const std::size_t name_end = stat.rfind(')');
    if (name_end == std::string_view::npos) return 0;
    std::string_view rest = stat.substr(name_end + 1);
    for (int field = 2; field < index; ++field) {
        const std::size_t blank = rest.find(' ');
        if (blank == std::string_view::npos) return 0;
        rest.remove_prefix(blank + 1);
    }
    return std::strtod(std::string(rest.substr(0, 24)).c_str(), nullptr);
}

// Kernels without CONFIG_PROC_CHILDREN: the parents of all processes of the machine.
std::optional<std::vector<pid_t>> descendants_by_parents(pid_t root) {
    std::multimap<pid_t, pid_t> children;
    const bool read = for_each_number_in("/proc", [&](pid_t pid, int /*directory*/) {
        children.emplace(static_cast<pid_t>(stat_field(kernel_file(proc(pid, "stat")), 4)), pid);
    });
    if (!read || !start_time_of(root)) return std::nullopt;
    std::vector<pid_t> found{root};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto [first, last] = children.equal_range(found[i]);
        for (auto child = first; child != last; ++child) found.push_back(child->second);
    }
    found.erase(found.begin());
    return found;
}

// The status of a process whose first thread may have ended before the others: the kernel then
// tells of its memory under their numbers only.
std::string status_of(pid_t pid) {
    std::string status = kernel_file(proc(pid, "status"));
    const auto tells_memory = [&] { return status.find("\nRssAnon:") != std::string::npos; };
    if (tells_memory() || status_field(status, "\nThreads:", 1) < 2) return status;
    for_each_number_in(proc(pid, "task"), [&](pid_t thread, int /*directory*/) {
        if (!tells_memory()) status = kernel_file(proc(thread, "status"));
    });
    return status;
}

}  // namespace

std::optional<std::vector<pid_t>> descendants() {
    const pid_t root = getpid();
    static const bool has_children_files =
        access(("/proc/self/task/" + std::to_string(root) + "/children").c_str(), R_OK) == 0;
    if (!has_children_files) return descendants_by_parents(root);

    std::vector<pid_t> found{root};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::string tasks = proc(found[i], "task");
        int opened = -1;
        const bool read = for_each_number_in(tasks, [&](pid_t task, int /*directory*/) {
            const std::string file = tasks + "/" + std::to_string(task) + "/children";
            if (i == 0) opened = open(file.c_str(), O_RDONLY | O_CLOEXEC);
            append_numbers(kernel_file(file), found);
        });
        // Others may be gone by now. Our own is always there: if we are kept from reading that, we
        // are kept from all.
        if (i == 0 && (!read || opened < 0)) return std::nullopt;
        if (i == 0) close(opened);
    }
    found.erase(found.begin());
    return found;
}

TreeUse measure(const std::vector<pid_t>& pids) {
    TreeUse use;
    for (const pid_t pid : pids) {
        const std::string status = status_of(pid);
        use.tasks += status_field(status, "\nThreads:", 1);
        use.memory += status_field(status, "\nRssAnon:", 1024);
        use.memory += status_field(status, "\nRssShmem:", 1024);
    }
    return use;
}

std::size_t fair_memory(const std::vector<pid_t>& pids) {
    std::size_t bytes = 0;
    for (const pid_t pid : pids) {
        const std::string rollup = kernel_file(proc(pid, "smaps_rollup"));
        if (rollup.empty()) {
            bytes += measure({pid}).memory;
            continue;
        }
        bytes += status_field(rollup, "\nPss_Anon:", 1024);
        bytes += status_field(rollup, "\nPss_Shmem:", 1024);
    }
    return bytes;
}

std::optional<CpuTime> process_cpu_of(pid_t pid) {
    clockid_t id = 0;
    timespec time{};
    if (clock_getcpuclockid(pid, &id) != 0 || clock_gettime(id, &time) != 0) return std::nullopt;
    const double total =
        static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    // The kernel tells the parts in hundredths of a second only: good enough for their ratio.
    const std::string stat = kernel_file(proc(pid, "stat"));
    const double user = stat_field(stat, 14);
    const double system = stat_field(stat, 15);
    const double user_part = user + system > 0 ? user / (user + system) : 1.0;
    return CpuTime{Seconds{total * user_part}, Seconds{total * (1.0 - user_part)}};
}

std::optional<std::uint64_t> start_time_of(pid_t pid) {
    const std::string stat = kernel_file(proc(pid, "stat"));
    if (stat.empty()) return std::nullopt;
    return static_cast<std::uint64_t>(stat_field(stat, 22));
}

std::vector<ThreadUse> thread_uses_of(pid_t pid) {
    std::vector<ThreadUse> uses;
    const std::string tasks = proc(pid, "task");
    for_each_number_in(tasks, [&](pid_t thread, int /*directory*/) {
        const std::string directory = tasks + "/" + std::to_string(thread);
        const std::string times = kernel_file(directory + "/schedstat");  // "ran waited turns"
        const std::size_t blank = times.find(' ');
        if (blank == std::string::npos) return;
        const std::string stat = kernel_file(directory + "/stat");
        const std::size_t name_end = stat.rfind(") ");
        uses.push_back({thread, Seconds{1e-9 * std::strtod(times.c_str(), nullptr)},
                        Seconds{1e-9 * std::strtod(times.c_str() + blank + 1, nullptr)},
                        name_end != std::string::npos && stat.compare(name_end + 2, 1, "R") == 0});
    });
    return uses;
}

CpuTime reaped_children_cpu_of(pid_t pid) {
    const double tick = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
    const std::string stat = kernel_file(proc(pid, "stat"));
    return {Seconds{stat_field(stat, 16) * tick}, Seconds{stat_field(stat, 17) * tick}};
}

}  // namespace zerosum::warden
