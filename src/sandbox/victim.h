#pragma once
// A process of ours that an attack may try to harm.

#include <sys/types.h>

#include <string>

#include "core/descriptor.h"

namespace zerosum {

// Echoes what it is told. Its command line is `cat -`.
class Victim {
 public:
    Victim();
    ~Victim();
    Victim(const Victim&) = delete;
    Victim& operator=(const Victim&) = delete;

    [[nodiscard]] std::string pid() const { return std::to_string(pid_); }
    // Whether it still echoes. A process that was sent a deadly signal does not, also where a busy
    // machine has not yet let it die.
    [[nodiscard]] bool alive() const;

 private:
    pid_t pid_ = -1;
    Descriptor line_;
};

}  // namespace zerosum
