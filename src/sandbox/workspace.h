#pragma once
// A private place on disk for one program: its directory, which lives as long as the object, and
// its temporary directory, which the caller empties between runs.

#include <sys/types.h>

#include <filesystem>
#include <string_view>

#include "core/result.h"
#include "sandbox/untrusted_file.h"
#include "sandbox/work_directory.h"

namespace zerosum {

// Layout, below the work directory of this process:
//
//   XXXXXX/                passable, not listable, for others
//     home/                the program's own, closed to everybody else
//     tmp/                 the same
//     given/               copies of files that it may read: see admit
//
// When we are root, home and tmp belong to a user without name that no other workspace has at the
// same time (user_numbers.h), and the sandbox runs the program as that user: then other programs,
// other users' files and the system are protected by plain file permissions as well. An ordinary
// account's programs get users of their own for each run (subordinate_users.h).
class Workspace {
 public:
    [[nodiscard]] static Result<Workspace> make();

    Workspace(Workspace&& other) noexcept;
    Workspace& operator=(Workspace&&) = delete;
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;
    ~Workspace();  // removes everything

    [[nodiscard]] std::filesystem::path home() const { return top_ / "home"; }
    [[nodiscard]] std::filesystem::path tmp() const { return top_ / "tmp"; }

    // Gives everything below home() to the program's user: after we have put files there.
    [[nodiscard]] Result<void> hand_over() const;
    [[nodiscard]] Result<void> empty_tmp() const;

    // Copies a file or a directory of the caller's to where the program's user can read it, and
    // returns the copy's path: for what stands below a directory that others may not enter.
    [[nodiscard]] Result<std::filesystem::path> admit(const std::filesystem::path& path) const;

    // A file in home(). Whatever the program has left under that name is removed first, so that a
    // link or a pipe cannot lead our bytes elsewhere.
    [[nodiscard]] Result<void> write(std::string_view name, std::string_view bytes) const;
    [[nodiscard]] Result<void> remove(std::string_view name) const;
    // What the program has left there, also behind a door that it has closed; see untrusted_file.h.
    [[nodiscard]] tl::expected<std::string, FileTrouble> read(std::string_view name,
                                                              std::size_t limit) const;

 private:
    Workspace(WorkDirectory work, std::filesystem::path top)
        : work_(std::move(work)), top_(std::move(top)) {}
    WorkDirectory work_;
    std::filesystem::path top_;
    uid_t user_ = 0;  // taken from UserNumbers, or 0
};

}  // namespace zerosum
