#pragma once
// What a program may use before it is stopped. A limit of zero means "no limit".

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/units.h"

namespace zerosum {

struct Limits {
    Seconds cpu{0};   // user + system, the whole process tree
    Seconds wall{0};  // the watchdog; time without a processor on a busy machine does not count
    std::size_t memory = std::size_t{2} << 30U;      // bytes, the whole process tree
    std::size_t processes = 256;                     // processes and threads alive at once
    std::size_t file_size = std::size_t{64} << 20U;  // bytes in any one file
    std::size_t disk = std::size_t{256} << 20U;      // bytes in its directories and nameless files
    std::size_t files = 20'000;                      // entries in its directories together
    std::size_t output = std::size_t{16} << 20U;     // bytes to stdout and stderr together
    std::size_t excerpt = std::size_t{16} << 10U;    // bytes of each that are kept
};

// The limit that ended a run.
enum class Limit : std::uint8_t {
    None,
    Cpu,
    Wall,
    Memory,
    Processes,
    FileSize,
    Disk,
    Files,
    Output
};

// "cpu", "memory", "file size", ...
[[nodiscard]] std::string_view limit_name(Limit limit);

}  // namespace zerosum
