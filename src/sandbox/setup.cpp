#include "sandbox/setup.h"

#include <array>
#include <utility>

#include "core/text.h"

namespace zerosum {

namespace {

constexpr std::array<std::pair<ClockSource, std::string_view>, 4> kClockNames{{
    {ClockSource::Cgroup2, "cgroup2"},
    {ClockSource::Cgroup1, "cgroup1"},
    {ClockSource::Ptrace, "ptrace"},
    {ClockSource::Wait4, "wait4"},
}};

constexpr std::array<std::pair<bool Confinement::*, std::string_view>, 6> kWallNames{{
    {&Confinement::landlock, "landlock"},
    {&Confinement::seccomp, "seccomp"},
    {&Confinement::mounts, "mounts"},
    {&Confinement::pids, "pids"},
    {&Confinement::users, "users"},
    {&Confinement::bwrap, "bwrap"},
}};

}  // namespace

std::string_view clock_name(ClockSource clock) {
    for (const auto& [source, name] : kClockNames)
        if (source == clock) return name;
    return "unknown";
}

Result<ClockSource> parse_clock(std::string_view name) {
    for (const auto& [source, known] : kClockNames)
        if (known == name) return source;
    return fail("'{}' is no clock source; there are cgroup2, cgroup1, ptrace, wait4",
                printable(name));
}

std::string confinement_name(const Confinement& confinement) {
    std::string text;
    for (const auto& [wall, name] : kWallNames) {
        if (!(confinement.*wall)) continue;
        if (!text.empty()) text += '+';
        text += name;
    }
    return text.empty() ? "none" : text;
}

Result<Confinement> parse_confinement(std::string_view name) {
    Confinement confinement;
    if (name == "none") return confinement;
    for (const std::string_view part : split(name, '+')) {
        bool known = false;
        for (const auto& [wall, wall_name] : kWallNames) {
            if (part != wall_name) continue;
            confinement.*wall = true;
            known = true;
        }
        if (!known)
            return fail(
                "'{}' is no confinement; there are none, or landlock, seccomp, mounts, pids, "
                "users, bwrap joined by +",
                printable(part));
    }
    if (confinement.pids && !confinement.mounts)
        return fail("found 'pids' without 'mounts' in {}, expected both: /proc must be its own",
                    printable(name));
    if (confinement.users && !confinement.pids)
        return fail("found 'users' without 'pids' in {}, expected both", printable(name));
    return confinement;
}

std::string setup_name(const Setup& setup) {
    return std::string(clock_name(setup.clock)) + "/" + confinement_name(setup.confinement);
}

}  // namespace zerosum
