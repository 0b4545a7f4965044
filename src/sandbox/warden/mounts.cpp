#include "sandbox/warden/mounts.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "core/descriptor.h"
#include "sandbox/warden/gate.h"

namespace zerosum::warden {

namespace {

bool write_text(const char* path, std::string_view text) {
    const Descriptor fd(open(path, O_WRONLY | O_CLOEXEC));
    return fd.open() &&
           write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// With process numbers of its own it is in a user namespace already, if it needs one.
Result<void> enter_namespaces(bool own_pids) {
    const uid_t user = geteuid();
    const gid_t group = getegid();
    if (user == 0 || own_pids) {
        if (unshare(CLONE_NEWNS) == 0) return {};
        return fail("mount namespace: {}", reason());
    }
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return fail("user namespace: {}", reason());
    return keep_user(user, group);
}

bool is_below(std::string_view path, std::string_view top) {
    return path.substr(0, top.size()) == top && path.size() > top.size() && path[top.size()] == '/';
}

// A copy of what stands at a path, not yet attached anywhere: what is mounted over the path
// afterwards does not hide it.
Descriptor take(const std::string& path) {
    return Descriptor(
        open_tree(AT_FDCWD, path.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE));
}

bool set_attributes(int at, const char* path, unsigned flags, std::uint64_t set,
                    std::uint64_t clear) {
    mount_attr attributes{};
    attributes.attr_set = set;
    attributes.attr_clr = clear;
    return mount_setattr(at, path, flags, &attributes, sizeof attributes) == 0;
}

// Makes the mount point (inside our own fresh /tmp, or already there) and attaches the tree.
bool attach(const Descriptor& tree, const std::string& path) {
    struct stat status {};
    if (fstat(tree.get(), &status) != 0) return false;
    for (std::size_t slash = path.find('/', 1); slash != std::string::npos;
         slash = path.find('/', slash + 1))
        if (mkdir(path.substr(0, slash).c_str(), 0755) != 0 && errno != EEXIST && errno != EROFS)
            return false;
    if (S_ISDIR(status.st_mode)) {
        if (mkdir(path.c_str(), 0755) != 0 && errno != EEXIST && errno != EROFS) return false;
    } else if (access(path.c_str(), F_OK) != 0) {
        const Descriptor made(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
        if (!made.open()) return false;
    }
    return move_mount(tree.get(), "", AT_FDCWD, path.c_str(), MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

}  // namespace

Result<void> keep_user(uid_t user, gid_t group) {
    if (!write_text("/proc/self/setgroups", "deny") ||
        !write_text("/proc/self/uid_map", fmt::format("{} {} 1", user, user)) ||
        !write_text("/proc/self/gid_map", fmt::format("{} {} 1", group, group)))
        return fail("user namespace map: {}", reason());
    return {};
}

Result<void> enter_private_mounts(const std::string& directory, const std::string& temporary,
                                  const std::vector<std::string>& readable, bool own_pids) {
    constexpr const char* tmp = "/tmp";
    if (auto entered = enter_namespaces(own_pids); !entered) return entered;
    if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
        return fail("private mounts: {}", reason());

    const Descriptor own = take(directory);
    const Descriptor own_tmp = take(temporary);
    if (!own.open() || !own_tmp.open()) return fail("open_tree: {}", reason());
    std::vector<std::pair<Descriptor, std::string>> hidden;
    for (const std::string& path : readable) {
        if (!is_below(path, tmp) || is_below(path, directory) || path == directory) continue;
        Descriptor tree = take(path);
        if (tree.open()) hidden.emplace_back(std::move(tree), path);
    }

    if (!set_attributes(AT_FDCWD, "/", AT_RECURSIVE, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, 0))
        return fail("read-only mounts: {}", reason());
    if (!attach(own_tmp, tmp)) return fail("private /tmp: {}", reason());
    for (const auto& [tree, path] : hidden) {
        if (!attach(tree, path) ||
            !set_attributes(AT_FDCWD, path.c_str(), AT_RECURSIVE, MOUNT_ATTR_RDONLY, 0))
            return fail("{}: {}", path, reason());
    }
    if (!attach(own, directory)) return fail("{}: {}", directory, reason());
    if (access("/dev/shm", F_OK) == 0 &&
        mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=64m") != 0)
        return fail("private /dev/shm: {}", reason());
    constexpr unsigned long flags = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if (own_pids) {
        if (mount("proc", "/proc", "proc", flags, nullptr) == 0) return {};
        return fail("a /proc of its own: {}", reason());
    }
    // Which other processes there are, and their command lines, is not the program's business.
    // Only root may ask for this, and it takes a user of one's own to be of use: where it cannot
    // be had, all stays visible. (Before Linux 5.8 it would have changed /proc for everybody, but
    // those kernels lack mount_setattr and never come here.)
    (void)mount("proc", "/proc", "proc", flags, "hidepid=invisible");
    return {};
}

}  // namespace zerosum::warden
