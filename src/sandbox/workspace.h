#pragma once
// A private place on disk for one program: its directory, which lives as long as the object, and
// its temporary directory, which the caller empties between runs.

#include <filesystem>
#include <string_view>

#include "core/result.h"
#include "sandbox/untrusted_file.h"

namespace zerosum {

// Layout, below the system's directory for temporary files:
//
//   zerosum-XXXXXX/        passable, not listable, for others
//     home/                the program's own, closed to everybody else
//     tmp/                 the same
//
// When we are root, both belong to a user without name made up for this workspace (from the range
// that systemd keeps for such users), and the sandbox runs the program as that user: then other
// programs, other users' files and the system are protected by plain file permissions as well.
class Workspace {
 public:
    enum class Owner { Own, Caller };  // Caller: stay with our own user even as root
    [[nodiscard]] static Result<Workspace> make(Owner owner = Owner::Own);

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

    // A file in home(). Whatever the program has left under that name is removed first, so that a
    // link or a pipe cannot lead our bytes elsewhere.
    [[nodiscard]] Result<void> write(std::string_view name, std::string_view bytes) const;
    [[nodiscard]] Result<void> remove(std::string_view name) const;
    // What the program has left there, also behind a door that it has closed; see untrusted_file.h.
    [[nodiscard]] tl::expected<std::string, FileTrouble> read(std::string_view name,
                                                              std::size_t limit) const;

 private:
    explicit Workspace(std::filesystem::path top) : top_(std::move(top)) {}
    std::filesystem::path top_;
};

}  // namespace zerosum
