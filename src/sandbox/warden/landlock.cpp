#include "sandbox/warden/landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "sandbox/descriptor.h"

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
constexpr std::uint32_t ask_version = 1U << 0U;
constexpr int path_beneath_rule = 1;

constexpr std::uint64_t bit(unsigned i) {
    return std::uint64_t{1} << i;
}
constexpr std::uint64_t execute = bit(0);
constexpr std::uint64_t write_file = bit(1);
constexpr std::uint64_t read_file = bit(2);
constexpr std::uint64_t read_directory = bit(3);
constexpr std::uint64_t truncate_file = bit(14);
constexpr std::uint64_t device_control = bit(15);
constexpr std::uint64_t every_tcp_right = bit(0) | bit(1);  // bind, connect
constexpr std::uint64_t abstract_sockets_and_signals = bit(0) | bit(1);

// Rights 0..12 came with version 1, then one a version: REFER, TRUNCATE; IOCTL_DEV with 5.
std::uint64_t file_rights_of(int version) {
    std::uint64_t rights = bit(13) - 1;
    if (version >= 2) rights |= bit(13);
    if (version >= 3) rights |= truncate_file;
    if (version >= 5) rights |= device_control;
    return rights;
}

bool allow(int ruleset, const std::string& path, std::uint64_t rights) {
    const Descriptor fd(open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!fd.open()) return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
    struct stat status {};
    if (fstat(fd.get(), &status) != 0) return false;
    if (!S_ISDIR(status.st_mode))
        rights &= execute | write_file | read_file | truncate_file | device_control;
    const PathBeneath rule{rights, fd.get()};
    return syscall(SYS_landlock_add_rule, ruleset, path_beneath_rule, &rule, 0) == 0;
}

}  // namespace

int landlock_version(int cap) {
    const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, ask_version);
    const int known = version < 0 ? 0 : static_cast<int>(version);
    return cap > 0 ? std::min(cap, known) : known;
}

Result<void> restrict_to(const AllowedPaths& paths, int version) {
    if (version == 0) return fail("this kernel has no Landlock");

    RulesetAttributes attributes;
    attributes.handled_files = file_rights_of(version);
    std::size_t size = sizeof attributes.handled_files;
    if (version >= 4) {
        attributes.handled_net = every_tcp_right;
        size += sizeof attributes.handled_net;
    }
    if (version >= landlock_version_with_signals) {
        attributes.scoped = abstract_sockets_and_signals;
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
    if (!allow_all(paths.readable, execute | read_file | read_directory) ||
        !allow_all(paths.writable, all & ~device_control) ||
        !allow_all(paths.devices, read_file | write_file | truncate_file))
        return fail("Landlock rule: {}", std::strerror(errno));
    if (syscall(SYS_landlock_restrict_self, ruleset.get(), 0) != 0)
        return fail("Landlock: {}", std::strerror(errno));
    return {};
}

}  // namespace zerosum::warden
