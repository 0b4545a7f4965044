#include "core/worker_pool.h"

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace zerosum {

WorkerPool::WorkerPool(int jobs, std::stop_token stop)
    : jobs_(jobs), forward_(std::move(stop), [this] { stop_.request_stop(); }) {}

Result<void> WorkerPool::run(int threads, const std::function<Result<void>()>& work,
                             const std::function<void(const std::stop_token&)>& meanwhile) {
    std::atomic<int> at_work = threads;
    std::stop_source ended;
    const auto body = [&] {
        if (const Result<void> done = work(); !done) fail_with(done.error());
        if (--at_work == 0) ended.request_stop();
    };
    {
        std::vector<std::jthread> others;
        for (int i = meanwhile ? 0 : 1; i < threads; ++i) others.emplace_back(body);
        if (meanwhile) {
            meanwhile(ended.get_token());
        } else {
            body();
        }
    }
    if (error_) return tl::unexpected(*error_);
    return {};
}

std::optional<int> WorkerPool::take() {
    const std::lock_guard lock(mutex_);
    if (stop_.stop_requested() || next_ >= jobs_) return std::nullopt;
    return next_++;
}

void WorkerPool::report(int job, std::function<bool()> callback) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(job, std::move(callback));
    for (auto first = waiting_.begin();
         first != waiting_.end() && first->first == reported_ && !stop_.stop_requested();
         first = waiting_.begin()) {
        if (!first->second()) stop_.request_stop();
        waiting_.erase(first);
        ++reported_;
    }
}

void WorkerPool::fail_with(Error error) {
    {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::move(error);
    }
    stop_.request_stop();
}

}  // namespace zerosum
