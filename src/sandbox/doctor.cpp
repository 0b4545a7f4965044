#include "sandbox/doctor.h"

#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>

#include "core/descriptor.h"
#include "core/text.h"
#include "sandbox/evasion_run.h"
#include "sandbox/machine.h"
#include "sandbox/untrusted_file.h"
#include "sandbox/victim.h"
#include "sandbox/warden_process.h"

namespace zerosum {

namespace {

constexpr Seconds kBurnt{0.100};
constexpr int kGotThrough = 42;  // see warden/evasions.h

Limits proof_limits() {
    Limits limits;
    limits.wall = Seconds{20};
    limits.cpu = Seconds{10};
    limits.memory = std::size_t{200} << 20U;
    limits.processes = 64;
    limits.file_size = std::size_t{8} << 20U;
    limits.disk = std::size_t{32} << 20U;
    limits.output = std::size_t{4} << 20U;
    return limits;
}

Proof failed_proof(std::string evasion, std::string why) {
    return {std::move(evasion), false, std::move(why), std::nullopt, std::nullopt};
}

// Listeners on this machine that a confined program must not reach.
class Listeners {
 public:
    explicit Listeners(const std::filesystem::path& local)
        : tcp_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
          unix_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)),
          datagram_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)),
          abstract_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* name = reinterpret_cast<sockaddr*>(&address);
        if (bind(tcp_.get(), name, size) == 0 && listen(tcp_.get(), 4) == 0 &&
            getsockname(tcp_.get(), name, &size) == 0)
            port_ = ntohs(address.sin_port);
        if (bind_to(unix_, local / "socket")) (void)listen(unix_.get(), 4);
        (void)bind_to(datagram_, local / "datagrams");
        sockaddr_un nowhere{};
        nowhere.sun_family = AF_UNIX;
        name_ = fmt::format("zerosum-doctor-{}", getpid());
        std::memcpy(static_cast<char*>(nowhere.sun_path) + 1, name_.data(), name_.size());
        (void)bind(abstract_.get(), reinterpret_cast<sockaddr*>(&nowhere), sizeof nowhere);
    }
    [[nodiscard]] std::string port() const { return std::to_string(port_); }
    // Of a socket without a place in the file system, which no permission keeps anybody from.
    [[nodiscard]] const std::string& abstract_name() const { return name_; }

 private:
    static bool bind_to(const Descriptor& socket, const std::filesystem::path& place) {
        sockaddr_un path{};
        path.sun_family = AF_UNIX;
        std::strncpy(static_cast<char*>(path.sun_path), place.c_str(), sizeof path.sun_path - 1);
        // Open to all: only the walls may keep it out.
        return bind(socket.get(), reinterpret_cast<sockaddr*>(&path), sizeof path) == 0 &&
               chmod(place.c_str(), 0777) == 0;
    }

    Descriptor tcp_;
    Descriptor unix_;
    Descriptor datagram_;
    Descriptor abstract_;
    std::string name_;
    int port_ = 0;
};

using Judge = std::function<bool(const Account&)>;

bool was_refused(const Account& account) {
    return account.ending == Ending::Exited && account.exit_code == 0;
}

std::string orphans_killed(const Account& account) {
    return fmt::format("{} killed", account.left_running);
}

std::string outcome(const Account& account) {
    if (was_refused(account)) return "refused";
    if (account.ending == Ending::Exited && account.exit_code == kGotThrough) return "got through";
    return describe_ending(account);
}

Judge stopped_by(Limit limit) {
    return [limit](const Account& account) {
        return account.ending == Ending::Stopped && account.limit == limit;
    };
}

struct CpuEvasion {
    const char* title;
    const char* name;
};
constexpr std::array kCpuEvasions{
    CpuEvasion{"plain burn", "burn"},
    CpuEvasion{"threads", "threads"},
    CpuEvasion{"waited child", "waited-child"},
    CpuEvasion{"SIGCHLD ignored", "sigchld-ignored"},
    CpuEvasion{"double-fork daemon", "daemon"},
    CpuEvasion{"daemon with setsid", "setsid"},
    CpuEvasion{"short-lived children", "many-children"},
    CpuEvasion{"untraced clone", "untraced"},
};

