#include "sandbox/warden/evasions.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>

#include "core/cpu_clock.h"
#include "sandbox/warden/attacks.h"

namespace zerosum::warden {

namespace {

constexpr int kRefused = 0;

// Burns this much CPU time in the calling thread.
void burn(double seconds) {
    const Seconds until = thread_cpu() + Seconds{seconds};
    volatile unsigned work = 0;
    while (thread_cpu() < until)
        for (unsigned i = 0; i < 2000; ++i) work = work + i;
}

double amount(const std::vector<std::string>& arguments) {
    return arguments.size() > 1 ? std::strtod(arguments[1].c_str(), nullptr) : 0.1;
}

// A pipe over which a far relative tells that it is done: the main process waits for it, so that
// the truth is known, while no wait() ever sees the relative.
class Finish {
 public:
    Finish() { (void)!pipe(ends_.data()); }
    void done() { (void)!write(ends_[1], "x", 1); }
    void await() {
        close(ends_[1]);
        char c = 0;
        (void)!read(ends_[0], &c, 1);
    }

 private:
    std::array<int, 2> ends_{-1, -1};
};

int burn_plainly(const std::vector<std::string>& arguments) {
    burn(amount(arguments));
    return kRefused;
}

int burn_in_threads(const std::vector<std::string>& arguments) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&] { burn(amount(arguments) / 4); });
    for (std::thread& thread : threads) thread.join();
    return kRefused;
}

int burn_in_waited_child(const std::vector<std::string>& arguments) {
    if (fork() == 0) {
        burn(amount(arguments));
        _exit(0);
    }
    wait(nullptr);
    return kRefused;
}

int burn_with_sigchld_ignored(const std::vector<std::string>& arguments) {
    (void)std::signal(SIGCHLD, SIG_IGN);
    Finish finish;
    if (fork() == 0) {
        burn(amount(arguments));
        finish.done();
        _exit(0);
    }
    finish.await();
    wait(nullptr);  // returns when the child is gone, and tells nothing about it
    return kRefused;
}

int burn_in_daemon(const std::vector<std::string>& arguments, bool own_session) {
    Finish finish;
    if (fork() == 0) {
        if (own_session) setsid();
        if (fork() == 0) {
            burn(amount(arguments));
            finish.done();
            _exit(0);
        }
        _exit(0);
    }
    wait(nullptr);
    finish.await();
    return kRefused;
}

// Many short children: nothing here lives long enough to be seen by a look at the process table.
int burn_in_many_children(const std::vector<std::string>& arguments) {
    (void)std::signal(SIGCHLD, SIG_IGN);
    constexpr int children = 8;
    for (int i = 0; i < children; ++i) {
        if (fork() == 0) {
            burn(amount(arguments) / children);
            _exit(0);
        }
        wait(nullptr);
    }
    return kRefused;
}

// CLONE_UNTRACED asks the kernel not to tell a tracer of the child.
int burn_untraced(const std::vector<std::string>& arguments) {
    Finish finish;
    const long child = syscall(SYS_clone, CLONE_UNTRACED | SIGCHLD, nullptr, nullptr, nullptr, 0);
    if (child == 0) {
        burn(amount(arguments));
        finish.done();
        _exit(0);
    }
    if (child < 0) {
        std::puts("refused");
        return kRefused;
    }
    finish.await();
    wait(nullptr);
    return kRefused;
}

int leave_busy_orphan(const std::vector<std::string>& /*arguments*/) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) burn(3600);
        _exit(0);
    }
    wait(nullptr);
    return kRefused;
}

int fork_bomb(const std::vector<std::string>& /*arguments*/) {
    for (int i = 0; i < 100'000; ++i) {
        if (fork() < 0) sleep(1);  // full: stay, and try again
    }
    return kRefused;
}

