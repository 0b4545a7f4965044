#pragma once
// The warden: a small process of ours between this one and a program. See warden/main.cpp.

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/descriptor.h"
#include "core/result.h"
#include "sandbox/wire.h"

namespace zerosum {

// The warden's program file, which is also the program of the evasions.
[[nodiscard]] std::string_view warden_image();

// A descriptor of ours, and the number that it has in the warden's process; see warden/main.cpp.
struct GivenDescriptor {
    int fd;
    int place;
};
inline constexpr int kControlPlace = 3;
inline constexpr int kUsersPlace = 6;

// Starts the warden's program with these arguments and descriptors, in a session of its own.
[[nodiscard]] Result<pid_t> spawn_warden(std::vector<std::string> arguments,
                                         const std::vector<GivenDescriptor>& descriptors);

class WardenProcess {
 public:
    // Starts a warden and hands it the order. `in` and `out` become the program's standard
    // streams when the order says that they are the caller's. Where the walls have `users` and we
    // are not root, the program gets a user for as long as the warden lives.
    [[nodiscard]] static Result<WardenProcess> start(const Order& order, int in = -1, int out = -1);

    WardenProcess(WardenProcess&& other) noexcept;
    WardenProcess& operator=(WardenProcess&&) = delete;
    WardenProcess(const WardenProcess&) = delete;
    WardenProcess& operator=(const WardenProcess&) = delete;
    ~WardenProcess();  // stops the program and waits until nothing of it is left

    // A question to the warden while the program runs; nothing when the warden is gone.
    bool ask(Request request);
    // The next thing it says; nothing when it is gone.
    [[nodiscard]] std::optional<Notice> listen();
    // Readable when it has said something, to wait for that with poll().
    [[nodiscard]] int channel() const { return control_.get(); }

 private:
    WardenProcess(pid_t pid, Descriptor control) : pid_(pid), control_(std::move(control)) {}
    pid_t pid_;
    Descriptor control_;
    uid_t user_ = 0;                           // the program's, taken from our subordinate ones
    std::vector<std::filesystem::path> lent_;  // its directories, which are that user's meanwhile
};

}  // namespace zerosum
