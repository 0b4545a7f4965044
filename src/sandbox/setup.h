#pragma once
// How a program is measured and how it is confined: the tiers, by name. Which of them a machine
// offers is machine.h's question.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace zerosum {

// Who tells the CPU time of a whole process tree, best first.
//
//   cgroup2   the kernel's sum for a control group (v2): misses nothing, cheap
//   cgroup1   the same for the older cpuacct controller
//   ptrace    every process is followed from birth and its clock read when it is dead; works for
//             an ordinary user; relies on seccomp to forbid CLONE_UNTRACED
//   wait4     rusage of what is reaped, with orphans adopted. Misses children of a parent that
//             ignores SIGCHLD: the last resort, and never for a ranked game
enum class ClockSource : std::uint8_t { Cgroup2, Cgroup1, Ptrace, Wait4 };

[[nodiscard]] std::string_view clock_name(ClockSource clock);
[[nodiscard]] Result<ClockSource> parse_clock(std::string_view name);

// The walls around a program. Each is independent of the others; a machine may lack any.
//
//   landlock  reads the system and its own directory, writes only its own; no TCP; signals only
//             to itself and what it started (where the kernel is new enough)
//   seccomp   the system calls of a list and no others, and of those that act on processes only
//             what acts on the caller (system_calls.h)
//   mounts    a mount namespace in which everything but its own directories is read-only and
//             /tmp and /dev/shm are its own
//   pids      process numbers of its own: nothing outside can be named, so neither seen nor
//             signalled nor limited. Only with mounts, because /proc must be its own as well
//   users     a user of its own, whom no other program has at the same time: what the kernel lets
//             one process do to another of the same user has no target. As root by number; for an
//             ordinary account by its subordinate ids (subordinate_users.h). Only with pids
//   bwrap     bubblewrap: a file system with nothing else in it, no network, its own process
//             numbers. Slower to start; for kernels without Landlock
struct Confinement {
    bool landlock = false;
    bool seccomp = false;
    bool mounts = false;
    bool pids = false;
    bool users = false;
    bool bwrap = false;
    friend bool operator==(const Confinement&, const Confinement&) = default;
};

// "landlock+seccomp+mounts+pids+users", or "none". parse_confinement reads the same text.
[[nodiscard]] std::string confinement_name(const Confinement& confinement);
[[nodiscard]] Result<Confinement> parse_confinement(std::string_view name);

struct Setup {
    ClockSource clock = ClockSource::Wait4;
    Confinement confinement;
    friend bool operator==(const Setup&, const Setup&) = default;
};

// "ptrace/landlock+seccomp"
[[nodiscard]] std::string setup_name(const Setup& setup);

}  // namespace zerosum