int hog_memory(const std::vector<std::string>& arguments) {
    const auto megabytes = static_cast<std::size_t>(amount(arguments));
    constexpr std::size_t piece = std::size_t{1} << 20U;
    for (std::size_t i = 0; i < megabytes; ++i) {
        void* memory =
            mmap(nullptr, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return 1;
        std::memset(memory, 1, piece);
    }
    sleep(3600);
    return kGotThrough;
}

// The same in a thread that outlives the first one.
int hog_memory_headlessly(const std::vector<std::string>& arguments) {
    std::thread([arguments] { std::_Exit(hog_memory(arguments)); }).detach();
    return static_cast<int>(syscall(SYS_exit, 0));  // of this thread only
}

// Memory in files that have no name and are mapped nowhere.
int hog_memory_files(const std::vector<std::string>& arguments) {
    const auto megabytes = static_cast<std::size_t>(amount(arguments));
    const std::vector<char> piece(std::size_t{1} << 20U, 'x');
    int fd = -1;
    for (std::size_t i = 0; i < megabytes; ++i) {
        if (i % 4 == 0) fd = memfd_create("hoard", MFD_CLOEXEC);  // below any limit on one file
        if (fd < 0 || write(fd, piece.data(), piece.size()) < 0) return 1;
    }
    sleep(3600);
    return kGotThrough;
}

// Memory that has not been read out of sockets yet.
int hog_sockets(const std::vector<std::string>& arguments) {
    const auto megabytes = static_cast<std::size_t>(amount(arguments));
    const std::vector<char> piece(std::size_t{1} << 14U, 'x');
    std::size_t held = 0;
    while (held < megabytes << 20U) {
        std::array<int, 2> ends{-1, -1};
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) != 0)
            return 1;
        for (const int end : ends)
            while (write(end, piece.data(), piece.size()) > 0) held += piece.size();
    }
    sleep(3600);
    return kGotThrough;
}

int fill_disk(const std::vector<std::string>& arguments) {
    const auto megabytes = static_cast<std::size_t>(amount(arguments));
    const std::vector<char> piece(std::size_t{1} << 20U, 'x');
    for (std::size_t i = 0; i < megabytes; ++i) {
        const std::string name = "filler-" + std::to_string(i);
        const int fd = open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (fd < 0 || write(fd, piece.data(), piece.size()) < 0) return 1;
        close(fd);
    }
    sleep(3600);
    return kGotThrough;
}

