#pragma once
// What a run cost and how it ended: everything that the referee learns about a program.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/units.h"
#include "sandbox/limits.h"

namespace zerosum {

// CPU time, split the way the editions of the course charge it (2016 charges user time only).
struct CpuTime {
    Seconds user{0};
    Seconds system{0};
    [[nodiscard]] Seconds total() const { return user + system; }
};

// What a program has used so far.
struct Usage {
    CpuTime cpu;
    Seconds waited{0};  // ready to run without a processor
};

enum class Ending : std::uint8_t {
    Exited,      // by itself; see exit_code
    Signalled,   // a signal that we did not send; see signal
    Stopped,     // we killed it; see limit, or the caller asked (limit is None)
    NotStarted,  // see trouble
    Unmeasured,  // our fault: what it used could not be read, so we ended it; see trouble
};

// What a stream said: all of it, or its first and its last part when it is longer than kept.
struct Excerpt {
    std::string text;
    std::size_t total = 0;  // bytes written, kept or not
};

struct Account {
    Ending ending = Ending::NotStarted;
    int exit_code = 0;
    int signal = 0;
    Limit limit = Limit::None;
    CpuTime cpu;  // from exec to the death of the last process it started
    Seconds wall{0};
    Seconds waited{0};  // of it, ready to run without a processor: does not count as wall time
    std::size_t peak_memory =
        0;  // bytes; the tree's where it was sampled, else the largest process
    std::size_t left_running = 0;  // processes that outlived the program and were killed
    Excerpt out;
    Excerpt err;
    std::string trouble;  // why it could not be started or measured, in words

    [[nodiscard]] bool ok() const { return ending == Ending::Exited && exit_code == 0; }
};

// One clause for a message: "exited with status 3", "was killed by signal 11 (Segmentation
// fault)", "was stopped at its limit of memory". With the limits at hand, for people:
// describe_ending of players/programs/evidence.h, which has the numbers.
[[nodiscard]] std::string describe_ending(const Account& account);

}  // namespace zerosum
