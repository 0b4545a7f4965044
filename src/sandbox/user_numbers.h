#pragma once
// Users without a name for programs: each program that lives at the same time has a number of its
// own, whichever of our processes started it.

#include <sys/types.h>

#include <filesystem>
#include <mutex>
#include <set>

#include "core/descriptor.h"
#include "core/result.h"

namespace zerosum {

// A file with a locked byte for each number that is taken. A process that is killed loses its
// locks, so that nothing has to be swept.
class UserNumbers {
 public:
    // The range that systemd keeps for users that are made up for a while: root's choice.
    static constexpr uid_t first = 61184;
    static constexpr uid_t last = 65519;

    explicit UserNumbers(std::filesystem::path file, uid_t least = first, uid_t most = last)
        : path_(std::move(file)), least_(least), count_(most - least + 1) {}
    // Those of this machine, for root: the file is in /run, or with the temporary files.
    [[nodiscard]] static UserNumbers& of_this_machine();

    [[nodiscard]] Result<uid_t> take();
    void give_back(uid_t number);

 private:
    [[nodiscard]] Result<void> open_file();
    [[nodiscard]] bool lock(uid_t number, short type) const;

    std::filesystem::path path_;
    uid_t least_;
    uid_t count_;
    std::mutex mutex_;
    Descriptor file_;
    std::set<uid_t> taken_;  // by this process: its own locks do not keep it out
    uid_t next_ = 0;
};

}  // namespace zerosum
