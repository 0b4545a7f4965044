#include "sandbox/tree.h"

#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include "core/descriptor.h"

namespace zerosum {

namespace {

constexpr int kDeepest = 64;
constexpr int kDirectoryFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;

std::string reason() {
    return std::strerror(errno);
}

// Calls visit(name) for every entry of an open directory until it returns false.
template <typename Visit>
bool for_each_entry(int directory, Visit visit) {
    const int again = openat(directory, ".", kDirectoryFlags);
    if (again < 0) return false;
    DIR* entries = fdopendir(again);
    if (entries == nullptr) {
        close(again);
        return false;
    }
    bool going = true;
    while (going) {
        const dirent* entry = readdir(entries);  // NOLINT: the stream is this call's own
        if (entry == nullptr) break;
        const char* name = static_cast<const char*>(entry->d_name);
        if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
        going = visit(name);
    }
    closedir(entries);
    return true;
}

// Opens a directory even if its owner, whose powers we have, has taken all permissions from it:
// a program must not hide what it hoards. It may still be running and put a link in the
// directory's place, so permissions are changed through a descriptor, never by name.
Descriptor open_closed(int parent, const char* name) {
    Descriptor fd(openat(parent, name, kDirectoryFlags));
    if (fd.open() || errno != EACCES) return fd;
    const Descriptor place(openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!place.open()) return fd;
    const std::string self = "/proc/self/fd/" + std::to_string(place.get());
    if (chmod(self.c_str(), S_IRWXU) == 0) fd = Descriptor(openat(parent, name, kDirectoryFlags));
    return fd;
}

void measure(int directory, int depth, std::size_t entry_limit, TreeSize& size) {
    if (depth > kDeepest) {
        size.entries = entry_limit;
        return;
    }
    for_each_entry(directory, [&](const char* name) {
        struct stat status {};
        if (++size.entries >= entry_limit) return false;
        if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return true;
        size.bytes += static_cast<std::size_t>(status.st_blocks) * 512;
        if (S_ISREG(status.st_mode))
            size.largest = std::max(size.largest, static_cast<std::size_t>(status.st_size));
        if (S_ISDIR(status.st_mode)) {
            const Descriptor below = open_closed(directory, name);
            if (below.open()) measure(below.get(), depth + 1, entry_limit, size);
        }
        return size.entries < entry_limit;
    });
}

// Empties a directory without recursion, so that no depth can exhaust the stack or the
// descriptors: a directory found inside another is first moved up to the top.
Result<void> empty(int top) {
    std::size_t moved = 0;
    for (;;) {
        std::vector<std::string> names;
        for_each_entry(top, [&](const char* name) {
            names.emplace_back(name);
            return names.size() < 4096;
        });
        if (names.empty()) return {};
        for (const std::string& name : names) {
            if (unlinkat(top, name.c_str(), 0) == 0 || errno == ENOENT) continue;
            if (errno != EISDIR && errno != EPERM)
                return fail("cannot remove {}: {}", name, reason());
            // A directory without permissions is still ours.
            (void)fchmodat(top, name.c_str(), S_IRWXU, 0);
            const Descriptor inner(openat(top, name.c_str(), kDirectoryFlags));
            if (!inner.open()) return fail("cannot open {}: {}", name, reason());
            std::string trouble;
            for_each_entry(inner.get(), [&](const char* below) {
                if (unlinkat(inner.get(), below, 0) == 0) return true;
                (void)fchmodat(inner.get(), below, S_IRWXU, 0);
                if (unlinkat(inner.get(), below, AT_REMOVEDIR) == 0) return true;
                const std::string up = ".moved-" + std::to_string(moved++);
                if (renameat(inner.get(), below, top, up.c_str()) == 0) return true;
                if (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR) return true;
                trouble = fmt::format("cannot remove {}/{}: {}", name, below, reason());
                return false;
            });
            if (!trouble.empty()) return fail("{}", trouble);
            if (unlinkat(top, name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOTEMPTY)
                return fail("cannot remove {}: {}", name, reason());
        }
    }
}

// Programs and shared libraries of ELF; what is not linked yet is none.
bool is_program(int file) {
    constexpr std::array<char, 4> magic{'\x7f', 'E', 'L', 'F'};
    constexpr std::size_t type = 16;
    std::array<char, type + 1> head{};
    if (pread(file, head.data(), head.size(), 0) != std::ssize(head)) return false;
    return std::equal(magic.begin(), magic.end(), head.begin()) &&
           (head[type] == ET_EXEC || head[type] == ET_DYN);
}

void mark(int directory, int depth) {
    if (depth > kDeepest) return;
    for_each_entry(directory, [&](const char* name) {
        struct stat status {};
        if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return true;
        if (S_ISDIR(status.st_mode)) {
            const Descriptor below(openat(directory, name, kDirectoryFlags));
            if (below.open()) mark(below.get(), depth + 1);
        } else if (S_ISREG(status.st_mode) && status.st_nlink == 1 &&
                   (status.st_mode & S_IXUSR) == 0) {
            const Descriptor file(openat(directory, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
            if (file.open() && is_program(file.get()))
                (void)fchmod(file.get(), (status.st_mode & 0777U) | S_IXUSR);
        }
        return true;
    });
}

Result<void> copy_file(int from, const char* name, int to, const struct stat& status,
                       std::size_t& budget) {
    const Descriptor source(openat(from, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!source.open()) return fail("cannot read {}: {}", name, reason());
    const mode_t mode = (status.st_mode & 0777U) | S_IRUSR | S_IWUSR;
    const Descriptor target(openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (!target.open()) return fail("cannot write {}: {}", name, reason());
    for (;;) {
        const ssize_t n = sendfile(target.get(), source.get(), nullptr, std::size_t{1} << 20U);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail("cannot copy {}: {}", name, reason());
        if (n == 0) break;
        if (static_cast<std::size_t>(n) > budget) return fail("too large to copy");
        budget -= static_cast<std::size_t>(n);
    }
    // make builds again what looks older than its sources.
    const std::array<timespec, 2> times{status.st_atim, status.st_mtim};
    (void)futimens(target.get(), times.data());
    return {};
}

Result<void> copy(int from, int to, int depth, CopyLimits& budget) {
    if (depth > kDeepest) return fail("directories are nested deeper than {} levels", kDeepest);
    Result<void> result;
    for_each_entry(from, [&](const char* name) {
        struct stat status {};
        if (fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return true;
        if (budget.entries-- == 0) {
            result = fail("too many files to copy");
        } else if (S_ISREG(status.st_mode)) {
            result = copy_file(from, name, to, status, budget.bytes);
        } else if (S_ISLNK(status.st_mode)) {
            std::array<char, PATH_MAX> target{};
            if (readlinkat(from, name, target.data(), target.size() - 1) < 0 ||
                symlinkat(target.data(), to, name) != 0)
                result = fail("cannot copy the link {}: {}", name, reason());
        } else if (S_ISDIR(status.st_mode)) {
            const Descriptor inner(openat(from, name, kDirectoryFlags));
            if (!inner.open() || mkdirat(to, name, 0755) != 0) {
                result = fail("cannot copy {}: {}", name, reason());
            } else {
                const Descriptor made(openat(to, name, kDirectoryFlags));
                result = copy(inner.get(), made.get(), depth + 1, budget);
            }
        }
        return result.has_value();
    });
    return result;
}

// Gives the entries of a directory away, and returns those that are directories.
Result<std::vector<std::string>> give_entries(int directory, uid_t user, gid_t group) {
    std::vector<std::string> inner;
    std::string trouble;
    for_each_entry(directory, [&](const char* name) {
        struct stat status {};
        if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            fchownat(directory, name, user, group, AT_SYMLINK_NOFOLLOW) != 0) {
            trouble = fmt::format("cannot hand over {}: {}", name, reason());
            return false;
        }
        if (S_ISDIR(status.st_mode)) inner.emplace_back(name);
        return true;
    });
    if (!trouble.empty()) return fail("{}", trouble);
    return inner;
}

}  // namespace

TreeSize measure_tree(const std::filesystem::path& top, std::size_t entry_limit) {
    TreeSize size;
    const Descriptor fd = open_closed(AT_FDCWD, top.c_str());
    if (fd.open()) measure(fd.get(), 0, entry_limit, size);
    return size;
}

Result<void> empty_tree(const std::filesystem::path& top) {
    const Descriptor fd(open(top.c_str(), kDirectoryFlags));
    if (!fd.open()) return fail("{}: {}", top.string(), reason());
    (void)fchmod(fd.get(), S_IRWXU);
    if (auto emptied = empty(fd.get()); !emptied)
        return fail("{}: {}", top.string(), emptied.error().message);
    return {};
}

Result<void> remove_tree(const std::filesystem::path& top) {
    struct stat status {};
    if (lstat(top.c_str(), &status) != 0 && errno == ENOENT) return {};
    if (S_ISDIR(status.st_mode)) {
        (void)chmod(top.c_str(), S_IRWXU);
        if (auto emptied = empty_tree(top); !emptied) return emptied;
        if (rmdir(top.c_str()) != 0) return fail("{}: {}", top.string(), reason());
        return {};
    }
    if (unlink(top.c_str()) != 0) return fail("{}: {}", top.string(), reason());
    return {};
}

Result<void> replace_tree(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (auto gone = remove_tree(to); !gone) return gone;
    if (rename(from.c_str(), to.c_str()) != 0) return fail("{}: {}", to.string(), reason());
    return {};
}

Result<void> give_tree(const std::filesystem::path& top, uid_t user, gid_t group) {
    // One descriptor serves any depth: up again leads "..", which nobody moves meanwhile. On the
    // way stand the directories of each level that are still to be entered.
    Descriptor here(open(top.c_str(), kDirectoryFlags));
    if (!here.open() || fchown(here.get(), user, group) != 0)
        return fail("{}: {}", top.string(), reason());
    std::vector<std::vector<std::string>> to_enter;
    bool entered = true;
    for (;;) {
        if (entered) {
            auto inner = give_entries(here.get(), user, group);
            if (!inner) return fail("{}: {}", top.string(), inner.error().message);
            to_enter.push_back(std::move(*inner));
        }
        entered = !to_enter.back().empty();
        std::string next = "..";
        if (entered) {
            next = std::move(to_enter.back().back());
            to_enter.back().pop_back();
        } else {
            to_enter.pop_back();
            if (to_enter.empty()) return {};
        }
        here = Descriptor(openat(here.get(), next.c_str(), kDirectoryFlags));
        if (!here.open()) return fail("{}: {}: {}", top.string(), next, reason());
    }
}

void mark_programs(const std::filesystem::path& top) {
    const Descriptor fd(open(top.c_str(), kDirectoryFlags));
    if (fd.open()) mark(fd.get(), 0);
}

Result<void> copy_tree(const std::filesystem::path& from, const std::filesystem::path& to,
                       CopyLimits limits) {
    // The top may be named through a link; what is inside may not lead out.
    const Descriptor source(open(from.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!source.open()) return fail("{}: {}", from.string(), reason());
    const Descriptor target(open(to.c_str(), kDirectoryFlags));
    if (!target.open()) return fail("{}: {}", to.string(), reason());
    if (auto copied = copy(source.get(), target.get(), 0, limits); !copied)
        return fail("{}: {}", from.string(), copied.error().message);
    return {};
}

}  // namespace zerosum
