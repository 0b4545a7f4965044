#include "background_work.h"

#include <pybind11/pybind11.h>

#include <chrono>
#include <thread>

namespace zerosum::python {

namespace {
constexpr std::chrono::milliseconds kBetweenLooks{50};  // at the signals
}

const std::function<void()>* BackgroundWork::next(bool& ended) {
    const pybind11::gil_scoped_release release;
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kBetweenLooks, [&] { return call_ != nullptr || ended_; });
    ended = ended_;
    return call_;
}

void BackgroundWork::raised() {
    if (!raised_) raised_ = std::current_exception();
    stop_.request_stop();
}

void BackgroundWork::run(const std::function<void(std::stop_token)>& work) {
    std::exception_ptr failure;
    std::thread worker([&] {
        try {
            work(stop_.get_token());
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        ended_ = true;
        changed_.notify_all();
    });
    for (bool ended = false; !ended;) {
        const std::function<void()>* call = next(ended);
        try {
            if (call != nullptr && !raised_) (*call)();
            if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
        } catch (...) {
            raised();
        }
        if (call == nullptr) continue;
        const std::lock_guard lock(mutex_);
        call_ = nullptr;
        changed_.notify_all();
    }
    {
        const pybind11::gil_scoped_release release;
        worker.join();
    }
    if (raised_) std::rethrow_exception(raised_);
    if (failure) std::rethrow_exception(failure);
}

bool BackgroundWork::in_python(const std::function<void()>& call) {
    std::unique_lock lock(mutex_);
    call_ = &call;
    changed_.notify_all();
    changed_.wait(lock, [&] { return call_ == nullptr; });
    return !stop_.stop_requested();
}

}  // namespace zerosum::python
