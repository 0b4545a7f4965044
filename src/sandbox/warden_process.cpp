#include "sandbox/warden_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>

#include "sandbox/subordinate_users.h"

extern "C" {
extern const char zerosum_warden_image[];      // NOLINT: laid down by warden_image.S
extern const char zerosum_warden_image_end[];  // NOLINT
}

namespace zerosum {

namespace {

// The descriptors that the warden knows by number; see warden/main.cpp.
constexpr int kInPlace = 4;
constexpr int kOutPlace = 5;
constexpr int kFirstFreePlace = 10;

// A duplicate out of the way of those numbers, so that no dup2 overwrites another's source.
Descriptor out_of_the_way(int fd) {
    return Descriptor(fcntl(fd, F_DUPFD_CLOEXEC, kFirstFreePlace));
}

// An executable file in memory, made once: nothing has to be installed or found.
Result<int> image_file() {
    static const Result<int> file = []() -> Result<int> {
        constexpr unsigned executable = 0x10U;  // MFD_EXEC, asked for by kernels from 6.3 on
        int fd = memfd_create("zerosum-warden", MFD_CLOEXEC | executable);
        if (fd < 0 && errno == EINVAL) fd = memfd_create("zerosum-warden", MFD_CLOEXEC);
        if (fd < 0) return fail("cannot make the warden's program: {}", std::strerror(errno));
        std::string_view rest = warden_image();
        while (!rest.empty()) {
            const ssize_t n = write(fd, rest.data(), rest.size());
            if (n < 0) return fail("cannot write the warden's program: {}", std::strerror(errno));
            rest.remove_prefix(static_cast<std::size_t>(n));
        }
        // A program that is open for writing cannot be started.
        const int readable =
            open(("/proc/self/fd/" + std::to_string(fd)).c_str(), O_RDONLY | O_CLOEXEC);
        close(fd);
        if (readable < 0) return fail("cannot open the warden's program: {}", std::strerror(errno));
        // It is started by its number, which no dup2 of the child may take.
        const int kept = fcntl(readable, F_DUPFD_CLOEXEC, kFirstFreePlace);
        close(readable);
        if (kept < 0) return fail("cannot keep the warden's program: {}", std::strerror(errno));
        return kept;
    }();
    return file;
}

// Everything that posix_spawn needs, released on every way out.
struct SpawnPlan {
    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
    SpawnPlan() {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
    }
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
};

// From the first program on, other processes of this user may not look into ours: not by ptrace,
// not by /proc/PID/mem. What holds where seccomp and Landlock do not. LeakSanitizer looks in that
// way.
void close_our_doors() {
#ifndef __SANITIZE_ADDRESS__
    static const bool closed = prctl(PR_SET_DUMPABLE, 0) == 0;
    (void)closed;
#endif
}

}  // namespace

std::string_view warden_image() {
    return {zerosum_warden_image,
            static_cast<std::size_t>(zerosum_warden_image_end - zerosum_warden_image)};
}

Result<pid_t> spawn_warden(std::vector<std::string> words,
                           const std::vector<GivenDescriptor>& descriptors) {
    const Result<int> image = image_file();
    if (!image) return tl::unexpected(image.error());
    SpawnPlan plan;
    std::vector<Descriptor> copies;
    for (const auto& [fd, place] : descriptors) {
        copies.push_back(out_of_the_way(fd));
        posix_spawn_file_actions_adddup2(&plan.actions, copies.back().get(), place);
    }
    // Its own session: an interrupt typed at the terminal is for us, and reaches it when we end.
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&plan.attributes, &none);
    posix_spawnattr_setsigdefault(&plan.attributes, &all);
    posix_spawnattr_setflags(&plan.attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    const std::string path = "/proc/self/fd/" + std::to_string(*image);
    words.insert(words.begin(), "zerosum-warden");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const std::array<char*, 1> environment{nullptr};
    pid_t pid = -1;
    const int error = posix_spawn(&pid, path.c_str(), &plan.actions, &plan.attributes,
                                  arguments.data(), environment.data());
    if (error != 0) return fail("cannot start a warden: {}", std::strerror(error));
    return pid;
}

Result<WardenProcess> WardenProcess::start(const Order& order, int in, int out) {
    close_our_doors();
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return fail("cannot reach a warden: {}", std::strerror(errno));
    Descriptor ours(ends[0]);
    const Descriptor theirs(ends[1]);
    std::vector<GivenDescriptor> given{{theirs.get(), kControlPlace}};
    if (order.streams_are_ours) {
        given.push_back({in, kInPlace});
        given.push_back({out, kOutPlace});
    }

    WardenProcess warden(-1, std::move(ours));
    Order complete = order;
    if (order.setup.confinement.users && geteuid() != 0) {
        const Result<SubordinateUsers*> users = SubordinateUsers::of_this_account();
        if (!users) return tl::unexpected(users.error());
        const Result<uid_t> user = (*users)->numbers().take();
        if (!user) return tl::unexpected(user.error());
        complete.user = warden.user_ = *user;
        warden.lent_ = {order.job.directory, order.job.temporary};
        given.push_back({(*users)->user_namespace(), kUsersPlace});
    }
    const Result<pid_t> pid = spawn_warden({}, given);
    if (!pid) return tl::unexpected(pid.error());
    warden.pid_ = *pid;
    if (!send_message(warden.control_.get(), encode(complete)))
        return fail("the warden died before it had its order");
    return warden;
}

WardenProcess::WardenProcess(WardenProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      control_(std::move(other.control_)),
      user_(std::exchange(other.user_, 0)),
      lent_(std::move(other.lent_)) {}

WardenProcess::~WardenProcess() {
    control_.reset();  // it takes this as our death, ends the program and then itself
    int status = 0;
    while (pid_ >= 0 && waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    if (user_ == 0) return;
    // A warden that was killed could not take the directories back.
    if (pid_ >= 0 && !WIFEXITED(status))
        for (const std::filesystem::path& directory : lent_) (void)reclaim_tree(directory);
    SubordinateUsers::of_this_account().value()->numbers().give_back(user_);
}

bool WardenProcess::ask(Request request) {
    const char letter = static_cast<char>(request);
    return send(control_.get(), &letter, 1, MSG_NOSIGNAL) == 1;
}

std::optional<Notice> WardenProcess::listen() {
    const auto bytes = receive_message(control_.get());
    if (!bytes) return std::nullopt;
    return decode_notice(*bytes);
}

}  // namespace zerosum
