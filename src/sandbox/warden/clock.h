#pragma once
// The warden's view of a CPU clock: it follows one process tree and tells what it has burnt.
//
//   prepare()          before the program's process exists
//   adopt(child)       the new process waits at its gate and has done nothing yet
//   read()             any time: everything since adopt, the living and the dead; nothing when the
//                      source cannot be read, which is never taken for "nothing burnt"
//   on_death(pid)      a process is dead and not yet reaped: the last moment to look at it
//   on_reaped(usage)   it is reaped
//   on_stop(pid, s)    a wait status that is not a death
//   kill_all()         ends every process of the tree that it can reach; called until none is left

#include <sys/resource.h>
#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <optional>

#include "core/result.h"
#include "sandbox/account.h"
#include "sandbox/limits.h"
#include "sandbox/setup.h"
#include "sandbox/warden/child.h"

namespace zerosum::warden {

class Clock {
 public:
    virtual ~Clock() = default;
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;

    [[nodiscard]] virtual Result<void> prepare(const Limits& /*limits*/) { return {}; }
    [[nodiscard]] virtual Birthplace birthplace() const { return {}; }
    [[nodiscard]] virtual Result<void> adopt(pid_t child) = 0;
    [[nodiscard]] virtual std::optional<CpuTime> read() = 0;
    virtual void on_death(pid_t /*pid*/) {}
    virtual void on_reaped(const rusage& /*usage*/) {}
    virtual void on_stop(pid_t /*pid*/, int /*status*/) {}
    virtual void kill_all();

    // How long some process of the tree was ready to run and had no processor, where the source of
    // this clock tells; see run_delay.h for the others.
    [[nodiscard]] virtual std::optional<Seconds> waited() { return std::nullopt; }

    // Enforced by the kernel on this clock's account: the limits it takes over, and what it saw.
    [[nodiscard]] virtual bool limits_memory() const { return false; }
    [[nodiscard]] virtual bool out_of_memory() const { return false; }
    [[nodiscard]] virtual std::size_t peak_memory() const { return 0; }

 protected:
    Clock() = default;
};

// `sweep`: remove the groups that killed wardens have left.
[[nodiscard]] std::unique_ptr<Clock> make_cgroup2_clock(bool sweep);
[[nodiscard]] std::unique_ptr<Clock> make_cgroup1_clock(bool sweep);
[[nodiscard]] std::unique_ptr<Clock> make_ptrace_clock();
[[nodiscard]] std::unique_ptr<Clock> make_wait4_clock();
[[nodiscard]] std::unique_ptr<Clock> make_clock(ClockSource source, bool sweep);

}  // namespace zerosum::warden
