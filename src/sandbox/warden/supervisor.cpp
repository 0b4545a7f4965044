#include "sandbox/warden/supervisor.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "core/cpu_clock.h"
#include "sandbox/warden/child.h"
#include "sandbox/warden/clock.h"
#include "sandbox/warden/init.h"
#include "sandbox/warden/output.h"
#include "sandbox/warden/process_tree.h"
#include "sandbox/warden/run_delay.h"
#include "sandbox/warden/storage.h"

namespace zerosum::warden {

namespace {

// A look at the program's use costs some 50 microseconds, so looks begin close together, where
// short moves end, and become rarer.
constexpr Seconds kFirstLook{0.010};
constexpr Seconds kRarestLook{0.100};
constexpr double kLookGrowth = 1.2;
// Wall time in which the program waited for a processor does not count, up to a minute and so many
// times its limit: a program that puts itself last in the queue shall not hold a game up for ever.
constexpr Seconds kExtraTime{60};
constexpr double kExtraShare = 20;
// Walking its directories and its open files costs more.
constexpr Seconds kDiskLook{0.200};
// Wait statuses taken in one go. A program that forks without end always has another one ready:
// it must not keep us from looking at it.
constexpr int kMostStatuses = 200;
// How long dying may take: a process in an uninterruptible state is given up after this.
constexpr Seconds kPatience{20.0};
// How long the first process has for it.
constexpr Seconds kInitPatience{2.0};

class Supervisor {
 public:
    Supervisor(const Order& order, int control)
        : order_(order),
          limits_(order.job.limits),
          control_(control),
          clock_(make_clock(order.setup.clock, order.sweep)),
          output_(limits_),
          storage_(order.job) {}

    Account run(int in, int out) {
        if (auto started = start(in, out); !started) {
            account_.ending = Ending::NotStarted;
            account_.trouble = started.error().message;
            end_all();
            account_.err = output_.take_err();
            return account_;
        }
        while (!main_ended_ && !stopped_) turn();
        if (main_ended_ && reap()) {
            const std::size_t left = descendants().value_or(std::vector<pid_t>{}).size();
            account_.left_running = std::max(left, helpers()) - helpers();
        }
        end_all();
        account_.wall = wall_clock() - began_;
        account_.cpu = burnt();
        account_.waited = waited_;
        account_.peak_memory = std::max(account_.peak_memory, clock_->peak_memory());
        judge_ending();
        account_.out = output_.take_out();
        account_.err = output_.take_err();
        return account_;
    }

