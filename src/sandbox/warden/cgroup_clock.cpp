// The kernel's own sum for a control group. v2's cpu.stat is there even where no controller is
// enabled, so a directory that we may write is all it takes; memory and process limits are used
// where the hierarchy offers them.

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string_view>

#include "sandbox/warden/cgroup.h"
#include "sandbox/warden/clock.h"

namespace zerosum::warden {

namespace {

class Cgroup2Clock final : public Clock {
 public:
    Result<void> prepare(const Limits& limits) override {
        auto group = Cgroup::make("");
        if (!group) return tl::unexpected(group.error());
        group_.emplace(std::move(*group));
        if (!group_->has("cpu.stat") || !group_->has("cgroup.kill"))
            return fail("this kernel's control groups have no cpu.stat or no cgroup.kill");
        if (limits.memory > 0)
            limits_memory_ = group_->write("memory.max", std::to_string(limits.memory));
        if (limits_memory_) group_->write("memory.swap.max", "0");
        return {};
    }

    int birth_group() const override { return group_->directory(); }
    Result<void> adopt(pid_t /*child*/) override { return {}; }

    CpuTime read() override {
        return {Seconds{1e-6 * group_->number("cpu.stat", "user_usec")},
                Seconds{1e-6 * group_->number("cpu.stat", "system_usec")}};
    }

    // Pressure stall information: "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345", in
    // microseconds.
    std::optional<Seconds> waited() override {
        const auto text = group_->read("cpu.pressure");
        constexpr std::string_view key = "total=";
        const std::size_t at = text ? text->find(key) : std::string::npos;
        if (at == std::string::npos) return std::nullopt;
        return Seconds{1e-6 * std::strtod(text->c_str() + at + key.size(), nullptr)};
    }

    void kill_all() override {
        if (!group_->write("cgroup.kill", "1")) Clock::kill_all();
    }

    bool limits_memory() const override { return limits_memory_; }
    bool out_of_memory() const override {
        return limits_memory_ && group_->number("memory.events", "oom_kill") > 0;
    }
    std::size_t peak_memory() const override {
        return limits_memory_ ? static_cast<std::size_t>(group_->number("memory.peak", "")) : 0;
    }

 private:
    std::optional<Cgroup> group_;
    bool limits_memory_ = false;
};

class Cgroup1Clock final : public Clock {
 public:
    Result<void> prepare(const Limits& limits) override {
        auto cpu = Cgroup::make("cpuacct");
        if (!cpu) return tl::unexpected(cpu.error());
        cpu_.emplace(std::move(*cpu));
        if (limits.memory > 0) {
            if (auto memory = Cgroup::make("memory");
                memory && memory->write("memory.limit_in_bytes", std::to_string(limits.memory)))
                memory_.emplace(std::move(*memory));
        }
        return {};
    }

    Result<void> adopt(pid_t child) override {
        const std::string pid = std::to_string(child);
        if (!cpu_->write("cgroup.procs", pid)) return fail("cannot move a process into cpuacct");
        if (memory_ && !memory_->write("cgroup.procs", pid)) memory_.reset();
        return {};
    }

    // The total is exact; the parts are counted in timer ticks and only give the ratio.
    CpuTime read() override {
        const double total = 1e-9 * cpu_->number("cpuacct.usage", "");
        const double user = cpu_->number("cpuacct.usage_user", "");
        const double system = cpu_->number("cpuacct.usage_sys", "");
        const double user_part = user + system > 0 ? user / (user + system) : 1.0;
        return {Seconds{total * user_part}, Seconds{total * (1.0 - user_part)}};
    }

    bool limits_memory() const override { return memory_.has_value(); }
    bool out_of_memory() const override {
        return memory_ && memory_->number("memory.oom_control", "oom_kill") > 0;
    }
    std::size_t peak_memory() const override {
        return memory_ ? static_cast<std::size_t>(memory_->number("memory.max_usage_in_bytes", ""))
                       : 0;
    }

 private:
    std::optional<Cgroup> cpu_;
    std::optional<Cgroup> memory_;
};

}  // namespace

std::unique_ptr<Clock> make_cgroup2_clock() {
    return std::make_unique<Cgroup2Clock>();
}
std::unique_ptr<Clock> make_cgroup1_clock() {
    return std::make_unique<Cgroup1Clock>();
}

}  // namespace zerosum::warden