Proof prove_cpu(const EvasionRun& evasion, const CpuEvasion& what, const Setup& setup) {
    const Account account =
        evasion({what.name, fmt::format("{}", kBurnt.count())}, setup, proof_limits());
    Proof proof{what.title, false, {}, kBurnt, account.cpu.total()};
    if (!account.ok()) {
        proof.detail = describe_ending(account);
        return proof;
    }
    if (trim(account.out.text) == "refused") {
        proof.caught = true;
        proof.truth.reset();
        proof.measured.reset();
        proof.detail = "refused";
        return proof;
    }
    const Seconds error = *proof.measured - kBurnt;
    constexpr Seconds tolerance{0.010};  // larger than 5 % of what is burnt
    proof.caught = std::abs(error.count()) <= tolerance.count();
    proof.detail = fmt::format("{:+.1f} ms", 1e3 * error.count());
    return proof;
}

// On a process of ours, by its number.
struct AttackOnProcess {
    const char* title;
    const char* name;
};
constexpr std::array kAttacksOnProcesses{
    AttackOnProcess{"killing another process", "kill-other"},
    AttackOnProcess{"signals by queue, thread, pidfd", "queue-signal"},
    AttackOnProcess{"signals by way of a file", "signal-by-file"},
    AttackOnProcess{"signals by way of a timer", "signal-by-timer"},
    AttackOnProcess{"limits of another process", "limit-other"},
    AttackOnProcess{"scheduling another process", "schedule-other"},
    AttackOnProcess{"looking into another process", "look-into"},
    AttackOnProcess{"seeing other processes", "see-other"},
};

Seconds self_and_children_cpu() {
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    double sum = 0;
    for (const __rusage_who who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        sum += seconds(usage.ru_utime) + seconds(usage.ru_stime);
    }
    return Seconds{sum};
}

// rusage of the warden, which reaps the program's processes, holds both: what was charged is
// taken off.
Seconds measure_overhead(const Setup& setup) {
    constexpr int runs = 20;
    const Result<EvasionRun> evasion = EvasionRun::prepare();
    if (!evasion) return Seconds{0};
    const Seconds before = self_and_children_cpu();
    Seconds charged{0};
    for (int i = 0; i < runs; ++i)
        charged += (*evasion)({"nothing"}, setup, proof_limits()).cpu.total();
    return (self_and_children_cpu() - before - charged) / runs;
}

}  // namespace

std::vector<Proof> prove_clock(const Setup& setup) {
    std::vector<Proof> proofs;
    for (const CpuEvasion& what : kCpuEvasions) {
        const Result<EvasionRun> evasion = EvasionRun::prepare();
        proofs.push_back(evasion ? prove_cpu(*evasion, what, setup)
                                 : failed_proof(what.title, evasion.error().message));
    }
    return proofs;
}

