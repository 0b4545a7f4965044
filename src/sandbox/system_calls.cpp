#include "sandbox/system_calls.h"

#include <fcntl.h>
#include <linux/sockios.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <termios.h>

#include <cerrno>
#include <initializer_list>

namespace zerosum {

namespace {

constexpr std::uint32_t kAllBits = ~std::uint32_t{0};

ArgumentTest equals(std::uint8_t argument, std::uint32_t value, std::uint32_t mask = kAllBits) {
    return {argument, false, mask, value};
}

std::vector<ArgumentTests> one_of(std::uint8_t argument,
                                  std::initializer_list<std::uint32_t> values) {
    std::vector<ArgumentTests> any;
    for (const std::uint32_t value : values) any.push_back({equals(argument, value)});
    return any;
}

// Where a number of a process stands: only 0, the caller itself. Its own number would be as good,
// but a filter does not know it, nor those of its threads.
std::vector<ArgumentTests> self_only(std::uint8_t argument) {
    return one_of(argument, {0});
}

// Clocks by name (0 and up) and of own threads: the kernel looks whose they are. A negative number
// without the thread's bit names another process's clock, and tells how hard it works.
std::vector<ArgumentTests> own_clocks(std::uint8_t argument) {
    constexpr std::uint32_t negative = 1U << 31U;
    constexpr std::uint32_t of_a_thread = 1U << 2U;
    return {{equals(argument, 0, negative)}, {equals(argument, of_a_thread, of_a_thread)}};
}

void add(std::vector<SystemCall>& calls, CallRule rule, const char* reason,
         std::initializer_list<const char*> names) {
    for (const char* name : names) calls.push_back({name, rule, reason});
}

void add_passing(std::vector<SystemCall>& calls) {
    const auto pass = [&](const char* reason, std::initializer_list<const char*> names) {
        add(calls, CallRule::Pass, reason, names);
    };
    pass("reads and writes what is open", {"read",        "write",       "readv",
                                           "writev",      "pread64",     "pwrite64",
                                           "preadv",      "pwritev",     "preadv2",
                                           "pwritev2",    "lseek",       "close",
                                           "close_range", "dup",         "dup2",
                                           "dup3",        "pipe",        "pipe2",
                                           "poll",        "ppoll",       "select",
                                           "pselect6",    "sendfile",    "splice",
                                           "tee",         "vmsplice",    "copy_file_range",
                                           "fsync",       "fdatasync",   "sync_file_range",
                                           "readahead",   "fadvise64",   "fallocate",
                                           "ftruncate",   "flock",       "fchmod",
                                           "fchown",      "fsetxattr",   "fgetxattr",
                                           "flistxattr",  "fremovexattr"});
    pass("waits for several things at once",
         {"epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2",
          "eventfd", "eventfd2", "signalfd", "signalfd4", "timerfd_create", "timerfd_settime",
          "timerfd_gettime"});
    pass("files by path: Landlock, mounts and permissions decide",
         {"open",       "openat",    "openat2",   "creat",      "access",     "faccessat",
          "faccessat2", "stat",      "lstat",     "fstat",      "newfstatat", "statx",
          "statfs",     "fstatfs",   "readlink",  "readlinkat", "getdents",   "getdents64",
          "getcwd",     "chdir",     "fchdir",    "mkdir",      "mkdirat",    "rmdir",
          "unlink",     "unlinkat",  "rename",    "renameat",   "renameat2",  "link",
          "linkat",     "symlink",   "symlinkat", "mknod",      "mknodat",    "umask",
          "getxattr",   "lgetxattr", "listxattr", "llistxattr"});
    pass("its own memory",
         {"brk",       "mmap",          "munmap",        "mremap",        "mprotect",
          "madvise",   "mincore",       "msync",         "mlock",         "mlock2",
          "mlockall",  "munlock",       "munlockall",    "memfd_create",  "pkey_alloc",
          "pkey_free", "pkey_mprotect", "get_mempolicy", "set_mempolicy", "mbind",
          "membarrier"});
    pass("starts programs, and waits for its children: seen by every clock",
         {"execve", "execveat", "fork", "vfork", "wait4", "waitid", "exit", "exit_group"});
    pass("threads",
         {"futex", "futex_waitv", "set_robust_list", "set_tid_address", "set_thread_area",
          "get_thread_area", "arch_prctl", "rseq", "gettid", "sched_yield", "getcpu"});
    pass("how its own signals are taken",
         {"rt_sigaction", "rt_sigprocmask", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend",
          "rt_sigreturn", "sigaltstack", "pause", "restart_syscall"});
    // Landlock from version 6 on, process numbers of its own, or the guard of warden/child.cpp.
    pass("signals by process number: confined by the walls around the filter",
         {"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"});
    // With SIGEV_THREAD_ID the kernel takes threads of the caller only.
    pass("timers that signal the caller",
         {"alarm", "getitimer", "setitimer", "timer_settime", "timer_gettime", "timer_getoverrun",
          "timer_delete", "nanosleep"});
    pass("asks for the time, the machine and itself",
         {"time", "gettimeofday", "times", "getrusage", "getrlimit", "setrlimit", "uname",
          "sysinfo", "getrandom", "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid",
          "getresuid", "getresgid", "getgroups", "capget"});
    pass("its own place among sessions and groups; others' is only read",
         {"setsid", "setpgid", "getpgid", "getpgrp", "getsid"});
    // posix_spawn, and make with it, sets the effective user to the real one.
    pass(
        "among its own user and group, which are one each: without power the kernel takes no other",
        {"setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid"});
    pass("reads how threads are scheduled, and changes nothing",
         {"sched_getaffinity", "sched_getscheduler", "sched_getparam", "sched_getattr",
          "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval",
          "getpriority"});
    pass("sockets that are connected from birth: see socketpair",
         {"sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg", "shutdown", "getsockname",
          "getpeername", "getsockopt"});
    // Landlock does not see truncate before its version 3.
    add(calls, CallRule::Metadata, "permissions, owners, times and lengths by path",
        {"truncate", "chmod", "fchmodat", "chown", "lchown", "fchownat", "utime", "utimes",
         "utimensat", "futimesat", "setxattr", "lsetxattr", "removexattr", "lremovexattr"});
}

void add_tested(std::vector<SystemCall>& calls) {
    const auto test = [&](const char* name, const char* reason, std::vector<ArgumentTests> any,
                          int otherwise = EPERM) {
        calls.push_back({name, CallRule::Tested, reason, std::move(any), otherwise});
    };
    const auto for_oneself = [&](const char* name, std::uint8_t argument) {
        test(name, "limits and scheduling: of oneself only", self_only(argument));
    };
    for_oneself("prlimit64", 0);
    for_oneself("sched_setaffinity", 0);
    for_oneself("sched_setscheduler", 0);
    for_oneself("sched_setparam", 0);
    for_oneself("sched_setattr", 0);
    for_oneself("get_robust_list", 0);
    test("setpriority", "of oneself: neither of a group nor of a user's processes",
         {{equals(0, PRIO_PROCESS), equals(1, 0)}});

    test("clock_gettime", "clocks of the machine and of oneself", own_clocks(0), EINVAL);
    test("clock_getres", "clocks of the machine and of oneself", own_clocks(0), EINVAL);
    test("clock_nanosleep", "clocks of the machine and of oneself", own_clocks(0), EINVAL);
    test("timer_create", "clocks of the machine and of oneself", own_clocks(0), EINVAL);

    // No new namespaces, no child that the tracer does not see, none that is its parent's.
    constexpr std::uint32_t forbidden = CLONE_UNTRACED | CLONE_PTRACE | CLONE_PARENT |
                                        CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                        CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    test("clone", "threads and children that every clock sees", {{equals(0, 0, forbidden)}});

    // Not F_SETOWN, F_SETOWN_EX and F_SETSIG, which send signals without kill; not F_NOTIFY, which
    // tells of files in others' directories; not F_SETLEASE, which holds others up.
    test("fcntl", "descriptors, locks, pipes and seals; no signals, no watching",
         one_of(1, {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK,
                    F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_GETOWN, F_SETPIPE_SZ,
                    F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS}));
    // Not FIOSETOWN and SIOCSPGRP (signals), not TIOCSTI and TIOCLINUX (typing for others).
    test("ioctl", "asks whether it is a terminal, and how much there is to read",
         one_of(1, {TCGETS, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX}), ENOTTY);
    // PR_SET_PDEATHSIG is a signal to the caller itself. Not PR_SET_DUMPABLE: the warden must see
    // its open files; not PR_SET_CHILD_SUBREAPER: orphans are the warden's.
    constexpr std::uint32_t name_memory = 0x53564d41;  // PR_SET_VMA
    test("prctl", "names and switches of oneself",
         one_of(0, {PR_SET_NAME, PR_GET_NAME, PR_SET_PDEATHSIG, PR_GET_PDEATHSIG, PR_GET_DUMPABLE,
                    PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP, PR_CAPBSET_READ,
                    PR_SET_TIMERSLACK, PR_GET_TIMERSLACK, PR_SET_THP_DISABLE, PR_GET_THP_DISABLE,
                    name_memory}),
         EINVAL);
    test("personality", "the usual one, or a question", one_of(0, {0, kAllBits}));

    // A stream pair has its peer and never another. A datagram socket would take an address in
    // memory (sendmsg), where a filter cannot see it.
    constexpr std::uint32_t kind = ~static_cast<std::uint32_t>(SOCK_CLOEXEC | SOCK_NONBLOCK);
    test("socketpair", "a connected pair of streams between own processes",
         {{equals(0, AF_UNIX), equals(1, SOCK_STREAM, kind)}});
    test("sendto", "to the peer: without an address",
         {{equals(4, 0), ArgumentTest{4, true, kAllBits, 0}}});
    std::vector<ArgumentTests> options;
    for (const int option :
         {SO_REUSEADDR, SO_SNDBUF, SO_RCVBUF, SO_KEEPALIVE, SO_RCVTIMEO, SO_SNDTIMEO})
        options.push_back({equals(1, SOL_SOCKET), equals(2, static_cast<std::uint32_t>(option))});
    test("setsockopt", "sizes and times; no filters", std::move(options));
}

// All of these would be ENOSYS without a row. They have one where a program may well try and
// should see a refusal rather than an old kernel.
void add_refused(std::vector<SystemCall>& calls) {
    const auto refuse = [&](const char* reason, std::initializer_list<const char*> names) {
        add(calls, CallRule::Refuse, reason, names);
    };
    refuse("the network, and local services behind sockets",
           {"socket", "bind", "listen", "accept", "accept4", "connect"});
    refuse("other processes", {"ptrace", "process_vm_readv", "process_vm_writev", "process_madvise",
                               "pidfd_getfd", "pidfd_send_signal", "kcmp", "move_pages",
                               "migrate_pages", "ioprio_set", "ioprio_get"});
    refuse(
        "things that outlive a process",
        {"shmget",  "shmat",       "shmctl",       "shmdt",           "semget",    "semop",
         "semctl",  "semtimedop",  "msgget",       "msgsnd",          "msgrcv",    "msgctl",
         "mq_open", "mq_unlink",   "mq_timedsend", "mq_timedreceive", "mq_notify", "mq_getsetattr",
         "add_key", "request_key", "keyctl"});
    refuse("namespaces, mounts and ways around paths",
           {"unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_tree",
            "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr",
            "name_to_handle_at", "open_by_handle_at"});
    refuse("other users and their powers", {"setfsuid", "setfsgid", "setgroups", "capset"});
    refuse("what others do to their files", {"inotify_init", "inotify_init1", "inotify_add_watch",
                                             "inotify_rm_watch", "fanotify_init", "fanotify_mark"});
    refuse("the whole machine",
           {"bpf",           "perf_event_open", "userfaultfd",  "init_module",
            "finit_module",  "delete_module",   "kexec_load",   "kexec_file_load",
            "reboot",        "swapon",          "swapoff",      "syslog",
            "acct",          "quotactl",        "settimeofday", "clock_settime",
            "clock_adjtime", "adjtimex",        "sethostname",  "setdomainname",
            "iopl",          "ioperm",          "modify_ldt",   "vhangup",
            "sync",          "syncfs"});
}

}  // namespace

std::span<const SystemCall> system_calls() {
    static const std::vector<SystemCall> calls = [] {
        std::vector<SystemCall> list;
        add_passing(list);
        add_tested(list);
        add_refused(list);
        return list;
    }();
    return calls;
}

}  // namespace zerosum
