#include "sandbox/warden/child.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "sandbox/warden/bwrap.h"
#include "sandbox/warden/gate.h"
#include "sandbox/warden/init.h"
#include "sandbox/warden/landlock.h"
#include "sandbox/warden/mounts.h"

namespace zerosum::warden {

namespace {

// What any program needs to read to run: the system, never anybody's home.
const std::vector<std::string>& system_paths() {
    static const std::vector<std::string> paths{
        "/usr",           "/bin",          "/sbin",   "/lib",
        "/lib32",         "/lib64",        "/libx32", "/etc",
        "/opt",           "/nix/store",    "/proc",   "/sys/devices/system/cpu",
        "/sys/fs/cgroup", "/sys/kernel/mm"};
    return paths;
}

void stop_at_gate(int gate) {
    char answer = 0;
    if (write(gate, "R", 1) != 1 || read(gate, &answer, 1) != 1) _exit(127);
}

void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
    rlimit value{soft, hard};
    rlimit old{};
    if (geteuid() != 0 && getrlimit(resource, &old) == 0) {
        value.rlim_max = std::min(value.rlim_max, old.rlim_max);
        value.rlim_cur = std::min(value.rlim_cur, value.rlim_max);
    }
    (void)setrlimit(resource, &value);
}

void apply_rlimits(const Limits& limits) {
    constexpr rlim_t stack = rlim_t{8} << 20U;
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_NOFILE, 1024, 4096);
    limit(RLIMIT_STACK, stack, RLIM_INFINITY);
    limit(RLIMIT_MEMLOCK, 1U << 16U, 1U << 16U);
    limit(RLIMIT_MSGQUEUE, 0, 0);
    if (limits.file_size > 0) limit(RLIMIT_FSIZE, limits.file_size, limits.file_size);
}

// Everything that runs on this machine now, threads included: the second number of the fourth field
// of "0.20 0.18 0.12 3/456 11206".
rlim_t tasks_on_this_machine() {
    std::ifstream file("/proc/loadavg");
    std::string skip;
    rlim_t tasks = 0;
    file >> skip >> skip >> skip;
    std::getline(file, skip, '/');
    file >> tasks;
    return tasks;
}

// The kernel counts them by user: exact where the program has a user, or a user namespace, of its
// own. Where it shares the caller's, the user's other processes count as well, so there is room for
// all that run now and some more; the looks at the tree are exact, and a fork bomb that comes
// between two of them meets this wall before it has stifled the machine.
void limit_processes(const Order& order, bool own_user) {
    const rlim_t wanted = order.job.limits.processes;
    if (geteuid() == 0 || wanted == 0) return;
    const Confinement& walls = order.setup.confinement;
    const bool counted_alone = own_user || walls.mounts;
    const rlim_t init = walls.pids && !own_user ? 1 : 0;
    const rlim_t most = counted_alone ? wanted + init : tasks_on_this_machine() + 2 * wanted;
    limit(RLIMIT_NPROC, most, most);
}

void reset_signals() {
    for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

constexpr int kGatePlace = 3;
constexpr int kInitPlace = 4;

void wire_streams(const Streams& streams, int gate, int init) {
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(streams.in >= 0 ? streams.in : null, STDIN_FILENO);
    dup2(streams.out >= 0 ? streams.out : null, STDOUT_FILENO);
    dup2(streams.err >= 0 ? streams.err : null, STDERR_FILENO);
    // Only the gate stays, which closes itself at exec, and the first process's socket. Neither
    // may fall on the other's place.
    constexpr int out_of_the_way = 10;
    const int gate_copy = fcntl(gate, F_DUPFD_CLOEXEC, out_of_the_way);
    const int init_copy = init >= 0 ? fcntl(init, F_DUPFD_CLOEXEC, out_of_the_way) : -1;
    dup3(gate_copy, kGatePlace, O_CLOEXEC);
    if (init >= 0) dup3(init_copy, kInitPlace, O_CLOEXEC);
    close_range((init >= 0 ? kInitPlace : kGatePlace) + 1, ~0U, 0);
}

// Becomes the owner of the program's directory, and gives up root's powers even where that owner
// is root.
Result<void> drop_privileges(const struct stat& owner, bool powerful) {
    if (!powerful) return {};
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; ++capability)
        (void)prctl(PR_CAPBSET_DROP, capability);
    if (owner.st_uid == 0) {
        (void)prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED);
    } else if (setgroups(0, nullptr) != 0 || setgid(owner.st_gid) != 0 ||
               setuid(owner.st_uid) != 0) {
        return fail("cannot become user {}: {}", owner.st_uid, reason());
    }
    // The kernel takes the powers only from who was number 0.
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> none{};
    if (syscall(SYS_capset, &header, none.data()) != 0) return fail("capset: {}", reason());
    return {};
}

