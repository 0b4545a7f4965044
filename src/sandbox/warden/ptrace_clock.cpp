// Follows every process from its birth with ptrace and reads its clock when it is dead. A traced
// process always reports its death to its tracer first, whatever its parent does about SIGCHLD
// and whichever process adopts it, so nothing is missed. System calls are not traced: an agent that
// starts no processes and gets no signals runs at full speed.
//
// CPU time is kept by process, not by thread: the process clock of a dead process holds the time
// of all its threads and of the tear-down of its memory. (An exit event would come before that.)

#include <sys/ptrace.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <set>

#include "sandbox/warden/clock.h"
#include "sandbox/warden/process_tree.h"

namespace zerosum::warden {

namespace {

class PtraceClock final : public Clock {
 public:
    Result<void> adopt(pid_t child) override {
        constexpr long options =
            PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
        if (ptrace(PTRACE_SEIZE, child, nullptr, options) != 0)
            return fail("ptrace: {}", std::strerror(errno));
        alive_.insert(child);
        return {};
    }

    std::optional<CpuTime> read() override {
        if (lost_) return std::nullopt;
        CpuTime cpu = dead_;
        for (const pid_t pid : alive_) add(cpu, pid);
        return cpu;
    }

    // A process is reported once to its tracer and, when its parent is gone, once more to us as
    // the parent that adopted it: it is counted the first time.
    void on_death(pid_t pid) override {
        alive_.erase(pid);
        if (counted(pid)) return;
        add(dead_, pid);
        const auto start = start_time_of(pid);
        if (start)
            counted_[pid] = *start;
        else
            lost_ = true;  // it is dead and not reaped, so it is there: we are kept from reading
    }

    void on_stop(pid_t pid, int status) override {
        const int event = status >> 16;
        const int signal = WSTOPSIG(status);
        switch (event) {
            case PTRACE_EVENT_FORK:
            case PTRACE_EVENT_VFORK:
            case PTRACE_EVENT_CLONE: {
                unsigned long born = 0;
                if (ptrace(PTRACE_GETEVENTMSG, pid, nullptr, &born) == 0)
                    note_birth(static_cast<pid_t>(born));
                resume(PTRACE_CONT, pid, 0);
                return;
            }
            case PTRACE_EVENT_STOP:
                if (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN ||
                    signal == SIGTTOU) {
                    resume(PTRACE_LISTEN, pid, 0);  // a job-control stop: let it be stopped
                } else {
                    note_birth(pid);
                    resume(PTRACE_CONT, pid, 0);
                }
                return;
            default:
                resume(PTRACE_CONT, pid, event == 0 ? signal : 0);
        }
    }

 private:
    // The newborn's own first stop, even its death, may come before its parent's event.
    void note_birth(pid_t pid) {
        if (!counted(pid)) alive_.insert(pid);
    }

    // Process numbers come round again, so a number alone does not tell a process: without its
    // start time, an agent could hide behind the numbers of many short-lived children.
    bool counted(pid_t pid) const {
        const auto known = counted_.find(pid);
        if (known == counted_.end()) return false;
        const auto start = start_time_of(pid);
        return start && *start == known->second;
    }

    // Threads are traced too, but have no process clock: add nothing for them.
    static void add(CpuTime& sum, pid_t pid) {
        if (const auto cpu = process_cpu_of(pid)) {
            sum.user += cpu->user;
            sum.system += cpu->system;
        }
    }

    static void resume(__ptrace_request how, pid_t pid, int signal) {
        ptrace(how, pid, nullptr, static_cast<long>(signal));
    }

    std::set<pid_t> alive_;                   // processes and threads
    std::map<pid_t, std::uint64_t> counted_;  // the dead and their start times
    CpuTime dead_;
    bool lost_ = false;  // a process could not be told from another
};

}  // namespace

std::unique_ptr<Clock> make_ptrace_clock() {
    return std::make_unique<PtraceClock>();
}

}  // namespace zerosum::warden
