#pragma once
// Regular files without a name that processes hold open: no directory and no count of mapped pages
// shows what is in them.
//
// What is not seen: a file that only a mapping or a message on its way through a socket holds, and,
// for an ordinary user's warden, the files of a process that has made itself unreadable.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace zerosum::warden {

struct HeldFile {
    dev_t device = 0;
    ino_t inode = 0;
    std::size_t bytes = 0;  // allocated
};

struct HeldFiles {
    std::vector<HeldFile> in_memory;  // memfds and what was unlinked in a file system in memory
    std::size_t memory = 0;           // bytes in these
    std::size_t disk = 0;             // bytes in all others
    bool complete = true;  // false: there are more open files than are looked at in one go
};

// Each file once, however many descriptors it has. Files on `disks`, the devices of the program's
// own directories, count as disk even where that is in memory, as their named neighbours do.
[[nodiscard]] HeldFiles held_files(std::span<const pid_t> pids, std::span<const dev_t> disks);

// What of held.memory is not in mapped pages, which are counted as the processes' own memory.
// Reads every mapping: slow.
[[nodiscard]] std::size_t unmapped_memory(const HeldFiles& held, std::span<const pid_t> pids);

}  // namespace zerosum::warden
