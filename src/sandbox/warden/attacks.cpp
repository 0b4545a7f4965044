#include "sandbox/warden/attacks.h"

#include <fcntl.h>
#include <linux/kcmp.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>

namespace zerosum::warden {

namespace {

using Arguments = std::vector<std::string>;

pid_t victim(const Arguments& arguments) {
    return static_cast<pid_t>(std::strtol(arguments.at(1).c_str(), nullptr, 10));
}

// Of several ways each is tried, whatever came of the others.
int result(std::initializer_list<bool> tries) {
    for (const bool through : tries)
        if (through) return kGotThrough;
    return 0;
}

// The core limit: a change that does no harm where it succeeds.
bool limit_core(pid_t pid) {
    const rlimit none{0, 0};
    return syscall(SYS_prlimit64, pid, RLIMIT_CORE, &none, nullptr) == 0;
}

int limit_other(const Arguments& arguments) {
    return result({limit_core(victim(arguments))});
}

int limit_parent(const Arguments& /*arguments*/) {
    const pid_t parent = getppid();
    return result({parent > 0 && limit_core(parent)});
}

int schedule_other(const Arguments& arguments) {
    const pid_t pid = victim(arguments);
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(0, &processors);
    sched_param parameters{};
    std::array<std::uint32_t, 12> attributes{48, SCHED_BATCH};  // a sched_attr: size, policy, ...
    constexpr int one_process = 1;
    constexpr int idle_class = 3 << 13;
    return result({sched_setaffinity(pid, sizeof processors, &processors) == 0,
                   sched_setscheduler(pid, SCHED_BATCH, &parameters) == 0,
                   sched_setparam(pid, &parameters) == 0,
                   syscall(SYS_sched_setattr, pid, attributes.data(), 0) == 0,
                   setpriority(PRIO_PROCESS, static_cast<id_t>(pid), 19) == 0,
                   syscall(SYS_ioprio_set, one_process, pid, idle_class) == 0});
}

// A file whose readiness sends a signal of our choice to a process of our choice. That the
// calls succeed does no harm yet: whether the victim dies is for the caller to see.
int signal_by_file(const Arguments& arguments) {
    const pid_t pid = victim(arguments);
    constexpr std::array<unsigned long, 2> socket_owner{FIOSETOWN, SIOCSPGRP};
    for (int way = 0; way < 4; ++way) {
        std::array<int, 2> ends{-1, -1};
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) continue;
        const f_owner_ex owner{F_OWNER_PID, pid};
        if (way == 0) (void)fcntl(ends[0], F_SETOWN, pid);
        if (way == 1) (void)fcntl(ends[0], F_SETOWN_EX, &owner);
        if (way >= 2) (void)ioctl(ends[0], socket_owner[static_cast<std::size_t>(way - 2)], &pid);
        (void)fcntl(ends[0], F_SETSIG, SIGKILL);
        (void)fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
        (void)!write(ends[1], "x", 1);
    }
    return 0;
}

int queue_signal(const Arguments& arguments) {
    const pid_t pid = victim(arguments);
    siginfo_t info{};
    info.si_signo = SIGKILL;
    info.si_code = SI_QUEUE;
    info.si_pid = getpid();
    info.si_uid = getuid();
    const int fd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    return result({syscall(SYS_rt_sigqueueinfo, pid, SIGKILL, &info) == 0,
                   syscall(SYS_rt_tgsigqueueinfo, pid, pid, SIGKILL, &info) == 0,
                   syscall(SYS_tkill, pid, SIGKILL) == 0,
                   syscall(SYS_tgkill, pid, pid, SIGKILL) == 0,
                   fd >= 0 && syscall(SYS_pidfd_send_signal, fd, SIGKILL, nullptr, 0) == 0});
}

// A timer that signals a thread by number: the kernel takes our own threads only.
int signal_by_timer(const Arguments& arguments) {
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGKILL;
    event._sigev_un._tid = victim(arguments);
    int timer = 0;
    return result({syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) == 0});
}

