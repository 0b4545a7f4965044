// rusage of everything that is reaped. The warden adopts orphans, so a daemon is seen; what is
// lost are children of a parent that ignores SIGCHLD: the kernel reaps them without a word.

#include "sandbox/warden/clock.h"
#include "sandbox/warden/process_tree.h"

namespace zerosum::warden {

namespace {

Seconds seconds(const timeval& time) {
    return Seconds{static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec)};
}

class Wait4Clock final : public Clock {
 public:
    Result<void> adopt(pid_t /*child*/) override { return {}; }

    std::optional<CpuTime> read() override {
        CpuTime cpu = reaped_;
        const auto pids = descendants();
        if (!pids) return std::nullopt;
        for (const pid_t pid : *pids) {
            const auto own = process_cpu_of(pid);
            if (!own) continue;
            const CpuTime children = reaped_children_cpu_of(pid);
            cpu.user += own->user + children.user;
            cpu.system += own->system + children.system;
        }
        return cpu;
    }

    void on_reaped(const rusage& usage) override {
        reaped_.user += seconds(usage.ru_utime);
        reaped_.system += seconds(usage.ru_stime);
    }

 private:
    CpuTime reaped_;
};

}  // namespace

std::unique_ptr<Clock> make_wait4_clock() {
    return std::make_unique<Wait4Clock>();
}

}  // namespace zerosum::warden
