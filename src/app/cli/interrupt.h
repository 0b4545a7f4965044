#pragma once
// Ctrl-C and SIGTERM as a request to stop in good order.

#include <stop_token>
#include <thread>

namespace zerosum::cli {

// While one lives, the first signal requests a stop; a second one ends the process at once.
class Interrupt {
 public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    // The same as a signal, from within.
    void request_stop() { source_.request_stop(); }

    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
    std::stop_source source_;
    std::jthread watcher_;
};

}  // namespace zerosum::cli
