#pragma once
// One control group directory of our own, made for one run and removed after it.

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

#include "core/descriptor.h"
#include "core/result.h"

namespace zerosum::warden {

// All of an open file; nothing when it cannot be read.
[[nodiscard]] std::optional<std::string> read_again(const Descriptor& file);
// As Cgroup::number, in a text.
[[nodiscard]] std::optional<double> number_in(std::string_view text, std::string_view key);

class Cgroup {
 public:
    // Makes a group below the one this process is in. `controller` names a v1 hierarchy
    // ("cpuacct", "memory", "pids"); empty is the v2 hierarchy. It is always a new one. `sweep`
    // first removes the groups that killed wardens have left.
    [[nodiscard]] static Result<Cgroup> make(std::string_view controller, bool sweep = false);

    Cgroup(Cgroup&&) noexcept = default;
    Cgroup& operator=(Cgroup&&) = delete;
    Cgroup(const Cgroup&) = delete;
    Cgroup& operator=(const Cgroup&) = delete;
    ~Cgroup();  // removes the directory: by then nothing may live in it

    [[nodiscard]] int directory() const { return fd_.get(); }
    // A process is in a v1 group when it has written "0" to this descriptor; -1 in v2. So it moves
    // itself, and no other has to wait; moving another process takes 6 to 12 ms of wall time.
    [[nodiscard]] int entry() const { return entry_.get(); }
    // Whether the process is in the group now; moves it in if it is not.
    [[nodiscard]] bool take(pid_t pid) const;
    [[nodiscard]] bool has(const char* file) const;
    [[nodiscard]] std::optional<std::string> read(const char* file) const;
    bool write(const char* file, std::string_view text) const;

    // The number behind `key` in a file of "key value" lines, or a file's only number when key
    // is empty; 0 when there is none.
    [[nodiscard]] double number(const char* file, std::string_view key) const;
    // A file of it, opened now: what happens to our limits later does not keep us from reading it.
    [[nodiscard]] Descriptor open_file(const char* file) const;

 private:
    Cgroup(std::string path, Descriptor fd, Descriptor entry)
        : path_(std::move(path)), fd_(std::move(fd)), entry_(std::move(entry)) {}
    std::string path_;
    Descriptor fd_;
    Descriptor entry_;
};

}  // namespace zerosum::warden
