#pragma once
// A bounded pool of threads that serves every customer in turn, so that fifty games share two
// cores fairly. A customer with many jobs delays only its own.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace zerosum::web {

class WorkQueue {
 public:
    enum class Urgency { Move, Background };
    using Job = std::function<void()>;

    // Background work leaves one thread free for moves where there is more than one. With no
    // threads nothing runs: for tests of what comes before the queue.
    explicit WorkQueue(unsigned threads);
    ~WorkQueue() { stop(); }
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    // Jobs of one customer run in order, one after the other. False when too much waits already,
    // for this customer or in all; the job is then dropped. A job must not throw.
    [[nodiscard]] bool submit(const std::string& customer, Urgency urgency, Job job);

    // Waits for what runs, drops what waits, takes nothing more.
    void stop();

    struct Load {
        std::size_t waiting = 0;
        std::size_t running = 0;
    };
    [[nodiscard]] Load load() const;

    static constexpr std::size_t max_waiting = 4096;
    static constexpr std::size_t max_waiting_of_one = 8;

 private:
    // The customers with waiting jobs stand in a ring; the one just served goes to its end.
    struct Lane {
        std::deque<std::string> ring;
        std::map<std::string, std::deque<Job>> jobs;
        std::size_t running = 0;
        std::size_t allowed = 0;  // threads that may work for this lane at once
    };
    struct Picked {
        Job job;
        std::string customer;
        Lane* lane = nullptr;
    };
    [[nodiscard]] bool pick(Picked& picked);
    void run();

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    Lane moves_;
    Lane background_;
    std::set<std::string> busy_;  // customers whose job runs
    std::size_t waiting_ = 0;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace zerosum::web
