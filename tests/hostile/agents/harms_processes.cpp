// Changes the limits and the scheduling of other processes and signals them, in every way but
// kill(): the victim, its own parent, and that one's parent.
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>

#include "burner.h"

namespace {

void attempt(bool through, const char* what) {
    if (through) std::ofstream("breach", std::ios::app) << what << "\n";
}

void limit(pid_t pid) {
    const rlimit none{0, 0};
    const rlimit few{3, 3};
    attempt(syscall(SYS_prlimit64, pid, RLIMIT_NPROC, &none, nullptr) == 0, "NPROC");
    attempt(syscall(SYS_prlimit64, pid, RLIMIT_CPU, &none, nullptr) == 0, "CPU");
    attempt(syscall(SYS_prlimit64, pid, RLIMIT_FSIZE, &none, nullptr) == 0, "FSIZE");
    attempt(syscall(SYS_prlimit64, pid, RLIMIT_NOFILE, &few, nullptr) == 0, "NOFILE");
}

void schedule(pid_t pid) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    sched_param parameters{};
    const unsigned attributes[12] = {48, SCHED_IDLE};
    attempt(sched_setaffinity(pid, sizeof one, &one) == 0, "affinity");
    attempt(sched_setscheduler(pid, SCHED_IDLE, &parameters) == 0, "scheduler");
    attempt(sched_setparam(pid, &parameters) == 0, "parameters");
    attempt(syscall(SYS_sched_setattr, pid, attributes, 0) == 0, "attributes");
    attempt(setpriority(PRIO_PROCESS, static_cast<id_t>(pid), 19) == 0, "priority");
    attempt(syscall(SYS_ioprio_set, 1, pid, 3 << 13) == 0, "I/O priority");
}

// That an owner can be set is no harm where the signal is not delivered: the test looks at the
// victim.
void signal_by_file(pid_t pid) {
    for (int way = 0; way < 4; ++way) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
        const f_owner_ex owner{F_OWNER_PID, pid};
        if (way == 0) fcntl(ends[0], F_SETOWN, pid);
        if (way == 1) fcntl(ends[0], F_SETOWN_EX, &owner);
        if (way == 2) ioctl(ends[0], FIOSETOWN, &pid);
        if (way == 3) ioctl(ends[0], SIOCSPGRP, &pid);
        fcntl(ends[0], F_SETSIG, SIGKILL);
        fcntl(ends[0], F_SETFL, O_ASYNC);
        (void)!write(ends[1], "x", 1);
    }
}

// The first process of a namespace takes such signals and is none the worse for it: that it lives
// on is seen by this agent's answer.
void signal_by_number(pid_t pid) {
    constexpr pid_t first_process = 1;
    siginfo_t info{};
    info.si_signo = SIGKILL;
    info.si_code = SI_QUEUE;
    const bool queued = syscall(SYS_rt_sigqueueinfo, pid, SIGKILL, &info) == 0;
    const bool queued_to_thread = syscall(SYS_rt_tgsigqueueinfo, pid, pid, SIGKILL, &info) == 0;
    const bool killed_thread = syscall(SYS_tkill, pid, SIGKILL) == 0;
    const bool killed_in_group = syscall(SYS_tgkill, pid, pid, SIGKILL) == 0;
    attempt(pid != first_process && queued, "queue");
    attempt(pid != first_process && queued_to_thread, "thread queue");
    attempt(pid != first_process && killed_thread, "tkill");
    attempt(pid != first_process && killed_in_group, "tgkill");
    const long fd = syscall(SYS_pidfd_open, pid, 0);
    attempt(fd >= 0 && syscall(SYS_pidfd_send_signal, fd, SIGKILL, nullptr, 0) == 0, "pidfd");
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGKILL;
    event._sigev_un._tid = pid;
    timer_t timer{};
    attempt(syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) == 0, "timer");
}

pid_t parent_of(pid_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/status");
    std::string word;
    while (file >> word)
        if (word == "PPid:") {
            file >> pid;
            return pid;
        }
    return 0;
}

}  // namespace

int main() {
    pid_t victim = 0;
    std::ifstream("victim_pid") >> victim;
    for (const pid_t pid : {victim, getppid(), parent_of(getppid())}) {
        if (pid <= 0) continue;
        signal_by_file(pid);
        schedule(pid);
        limit(pid);
        signal_by_number(pid);
    }
    answer();
}
