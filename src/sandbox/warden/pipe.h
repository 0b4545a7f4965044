#pragma once
// A pipe whose reading end does not wait.

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "sandbox/descriptor.h"

namespace zerosum::warden {

struct Pipe {
    Descriptor read_end;
    Descriptor write_end;
};

// Both ends closed when there is none to be had.
[[nodiscard]] inline Pipe make_pipe() {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

}  // namespace zerosum::warden
