#include "app/cli/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>

namespace zerosum::cli {

namespace {

std::atomic<int> signals_seen = 0;
static_assert(std::atomic<int>::is_always_lock_free);

// Only what is safe in a signal handler. Handlers, unlike blocked signals, are not inherited by
// the programs we start.
void note_signal(int /*signal*/) {
    if (++signals_seen > 1) ::_exit(130);
}

}  // namespace

Interrupt::Interrupt() {
    signals_seen = 0;
    std::signal(SIGINT, note_signal);
    std::signal(SIGTERM, note_signal);
    watcher_ = std::jthread([this](const std::stop_token& done) {
        while (!done.stop_requested() && signals_seen == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        if (signals_seen > 0) source_.request_stop();
    });
}

Interrupt::~Interrupt() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

}  // namespace zerosum::cli
