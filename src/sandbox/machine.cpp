#include "sandbox/machine.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "sandbox/run.h"
#include "sandbox/workspace.h"

namespace zerosum {

namespace {

constexpr std::array kAllClocks{ClockSource::Cgroup2, ClockSource::Cgroup1, ClockSource::Ptrace,
                                ClockSource::Wait4};

// Best first. Each program has a user of its own where the account may give one. bubblewrap costs
// more for each start than all of ours together, so it is for machines without Landlock, or where
// only bubblewrap may make namespaces. Without either, Landlock and the list of system calls are
// left, and other processes can be seen.
constexpr std::array<Confinement, 8> kAllWalls{{
    {.landlock = true, .seccomp = true, .mounts = true, .pids = true, .users = true},
    {.landlock = true, .seccomp = true, .mounts = true, .pids = true},
    {.landlock = true, .seccomp = true, .mounts = true},
    {.seccomp = true, .bwrap = true},
    {.landlock = true, .seccomp = true},
    {.seccomp = true, .mounts = true, .pids = true},
    {.seccomp = true},
    {},
}};

// Root gives a user to every program in every tier: without `users` it would be the same again.
std::vector<Confinement> all_walls() {
    std::vector<Confinement> list(kAllWalls.begin(), kAllWalls.end());
    if (geteuid() == 0) list.erase(list.begin() + 1);
    return list;
}

template <typename T>
std::optional<T> wanted(const char* variable, Result<T> (*parse)(std::string_view)) {
    const char* text = std::getenv(variable);  // NOLINT: the environment does not change
    if (text == nullptr) return std::nullopt;
    const Result<T> parsed = parse(text);
    return parsed ? std::optional<T>(*parsed) : std::nullopt;
}

}  // namespace

Offer try_setup(const Setup& setup) {
    Offer offer{setup, false, {}};
    const Result<Workspace> space = Workspace::make();
    if (!space) {
        offer.trouble = space.error().message;
        return offer;
    }
    Job job;
    job.directory = space->home();
    job.temporary = space->tmp();
    job.command = {"/bin/true"};
    job.limits.wall = Seconds{10};
    const Account account = run(job, setup);
    offer.works = account.ok();
    if (!offer.works)
        offer.trouble = account.trouble.empty() ? describe_ending(account) : account.trouble;
    return offer;
}

const Machine& this_machine() {
    static const Machine machine = [] {
        Machine found;
        for (const Confinement& walls : all_walls())
            found.walls.push_back(try_setup({ClockSource::Wait4, walls}));
        const auto best = std::find_if(found.walls.begin(), found.walls.end(),
                                       [](const Offer& offer) { return offer.works; });
        const Confinement walls =
            best != found.walls.end() ? best->setup.confinement : Confinement{};
        for (const ClockSource clock : kAllClocks)
            found.clocks.push_back(try_setup({clock, walls}));
        return found;
    }();
    return machine;
}

const Setup& best_setup() {
    static const Setup best = [] {
        Setup setup;
        const auto first_working = [](const std::vector<Offer>& offers) {
            const auto found = std::find_if(offers.begin(), offers.end(),
                                            [](const Offer& offer) { return offer.works; });
            return found != offers.end() ? found->setup : Setup{};
        };
        setup.confinement = first_working(this_machine().walls).confinement;
        setup.clock = first_working(this_machine().clocks).clock;
        Setup asked = setup;
        asked.clock = wanted("ZEROSUM_CLOCK", parse_clock).value_or(asked.clock);
        asked.confinement =
            wanted("ZEROSUM_CONFINEMENT", parse_confinement).value_or(asked.confinement);
        return asked == setup || !try_setup(asked).works ? setup : asked;
    }();
    return best;
}

bool gives_users(const Setup& setup) {
    return geteuid() == 0 || setup.confinement.users;
}

std::vector<Setup> known_setups() {
    std::vector<Setup> setups;
    for (const ClockSource clock : kAllClocks) setups.push_back({clock, kAllWalls[0]});
    for (const Confinement& walls : all_walls()) {
        const Setup setup{ClockSource::Ptrace, walls};
        if (std::find(setups.begin(), setups.end(), setup) == setups.end()) setups.push_back(setup);
    }
    return setups;
}

}  // namespace zerosum
