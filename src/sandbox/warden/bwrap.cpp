#include "sandbox/warden/bwrap.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "sandbox/warden/gate.h"

namespace zerosum::warden {

namespace {

void add(std::vector<std::string>& words, std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
}

}  // namespace

void enter_bwrap(const Order& order, int gate) {
    const std::string bytes = encode(order);
    const int order_fd = memfd_create("order", 0);
    const int image = open("/proc/self/exe", O_RDONLY);
    if (order_fd < 0 || image < 0 ||
        write(order_fd, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
        give_up(gate, "bubblewrap: " + reason());
    fcntl(gate, F_SETFD, 0);

    const std::string& directory = order.job.directory.native();
    const std::string& temporary = order.job.temporary.native();
    std::vector<std::string> words{"bwrap", "--unshare-all", "--die-with-parent"};
    for (const char* top : {"/usr", "/etc", "/opt", "/bin", "/sbin", "/lib", "/lib32", "/lib64",
                            "/libx32", "/nix/store", "/sys/devices/system/cpu", "/sys/fs/cgroup"})
        add(words, {"--ro-bind-try", top, top});
    add(words, {"--proc", "/proc", "--dev", "/dev", "--bind", temporary, "/tmp"});
    for (const auto& path : order.job.readable)
        add(words, {"--ro-bind-try", path.native(), path.native()});
    add(words, {"--bind", directory, directory, "--chdir", directory, "--",
                "/proc/self/fd/" + std::to_string(image), "inside", std::to_string(order_fd),
                std::to_string(gate)});

    std::vector<char*> arguments;
    for (const std::string& word : words)
        arguments.push_back(const_cast<char*>(word.c_str()));  // NOLINT: exec does not write
    arguments.push_back(nullptr);
    execvp("bwrap", arguments.data());
    give_up(gate, "bubblewrap: " + reason());
}

}  // namespace zerosum::warden
