#pragma once
// Users for the programs of an ordinary account: numbers that the machine's administrator has set
// aside for it (/etc/subuid and /etc/subgid), reached with newuidmap and newgidmap.
//
// They live in a user namespace that is made once per process of ours and entered by every warden:
//
//   inside                outside
//   our own number        the same               the warden, and the files outside of a run
//   FIRST + k             FIRST + k              the users of programs, one for each that runs
//   FIRST + k (groups)    FIRST OF GROUPS + k
//
// In it the warden may do to these users what root may do to all. It lends the program's
// directories to the program's user for the run and takes them back afterwards, so that this
// process never meets a file that is not its own, unless a warden was killed.

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "core/descriptor.h"
#include "core/result.h"
#include "sandbox/user_numbers.h"

namespace zerosum {

class SubordinateUsers {
 public:
    // Made on first use, then remembered; the error says what this account lacks. Any thread.
    [[nodiscard]] static Result<SubordinateUsers*> of_this_account();

    [[nodiscard]] int user_namespace() const { return namespace_.get(); }
    [[nodiscard]] UserNumbers& numbers() { return *numbers_; }

 private:
    [[nodiscard]] static Result<SubordinateUsers> make();
    SubordinateUsers(Descriptor user_namespace, std::unique_ptr<UserNumbers> numbers)
        : namespace_(std::move(user_namespace)), numbers_(std::move(numbers)) {}
    Descriptor namespace_;
    std::unique_ptr<UserNumbers> numbers_;
};

// Numbers of a line such as "ann:100000:65536"; a user may also stand there by number.
struct NumberRange {
    uid_t first = 0;
    uid_t count = 0;
    friend bool operator==(const NumberRange&, const NumberRange&) = default;
};
// The first range that a file like /etc/subuid has for a user; nothing: none, or nonsense.
[[nodiscard]] std::optional<NumberRange> find_range(std::string_view text, std::string_view name,
                                                    uid_t user);

// Makes a tree ours again that a killed warden has left to its program's user.
[[nodiscard]] Result<void> reclaim_tree(const std::filesystem::path& top);
// Removes a tree (tree.h), also one that has to be reclaimed first.
[[nodiscard]] Result<void> remove_lent_tree(const std::filesystem::path& top);

}  // namespace zerosum
