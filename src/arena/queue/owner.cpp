#include "arena/queue/owner.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <optional>
#include <vector>

#include "core/kernel_files.h"
#include "core/random.h"

namespace zerosum {

namespace {

// This start of this machine, as seen from this name space of process ids.
std::string machine() {
    std::array<char, 64> name_space{};
    if (::readlink("/proc/self/ns/pid", name_space.data(), name_space.size() - 1) < 0)
        name_space[0] = '\0';
    std::uint64_t sum = 0;
    for (const char c : kernel_file("/proc/sys/kernel/random/boot_id") + name_space.data())
        sum = mix(sum ^ static_cast<unsigned char>(c));
    return fmt::format("{:08x}", sum >> 32U);
}

struct ProcessState {
    char state = '?';     // 'Z': it has ended
    std::string started;  // ticks since the machine did
};

// Nothing when the kernel does not show it.
std::optional<ProcessState> state_of_process(std::string_view pid) {
    const std::string line = kernel_file(fmt::format("/proc/{}/stat", pid));
    const std::size_t name_ends = line.rfind(')');  // the name may hold anything
    if (name_ends == std::string::npos) return std::nullopt;
    std::vector<std::string> words;
    for (std::size_t at = name_ends + 1; at < line.size();) {
        const std::size_t begin = line.find_first_not_of(' ', at);
        if (begin == std::string::npos) break;
        at = std::min(line.find(' ', begin), line.size());
        words.push_back(line.substr(begin, at - begin));
    }
    constexpr std::size_t start_time = 19;  // field 22 of proc(5), the third is the first here
    if (words.size() <= start_time) return std::nullopt;
    return ProcessState{words.front().front(), words[start_time]};
}

// The parts of an owner's text; empty when it is none.
std::vector<std::string_view> parts_of(std::string_view owner) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= owner.size();) {
        const std::size_t end = std::min(owner.find(':', at), owner.size());
        parts.push_back(owner.substr(at, end - at));
        at = end + 1;
    }
    if (parts.size() != 5) parts.clear();
    return parts;
}

}  // namespace

std::string new_owner() {
    static std::atomic<int> serial = 0;
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
    const std::optional<ProcessState> self = state_of_process("self");
    return fmt::format("{}:{}:{}:{}:{}", host.data(), ::getpid(), machine(),
                       self ? self->started : "0", ++serial);
}

bool is_dead(std::string_view owner) {
    const std::vector<std::string_view> parts = parts_of(owner);
    if (parts.empty() || parts[2] != machine()) return false;
    int pid = 0;
    const auto [end, error] =
        std::from_chars(parts[1].data(), parts[1].data() + parts[1].size(), pid);
    if (error != std::errc{} || pid <= 0) return false;
    if (::kill(pid, 0) != 0 && errno == ESRCH) return true;
    const std::optional<ProcessState> now = state_of_process(parts[1]);
    return now && (now->state == 'Z' || now->started != parts[3]);
}

std::string_view short_owner(std::string_view owner) {
    const std::size_t host = owner.find(':');
    return owner.substr(0, host == std::string_view::npos ? host : owner.find(':', host + 1));
}

}  // namespace zerosum
