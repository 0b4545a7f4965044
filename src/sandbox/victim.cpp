#include "sandbox/victim.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace zerosum {

Victim::Victim() {
    std::array<int, 2> ends{-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
    line_ = Descriptor(ends[0]);
    const Descriptor theirs(ends[1]);
    posix_spawn_file_actions_t streams;
    posix_spawn_file_actions_init(&streams);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO})
        posix_spawn_file_actions_adddup2(&streams, theirs.get(), stream);
    std::string name = "cat";
    std::string what = "-";
    const std::array<char*, 3> arguments{name.data(), what.data(), nullptr};
    if (posix_spawnp(&pid_, "cat", &streams, nullptr, arguments.data(), environ) != 0) pid_ = -1;
    posix_spawn_file_actions_destroy(&streams);
}

Victim::~Victim() {
    if (pid_ < 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
}

bool Victim::alive() const {
    constexpr int patience = 20'000;  // milliseconds: it may have been stopped
    char letter = 'x';
    pollfd answer{line_.get(), POLLIN, 0};
    return send(line_.get(), &letter, 1, MSG_NOSIGNAL) == 1 && poll(&answer, 1, patience) == 1 &&
           read(line_.get(), &letter, 1) == 1;
}

}  // namespace zerosum
