#include "app/web/work_queue.h"

#include <algorithm>
#include <utility>

#include "core/cpu_clock.h"

namespace zerosum::web {

WorkQueue::WorkQueue(unsigned threads, const Budget& budget)
    : budget_(budget), threads_wanted_(threads) {
    const unsigned all = threads == 0 ? 0 : threads + 1;
    threads_.reserve(all);
    for (unsigned i = 0; i < all; ++i) threads_.emplace_back([this] { run(); });
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

WorkQueue::Visitors::iterator WorkQueue::find(const std::string& visitor) {
    const auto found = std::find_if(visitors_.begin(), visitors_.end(),
                                    [&](const Visitor& each) { return each.name == visitor; });
    if (found != visitors_.end()) return found;
    forget_idle();
    return visitors_.insert(visitors_.end(), Visitor{.name = visitor, .credit = budget_.saved});
}

void WorkQueue::refill(Visitor& visitor) const {
    const Clock::time_point now = Clock::now();
    visitor.credit = std::min(budget_.saved,
                              visitor.credit + Seconds(now - visitor.counted) * budget_.per_second);
    visitor.counted = now;
}

// A visitor with nothing to do and a full budget is as good as one never seen.
void WorkQueue::forget_idle() {
    std::erase_if(visitors_, [&](Visitor& each) {
        if (each.waiting + each.running > 0) return false;
        refill(each);
        return each.credit == budget_.saved;
    });
}

bool WorkQueue::submit(const Customer& customer, Urgency urgency, Job job) {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_ || waiting_ >= max_waiting) return false;
        Visitor& visitor = *find(customer.visitor);
        if (visitor.waiting >= max_waiting_of_visitor) return false;
        std::deque<Line>& lines = visitor.lines[static_cast<std::size_t>(urgency)];
        const auto found = std::find_if(lines.begin(), lines.end(), [&](const Line& each) {
            return each.customer == customer.name;
        });
        if (found != lines.end() && found->jobs.size() >= max_waiting_of_customer) return false;
        Line& line = found != lines.end() ? *found : lines.emplace_back(Line{customer.name, {}});
        line.jobs.push_back(std::move(job));
        ++visitor.waiting;
        ++waiting_;
    }
    changed_.notify_one();
    return true;
}

WorkQueue::Load WorkQueue::load() const {
    const std::lock_guard lock(mutex_);
    return {waiting_, running_};
}

bool WorkQueue::may_start(const Visitor& visitor, Urgency urgency) const {
    const std::size_t background_limit = std::max<std::size_t>(1, threads_wanted_ - 1);
    if (urgency == Urgency::Background && running_background_ >= background_limit) return false;
    if (running_ < threads_wanted_) return true;
    return running_ == threads_wanted_ && urgency == Urgency::Reply && visitor.running == 0 &&
           visitor.credit > Seconds{0};
}

bool WorkQueue::pick(Picked& picked) {
    for (Visitor& visitor : visitors_) refill(visitor);
    for (const bool in_credit : {true, false})
        for (const Urgency urgency : {Urgency::Reply, Urgency::Look, Urgency::Background})
            if (pick(picked, urgency, in_credit)) return true;
    return false;
}

bool WorkQueue::pick(Picked& picked, Urgency urgency, bool in_credit) {
    for (auto visitor = visitors_.begin(); visitor != visitors_.end(); ++visitor) {
        if ((visitor->credit > Seconds{0}) != in_credit || !may_start(*visitor, urgency)) continue;
        std::deque<Line>& lines = visitor->lines[static_cast<std::size_t>(urgency)];
        const auto next = std::find_if(lines.begin(), lines.end(), [&](const Line& each) {
            return !busy_.contains(each.customer);
        });
        if (next == lines.end()) continue;
        Line line = std::move(*next);
        lines.erase(next);
        picked = {std::move(line.jobs.front()), line.customer, visitor, urgency};
        line.jobs.pop_front();
        if (!line.jobs.empty()) lines.push_back(std::move(line));
        visitors_.splice(visitors_.end(), visitors_, visitor);
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
        Visitor& visitor = *picked.visitor;  // stays: it has a job that runs
        const std::size_t background = picked.urgency == Urgency::Background ? 1 : 0;
        --waiting_;
        --visitor.waiting;
        ++running_;
        ++visitor.running;
        running_background_ += background;
        busy_.insert(picked.customer);
        lock.unlock();
        const Seconds began = thread_cpu();
        picked.job();
        picked.job = nullptr;  // what it holds is let go outside the lock
        const Seconds spent = thread_cpu() - began;
        lock.lock();
        refill(visitor);
        // A debt is forgiven in the time in which a budget refills.
        visitor.credit = std::max(visitor.credit - spent, -budget_.saved);
        --running_;
        --visitor.running;
        running_background_ -= background;
        busy_.erase(picked.customer);
        changed_.notify_all();
    }
}

}  // namespace zerosum::web
