#include "sandbox/workspace.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "core/descriptor.h"
#include "sandbox/subordinate_users.h"
#include "sandbox/tree.h"
#include "sandbox/user_numbers.h"

namespace zerosum {

namespace {

std::string errno_text() {
    return std::strerror(errno);
}

// Lets everybody read a copy that we have made, and run what its owner may run. Other bits
// (set-user above all) are dropped: the copy is ours.
Result<void> open_for_all(const std::filesystem::path& top) {
    namespace fs = std::filesystem;
    std::error_code error;
    const auto open_one = [&](const fs::path& path) {
        const fs::file_status status = fs::symlink_status(path, error);
        if (error || fs::is_symlink(status)) return;
        const bool runs = (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
        fs::permissions(path, fs::perms(fs::is_directory(status) || runs ? 0755 : 0644), error);
    };
    open_one(top);
    if (fs::is_directory(top, error))
        for (const auto& entry : fs::recursive_directory_iterator(top, error)) open_one(entry);
    if (error) return fail("{}", error.message());
    return {};
}

}  // namespace

Result<Workspace> Workspace::make() {
    Result<WorkDirectory> work = WorkDirectory::use();
    if (!work) return tl::unexpected(work.error());
    std::string name = (work->path() / "XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) return fail("{}: {}", name, errno_text());
    Workspace made(std::move(*work), name);
    if (chmod(name.c_str(), 0711) != 0) return fail("{}: {}", name, errno_text());
    if (geteuid() == 0) {
        const Result<uid_t> user = UserNumbers::of_this_machine().take();
        if (!user) return tl::unexpected(user.error());
        made.user_ = *user;
    }
    for (const std::filesystem::path& path : {made.home(), made.tmp()}) {
        if (mkdir(path.c_str(), 0700) != 0 ||
            (made.user_ != 0 && chown(path.c_str(), made.user_, made.user_) != 0))
            return fail("{}: {}", path.string(), errno_text());
    }
    return made;
}

Workspace::Workspace(Workspace&& other) noexcept
    : work_(std::move(other.work_)),
      top_(std::move(other.top_)),
      user_(std::exchange(other.user_, 0)) {
    other.top_.clear();
}

Workspace::~Workspace() {
    if (!top_.empty()) (void)remove_lent_tree(top_);
    if (user_ != 0) UserNumbers::of_this_machine().give_back(user_);
}

Result<std::filesystem::path> Workspace::admit(const std::filesystem::path& path) const {
    namespace fs = std::filesystem;
    const auto trouble = [&](const std::string& why) {
        return fail(
            "{} cannot be read by the user that the program runs as, and cannot be copied for it: "
            "{}. Move it to where everybody may read it",
            path.string(), why);
    };
    std::error_code error;
    const fs::path given = top_ / "given";
    if (mkdir(given.c_str(), 0755) != 0 && errno != EEXIST) return trouble(errno_text());
    fs::path place = given / "0";  // a directory for each: names may be the same
    for (int number = 1; mkdir(place.c_str(), 0755) != 0; ++number) {
        if (errno != EEXIST) return trouble(errno_text());
        place = given / std::to_string(number);
    }
    // Whatever the mask of this process.
    if (chmod(given.c_str(), 0755) != 0 || chmod(place.c_str(), 0755) != 0)
        return trouble(errno_text());
    place /= path.filename();
    if (fs::is_directory(path, error)) {
        if (mkdir(place.c_str(), 0755) != 0) return trouble(errno_text());
        if (auto copied = copy_tree(path, place); !copied) return trouble(copied.error().message);
    } else if (!fs::copy_file(path, place, error)) {
        return trouble(error.message());
    }
    if (auto opened = open_for_all(place); !opened) return trouble(opened.error().message);
    return place;
}

Result<void> Workspace::hand_over() const {
    if (geteuid() != 0) return {};
    struct stat owner {};
    if (lstat(home().c_str(), &owner) != 0) return fail("{}: {}", home().string(), errno_text());
    return give_tree(home(), owner.st_uid, owner.st_gid);
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
