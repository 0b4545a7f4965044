#include "sandbox/seccomp_filter.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "core/files.h"
#include "sandbox/system_calls.h"
#include "support/paths.h"

namespace zerosum {
namespace {

constexpr int kPasses = 4000;         // an error that no call has: the filter let it pass
constexpr long kHighestNumber = 520;  // well beyond what any kernel of today has

struct Probe {
    long number = 0;
    std::array<std::uint64_t, 6> arguments{};
    int answer = 0;
};

void load(std::vector<sock_filter>& code) {
    sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) _exit(3);
}

// The kernel's own answer to each probe under the filter, without a call being made: an older
// filter fails them all by kPasses, and the newest of several errors is the one that is returned.
// Only what the child itself needs is let through: a second filter, and its end.
void ask_kernel(std::vector<Probe>& probes, const std::string& filter) {
    const std::size_t bytes = probes.size() * sizeof(Probe);
    auto* shared = static_cast<Probe*>(
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(shared, MAP_FAILED);
    std::memcpy(shared, probes.data(), bytes);
    std::vector<sock_filter> code(filter.size() / sizeof(sock_filter));
    std::memcpy(code.data(), filter.data(), filter.size());
    constexpr auto number = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
    constexpr auto first = static_cast<std::uint32_t>(offsetof(seccomp_data, args));
    std::vector<sock_filter> failing{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number),
                                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 3, 0),
                                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
                                     BPF_STMT(BPF_LD | BPF_W | BPF_ABS, first),
                                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
                                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
                                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | kPasses)};
    const std::size_t count = probes.size();
    const pid_t child = fork();
    // Nothing below may allocate or free: the allocator's own calls would fail. Nor may it end by
    // _exit, which LeakSanitizer takes for its cue.
    if (child == 0) {
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) _exit(2);
        load(failing);
        load(code);
        for (std::size_t i = 0; i < count; ++i) {
            const auto& a = shared[i].arguments;
            errno = 0;
            const long result = syscall(shared[i].number, a[0], a[1], a[2], a[3], a[4], a[5]);
            shared[i].answer = result < 0 ? errno : 0;
        }
        syscall(SYS_exit_group, 0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
    std::memcpy(probes.data(), shared, bytes);
    munmap(shared, bytes);
}

int answer_to(long number, const std::array<std::uint64_t, 6>& arguments,
              bool deny_metadata = false) {
    std::vector<Probe> probes{{number, arguments, 0}};
    ask_kernel(probes, make_seccomp_filter(deny_metadata).value());
    return probes[0].answer;
}

std::string name_of(long number) {
    char* known = seccomp_syscall_resolve_num_arch(seccomp_arch_native(), static_cast<int>(number));
    std::string name = known != nullptr ? known : "number " + std::to_string(number);
    free(known);
    return name;
}

std::string wrapped(const std::set<std::string>& names) {
    std::string text;
    std::string line = " ";
    for (const std::string& name : names) {
        if (line.size() + name.size() >= 100) {
            text += line + "\n";
            line = " ";
        }
        line += " " + name;
    }
    return text + line + "\n";
}

// uretprobe and uprobe of x86-64: the kernel lets them past any filter, because only code that it
// has itself put into a process may make them; from anywhere else they end the caller by SIGILL.
bool is_a_probes_way_back(long number) {
    return seccomp_arch_native() == SCMP_ARCH_X86_64 && (number == 335 || number == 336);
}

// Every call of this kernel, by what the kernel says to it when all its arguments are 0, and once
// more for those of the table that look at their arguments.
std::string policy_text() {
    std::vector<Probe> probes;
    for (long number = 0; number < kHighestNumber; ++number)
        if (number != SYS_exit_group && !is_a_probes_way_back(number))
            probes.push_back({number, {}, 0});
    ask_kernel(probes, make_seccomp_filter(false).value());
    std::set<std::string> tested;
    std::map<std::string, const char*> reasons;
    for (const SystemCall& call : system_calls()) {
        reasons[call.name] = call.reason;
        if (call.rule == CallRule::Tested) tested.insert(call.name);
    }
    std::map<std::string, std::set<std::string>> passing;  // by reason
    std::set<std::string> refused;
    std::string odd;
    for (const Probe& probe : probes) {
        const std::string name = name_of(probe.number);
        if (tested.contains(name)) continue;
        if (probe.answer == kPasses)
            passing[reasons.contains(name) ? reasons[name] : "NOT IN THE TABLE"].insert(name);
        else if (probe.answer == EPERM)
            refused.insert(name);
        else if (probe.answer != ENOSYS)
            odd += name + ": error " + std::to_string(probe.answer) + "\n";
    }
    std::string text = "# What passes, and why\n";
    for (const auto& [reason, names] : passing) text += reason + "\n" + wrapped(names);
    text += "\n# What passes with some arguments\n" + wrapped(tested);
    text += "\n# What is refused with EPERM; all else is ENOSYS\n" + wrapped(refused);
    return text + odd;
}

