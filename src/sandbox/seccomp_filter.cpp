#include "sandbox/seccomp_filter.h"

#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "sandbox/descriptor.h"

namespace zerosum {

namespace {

struct Refusal {
    const char* call;
    int error;
};

// ENOSYS where a runtime falls back to an older call, EPERM where the program should see that it
// is not allowed to.
constexpr std::array refusals{
    // The network, and local services behind sockets.
    Refusal{"socket", EPERM},
    // Other processes.
    Refusal{"ptrace", EPERM},
    Refusal{"process_vm_readv", EPERM},
    Refusal{"process_vm_writev", EPERM},
    Refusal{"process_madvise", EPERM},
    Refusal{"pidfd_getfd", EPERM},
    Refusal{"kcmp", EPERM},
    // Ways around a filter of system calls, or around the tracer.
    Refusal{"io_uring_setup", ENOSYS},
    Refusal{"io_uring_enter", ENOSYS},
    Refusal{"io_uring_register", ENOSYS},
    Refusal{"clone3", ENOSYS},  // its flags are in memory, where a filter cannot see them
    // Things that outlive a process.
    Refusal{"shmget", EPERM},
    Refusal{"semget", EPERM},
    Refusal{"msgget", EPERM},
    Refusal{"mq_open", EPERM},
    Refusal{"add_key", EPERM},
    Refusal{"request_key", EPERM},
    Refusal{"keyctl", EPERM},
    // Namespaces and mounts.
    Refusal{"unshare", EPERM},
    Refusal{"setns", EPERM},
    Refusal{"mount", EPERM},
    Refusal{"umount2", EPERM},
    Refusal{"pivot_root", EPERM},
    Refusal{"chroot", EPERM},
    Refusal{"open_tree", EPERM},
    Refusal{"move_mount", EPERM},
    Refusal{"fsopen", EPERM},
    Refusal{"fspick", EPERM},
    Refusal{"mount_setattr", EPERM},
    Refusal{"name_to_handle_at", EPERM},
    Refusal{"open_by_handle_at", EPERM},
    // The kernel.
    Refusal{"bpf", EPERM},
    Refusal{"perf_event_open", EPERM},
    Refusal{"userfaultfd", EPERM},
    Refusal{"init_module", EPERM},
    Refusal{"finit_module", EPERM},
    Refusal{"delete_module", EPERM},
    Refusal{"kexec_load", EPERM},
    Refusal{"kexec_file_load", EPERM},
    Refusal{"reboot", EPERM},
    Refusal{"swapon", EPERM},
    Refusal{"swapoff", EPERM},
    Refusal{"syslog", EPERM},
    Refusal{"acct", EPERM},
    Refusal{"quotactl", EPERM},
    Refusal{"settimeofday", EPERM},
    Refusal{"clock_settime", EPERM},
    Refusal{"clock_adjtime", EPERM},
    Refusal{"adjtimex", EPERM},
    Refusal{"sethostname", EPERM},
    Refusal{"setdomainname", EPERM},
    Refusal{"iopl", EPERM},
    Refusal{"ioperm", EPERM},
    Refusal{"fanotify_init", EPERM},
    Refusal{"move_pages", EPERM},
    Refusal{"migrate_pages", EPERM},
};

constexpr std::array metadata_calls{
    "chmod",     "fchmodat",  "chown",    "lchown",    "fchownat",    "utime",       "utimes",
    "utimensat", "futimesat", "setxattr", "lsetxattr", "removexattr", "lremovexattr"};

using Filter = std::unique_ptr<void, decltype(&seccomp_release)>;

// Calls that this build of libseccomp or this architecture does not know need no refusal: the
// kernel's answer for them is ENOSYS or they do not exist.
bool refuse(const Filter& filter, const char* call, int error) {
    const int number = seccomp_syscall_resolve_name(call);
    if (number == __NR_SCMP_ERROR || number < 0) return true;
    return seccomp_rule_add_array(filter.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)),
                                  number, 0, nullptr) == 0;
}

bool refuse_clone_flag(const Filter& filter, std::uint64_t flag) {
    scmp_arg_cmp has_flag{};
    has_flag.arg = 0;
    has_flag.op = SCMP_CMP_MASKED_EQ;
    has_flag.datum_a = flag;
    has_flag.datum_b = flag;
    return seccomp_rule_add_array(filter.get(), SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                  &has_flag) == 0;
}

// System calls newer than libseccomp's own table, by number: the same on every architecture.
bool refuse_number(const Filter& filter, int number, int error) {
    const int known = seccomp_rule_add_array(
        filter.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)), number, 0, nullptr);
    return known == 0 || known == -EEXIST;
}

Result<std::string> exported(const Filter& filter) {
    const Descriptor file(memfd_create("filter", MFD_CLOEXEC));
    if (!file.open() || seccomp_export_bpf(filter.get(), file.get()) != 0)
        return fail("seccomp: cannot export the filter");
    std::string bytes(static_cast<std::size_t>(lseek(file.get(), 0, SEEK_END)), '\0');
    if (pread(file.get(), bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return fail("seccomp: {}", std::strerror(errno));
    return bytes;
}

}  // namespace

Result<std::string> make_seccomp_filter(bool deny_metadata) {
    constexpr int fchmodat2_call = 452;
    constexpr int setxattrat_call = 463;
    constexpr int removexattrat_call = 466;
    const Filter filter(seccomp_init(SCMP_ACT_ALLOW), &seccomp_release);
    if (!filter) return fail("seccomp: cannot make a filter");
    bool good = true;
    for (const Refusal& refusal : refusals)
        good = refuse(filter, refusal.call, refusal.error) && good;
    for (const int flag : {CLONE_UNTRACED, CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET,
                           CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP})
        good = refuse_clone_flag(filter, static_cast<std::uint64_t>(flag)) && good;
    if (deny_metadata) {
        for (const char* call : metadata_calls) good = refuse(filter, call, EPERM) && good;
        for (const int call : {fchmodat2_call, setxattrat_call, removexattrat_call})
            good = refuse_number(filter, call, ENOSYS) && good;
    }
    if (!good) return fail("seccomp: a rule was not accepted");
    return exported(filter);
}

}  // namespace zerosum
