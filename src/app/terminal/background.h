#pragma once
// Thinking beside the screen: one job at a time in a thread of its own, polled by the
// screen's thread, which never waits for it.

#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "players/player.h"

namespace zerosum::terminal {

// News is what the job tells on the way.
template <typename Answer, typename News = Thought>
class Background {
 public:
    using Report = std::function<void(const News&)>;
    // Runs in the thread; should return soon after a stop is requested.
    using Job = std::function<Answer(const std::stop_token&, const Report&)>;

    Background() = default;
    ~Background() { stop(); }
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    // A job under way is stopped first.
    void start(Job job) {
        stop();
        thread_ = std::jthread(
            [this, job = std::move(job)](const std::stop_token& token) { run(job, token); });
    }

    // Asks the job to come to its end. Its answer can still be taken.
    void hurry() { thread_.request_stop(); }

    // Ends the job and forgets what it found. Waits for it to return.
    void stop() {
        if (!thread_.joinable()) return;
        thread_.request_stop();
        thread_.join();
        const std::lock_guard lock(mutex_);
        news_.reset();
        answer_.reset();
        failure_ = nullptr;
    }

    // Whether there is a job whose answer has not been taken.
    [[nodiscard]] bool busy() const { return thread_.joinable(); }

    // The latest that it told.
    [[nodiscard]] std::optional<News> news() const {
        const std::lock_guard lock(mutex_);
        return news_;
    }

    // The answer, once; nothing while the job runs. What the job threw is thrown here.
    [[nodiscard]] std::optional<Answer> take() {
        std::optional<Answer> answer;
        std::exception_ptr failure;
        {
            const std::lock_guard lock(mutex_);
            if (!answer_ && !failure_) return std::nullopt;
            answer = std::move(answer_);
            failure = failure_;
        }
        stop();
        if (failure) std::rethrow_exception(failure);
        return answer;
    }

 private:
    void run(const Job& job, const std::stop_token& token) {
        const Report report = [this](const News& news) {
            const std::lock_guard lock(mutex_);
            news_ = news;
        };
        try {
            Answer answer = job(token, report);
            const std::lock_guard lock(mutex_);
            answer_ = std::move(answer);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
        }
    }

    mutable std::mutex mutex_;
    std::optional<News> news_;
    std::optional<Answer> answer_;
    std::exception_ptr failure_;
    std::jthread thread_;  // last: it must end before what it writes to
};

}  // namespace zerosum::terminal
