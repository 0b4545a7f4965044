// burns_many_ways WAY: burns kBurn seconds of CPU time in one of many ways, and notes the truth.
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "burner.h"

namespace {

std::string self;  // this program's path

void note(double seconds) {
    char line[64];
    const int length = snprintf(line, sizeof line, "%f\n", seconds);
    const int fd = open("truth", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    (void)!write(fd, line, static_cast<size_t>(length));
    close(fd);
}

// The last thing that a process does.
[[noreturn]] void leave() {
    note_truth();
    _exit(0);
}

double own_cpu() {
    return cpu(CLOCK_PROCESS_CPUTIME_ID);
}

// A pipe that shows the end of a process that is not waited for.
struct Bell {
    int ends[2];
    Bell() { (void)!pipe(ends); }
    void ring() const { (void)!write(ends[1], "x", 1); }
    void await() const {
        char c;
        (void)!read(ends[0], &c, 1);
    }
};

void in_threads() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([] { burn(kBurn / 4); });
    for (std::thread& thread : threads) thread.join();
}

void after_the_first_thread() {
    std::thread([] {
        burn(kBurn);
        answer();
        leave();
    }).detach();
    syscall(SYS_exit, 0);  // of this thread only
}

void in_child() {
    if (fork() == 0) {
        burn(kBurn);
        leave();
    }
    wait(nullptr);
}

void in_threads_of_children() {
    for (int i = 0; i < 2; ++i)
        if (fork() == 0) {
            std::thread other([] { burn(kBurn / 4); });
            burn(kBurn / 4);
            other.join();
            leave();
        }
    while (wait(nullptr) > 0) {
    }
}

void with_deaths_ignored() {
    signal(SIGCHLD, SIG_IGN);
    in_child();
}

void with_no_zombies() {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    action.sa_flags = SA_NOCLDWAIT;
    sigaction(SIGCHLD, &action, nullptr);
    in_child();
}

void in_short_children() {
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 10; ++i) {
        if (fork() == 0) {
            burn(kBurn / 10);
            leave();
        }
        wait(nullptr);
    }
}

void in_daemon() {
    const Bell bell;
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            burn(kBurn);
            note_truth();
            bell.ring();
            _exit(0);
        }
        leave();
    }
    wait(nullptr);
    bell.await();
}

void in_unwaited_child() {
    const Bell bell;
    if (fork() == 0) {
        burn(kBurn);
        note_truth();
        bell.ring();
        _exit(0);
    }
    bell.await();
}

void in_grandchild_of_a_dead_child() {
    const Bell bell;
    if (fork() == 0) {
        burn(kBurn / 2);
        if (fork() == 0) {
            usleep(2000);
            burn(kBurn / 2);
            note_truth();
            bell.ring();
            _exit(0);
        }
        leave();
    }
    bell.await();
}

void in_chain() {
    const Bell bell;
    if (fork() == 0) {
        constexpr int links = 5;
        for (int i = 0; i < links; ++i) {
            burn(kBurn / links);
            note_truth();
            if (i + 1 < links && fork() != 0) _exit(0);
        }
        bell.ring();
        _exit(0);
    }
    bell.await();
}

void by_vfork_and_exec() {
    if (vfork() == 0) {
        execl(self.c_str(), self.c_str(), "burn-and-leave", nullptr);
        _exit(1);
    }
    wait(nullptr);
}

void by_spawn() {
    const char* words[] = {self.c_str(), "burn-and-leave", nullptr};
    pid_t pid = 0;
    posix_spawn(&pid, self.c_str(), nullptr, nullptr, const_cast<char**>(words), environ);
    waitpid(pid, nullptr, 0);
}

// Becomes another program again and again; the clock of the process goes on.
void by_exec(int left) {
    burn(kBurn / 5);
    if (left == 0) return;
    execl(self.c_str(), self.c_str(), "exec", std::to_string(left - 1).c_str(), nullptr);
}

void from_memory() {
    const int fd = static_cast<int>(syscall(SYS_memfd_create, "copy", 0));
    const int from = open(self.c_str(), O_RDONLY);
    char buffer[65536];
    for (ssize_t n = 0; (n = read(from, buffer, sizeof buffer)) > 0;) (void)!write(fd, buffer, n);
    if (fork() == 0) {
        const char* words[] = {"copy", "burn-and-leave", nullptr};
        syscall(SYS_execveat, fd, "", words, environ, 0x1000 /* AT_EMPTY_PATH */);
        _exit(1);
    }
    wait(nullptr);
}

void in_signal_handler() {
    signal(SIGUSR1, [](int) { burn(kBurn); });
    raise(SIGUSR1);
}

// Each turn sets the timer for the next: one that came round by itself would leave no time for
// anything else.
volatile int turns = 0;
void turn(int) {
    burn(kBurn / 10);
    turns = turns + 1;
    const itimerval soon{{0, 0}, {0, 1000}};
    if (turns < 10) setitimer(ITIMER_REAL, &soon, nullptr);
}
void in_timer_handler() {
    signal(SIGALRM, turn);
    alarm(0);
    raise(SIGALRM);
    while (turns < 10) usleep(1000);
}

long raw_clone(unsigned long flags) {
    return syscall(SYS_clone, flags, nullptr, nullptr, nullptr, 0);
}