int look_into_other(const Arguments& arguments) {
    const pid_t pid = victim(arguments);
    char here = 0;
    const iovec local{&here, 1};
    const iovec remote{&here, 1};
    void* list = nullptr;
    std::size_t size = 0;
    clockid_t clock = 0;
    timespec time{};
    std::array<void*, 1> pages{nullptr};
    std::array<int, 1> status{};
    return result({syscall(SYS_kcmp, getpid(), pid, KCMP_FILES, 0, 0) >= 0,
                   process_vm_readv(pid, &local, 1, &remote, 1, 0) == 1,
                   syscall(SYS_get_robust_list, pid, &list, &size) == 0,
                   clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &time) == 0,
                   syscall(SYS_move_pages, pid, 1, pages.data(), nullptr, status.data(), 0) == 0});
}

int see_other(const Arguments& arguments) {
    const std::string path = "/proc/" + arguments.at(1) + "/cmdline";
    return result({access(path.c_str(), R_OK) == 0});
}

// A datagram needs no connection, and its address is read from memory.
bool send_to(sockaddr_un address) {
    auto* name = reinterpret_cast<sockaddr*>(&address);
    bool through = false;
    for (const int kind : {SOCK_DGRAM, SOCK_SEQPACKET, SOCK_STREAM}) {
        std::array<int, 2> ends{-1, -1};
        if (socketpair(AF_UNIX, kind | SOCK_CLOEXEC, 0, ends.data()) != 0) continue;
        char letter = 'x';
        iovec piece{&letter, 1};
        msghdr message{};
        message.msg_name = &address;
        message.msg_namelen = sizeof address;
        message.msg_iov = &piece;
        message.msg_iovlen = 1;
        through = through || sendto(ends[0], "x", 1, 0, name, sizeof address) == 1 ||
                  (kind == SOCK_DGRAM && sendmsg(ends[0], &message, 0) == 1) ||
                  connect(ends[0], name, sizeof address) == 0;
    }
    return through;
}

// To a name in the file system, and to one that is in none.
int send_datagram(const Arguments& arguments) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    sockaddr_un nowhere = address;
    std::strncpy(static_cast<char*>(address.sun_path), arguments.at(1).c_str(),
                 sizeof address.sun_path - 1);
    std::strncpy(static_cast<char*>(nowhere.sun_path) + 1, arguments.at(2).c_str(),
                 sizeof nowhere.sun_path - 2);
    return result({send_to(address), send_to(nowhere)});
}

int watch_directory(const Arguments& arguments) {
    const int watch = inotify_init1(IN_CLOEXEC);
    const int directory = open(arguments.at(1).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return result({watch >= 0 && inotify_add_watch(watch, arguments.at(1).c_str(), IN_CREATE) >= 0,
                   directory >= 0 && fcntl(directory, F_NOTIFY, DN_CREATE) == 0});
}

// Where it succeeds an ordinary user's warden no longer sees our open files.
int hide(const Arguments& /*arguments*/) {
    return result({prctl(PR_SET_DUMPABLE, 0) == 0});
}

int be_root(const Arguments& /*arguments*/) {
    return result({getuid() == 0, geteuid() == 0, setuid(0) == 0});
}

int share_user(const Arguments& arguments) {
    const auto caller = static_cast<uid_t>(victim(arguments));
    return result({getuid() == caller, geteuid() == caller});
}

}  // namespace

const std::map<std::string, Evasion>& attacks() {
    static const std::map<std::string, Evasion> all{
        {"limit-other", limit_other},
        {"limit-parent", limit_parent},
        {"schedule-other", schedule_other},
        {"signal-by-file", signal_by_file},
        {"queue-signal", queue_signal},
        {"signal-by-timer", signal_by_timer},
        {"look-into", look_into_other},
        {"see-other", see_other},
        {"datagram", send_datagram},
        {"watch", watch_directory},
        {"hide", hide},
        {"be-root", be_root},
        {"share-user", share_user},
    };
    return all;
}

}  // namespace zerosum::warden
