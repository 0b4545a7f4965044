#include "sandbox/workspace.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "sandbox/descriptor.h"
#include "sandbox/tree.h"

namespace zerosum {

namespace {

std::string errno_text() {
    return std::strerror(errno);
}

// Users without names: two programs that run at the same time never share one, unless thousands
// do; and then the other walls still stand.
uid_t next_user() {
    constexpr uid_t first = 61184;
    constexpr uid_t count = 65519 - first + 1;
    static std::atomic<uid_t> counter{static_cast<uid_t>(getpid()) * 64};
    return first + counter++ % count;
}

Result<void> give(int directory, uid_t user, int depth) {
    constexpr int deepest = 64;
    if (depth > deepest) return fail("directories are nested too deep");
    if (fchown(directory, user, user) != 0) return fail("cannot hand over files: {}", errno_text());
    std::error_code error;
    const std::string here = "/proc/self/fd/" + std::to_string(directory);
    for (const auto& entry : std::filesystem::directory_iterator(here, error)) {
        const std::string name = entry.path().filename();
        if (fchownat(directory, name.c_str(), user, user, AT_SYMLINK_NOFOLLOW) != 0)
            return fail("{}: {}", name, errno_text());
        if (!entry.is_directory(error) || entry.is_symlink(error)) continue;
        const Descriptor inner(
            openat(directory, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!inner.open()) return fail("{}: {}", name, errno_text());
        if (auto given = give(inner.get(), user, depth + 1); !given) return given;
    }
    return {};
}

}  // namespace

Result<Workspace> Workspace::make(Owner owner) {
    std::error_code error;
    const std::filesystem::path base = std::filesystem::temp_directory_path(error);
    if (error) return fail("no directory for temporary files: {}", error.message());
    std::string name = (std::filesystem::canonical(base, error) / "zerosum-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) return fail("{}: {}", name, errno_text());
    Workspace made{std::filesystem::path(name)};
    if (chmod(name.c_str(), 0711) != 0) return fail("{}: {}", name, errno_text());
    const bool own_user = geteuid() == 0 && owner == Owner::Own;
    const uid_t user = own_user ? next_user() : geteuid();
    for (const std::filesystem::path& path : {made.home(), made.tmp()}) {
        if (mkdir(path.c_str(), 0700) != 0 || (own_user && chown(path.c_str(), user, user) != 0))
            return fail("{}: {}", path.string(), errno_text());
    }
    return made;
}

Workspace::Workspace(Workspace&& other) noexcept : top_(std::move(other.top_)) {
    other.top_.clear();
}

Workspace::~Workspace() {
    if (!top_.empty()) (void)remove_tree(top_);
}

Result<void> Workspace::hand_over() const {
    if (geteuid() != 0) return {};
    const Descriptor fd(open(home().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status {};
    if (!fd.open() || fstat(fd.get(), &status) != 0) return fail("{}", errno_text());
    return give(fd.get(), status.st_uid, 0);
}

Result<void> Workspace::empty_tmp() const {
    return empty_tree(tmp());
}

Result<void> Workspace::write(std::string_view name, std::string_view bytes) const {
    if (auto removed = remove(name); !removed) return removed;
    const std::filesystem::path path = home() / name;
    const Descriptor fd(
        open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!fd.open()) return fail("{}: {}", name, errno_text());
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd.get(), bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return fail("{}: {}", name, errno_text());
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    struct stat owner {};
    if (geteuid() == 0 && stat(home().c_str(), &owner) == 0 &&
        fchown(fd.get(), owner.st_uid, owner.st_gid) != 0)
        return fail("{}: {}", name, errno_text());
    return {};
}

tl::expected<std::string, FileTrouble> Workspace::read(std::string_view name,
                                                       std::size_t limit) const {
    (void)chmod(home().c_str(), S_IRWXU);
    return read_untrusted_file(home() / name, limit);
}

Result<void> Workspace::remove(std::string_view name) const {
    (void)chmod(home().c_str(), S_IRWXU);  // in case the program has closed its own door
    return remove_tree(home() / name);
}

}  // namespace zerosum