std::vector<Proof> prove_walls(const Setup& setup) {
    const Result<Workspace> opponent = Workspace::make();
    if (!opponent || !opponent->write("secret", "state of another agent\n"))
        return {failed_proof("all", "no place for a second workspace")};
    std::error_code error;
    const std::filesystem::path outside = opponent->home().parent_path();
    const std::filesystem::path secret = opponent->home() / "secret";
    // As open as a careless user's files are: only the walls may keep them safe.
    for (const auto& path : {outside, opponent->home()})
        std::filesystem::permissions(path, std::filesystem::perms(0777), error);
    std::filesystem::permissions(secret, std::filesystem::perms(0666), error);
    const Listeners listeners(outside);

    std::vector<Proof> proofs;
    const auto prove = [&](const char* title, const std::vector<std::string>& arguments,
                           const Judge& judge, std::string (*detail)(const Account&) = outcome) {
        const Result<EvasionRun> evasion = EvasionRun::prepare();
        if (!evasion) {
            proofs.push_back(failed_proof(title, evasion.error().message));
            return;
        }
        const Account account = (*evasion)(arguments, setup, proof_limits());
        proofs.push_back({title, judge(account), detail(account), std::nullopt, std::nullopt});
    };
    const auto prove_output = [&](const char* title, const std::vector<std::string>& arguments,
                                  FileTrouble expected = FileTrouble::NotAFile) {
        const Result<EvasionRun> evasion = EvasionRun::prepare();
        if (!evasion) {
            proofs.push_back(failed_proof(title, evasion.error().message));
            return;
        }
        (void)(*evasion)(arguments, setup, proof_limits());
        const auto read = evasion->workspace().read("output.txt", 4096);
        const bool caught = !read && read.error() == expected;
        proofs.push_back({title, caught, caught ? "not taken for an answer" : "taken for an answer",
                          std::nullopt, std::nullopt});
    };

    prove(
        "busy orphan", {"busy-orphan"},
        [](const Account& account) { return account.ok() && account.cpu.total() < Seconds{1}; },
        orphans_killed);
    prove("fork bomb", {"fork-bomb"}, stopped_by(Limit::Processes));
    prove("memory hog", {"memory-hog", "400"}, stopped_by(Limit::Memory));
    prove("headless memory hog", {"headless-hog", "400"}, stopped_by(Limit::Memory));
    prove("memory in unmapped files", {"memory-files", "400"}, stopped_by(Limit::Memory));
    prove("disk filler", {"disk-filler", "64"}, stopped_by(Limit::Disk));
    prove("disk filler without names", {"nameless-files", "64"}, stopped_by(Limit::Disk));
    prove("large file", {"large-file", "16"}, stopped_by(Limit::FileSize));
    prove("output flood", {"output-flood", "16"}, stopped_by(Limit::Output));
    prove_output("symlinked output.txt", {"symlinked-output", secret});
    prove_output("FIFO as output.txt", {"fifo-output"});
    prove_output("unreadable output.txt", {"unreadable-output"}, FileTrouble::Unreadable);
    prove("writing outside", {"write-outside", outside / "stain"}, was_refused);
    prove("reading the opponent", {"read-outside", secret}, was_refused);
    prove("overwriting the opponent", {"write-outside", secret}, was_refused);
    prove("chmod of the opponent's file", {"change-mode", secret}, was_refused);
    prove("connecting out", {"connect-out", listeners.port()}, was_refused);
    prove("connecting to a local socket", {"connect-unix", outside / "socket"}, was_refused);
    prove("killing the parent", {"kill-parent"}, was_refused);
    prove("ptrace of the parent", {"trace-parent"}, was_refused);
    prove("limits of the parent", {"limit-parent"}, was_refused);
    prove("a datagram by address", {"datagram", outside / "datagrams", listeners.abstract_name()},
          was_refused);
    prove("watching others' directories", {"watch", outside}, was_refused);
    prove("hiding from the warden", {"hide"}, was_refused);
    prove("root's user number", {"be-root"}, was_refused);
    prove("sharing the caller's user", {"share-user", std::to_string(geteuid())}, was_refused);
    proofs.back().decides = false;  // what it could do to that user's processes is in other rows
    for (const auto& [title, name] : kAttacksOnProcesses) {
        const Victim victim;
        prove(title, {name, victim.pid()},
              [&](const Account& account) { return was_refused(account) && victim.alive(); });
    }
    prove("leaving shared memory", {"shared-memory"}, was_refused);
    prove("opening a user namespace", {"namespace"}, was_refused);
    return proofs;
}

Diagnosis diagnose() {
    Diagnosis diagnosis;
    diagnosis.chosen = best_setup();
    diagnosis.root = geteuid() == 0;
    for (const Offer& offer : this_machine().walls) {
        Tier tier{confinement_name(offer.setup.confinement), offer.works, offer.trouble, {}};
        if (offer.works)
            tier.proofs = prove_walls({diagnosis.chosen.clock, offer.setup.confinement});
        diagnosis.walls.push_back(std::move(tier));
    }
    for (const Offer& offer : this_machine().clocks) {
        Tier tier{std::string(clock_name(offer.setup.clock)), offer.works, offer.trouble, {}};
        if (offer.works)
            tier.proofs = prove_clock({offer.setup.clock, diagnosis.chosen.confinement});
        diagnosis.clocks.push_back(std::move(tier));
    }
    diagnosis.overhead = measure_overhead(diagnosis.chosen);
    return diagnosis;
}

}  // namespace zerosum
