// Learns what others do: their clocks, what they share, their directories, and a message to a
// socket of theirs.
#include <linux/kcmp.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include <cstring>
#include <ctime>
#include <fstream>
#include <string>

#include "burner.h"

namespace {
void attempt(bool through, const char* what) {
    if (through) std::ofstream("breach", std::ios::app) << what << "\n";
}
}  // namespace

int main() {
    pid_t victim = 0;
    std::string file;
    std::ifstream("victim_pid") >> victim;
    std::ifstream("victim_file") >> file;
    const std::string directory = file.substr(0, file.rfind('/'));

    attempt(syscall(SYS_kcmp, getpid(), victim, KCMP_VM, 0, 0) >= 0, "kcmp");
    timespec time{};
    const auto clock = static_cast<clockid_t>((~static_cast<unsigned>(victim) << 3U) | 2U);
    attempt(syscall(SYS_clock_gettime, clock, &time) == 0, "clock");
    const int watch = inotify_init1(0);
    for (const char* place : {"/tmp", "/", "/home", directory.c_str()})
        attempt(watch >= 0 && inotify_add_watch(watch, place, IN_ALL_EVENTS) >= 0, "inotify");
    attempt(syscall(SYS_fanotify_init, 0x200 /* FAN_REPORT_FID */, O_RDONLY) >= 0, "fanotify");
    const int fd = open("/usr", O_RDONLY | O_DIRECTORY);
    attempt(fd >= 0 && fcntl(fd, F_NOTIFY, DN_CREATE) == 0, "dnotify");
    attempt(prctl(PR_SET_DUMPABLE, 0) == 0, "dumpable");

    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    strncpy(address.sun_path, (directory + "/socket").c_str(), sizeof address.sun_path - 1);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0)
        attempt(true, "a datagram socket");  // as the address of sendmsg is out of a filter's sight
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
        auto* name = reinterpret_cast<sockaddr*>(&address);
        attempt(sendto(ends[0], "x", 1, 0, name, sizeof address) == 1, "sendto");
        attempt(connect(ends[0], name, sizeof address) == 0, "connect");
    }
    answer();
}
