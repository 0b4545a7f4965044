#pragma once
// Long work beside the interpreter: it runs on a thread of its own without Python's lock, while the
// calling thread watches for Ctrl-C and does what the work wants done in Python.

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>

namespace zerosum::python {

class BackgroundWork {
 public:
    // Called with Python's lock held, which others may take until this returns. Ctrl-C, and an
    // exception of a call, stop the work and are raised when it has ended.
    void run(const std::function<void(std::stop_token)>& work);

    // From within the work: has the calling thread do this, with Python's lock held. False: it
    // raised, and the work is to end.
    [[nodiscard]] bool in_python(const std::function<void()>& call);

 private:
    // Waits for a call or the end, a while at most. Null: neither came, or the end.
    [[nodiscard]] const std::function<void()>* next(bool& ended);
    void raised();

    std::mutex mutex_;
    std::condition_variable changed_;
    const std::function<void()>* call_ = nullptr;
    bool ended_ = false;
    std::stop_source stop_;
    std::exception_ptr raised_;
};

}  // namespace zerosum::python
