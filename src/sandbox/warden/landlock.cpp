#include "sandbox/warden/landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "core/descriptor.h"

namespace zerosum::warden {

namespace {

// The kernel's interface, newer than many installed headers know it.
struct RulesetAttributes {
    std::uint64_t handled_files = 0;
    std::uint64_t handled_net = 0;  // version 4
    std::uint64_t scoped = 0;       // version 6
};
struct [[gnu::packed]] PathBeneath {
    std::uint64_t allowed = 0;
    std::int32_t parent = -1;
};
constexpr std::uint32_t kAskVersion = 1U << 0U;
constexpr int kPathBeneathRule = 1;

constexpr std::uint64_t bit(unsigned i) {
    return std::uint64_t{1} << i;
}
constexpr std::uint64_t kExecute = bit(0);
constexpr std::uint64_t kWriteFile = bit(1);
constexpr std::uint64_t kReadFile = bit(2);
constexpr std::uint64_t kReadDirectory = bit(3);
constexpr std::uint64_t kTruncateFile = bit(14);
constexpr std::uint64_t kDeviceControl = bit(15);
constexpr std::uint64_t kEveryTcpRight = bit(0) | bit(1);  // bind, connect
constexpr std::uint64_t kAbstractSocketsAndSignals = bit(0) | bit(1);

// Rights 0..12 came with version 1, then one a version: REFER, TRUNCATE; IOCTL_DEV with 5.
std::uint64_t file_rights_of(int version) {
    std::uint64_t rights = bit(13) - 1;
    if (version >= 2) rights |= bit(13);
    if (version >= 3) rights |= kTruncateFile;
    if (version >= 5) rights |= kDeviceControl;
    return rights;
}

bool allow(int ruleset, const std::string& path, std::uint64_t rights) {
    const Descriptor fd(open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!fd.open()) return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
    struct stat status {};
    if (fstat(fd.get(), &status) != 0) return false;
    if (!S_ISDIR(status.st_mode))
        rights &= kExecute | kWriteFile | kReadFile | kTruncateFile | kDeviceControl;
    const PathBeneath rule{rights, fd.get()};
    return syscall(SYS_landlock_add_rule, ruleset, kPathBeneathRule, &rule, 0) == 0;
}

}  // namespace

int landlock_version(int cap) {
    const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion);
    const int known = version < 0 ? 0 : static_cast<int>(version);
    return cap > 0 ? std::min(cap, known) : known;
}

Result<void> restrict_to(const AllowedPaths& paths, int version) {
    if (version == 0) return fail("this kernel has no Landlock");

    RulesetAttributes attributes;
    attributes.handled_files = file_rights_of(version);
    std::size_t size = sizeof attributes.handled_files;
    if (version >= 4) {
        attributes.handled_net = kEveryTcpRight;
        size += sizeof attributes.handled_net;
    }
    if (version >= kLandlockVersionWithSignals) {
        attributes.scoped = kAbstractSocketsAndSignals;
        size += sizeof attributes.scoped;
    }
    const Descriptor ruleset(
        static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size, 0)));
    if (!ruleset.open()) return fail("Landlock: {}", std::strerror(errno));

    const std::uint64_t all = attributes.handled_files;
    const auto allow_all = [&](const std::vector<std::string>& list, std::uint64_t rights) {
        for (const std::string& path : list)
            if (!allow(ruleset.get(), path, rights & all)) return false;
        return true;
    };
    if (!allow_all(paths.readable, kExecute | kReadFile | kReadDirectory) ||
        !allow_all(paths.writable, all & ~kDeviceControl) ||
        !allow_all(paths.devices, kReadFile | kWriteFile | kTruncateFile))
        return fail("Landlock rule: {}", std::strerror(errno));
    if (syscall(SYS_landlock_restrict_self, ruleset.get(), 0) != 0)
        return fail("Landlock: {}", std::strerror(errno));
    return {};
}

}  // namespace zerosum::warden
