#include "app/web/work_queue.h"

#include <algorithm>
#include <utility>

namespace zerosum::web {

WorkQueue::WorkQueue(unsigned threads) {
    moves_.allowed = threads;
    background_.allowed = std::max(1U, threads - std::min(threads, 1U));
    threads_.reserve(threads);
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

void WorkQueue::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

bool WorkQueue::submit(const std::string& customer, Urgency urgency, Job job) {
    {
        const std::lock_guard lock(mutex_);
        Lane& lane = urgency == Urgency::Move ? moves_ : background_;
        if (stopping_ || waiting_ >= max_waiting) return false;
        std::deque<Job>& queue = lane.jobs[customer];
        if (queue.size() >= max_waiting_of_one) return false;
        if (queue.empty()) lane.ring.push_back(customer);
        queue.push_back(std::move(job));
        ++waiting_;
    }
    changed_.notify_one();
    return true;
}

WorkQueue::Load WorkQueue::load() const {
    const std::lock_guard lock(mutex_);
    return {waiting_, moves_.running + background_.running};
}

bool WorkQueue::pick(Picked& picked) {
    for (Lane* lane : {&moves_, &background_}) {
        if (lane->running >= lane->allowed) continue;
        const auto next =
            std::find_if(lane->ring.begin(), lane->ring.end(),
                         [&](const std::string& each) { return !busy_.contains(each); });
        if (next == lane->ring.end()) continue;
        picked.customer = *next;
        picked.lane = lane;
        lane->ring.erase(next);
        const auto found = lane->jobs.find(picked.customer);
        picked.job = std::move(found->second.front());
        found->second.pop_front();
        if (found->second.empty())
            lane->jobs.erase(found);
        else
            lane->ring.push_back(picked.customer);
        return true;
    }
    return false;
}

void WorkQueue::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        Picked picked;
        changed_.wait(lock, [&] { return stopping_ || pick(picked); });
        if (!picked.job) return;
        --waiting_;
        ++picked.lane->running;
        busy_.insert(picked.customer);
        lock.unlock();
        picked.job();
        picked.job = nullptr;  // what it holds is let go outside the lock
        lock.lock();
        --picked.lane->running;
        busy_.erase(picked.customer);
        changed_.notify_all();
    }
}

}  // namespace zerosum::web
