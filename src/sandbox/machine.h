#pragma once
// What this machine offers, found out by doing it once with a program that does nothing.

#include <string>
#include <vector>

#include "sandbox/setup.h"

namespace zerosum {

struct Offer {
    Setup setup;
    bool works = false;
    std::string trouble;  // why not
};

// Runs a program that does nothing under this setup.
[[nodiscard]] Offer try_setup(const Setup& setup);

// Every set of walls, best first, and every clock, best first, with this machine's answer. Tried
// on first use, then remembered.
struct Machine {
    std::vector<Offer> walls;
    std::vector<Offer> clocks;
};
[[nodiscard]] const Machine& this_machine();

// The best clock and the best walls that work here. ZEROSUM_CLOCK and ZEROSUM_CONFINEMENT in the
// environment ask for others ("ptrace", "landlock+seccomp"), and are obeyed where those work.
[[nodiscard]] const Setup& best_setup();

// Whether a program runs as another user than ours under this setup: then it reads only what is
// open to all.
[[nodiscard]] bool gives_users(const Setup& setup);

// Each clock with strong walls, and each set of walls with the clock that everybody has: what the
// tests run through. Some may not work here.
[[nodiscard]] std::vector<Setup> known_setups();

}  // namespace zerosum