 private:
    Result<void> start(int in, int out) {
        (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
        sigset_t child_signals;
        sigemptyset(&child_signals);
        sigaddset(&child_signals, SIGCHLD);
        sigprocmask(SIG_BLOCK, &child_signals, nullptr);
        signals_ = Descriptor(signalfd(-1, &child_signals, SFD_CLOEXEC | SFD_NONBLOCK));

        if (auto prepared = clock_->prepare(limits_); !prepared) return prepared;
        auto ends = output_.open();
        if (!signals_.open() || !ends) return fail("no more file descriptors");
        const Streams streams{in, out >= 0 ? out : ends->out.get(), ends->err.get()};
        auto child = start_child(order_, streams, clock_->birthplace());
        ends.reset();
        if (!child) return tl::unexpected(child.error());
        main_ = child->pid;
        if (in >= 0) close(in);
        if (out >= 0) close(out);

        if (auto born = await_child(*child); !born) return born;
        if (auto adopted = clock_->adopt(main_); !adopted) return adopted;
        open_gate(*child);
        if (auto confined = await_confined(*child); !confined) return confined;
        const auto baseline = clock_->read();
        if (!baseline) return fail("{}", unreadable());
        baseline_ = *baseline;
        began_ = wall_clock();
        (void)waited();  // what it waited before its start is not the run's
        waited_ = Seconds{0};
        open_gate(*child);
        gate_ = std::move(child->gate);
        init_ = std::move(child->init);
        return {};
    }

    // bubblewrap forks on its way to the second stop, and under ptrace each fork waits for us.
    Result<void> await_confined(const Child& child) {
        for (;;) {
            std::array<pollfd, 2> waits{
                {{child.gate.get(), POLLIN, 0}, {signals_.get(), POLLIN, 0}}};
            (void)poll(waits.data(), waits.size(), unreaped_ ? 0 : -1);
            if (waits[0].revents != 0) return await_child(child);
            reap();
            if (main_ended_) {
                output_.read_err();
                return fail("it died while it was being confined: {}", output_.take_err().text);
            }
        }
    }

    // One round: wait for something to happen or for the next look, and deal with it.
    void turn() {
        std::array<pollfd, 6> waits{{{control_, POLLIN, 0},
                                     {signals_.get(), POLLIN, 0},
                                     {output_.out(), POLLIN, 0},
                                     {output_.err(), POLLIN, 0},
                                     {gate_.get(), POLLIN, 0},
                                     {init_.get(), POLLIN, 0}}};
        const Seconds pause =
            std::clamp(next_look_ - (wall_clock() - began_), Seconds{0}, look_gap_);
        (void)poll(waits.data(), waits.size(),
                   unreaped_ ? 0 : static_cast<int>(pause.count() * 1000) + 1);
        if (waits[4].revents != 0) read_gate();
        if (waits[2].revents != 0) output_.read_out();
        if (waits[3].revents != 0) output_.read_err();
        if (output_.too_long()) stop(Limit::Output);
        // The dead before the caller: a program that ended by itself was not stopped.
        if (waits[5].revents != 0 || waits[0].revents != 0) read_init();
        if (unreaped_ || waits[1].revents != 0 || waits[0].revents != 0) reap();
        if (waits[0].revents != 0 && !main_ended_) serve_caller();
        if (!main_ended_ && !stopped_ && wall_clock() - began_ >= next_look_) look();
    }

    // Silence: exec succeeded and closed the gate. Words: it failed.
    void read_gate() {
        std::array<char, 4096> message{};
        const ssize_t n = read(gate_.get(), message.data(), message.size());
        if (n > 1)
            account_.trouble = std::string(message.data() + 1, static_cast<std::size_t>(n - 1));
        gate_.reset();
    }

    // The first process reports how the program ended, which is not our child.
    void read_init() {
        if (!init_.open() || main_ended_) return;
        std::array<char, 1 + sizeof(int)> message{};
        const ssize_t n = recv(init_.get(), message.data(), message.size(), MSG_DONTWAIT);
        if (n != static_cast<ssize_t>(message.size()) || message[0] != kProgramEnded) return;
        std::memcpy(&main_status_, message.data() + 1, sizeof main_status_);
        main_ended_ = true;
    }
    // Processes of ours among the program's.
    [[nodiscard]] std::size_t helpers() const { return init_.open() ? 1 : 0; }

    void serve_caller() {
        char request = 0;
        const ssize_t n = read(control_, &request, 1);
        if (n == 1 && request == static_cast<char>(Request::ReadUsage)) {
            const CpuTime cpu = burnt();
            if (unmeasured_) return;  // it is being ended, and the account is the answer
            if (send_message(control_, encode(Notice{std::nullopt, {cpu, waited()}}))) return;
        }
        stop(Limit::None);  // asked to, or the caller is gone
    }

    void look() {
        const Seconds elapsed = wall_clock() - began_;
        look_gap_ = std::min(look_gap_ * kLookGrowth, kRarestLook);
        next_look_ = elapsed + look_gap_;
        if (limits_.wall > Seconds{0}) {
            const Seconds most_extra = kExtraTime + kExtraShare * limits_.wall;
            const Seconds deadline = limits_.wall + std::min(waited(), most_extra);
            // On a busy machine its death may have come before our turn did.
            if (elapsed > deadline) {
                read_init();
                if (reap() && !main_ended_) return stop(Limit::Wall);
            }
            next_look_ = std::min(next_look_, std::max(elapsed, deadline) + Seconds{1e-3});
        }
        if (main_ended_) return;
        if (limits_.cpu > Seconds{0} && burnt().total() > limits_.cpu) return stop(Limit::Cpu);

        if (clock_->out_of_memory()) return stop(Limit::Memory);
        const auto found = descendants();
        if (!found) return give_up_measuring();
        const std::vector<pid_t>& pids = *found;
        const TreeUse use = measure(pids);
        if (limits_.processes > 0 && use.tasks >= limits_.processes + helpers())
            return stop(Limit::Processes);
        const bool disk_due = elapsed >= next_disk_look_;
        if (disk_due) storage_.look(pids);
        const std::size_t memory = use.memory + held_memory();
        account_.peak_memory = std::max(account_.peak_memory, memory);
        if (limits_.memory > 0 && memory > limits_.memory && out_of_fair_memory(pids))
            return stop(Limit::Memory);
        if (disk_due) {
            next_disk_look_ = elapsed + kDiskLook;
            if (const Limit limit = storage_.limit(); limit != Limit::None) stop(limit);
        }
    }

    // What it held in files without a name at the last look at its disk, where the clock's group
    // does not count them.
    [[nodiscard]] std::size_t held_memory() const {
        return clock_->limits_memory() ? 0 : storage_.held().memory;
    }
    [[nodiscard]] bool out_of_fair_memory(const std::vector<pid_t>& pids) {
        std::size_t memory = fair_memory(pids);
        if (held_memory() > 0) {
            storage_.look(pids);  // it may have let go of them since
            memory += unmapped_memory(storage_.held(), pids);
        }
        return memory > limits_.memory;
    }

    // How long the program has been waiting for a processor.
    Seconds waited() {
        if (const std::optional<Seconds> now = clock_->waited())
            waited_ += *now - std::exchange(waited_before_, *now);
        else
            waited_ += delay_.since_last_sample(descendants().value_or(std::vector<pid_t>{}));
        return waited_;
    }

    // What it has burnt so far. A clock that cannot be read ends the run: it is never taken for
    // one that stands still.
    CpuTime burnt() {
        if (const auto now = clock_->read())
            last_ = since_baseline(*now);
        else
            give_up_measuring();
        return last_;
    }
    void give_up_measuring() {
        unmeasured_ = true;
        stop(Limit::None);
    }
    [[nodiscard]] std::string unreadable() const {
        return fmt::format("the clock {} cannot be read", clock_name(order_.setup.clock));
    }

    void stop(Limit limit) {
        if (stopped_ || main_ended_) return;
        stopped_ = true;
        account_.limit = limit;
    }

    // Takes the wait statuses that there are, up to a number. Returns false when no child is left.
    bool reap() {
        signalfd_siginfo ignored{};
        while (read(signals_.get(), &ignored, sizeof ignored) > 0) {
        }
        unreaped_ = false;
        for (int taken = 0; taken < kMostStatuses; ++taken) {
            siginfo_t info{};
            if (waitid(P_ALL, 0, &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL) != 0)
                return errno != ECHILD;
            const pid_t pid = info.si_pid;
            if (pid == 0) return true;
            int status = 0;
            rusage usage{};
            const bool dead = info.si_code == CLD_EXITED || info.si_code == CLD_KILLED ||
                              info.si_code == CLD_DUMPED;
            if (dead) clock_->on_death(pid);
            if (wait4(pid, &status, __WALL | WUNTRACED, &usage) != pid) continue;
            if (!dead) {
                clock_->on_stop(pid, status);
                continue;
            }
            clock_->on_reaped(usage);
            account_.peak_memory =
                std::max(account_.peak_memory, static_cast<std::size_t>(usage.ru_maxrss) * 1024);
            main_reaped_ = main_reaped_ || pid == main_;
            if (pid == main_ && !main_ended_) {
                read_init();  // it may have reported before it was killed
                if (!main_ended_) main_status_ = status;
                main_ended_ = true;
            }
        }
        unreaped_ = true;
        return true;
    }

    // Kills and reaps until this process has no child: then nothing of the program is left,
    // because every orphan of it became our child.
    void end_all() {
        const Seconds began = wall_clock();
        // Where the program has a first process, that ends and reaps the others, so that their CPU
        // time is handed up; where it does not come to it, they are killed by number.
        const bool asked = init_.open() && send(init_.get(), &kEndAll, 1, MSG_NOSIGNAL) == 1;
        for (;;) {
            const bool by_number = !asked || wall_clock() > began + kInitPatience;
            if (main_ > 0 && by_number) clock_->kill_all();
            if (main_ > 0 && by_number && unmeasured_ && !main_reaped_) kill(main_, SIGKILL);
            if (!reap() || wall_clock() > began + kPatience) break;
            pollfd wait{signals_.get(), POLLIN, 0};
            (void)poll(&wait, 1, unreaped_ ? 0 : 5);
        }
        output_.read_rest();
        if (output_.too_long()) stop(Limit::Output);
    }

    void conclude(Ending ending) { account_.ending = ending; }
    void judge_ending() {
        if (gate_.open()) read_gate();
        if (!account_.trouble.empty()) return conclude(Ending::NotStarted);
        if (unmeasured_) {
            account_.limit = Limit::None;
            account_.trouble = unreadable();
            return conclude(Ending::Unmeasured);
        }
        if (stopped_) return conclude(Ending::Stopped);
        if (WIFSIGNALED(main_status_)) {
            account_.ending = Ending::Signalled;
            account_.signal = WTERMSIG(main_status_);
        } else {
            account_.ending = Ending::Exited;
            account_.exit_code = WEXITSTATUS(main_status_);
            // bubblewrap reports the signal that killed its program as a shell does.
            if (order_.setup.confinement.bwrap && account_.exit_code > 128 &&
                account_.exit_code <= 128 + SIGSYS) {
                account_.ending = Ending::Signalled;
                account_.signal = account_.exit_code - 128;
            }
        }
        // A limit that the kernel enforced, or that a short run passed between two looks.
        if (account_.signal == SIGXFSZ) account_.limit = Limit::FileSize;
        if (clock_->out_of_memory()) account_.limit = Limit::Memory;
        if (account_.limit == Limit::None) account_.limit = storage_.limit_at_end();
        if (account_.limit != Limit::None) account_.ending = Ending::Stopped;
    }

    [[nodiscard]] CpuTime since_baseline(CpuTime now) const {
        now.user = std::max(Seconds{0}, now.user - baseline_.user);
        now.system = std::max(Seconds{0}, now.system - baseline_.system);
        return now;
    }

    const Order& order_;
    const Limits& limits_;
    int control_;
    std::unique_ptr<Clock> clock_;
    Output output_;
    Descriptor signals_;
    Descriptor gate_;
    Descriptor init_;
    pid_t main_ = -1;  // the process that we started: the program's, or its first process
    int main_status_ = 0;
    bool main_ended_ = false;
    bool stopped_ = false;
    bool unreaped_ = false;  // more wait statuses may be ready, without another signal
    bool main_reaped_ = false;
    bool unmeasured_ = false;
    CpuTime baseline_;
    CpuTime last_;  // since the baseline, when the clock could last be read
    Seconds began_{0};
    RunDelay delay_;
    Seconds waited_{0};         // given back so far
    Seconds waited_before_{0};  // the clock's, when it was last asked
    Seconds look_gap_ = kFirstLook;
    Seconds next_look_ = kFirstLook;
    Seconds next_disk_look_ = kDiskLook;
    Storage storage_;
    Account account_;
};

}  // namespace

Account supervise(const Order& order, int control, int in, int out) {
    return Supervisor(order, control).run(in, out);
}

}  // namespace zerosum::warden
