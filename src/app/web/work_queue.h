#pragma once
// A bounded pool of threads that visitors share fairly. Visitors take turns; the games and
// analyses of one visitor take turns within its turns. So who asks for much delays nobody else:
//
//   visitor a   game 1: job job    game 2: job        served: a1 b7 c3 a2 b7 a1 ...
//   visitor b   game 7: job job
//   visitor c   game 3: job
//
// Every visitor has a budget of engine seconds that refills. Who has spent more than that is not
// refused, but goes after all who have not: a machine that nobody else wants may be used up.

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/units.h"

namespace zerosum::web {

// For whom a job is done. `name` is unique among all: a game's id, "analysis 7".
struct Customer {
    std::string visitor;
    std::string name;
};

// CPU seconds of a visitor's jobs: so many saved up at most, refilled at this rate.
struct Budget {
    Seconds saved{60};
    double per_second = 0.25;
};

class WorkQueue {
 public:
    // In the order in which they are done: a person waits for the answer; a person waits, but may
    // look at something meanwhile; nobody waits.
    enum class Urgency { Reply, Look, Background };
    using Job = std::function<void()>;

    // Background work leaves one thread free where there is more than one. There is one thread more
    // than asked for. A reply takes it when all others are busy, so as not to wait for the end of a
    // long job; its visitor must be within its budget and have nothing else being done. With no
    // threads nothing runs: for tests of what comes before the queue.
    explicit WorkQueue(unsigned threads, const Budget& budget = {});
    ~WorkQueue() { stop(); }
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    // Jobs of one customer run in order, one after the other. False when too much waits already,
    // for this customer, this visitor or in all; the job is then dropped. A job must not throw.
    [[nodiscard]] bool submit(const Customer& customer, Urgency urgency, Job job);

    // Waits for what runs, drops what waits, takes nothing more.
    void stop();

    struct Load {
        std::size_t waiting = 0;
        std::size_t running = 0;
    };
    [[nodiscard]] Load load() const;

    static constexpr std::size_t max_waiting = 4096;
    static constexpr std::size_t max_waiting_of_visitor = 256;
    static constexpr std::size_t max_waiting_of_customer = 32;

 private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t urgencies = 3;

    struct Line {
        std::string customer;
        std::deque<Job> jobs;  // not empty
    };
    struct Visitor {
        std::string name;
        std::array<std::deque<Line>, urgencies> lines = {};  // the one just served goes to the end
        Seconds credit{0};                                   // as of `counted`
        Clock::time_point counted = Clock::now();
        std::size_t waiting = 0;
        std::size_t running = 0;
    };
    using Visitors = std::list<Visitor>;
    struct Picked {
        Job job;
        std::string customer;
        Visitors::iterator visitor;
        Urgency urgency = Urgency::Reply;
    };

    // All of these want the lock held.
    [[nodiscard]] Visitors::iterator find(const std::string& visitor);
    [[nodiscard]] bool may_start(const Visitor& visitor, Urgency urgency) const;
    [[nodiscard]] bool pick(Picked& picked);
    [[nodiscard]] bool pick(Picked& picked, Urgency urgency, bool in_credit);
    void refill(Visitor& visitor) const;
    void forget_idle();

    void run();

    Budget budget_;
    std::size_t threads_wanted_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    Visitors visitors_;           // in the order of their turns
    std::set<std::string> busy_;  // customers whose job runs
    std::size_t waiting_ = 0;
    std::size_t running_ = 0;
    std::size_t running_background_ = 0;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace zerosum::web
