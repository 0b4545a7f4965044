#pragma once
// The system calls that a program may make: a table with a reason for each group. What is not in
// it does not exist for the program (ENOSYS), so that a runtime falls back to an older call and a
// call of a newer kernel is never let through unread.

#include <cstdint>
#include <span>
#include <vector>

namespace zerosum {

enum class CallRule : std::uint8_t {
    Pass,      // acts on the caller and on files that the other walls guard
    Metadata,  // changes a file by path past Landlock: passes where other walls guard it
    Refuse,    // EPERM: the program should see that it is not allowed to
    Tested,    // passes for some arguments: see CallTest
};

// A test of 32 bits of an argument: (word & mask) == value. The kernel reads numbers of processes,
// commands and flags as 32 bits, so the low half is all there is to them; a pointer takes two.
struct ArgumentTest {
    std::uint8_t argument = 0;
    bool high_half = false;
    std::uint32_t mask = 0;
    std::uint32_t value = 0;
};
using ArgumentTests = std::vector<ArgumentTest>;  // all of them must hold

struct SystemCall {
    const char* name;
    CallRule rule;
    const char* reason;
    std::vector<ArgumentTests> any = {};  // Tested: it passes if one of these holds,
    int otherwise = 0;                    //   else this is its error
};

// Sorted in groups, not by number. Names that this architecture lacks are passed over.
[[nodiscard]] std::span<const SystemCall> system_calls();

}  // namespace zerosum