// system_calls.txt holds the policy as it was last agreed on: a change of the table, or of the code
// made from it, shows here as a difference. ZEROSUM_UPDATE_GOLDEN=1 writes it anew.
TEST(SeccompFilter, TheKernelsAnswerToEveryCallIsTheOneAgreedOn) {
    if (seccomp_arch_native() != SCMP_ARCH_X86_64) GTEST_SKIP() << "the file is x86-64's";
    const std::filesystem::path path = tests::source_path("tests/unit/sandbox/system_calls.txt");
    const std::string now = policy_text();
    if (std::getenv("ZEROSUM_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << now;
    EXPECT_EQ(now, read_file(path).value_or("cannot read " + path.string()));
}

TEST(SeccompFilter, EveryRowOfTheTableIsAKnownCallAndStandsThereOnce) {
    std::set<std::string> names;
    for (const SystemCall& call : system_calls()) {
        EXPECT_NE(seccomp_syscall_resolve_name(call.name), __NR_SCMP_ERROR) << call.name;
        EXPECT_TRUE(names.insert(call.name).second) << call.name << " has two rows";
        EXPECT_NE(std::string(call.reason), "") << call.name;
    }
}

// For each test of each row: the arguments that satisfy it pass, and one bit off they do not,
// unless that satisfies another alternative.
TEST(SeccompFilter, ArgumentsAreTestedAsTheTableSays) {
    const auto satisfied = [](const SystemCall& call, const Probe& probe) {
        for (const ArgumentTests& tests : call.any) {
            bool all = true;
            for (const ArgumentTest& test : tests) {
                const std::uint64_t word =
                    probe.arguments[test.argument] >> (test.high_half ? 32U : 0U);
                all = all && (static_cast<std::uint32_t>(word) & test.mask) == test.value;
            }
            if (all) return true;
        }
        return false;
    };
    std::vector<Probe> probes;
    std::vector<const SystemCall*> of;
    for (const SystemCall& call : system_calls()) {
        const int number = seccomp_syscall_resolve_name(call.name);
        if (call.rule != CallRule::Tested || number < 0) continue;
        for (const ArgumentTests& tests : call.any) {
            Probe good{number, {}, 0};
            for (const ArgumentTest& test : tests)
                good.arguments[test.argument] |= std::uint64_t{test.value}
                                                 << (test.high_half ? 32U : 0U);
            probes.push_back(good);
            of.push_back(&call);
            for (unsigned bit = 0; bit < 64; ++bit) {
                for (const ArgumentTest& test : tests) {
                    Probe off = good;
                    off.arguments[test.argument] ^= std::uint64_t{1} << bit;
                    probes.push_back(off);
                    of.push_back(&call);
                }
            }
        }
    }
    ASSERT_GT(probes.size(), 1000U);
    ask_kernel(probes, make_seccomp_filter(false).value());
    for (std::size_t i = 0; i < probes.size(); ++i)
        EXPECT_EQ(probes[i].answer, satisfied(*of[i], probes[i]) ? kPasses : of[i]->otherwise)
            << of[i]->name << "(" << std::hex << probes[i].arguments[0] << ", "
            << probes[i].arguments[1] << ", " << probes[i].arguments[2] << ")";
}

// Said in plain arguments once more, against a slip in the table itself.
TEST(SeccompFilter, CallsThatActOnProcessesPassForOneselfOnly) {
    constexpr std::uint64_t other = 4711;
    EXPECT_EQ(answer_to(SYS_prlimit64, {0, RLIMIT_NOFILE}), kPasses);
    EXPECT_EQ(answer_to(SYS_prlimit64, {other, RLIMIT_NOFILE}), EPERM);
    EXPECT_EQ(answer_to(SYS_sched_setaffinity, {0}), kPasses);
    EXPECT_EQ(answer_to(SYS_sched_setaffinity, {other}), EPERM);
    EXPECT_EQ(answer_to(SYS_sched_setscheduler, {other}), EPERM);
    EXPECT_EQ(answer_to(SYS_sched_setparam, {other}), EPERM);
    EXPECT_EQ(answer_to(SYS_sched_setattr, {other}), EPERM);
    EXPECT_EQ(answer_to(SYS_setpriority, {PRIO_PROCESS, 0, 5}), kPasses);
    EXPECT_EQ(answer_to(SYS_setpriority, {PRIO_PROCESS, other, 5}), EPERM);
    EXPECT_EQ(answer_to(SYS_setpriority, {PRIO_USER, 0, 5}), EPERM);
    EXPECT_EQ(answer_to(SYS_setpriority, {PRIO_PGRP, 0, 5}), EPERM);
    EXPECT_EQ(answer_to(SYS_ioprio_set, {1, other, 0}), EPERM);
    EXPECT_EQ(answer_to(SYS_kcmp, {1, 2}), EPERM);
    EXPECT_EQ(answer_to(SYS_clock_gettime, {CLOCK_MONOTONIC}), kPasses);
    const auto clock_of_other = static_cast<std::uint64_t>((~other << 3U) | 2U);
    EXPECT_EQ(answer_to(SYS_clock_gettime, {clock_of_other}), EINVAL);
}

TEST(SeccompFilter, SignalsWithoutKillAreRefused) {
    EXPECT_EQ(answer_to(SYS_fcntl, {3, F_SETFL, O_NONBLOCK}), kPasses);
    EXPECT_EQ(answer_to(SYS_fcntl, {3, F_SETOWN, 1}), EPERM);
    EXPECT_EQ(answer_to(SYS_fcntl, {3, F_SETOWN_EX, 1}), EPERM);
    EXPECT_EQ(answer_to(SYS_fcntl, {3, F_SETSIG, 9}), EPERM);
    EXPECT_EQ(answer_to(SYS_fcntl, {3, F_NOTIFY, 1}), EPERM);
    EXPECT_EQ(answer_to(SYS_fcntl, {3, F_SETLEASE, 0}), EPERM);
    EXPECT_EQ(answer_to(SYS_ioctl, {3, FIOSETOWN}), ENOTTY);
    EXPECT_EQ(answer_to(SYS_ioctl, {3, SIOCSPGRP}), ENOTTY);
    EXPECT_EQ(answer_to(SYS_ioctl, {3, TIOCSTI}), ENOTTY);
    EXPECT_EQ(answer_to(SYS_prctl, {PR_SET_PTRACER, 1}), EINVAL);
    EXPECT_EQ(answer_to(SYS_prctl, {PR_SET_DUMPABLE, 0}), EINVAL);
}

TEST(SeccompFilter, OnlyConnectedStreamsAreMadeAndNothingIsSentByAddress) {
    EXPECT_EQ(answer_to(SYS_socketpair, {AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC}), kPasses);
    EXPECT_EQ(answer_to(SYS_socketpair, {AF_UNIX, SOCK_DGRAM}), EPERM);
    EXPECT_EQ(answer_to(SYS_socketpair, {AF_UNIX, SOCK_SEQPACKET}), EPERM);
    EXPECT_EQ(answer_to(SYS_sendto, {3, 0, 1, 0, 0, 0}), kPasses);
    EXPECT_EQ(answer_to(SYS_sendto, {3, 0, 1, 0, 0x7f0000000000, 16}), EPERM);
    EXPECT_EQ(answer_to(SYS_socket, {AF_UNIX, SOCK_DGRAM}), EPERM);
}

TEST(SeccompFilter, MetadataByPathPassesUnlessItIsDenied) {
    for (const long call : {SYS_fchmodat, SYS_fchownat, SYS_utimensat}) {
        EXPECT_EQ(answer_to(call, {}), kPasses) << name_of(call);
        EXPECT_EQ(answer_to(call, {}, true), EPERM) << name_of(call);
    }
}

#ifdef __x86_64__
TEST(SeccompFilter, CallsOfTheOtherArchitecturesOfThisProcessorDoNotExist) {
    constexpr long x32 = 0x40000000;
    EXPECT_EQ(answer_to(x32 + SYS_getpid, {}), ENOSYS);
    EXPECT_EQ(answer_to(-1, {}), ENOSYS);
    const std::string filter = make_seccomp_filter(false).value();
    const pid_t child = fork();
    if (child == 0) {
        std::vector<sock_filter> code(filter.size() / sizeof(sock_filter));
        std::memcpy(code.data(), filter.data(), filter.size());
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) _exit(2);
        load(code);
        constexpr int getpid_of_i386 = 20;
        int result = 0;
        asm volatile("int $0x80" : "=a"(result) : "a"(getpid_of_i386) : "memory");
        _exit(result == -ENOSYS ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    // A kernel without 32-bit programs answers by SIGSEGV, which is as good.
    EXPECT_TRUE(status == 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV)) << status;
}
#endif

}  // namespace
}  // namespace zerosum