Result<void> load_filter(std::vector<sock_filter> code) {
    sock_fprog program{};
    program.len = static_cast<unsigned short>(code.size());
    program.filter = code.data();
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        return fail("seccomp: {}", reason());
    return {};
}

Result<void> load_filter(const std::string& bytes) {
    std::vector<sock_filter> code(bytes.size() / sizeof(sock_filter));
    std::memcpy(code.data(), bytes.data(), code.size() * sizeof(sock_filter));
    return load_filter(std::move(code));
}

// Refuses signals to any process but this one, by number: for kernels on which Landlock does not
// confine them. Children of the program lose raise() by it, which is a fair price there.
Result<void> load_signal_guard() {
    const auto load = [](std::size_t offset) {
        return sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
    };
    const auto self = static_cast<std::uint32_t>(getpid());
    constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
    constexpr std::array guarded{SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo,
                                 SYS_rt_tgsigqueueinfo};
    std::vector<sock_filter> code{load(offsetof(seccomp_data, nr))};
    // Each match jumps to the comparison of the first argument, which follows the list.
    auto to_go = static_cast<std::uint8_t>(guarded.size() + 1);
    for (const long call : guarded)
        code.push_back(
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), to_go--, 0));
    code.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_send_signal, 4, 0));
    code.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    code.push_back(load(offsetof(seccomp_data, args)));  // low half of the first argument
    code.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 0, 1));
    code.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    code.push_back(BPF_STMT(BPF_RET | BPF_K, refuse));
    return load_filter(std::move(code));
}

[[noreturn]] void become_program(const Order& order, int gate) {
    const std::string home = "HOME=" + order.job.directory.native();
    const bool tmp_is_private = order.setup.confinement.mounts || order.setup.confinement.bwrap;
    const std::string tmp = "TMPDIR=" + (tmp_is_private ? "/tmp" : order.job.temporary.native());
    const std::string path = std::string("PATH=") + kProgramPath;
    const std::string lang = "LANG=C.UTF-8";
    std::vector<char*> environment;
    for (const std::string* entry : {&home, &tmp, &path, &lang})
        environment.push_back(const_cast<char*>(entry->c_str()));  // NOLINT: exec does not write
    environment.push_back(nullptr);

    std::vector<char*> arguments;
    for (const std::string& word : order.job.command)
        arguments.push_back(const_cast<char*>(word.c_str()));  // NOLINT: as above
    arguments.push_back(nullptr);

    if (setenv("PATH", kProgramPath, 1) != 0) give_up(gate, reason());
    stop_at_gate(gate);
    execvpe(arguments[0], arguments.data(), environment.data());
    give_up(gate, fmt::format("{}: {}", order.job.command[0], reason()));
}

AllowedPaths allowed_paths(const Order& order) {
    AllowedPaths paths;
    paths.readable = system_paths();
    for (const auto& path : order.job.readable) paths.readable.push_back(path.native());
    paths.writable = {order.job.directory.native()};
    if (order.setup.confinement.mounts) {
        paths.writable.emplace_back("/tmp");
        paths.writable.emplace_back("/dev/shm");
    } else {
        paths.writable.push_back(order.job.temporary.native());
    }
    paths.devices = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
    return paths;
}

struct Origin {
    pid_t parent;
    uid_t user;
    gid_t group;
    bool powerful;  // root, or as good as that for the program's user (users.h)
};

