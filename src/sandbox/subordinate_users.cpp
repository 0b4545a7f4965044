#include "sandbox/subordinate_users.h"

#include <fcntl.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/text.h"
#include "sandbox/tree.h"
#include "sandbox/warden_process.h"

namespace zerosum {

namespace {

int wait_for(pid_t pid) {
    int status = -1;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

// newuidmap PID INSIDE OUTSIDE COUNT ..., which needs no privilege of ours: the tools have it.
Result<void> write_map(const char* tool, pid_t pid, uid_t own, NumberRange range, uid_t inside) {
    std::vector<std::string> words{tool};
    for (const uid_t number :
         {static_cast<uid_t>(pid), own, own, uid_t{1}, inside, range.first, range.count})
        words.push_back(std::to_string(number));
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = -1;
    const int error = posix_spawnp(&child, tool, &quiet, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&quiet);
    if (error == ENOENT) return fail("{} is not installed (Debian: package uidmap)", tool);
    if (error != 0) return fail("{}: {}", tool, std::strerror(error));
    if (wait_for(child) != 0) return fail("{} refused the numbers of this account", tool);
    return {};
}

Result<NumberRange> own_range(const char* file, const passwd& account) {
    const Result<std::string> text = read_file(file);
    if (const auto range = text ? find_range(*text, account.pw_name, account.pw_uid) : std::nullopt)
        return *range;
    return fail("{}: found no numbers for {}, expected a line such as {}:100000:65536", file,
                account.pw_name, account.pw_name);
}

// The same file for all processes of this account, whatever their TMPDIR.
std::filesystem::path lock_file() {
    const std::string name = fmt::format("zerosum-users-{}.lock", geteuid());
    const std::filesystem::path ours = fmt::format("/run/user/{}", geteuid());
    return (access(ours.c_str(), W_OK) == 0 ? ours : std::filesystem::path("/tmp")) / name;
}

}  // namespace

std::optional<NumberRange> find_range(std::string_view text, std::string_view name, uid_t user) {
    for (const std::string_view line : split_lines(text)) {
        const std::vector<std::string_view> parts = split(line, ':');
        if (parts.size() != 3 || (parts[0] != name && parts[0] != std::to_string(user))) continue;
        const auto first = parse_int(parts[1]);
        const auto count = parse_int(parts[2]);
        constexpr std::int64_t beyond = std::int64_t{1} << 32U;
        if (first && count && *first > 0 && *count > 0 && *first < beyond &&
            *count <= beyond - 1 - *first)
            return NumberRange{static_cast<uid_t>(*first), static_cast<uid_t>(*count)};
    }
    return std::nullopt;
}

Result<SubordinateUsers> SubordinateUsers::make() {
    const passwd* const account = getpwuid(geteuid());  // NOLINT: once, and read at once
    if (account == nullptr) return fail("this account has no name");
    Result<NumberRange> users = own_range("/etc/subuid", *account);
    if (!users) return tl::unexpected(users.error());
    Result<NumberRange> groups = own_range("/etc/subgid", *account);
    if (!groups) return tl::unexpected(groups.error());
    users->count = groups->count = std::min(users->count, groups->count);

    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return fail("socketpair: {}", std::strerror(errno));
    Descriptor ours(ends[0]);
    Descriptor theirs(ends[1]);
    const Result<pid_t> pid = spawn_warden({"users"}, {{theirs.get(), kControlPlace}});
    if (!pid) return tl::unexpected(pid.error());
    theirs.reset();
    // It stands in the new namespace, and ends when we close our end.
    char ready = 0;
    Result<void> made = {};
    if (read(ours.get(), &ready, 1) != 1) made = fail("user namespaces are not allowed here");
    if (made) made = write_map("newuidmap", *pid, geteuid(), *users, users->first);
    if (made) made = write_map("newgidmap", *pid, getegid(), *groups, users->first);
    Descriptor entry(open(fmt::format("/proc/{}/ns/user", *pid).c_str(), O_RDONLY | O_CLOEXEC));
    if (made && !entry.open()) made = fail("a user namespace: {}", std::strerror(errno));
    ours.reset();
    (void)wait_for(*pid);
    if (!made) return tl::unexpected(made.error());
    return SubordinateUsers(
        std::move(entry),
        std::make_unique<UserNumbers>(lock_file(), users->first, users->first + users->count - 1));
}

Result<SubordinateUsers*> SubordinateUsers::of_this_account() {
    static Result<SubordinateUsers> users = make();
    if (!users) return tl::unexpected(users.error());
    return &*users;
}

Result<void> reclaim_tree(const std::filesystem::path& top) {
    const Result<SubordinateUsers*> users = SubordinateUsers::of_this_account();
    if (!users) return tl::unexpected(users.error());
    const Result<pid_t> pid =
        spawn_warden({"reclaim", top.string()}, {{(*users)->user_namespace(), kUsersPlace}});
    if (!pid) return tl::unexpected(pid.error());
    if (wait_for(*pid) != 0) return fail("{}: cannot be taken back from its user", top.string());
    return {};
}

Result<void> remove_lent_tree(const std::filesystem::path& top) {
    Result<void> removed = remove_tree(top);
    if (removed || geteuid() == 0 || !reclaim_tree(top)) return removed;
    return remove_tree(top);
}

}  // namespace zerosum
