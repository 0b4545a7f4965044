// The kernel's own sum for a control group. v2's cpu.stat is there even where no controller is
// enabled, so a directory that we may write is all it takes. Memory is limited by the same group
// where the v2 hierarchy has the controller, else by a v1 group beside it.

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string_view>

#include "sandbox/warden/cgroup.h"
#include "sandbox/warden/clock.h"
#include "sandbox/warden/memory_group.h"

namespace zerosum::warden {

namespace {

class Cgroup2Clock final : public Clock {
 public:
    explicit Cgroup2Clock(bool sweep) : sweep_(sweep) {}
    Result<void> prepare(const Limits& limits) override {
        auto group = Cgroup::make("", sweep_);
        if (!group) return tl::unexpected(group.error());
        group_.emplace(std::move(*group));
        stat_ = group_->open_file("cpu.stat");
        pressure_ = group_->open_file("cpu.pressure");
        if (!stat_.open() || !group_->has("cgroup.kill"))
            return fail("this kernel's control groups have no cpu.stat or no cgroup.kill");
        if (limits.memory > 0)
            limits_memory_ = group_->write("memory.max", std::to_string(limits.memory));
        if (limits_memory_)
            group_->write("memory.swap.max", "0");
        else
            older_memory_.prepare(limits.memory, sweep_);
        return {};
    }

    Birthplace birthplace() const override {
        Birthplace place{group_->directory(), {}};
        older_memory_.join(place);
        return place;
    }
    Result<void> adopt(pid_t child) override {
        older_memory_.adopt(child);
        return {};
    }

    std::optional<CpuTime> read() override {
        const auto text = read_again(stat_);
        const auto user = number_in(text.value_or(""), "user_usec");
        const auto system = number_in(text.value_or(""), "system_usec");
        if (!user || !system) return std::nullopt;
        return CpuTime{Seconds{1e-6 * *user}, Seconds{1e-6 * *system}};
    }

    // Pressure stall information: "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345", in
    // microseconds.
    std::optional<Seconds> waited() override {
        const auto text = read_again(pressure_);
        constexpr std::string_view key = "total=";
        const std::size_t at = text ? text->find(key) : std::string::npos;
        if (at == std::string::npos) return std::nullopt;
        return Seconds{1e-6 * std::strtod(text->c_str() + at + key.size(), nullptr)};
    }

    void kill_all() override {
        if (!group_->write("cgroup.kill", "1")) Clock::kill_all();
    }

    bool limits_memory() const override { return limits_memory_ || older_memory_.limits(); }
    bool out_of_memory() const override {
        return limits_memory_ ? group_->number("memory.events", "oom_kill") > 0
                              : older_memory_.out_of_memory();
    }
    std::size_t peak_memory() const override {
        return limits_memory_ ? static_cast<std::size_t>(group_->number("memory.peak", ""))
                              : older_memory_.peak();
    }

 private:
    const bool sweep_;
    std::optional<Cgroup> group_;
    Descriptor stat_;
    Descriptor pressure_;
    bool limits_memory_ = false;  // in that group
    MemoryGroup older_memory_;    // or in this one
};

class Cgroup1Clock final : public Clock {
 public:
    explicit Cgroup1Clock(bool sweep) : sweep_(sweep) {}
    Result<void> prepare(const Limits& limits) override {
        auto cpu = Cgroup::make("cpuacct", sweep_);
        if (!cpu) return tl::unexpected(cpu.error());
        cpu_.emplace(std::move(*cpu));
        total_ = cpu_->open_file("cpuacct.usage");
        user_ = cpu_->open_file("cpuacct.usage_user");
        system_ = cpu_->open_file("cpuacct.usage_sys");
        memory_.prepare(limits.memory, sweep_);
        return {};
    }

    Birthplace birthplace() const override {
        Birthplace place{-1, {cpu_->entry()}};
        memory_.join(place);
        return place;
    }
    Result<void> adopt(pid_t child) override {
        if (!cpu_->take(child)) return fail("cannot move a process into cpuacct");
        memory_.adopt(child);
        return {};
    }

    // The total is exact; the parts are counted in timer ticks and only give the ratio.
    std::optional<CpuTime> read() override {
        const auto nanoseconds = number_in(read_again(total_).value_or(""), "");
        if (!nanoseconds) return std::nullopt;
        const double total = 1e-9 * *nanoseconds;
        const double user = number_in(read_again(user_).value_or(""), "").value_or(0);
        const double system = number_in(read_again(system_).value_or(""), "").value_or(0);
        const double user_part = user + system > 0 ? user / (user + system) : 1.0;
        return CpuTime{Seconds{total * user_part}, Seconds{total * (1.0 - user_part)}};
    }

    bool limits_memory() const override { return memory_.limits(); }
    bool out_of_memory() const override { return memory_.out_of_memory(); }
    std::size_t peak_memory() const override { return memory_.peak(); }

 private:
    const bool sweep_;
    std::optional<Cgroup> cpu_;
    Descriptor total_;
    Descriptor user_;
    Descriptor system_;
    MemoryGroup memory_;
};

}  // namespace

std::unique_ptr<Clock> make_cgroup2_clock(bool sweep) {
    return std::make_unique<Cgroup2Clock>(sweep);
}
std::unique_ptr<Clock> make_cgroup1_clock(bool sweep) {
    return std::make_unique<Cgroup1Clock>(sweep);
}

}  // namespace zerosum::warden