[[noreturn]] void run_child(const Order& order, const Streams& streams,
                            const std::vector<int>& entries, int raw_gate, int raw_init,
                            const Origin& origin) {
    constexpr int gate = kGatePlace;
    for (const int entry : entries) (void)!write(entry, "0", 1);  // the warden looks whether it did
    // The warden is not to be looked into; this process is, by the warden's ptrace.
    (void)prctl(PR_SET_DUMPABLE, 1);
    setsid();
    wire_streams(streams, raw_gate, raw_init);
    reset_signals();
    umask(022);
    (void)prctl(PR_SET_CHILD_SUBREAPER, 0);
    stop_at_gate(gate);

    const auto check = [&](const Result<void>& step) {
        if (!step) give_up(gate, step.error().message);
    };
    const Confinement& walls = order.setup.confinement;
    if (walls.pids && !origin.powerful) check(keep_user(origin.user, origin.group));
    struct stat owner {};
    if (stat(order.job.directory.c_str(), &owner) != 0)
        give_up(gate, fmt::format("{}: {}", order.job.directory.native(), reason()));
    if (order.user != 0 && owner.st_uid != order.user)
        give_up(gate, "its directory is not its user's");

    apply_rlimits(order.job.limits);
    if (walls.mounts) {
        std::vector<std::string> readable;
        for (const auto& path : order.job.readable) readable.push_back(path.native());
        check(enter_private_mounts(order.job.directory, order.job.temporary, readable, walls.pids));
    }
    // Should the warden die, so does this process; and with the first process, all.
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (walls.pids) start_inside(kInitPlace, gate);
    AllowedPaths paths;
    if (walls.landlock) paths = allowed_paths(order);
    check(drop_privileges(owner, origin.powerful));
    limit_processes(order, origin.powerful);
    if (chdir(order.job.directory.c_str()) != 0)
        give_up(gate, fmt::format("{}: {}", order.job.directory.native(), reason()));
    // Again: the change of user clears it.
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    constexpr pid_t first_process = 1;
    if (getppid() != (walls.pids ? first_process : origin.parent)) _exit(127);
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (walls.bwrap) enter_bwrap(order, gate);
    const int landlock = walls.landlock ? landlock_version(order.landlock_cap) : 0;
    if (walls.landlock) check(restrict_to(paths, landlock));
    const bool signals_are_confined = walls.pids || landlock >= kLandlockVersionWithSignals;
    if (walls.seccomp && !signals_are_confined) check(load_signal_guard());
    if (walls.seccomp) check(load_filter(order.seccomp_filter));
    become_program(order, gate);
}

}  // namespace

Result<Child> start_child(const Order& order, const Streams& streams,
                          const Birthplace& birthplace) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return fail("socketpair: {}", reason());
    Child child;
    child.gate = Descriptor(ends[0]);
    const Descriptor other(ends[1]);
    Descriptor other_init;
    const Origin origin{getpid(), geteuid(), getegid(), geteuid() == 0 || order.user != 0};

    clone_args arguments{};
    arguments.exit_signal = SIGCHLD;
    if (birthplace.group >= 0) {
        arguments.flags |= CLONE_INTO_CGROUP;
        arguments.cgroup = static_cast<std::uint64_t>(birthplace.group);
    }
    if (order.setup.confinement.pids) {
        arguments.flags |= CLONE_NEWPID | (origin.powerful ? 0U : CLONE_NEWUSER);
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
            return fail("socketpair: {}", reason());
        child.init = Descriptor(ends[0]);
        other_init = Descriptor(ends[1]);
    }
    const pid_t pid = arguments.flags != 0
                          ? static_cast<pid_t>(syscall(SYS_clone3, &arguments, sizeof arguments))
                          : fork();
    if (pid < 0) return fail("cannot start a process: {}", reason());
    if (pid == 0)
        run_child(order, streams, birthplace.entries, other.get(), other_init.get(), origin);
    child.pid = pid;
    return child;
}

Result<void> await_child(const Child& child) {
    std::array<char, 4096> message{};
    const ssize_t n = read(child.gate.get(), message.data(), message.size());
    if (n == 1 && message[0] == 'R') return {};
    if (n > 1) return fail("{}", std::string(message.data() + 1, static_cast<std::size_t>(n - 1)));
    return fail("it died while it was being confined");
}

void open_gate(const Child& child) {
    (void)!write(child.gate.get(), "G", 1);
}

void continue_inside_bwrap(int order_fd, int gate) {
    const off_t size = lseek(order_fd, 0, SEEK_END);
    std::string bytes(static_cast<std::size_t>(std::max<off_t>(size, 0)), '\0');
    const bool whole = pread(order_fd, bytes.data(), bytes.size(), 0) == size;
    fcntl(gate, F_SETFD, FD_CLOEXEC);
    close_range(static_cast<unsigned>(gate) + 1, ~0U, 0);
    const auto order = decode_order(bytes);
    if (!whole || !order) give_up(gate, "the order did not reach the inside of bubblewrap");
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (order->setup.confinement.seccomp) {
        if (auto loaded = load_filter(order->seccomp_filter); !loaded)
            give_up(gate, loaded.error().message);
    }
    become_program(*order, gate);
}

}  // namespace zerosum::warden
