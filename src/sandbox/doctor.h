#pragma once
// What this machine can measure and confine, proved by trying to get away with it.

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/units.h"
#include "sandbox/account.h"
#include "sandbox/setup.h"

namespace zerosum {

// One evasion, run under one setup.
struct Proof {
    std::string evasion;  // "double-fork daemon"
    bool caught = false;
    std::string detail;               // what happened, in a few words
    std::optional<Seconds> truth;     // CPU evasions: what was burnt
    std::optional<Seconds> measured;  //   and what was charged
    // Whether it decides what the machine is good for. What does no harm by itself, where every
    // other row holds, does not.
    bool decides = true;
};

// A clock or a set of walls, whether it works here, and what it caught.
struct Tier {
    std::string name;  // "cgroup2", "landlock+seccomp"
    bool works = false;
    std::string trouble;  // why it does not
    std::vector<Proof> proofs;
};

struct Diagnosis {
    std::vector<Tier> clocks;
    std::vector<Tier> walls;
    Setup chosen;
    bool root = false;
    // Whether every program has a user of its own under the choice.
    [[nodiscard]] bool own_users() const { return root || chosen.confinement.users; }
    // CPU seconds that one run costs us beside what the program is charged, under the choice.
    Seconds overhead{0};
    // What the chosen clock and the chosen walls did not catch.
    [[nodiscard]] std::vector<Proof> missed() const;
    [[nodiscard]] bool sound() const { return missed().empty(); }
    // What would let this machine hold more, a sentence each.
    [[nodiscard]] std::vector<std::string> advice() const;
};

// Takes some seconds: every evasion under every tier that works here.
[[nodiscard]] Diagnosis diagnose();

// The evasions of one kind under one setup. `catches` of CPU evasions means: charged within 5 %
// or 10 ms of the truth, or refused.
[[nodiscard]] std::vector<Proof> prove_clock(const Setup& setup);
[[nodiscard]] std::vector<Proof> prove_walls(const Setup& setup);

// The verdict and two tables for a person: a row an evasion, a column a tier that works here.
[[nodiscard]] std::string describe(const Diagnosis& diagnosis);

}  // namespace zerosum