void by_clone(unsigned long flags) {
    const long child = raw_clone(flags);
    if (child < 0) burn(kBurn);  // refused: openly
    if (child == 0) {
        burn(kBurn);
        leave();
    }
    if (child > 0) waitpid(static_cast<pid_t>(child), nullptr, __WALL);
}

// The child has our memory and a stack of its own. What it burns is not in our clock.
int burn_on_another_stack(void*) {
    burn(kBurn);
    leave();
}
void in_our_memory() {
    static char stack[1 << 16];
    const int child =
        clone(burn_on_another_stack, stack + sizeof stack, CLONE_VM | SIGCHLD, nullptr);
    if (child > 0) waitpid(child, nullptr, 0);
}

void in_siblings() {
    const Bell bell;
    const long child = raw_clone(CLONE_PARENT | SIGCHLD);
    if (child < 0) return burn(kBurn);
    if (child == 0) {
        burn(kBurn);
        note_truth();
        bell.ring();
        _exit(0);
    }
    bell.await();
}

void in_system_calls() {
    while (own_cpu() < kBurn)
        for (int i = 0; i < 1000; ++i) syscall(SYS_getppid);
}

void in_page_faults() {
    constexpr size_t size = 4 << 20;
    while (own_cpu() < kBurn) {
        void* memory =
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memset(memory, 1, size);
        munmap(memory, size);
    }
}

void in_files() {
    std::vector<char> piece(1 << 20, 'x');
    const int fd = open("scratch", O_RDWR | O_CREAT | O_TRUNC, 0644);
    while (own_cpu() < kBurn) {
        (void)!pwrite(fd, piece.data(), piece.size(), 0);
        (void)!pread(fd, piece.data(), piece.size(), 0);
    }
    unlink("scratch");
}

void between_two_processes() {
    int there[2];
    int back[2];
    if (pipe(there) != 0 || pipe(back) != 0) return;
    char c = 'x';
    if (fork() == 0) {
        close(there[1]);
        while (read(there[0], &c, 1) == 1) (void)!write(back[1], &c, 1);
        leave();
    }
    while (own_cpu() < kBurn * 0.7) {
        (void)!write(there[1], &c, 1);
        (void)!read(back[0], &c, 1);
    }
    close(there[1]);
    wait(nullptr);
}

void at_low_priority() {
    setpriority(PRIO_PROCESS, 0, 19);
    burn(kBurn);
}

void while_giving_way() {
    while (own_cpu() < kBurn) sched_yield();
}

void in_a_child_that_is_stopped_now_and_then() {
    const pid_t child = fork();
    if (child == 0) {
        burn(kBurn);
        leave();
    }
    for (int i = 0; i < 5; ++i) {
        usleep(10'000);
        kill(child, SIGSTOP);
        usleep(2'000);
        kill(child, SIGCONT);
    }
    waitpid(child, nullptr, 0);
}

// The dead cannot note anything: their parent does.
void in_a_child_that(void (*dies)()) {
    const pid_t child = fork();
    if (child == 0) {
        burn(kBurn);
        dies();
        for (;;) pause();
    }
    rusage usage{};
    wait4(child, nullptr, 0, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    note(seconds(usage.ru_utime) + seconds(usage.ru_stime));
}

struct Way {
    const char* name;
    void (*burn)();
};
const Way kWays[] = {
    {"plain", [] { burn(kBurn); }},
    {"threads", in_threads},
    {"headless", after_the_first_thread},
    {"child", in_child},
    {"threads-of-children", in_threads_of_children},
    {"ignored", with_deaths_ignored},
    {"no-zombies", with_no_zombies},
    {"short-children", in_short_children},
    {"daemon", in_daemon},
    {"unwaited", in_unwaited_child},
    {"orphan", in_grandchild_of_a_dead_child},
    {"chain", in_chain},
    {"vfork", by_vfork_and_exec},
    {"spawn", by_spawn},
    {"exec", [] { by_exec(4); }},
    {"memory", from_memory},
    {"handler", in_signal_handler},
    {"timer", in_timer_handler},
    {"shared-memory", in_our_memory},
    {"shared-files", [] { by_clone(CLONE_FILES | CLONE_FS | SIGCHLD); }},
    {"silent", [] { by_clone(0); }},
    {"other-signal", [] { by_clone(SIGUSR2); }},
    {"untraced", [] { by_clone(CLONE_UNTRACED | SIGCHLD); }},
    {"sibling", in_siblings},
    {"calls", in_system_calls},
    {"faults", in_page_faults},
    {"files", in_files},
    {"ping-pong", between_two_processes},
    {"low-priority", at_low_priority},
    {"yielding", while_giving_way},
    {"stopped", in_a_child_that_is_stopped_now_and_then},
    {"killed", [] { in_a_child_that([] { kill(getpid(), SIGKILL); }); }},
    {"segfault", [] { in_a_child_that([] { raise(SIGSEGV); }); }},
    {"abort", [] { in_a_child_that(abort); }},
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 9;
    char path[4096] = {};
    (void)!readlink("/proc/self/exe", path, sizeof path - 1);
    self = path;
    const std::string way = argv[1];
    if (way == "burn-and-leave") {
        burn(kBurn);
        leave();
    }
    if (way == "exec" && argc > 2) {
        by_exec(atoi(argv[2]));
        answer();
        leave();
    }
    signal(SIGUSR2, SIG_IGN);
    for (const Way& known : kWays)
        if (way == known.name) {
            known.burn();
            answer();
            leave();
        }
    return 9;
}
