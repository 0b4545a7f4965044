#pragma once
// Held by a call that uses an object made for one thread at a time. Such a call gives up Python's
// lock, so a call of another thread may begin meanwhile: that one raises RuntimeError.

#include <fmt/format.h>

#include <atomic>
#include <stdexcept>
#include <string_view>

namespace zerosum::python {

class InUse {
 public:
    // `what` is the object, as in "engine".
    InUse(std::atomic<bool>& busy, std::string_view what) : busy_(busy) {
        if (busy_.exchange(true))
            throw std::runtime_error(
                fmt::format("this {} is in use by another thread: make one each", what));
    }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;
    ~InUse() { busy_ = false; }

 private:
    std::atomic<bool>& busy_;
};

}  // namespace zerosum::python
