#include "sandbox/warden/init.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "sandbox/warden/gate.h"

namespace zerosum::warden {

namespace {

class Init {
 public:
    Init(pid_t program, int warden) : program_(program), warden_(warden) {}

    [[noreturn]] void run() {
        sigset_t child_signals;
        sigemptyset(&child_signals);
        sigaddset(&child_signals, SIGCHLD);
        const int signals = signalfd(-1, &child_signals, SFD_CLOEXEC | SFD_NONBLOCK);
        for (;;) {
            std::array<pollfd, 2> waits{{{warden_, POLLIN, 0}, {signals, POLLIN, 0}}};
            (void)poll(waits.data(), waits.size(), -1);
            if (waits[0].revents != 0) end_all();
            signalfd_siginfo ignored{};
            while (read(signals, &ignored, sizeof ignored) > 0) {
            }
            while (reap(WNOHANG)) {
            }
        }
    }

 private:
    // False when there is nothing to reap, or nothing left.
    bool reap(int how) {
        int status = 0;
        const pid_t pid = waitpid(-1, &status, how | __WALL);
        if (pid < 0) return errno == EINTR;
        if (pid == program_) {
            std::array<char, 1 + sizeof status> message{kProgramEnded};
            std::memcpy(message.data() + 1, &status, sizeof status);
            (void)!write(warden_, message.data(), message.size());
        }
        return pid > 0;
    }

    // All at one moment: a process that is being killed starts no other.
    [[noreturn]] void end_all() {
        (void)kill(-1, SIGKILL);
        while (reap(0)) {
        }
        _exit(0);
    }

    pid_t program_;
    int warden_;
};

}  // namespace

void start_inside(int warden, int gate) {
    // Blocked before there is a child, so that no death is missed; and a tracer is not stopped for
    // signals that are blocked.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    const pid_t program = fork();
    if (program < 0) give_up(gate, "cannot start a process: " + reason());
    if (program == 0) {
        sigprocmask(SIG_SETMASK, &before, nullptr);
        close(warden);
        setsid();
        return;
    }
    (void)prctl(PR_SET_DUMPABLE, 0);
    (void)prctl(PR_SET_NAME, "zerosum-init");
    close(gate);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(stream);
    Init(program, warden).run();
}

}  // namespace zerosum::warden