// Files without a name: no directory shows them.
int fill_disk_namelessly(const std::vector<std::string>& arguments) {
    const auto megabytes = static_cast<std::size_t>(amount(arguments));
    const std::vector<char> piece(std::size_t{1} << 20U, 'x');
    int fd = -1;
    for (std::size_t i = 0; i < megabytes; ++i) {
        if (i % 4 == 0) {
            fd = open("filler", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
            unlink("filler");
        }
        if (fd < 0 || write(fd, piece.data(), piece.size()) < 0) return 1;
    }
    sleep(3600);
    return kGotThrough;
}

int write_large_file(const std::vector<std::string>& arguments) {
    const int fd = open("large", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    const std::vector<char> piece(std::size_t{1} << 20U, 'x');
    for (double i = 0; i < amount(arguments); ++i)
        if (write(fd, piece.data(), piece.size()) < 0) return 1;
    return kGotThrough;
}

int flood_output(const std::vector<std::string>& arguments) {
    const std::string line(1023, 'x');
    for (double i = 0; i < amount(arguments) * 1024; ++i) std::puts(line.c_str());
    return kGotThrough;
}

int link_output(const std::vector<std::string>& arguments) {
    return symlink(arguments.at(1).c_str(), "output.txt") == 0 ? kRefused : 1;
}

int pipe_output(const std::vector<std::string>& /*arguments*/) {
    return mkfifo("output.txt", 0644) == 0 ? kRefused : 1;
}

int write_unreadable_output(const std::vector<std::string>& /*arguments*/) {
    return open("output.txt", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0) >= 0 ? kRefused : 1;
}

int write_outside(const std::vector<std::string>& arguments) {
    const int fd = open(arguments.at(1).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    return fd >= 0 ? kGotThrough : kRefused;
}

int read_outside(const std::vector<std::string>& arguments) {
    char c = 0;
    const int fd = open(arguments.at(1).c_str(), O_RDONLY | O_CLOEXEC);
    return fd >= 0 && read(fd, &c, 1) == 1 ? kGotThrough : kRefused;
}

int change_mode(const std::vector<std::string>& arguments) {
    return chmod(arguments.at(1).c_str(), 0777) == 0 ? kGotThrough : kRefused;
}

int connect_out(const std::vector<std::string>& arguments) {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return kRefused;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(amount(arguments)));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 ? kGotThrough
                                                                                   : kRefused;
}

int connect_unix(const std::vector<std::string>& arguments) {
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return kRefused;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(static_cast<char*>(address.sun_path), arguments.at(1).c_str(),
                 sizeof address.sun_path - 1);
    return connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 ? kGotThrough
                                                                                   : kRefused;
}

int kill_other(const std::vector<std::string>& arguments) {
    return kill(static_cast<pid_t>(amount(arguments)), SIGKILL) == 0 ? kGotThrough : kRefused;
}

// On success the warden is gone, and this process with it.
int kill_parent(const std::vector<std::string>& /*arguments*/) {
    const pid_t parent = getppid();
    if (parent > 1 && kill(parent, SIGKILL) == 0) return kGotThrough;
    return kRefused;
}

int trace_parent(const std::vector<std::string>& /*arguments*/) {
    const pid_t parent = getppid();
    if (parent <= 1) return kRefused;
    if (ptrace(PTRACE_ATTACH, parent, nullptr, nullptr) == 0) {
        ptrace(PTRACE_DETACH, parent, nullptr, nullptr);
        return kGotThrough;
    }
    char here = 0;
    const iovec local{&here, 1};
    const iovec remote{&here, 1};  // a mapped address in a fork of the same image, or none
    if (process_vm_readv(parent, &local, 1, &remote, 1, 0) == 1) return kGotThrough;
    const std::string memory = "/proc/" + std::to_string(parent) + "/environ";
    const int fd = open(memory.c_str(), O_RDONLY | O_CLOEXEC);
    return fd >= 0 && read(fd, &here, 1) >= 0 ? kGotThrough : kRefused;
}

int leave_shared_memory(const std::vector<std::string>& /*arguments*/) {
    const long id = syscall(SYS_shmget, 0 /* IPC_PRIVATE */, 4096, 0600);
    return id >= 0 ? kGotThrough : kRefused;
}

int enter_namespace(const std::vector<std::string>& /*arguments*/) {
    return unshare(CLONE_NEWUSER) == 0 ? kGotThrough : kRefused;
}

const std::map<std::string, Evasion>& evasions() {
    static const std::map<std::string, Evasion> all{
        {"nothing", [](const std::vector<std::string>&) { return kRefused; }},
        {"burn", burn_plainly},
        {"threads", burn_in_threads},
        {"waited-child", burn_in_waited_child},
        {"sigchld-ignored", burn_with_sigchld_ignored},
        {"daemon", [](const std::vector<std::string>& a) { return burn_in_daemon(a, false); }},
        {"setsid", [](const std::vector<std::string>& a) { return burn_in_daemon(a, true); }},
        {"many-children", burn_in_many_children},
        {"untraced", burn_untraced},
        {"busy-orphan", leave_busy_orphan},
        {"fork-bomb", fork_bomb},
        {"memory-hog", hog_memory},
        {"headless-hog", hog_memory_headlessly},
        {"memory-files", hog_memory_files},
        {"socket-hog", hog_sockets},
        {"disk-filler", fill_disk},
        {"nameless-files", fill_disk_namelessly},
        {"large-file", write_large_file},
        {"output-flood", flood_output},
        {"symlinked-output", link_output},
        {"fifo-output", pipe_output},
        {"unreadable-output", write_unreadable_output},
        {"write-outside", write_outside},
        {"read-outside", read_outside},
        {"change-mode", change_mode},
        {"connect-out", connect_out},
        {"connect-unix", connect_unix},
        {"kill-other", kill_other},
        {"kill-parent", kill_parent},
        {"trace-parent", trace_parent},
        {"shared-memory", leave_shared_memory},
        {"namespace", enter_namespace},
    };
    return all;
}

}  // namespace

int evade(const std::vector<std::string>& arguments) {
    if (const auto attack = attacks().find(arguments.at(0)); attack != attacks().end())
        return attack->second(arguments);
    const auto found = evasions().find(arguments.at(0));
    if (found == evasions().end()) {
        std::fprintf(stderr, "no evasion is called %s\n", arguments.at(0).c_str());
        return 2;
    }
    return found->second(arguments);
}

}  // namespace zerosum::warden
