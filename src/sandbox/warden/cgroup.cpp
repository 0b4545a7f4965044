#include "sandbox/warden/cgroup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/text.h"
#include "sandbox/process_name.h"

namespace zerosum::warden {

namespace {

bool lists(std::string_view comma_list, std::string_view item) {
    for (const std::string_view part : split(comma_list, ','))
        if (part == item) return true;
    return false;
}

// Where a hierarchy is mounted: a line of mountinfo reads
//   36 35 0:31 / /sys/fs/cgroup/cpuacct rw,relatime - cgroup cgroup rw,cpuacct
//            root mount point           separator ^ type          super options
struct Mount {
    std::string root;
    std::string point;
};
std::optional<Mount> find_mount(std::string_view controller) {
    std::ifstream file("/proc/self/mountinfo");
    std::string line;
    while (std::getline(file, line)) {
        const std::size_t dash = line.find(" - ");
        if (dash == std::string::npos) continue;
        std::istringstream before(line.substr(0, dash));
        std::istringstream after(line.substr(dash + 3));
        std::string skip;
        Mount mount;
        before >> skip >> skip >> skip >> mount.root >> mount.point;
        std::string type;
        std::string options;
        after >> type >> skip >> options;
        if (controller.empty() ? type == "cgroup2" : type == "cgroup" && lists(options, controller))
            return mount;
    }
    return std::nullopt;
}

// This process's group in a hierarchy: a line of /proc/self/cgroup reads "4:memory:/some/group",
// and "0::/some/group" for v2.
std::optional<std::string> own_group(std::string_view controller) {
    std::ifstream file("/proc/self/cgroup");
    std::string line;
    while (std::getline(file, line)) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (controller.empty() ? controllers.empty() : lists(controllers, controller))
            return line.substr(second + 1);
    }
    return std::nullopt;
}

constexpr std::string_view kPrefix = "zerosum-";

// What a killed warden has left; what still lives in it has lost its supervisor, and dies.
void sweep_groups(const std::string& parent) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(parent, error)) {
        std::string name = entry.path().filename();
        if (const std::size_t dot = name.find('.'); dot != std::string::npos) name.resize(dot);
        if (!is_named_by_process(name, kPrefix) || namesake_lives(name, kPrefix)) continue;
        std::ofstream(entry.path() / "cgroup.kill") << "1";
        (void)rmdir(entry.path().c_str());
    }
}

// The name is this process's alone, but it may ask for more than one.
constexpr int kMostGroups = 8;

}  // namespace

Result<Cgroup> Cgroup::make(std::string_view controller, bool sweep) {
    const auto mount = find_mount(controller);
    const auto group = own_group(controller);
    if (!mount || !group) return fail("no such control group hierarchy is mounted");
    // In a container the mount may show only a part of the hierarchy.
    std::string below = *group;
    if (mount->root != "/" && below.rfind(mount->root, 0) == 0) below.erase(0, mount->root.size());
    if (below == "/") below.clear();

    if (sweep) sweep_groups(mount->point + below);
    const std::string stem = mount->point + below + "/" + named_by_process(kPrefix);
    std::string path = stem;
    for (int others = 1; mkdir(path.c_str(), 0755) != 0; ++others) {
        if (errno != EEXIST || others > kMostGroups)
            return fail("{}: {}", path, std::strerror(errno));
        path = stem + "." + std::to_string(others);
    }
    Descriptor fd(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd.open()) return fail("{}: {}", path, std::strerror(errno));
    Descriptor entry;
    if (!controller.empty()) entry = Descriptor(openat(fd.get(), "tasks", O_WRONLY | O_CLOEXEC));
    return Cgroup(std::move(path), std::move(fd), std::move(entry));
}

Cgroup::~Cgroup() {
    if (!fd_.open()) return;
    // A process that was just reaped may hold the group for another instant.
    for (int tries = 0; tries < 200 && rmdir(path_.c_str()) != 0 && errno == EBUSY; ++tries) {
        const timespec pause{0, 1'000'000};
        nanosleep(&pause, nullptr);
    }
}

bool Cgroup::take(pid_t pid) const {
    const std::string number = std::to_string(pid);
    const std::string inside = read("cgroup.procs").value_or("");
    for (const std::string_view line : split_lines(inside))
        if (line == number) return true;
    return write("cgroup.procs", number);
}

bool Cgroup::has(const char* file) const {
    return faccessat(fd_.get(), file, F_OK, 0) == 0;
}

std::optional<std::string> read_again(const Descriptor& file) {
    if (!file.open()) return std::nullopt;
    std::string text;
    std::array<char, 4096> buffer{};
    for (;;) {
        const ssize_t n =
            pread(file.get(), buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
        if (n < 0) return std::nullopt;
        if (n == 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(n));
    }
}

Descriptor Cgroup::open_file(const char* file) const {
    return Descriptor(openat(fd_.get(), file, O_RDONLY | O_CLOEXEC));
}

std::optional<std::string> Cgroup::read(const char* file) const {
    return read_again(open_file(file));
}

bool Cgroup::write(const char* file, std::string_view text) const {
    const Descriptor fd(openat(fd_.get(), file, O_WRONLY | O_CLOEXEC));
    return fd.open() &&
           ::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::optional<double> number_in(std::string_view text, std::string_view key) {
    for (std::string_view line : split_lines(text)) {
        if (!key.empty()) {
            if (line.size() <= key.size() || line.substr(0, key.size()) != key ||
                line[key.size()] != ' ')
                continue;
            line.remove_prefix(key.size() + 1);
        }
        return std::strtod(std::string(line).c_str(), nullptr);
    }
    return std::nullopt;
}

double Cgroup::number(const char* file, std::string_view key) const {
    return number_in(read(file).value_or(""), key).value_or(0);
}

}  // namespace zerosum::warden
