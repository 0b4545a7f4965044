#pragma once
// Threads that share numbered jobs, report them in order, and end together.
//
//   WorkerPool pool(games, stop);
//   Result<void> done = pool.run(threads, [&]() -> Result<void> {
//       Result<Seats> seats = Seats::make();  // what a thread keeps from job to job
//       if (!seats) return tl::unexpected(seats.error());
//       while (const std::optional<int> game = pool.take()) {
//           pool.report(*game, [&seen, result = seats->play(*game, pool.token())] {
//               return seen(result);  // in the order of the numbers; false ends the pool
//           });
//       }
//       return {};
//   });

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>

#include "core/result.h"

namespace zerosum {

class WorkerPool {
 public:
    // Jobs are numbered 0..jobs-1. A request on `stop` ends the pool.
    explicit WorkerPool(int jobs = 0, std::stop_token stop = {});
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    // Calls `work` on each of `threads` threads and returns when all of them have; the first error
    // that one returned ends the pool and is returned. The calling thread is one of the threads,
    // unless it has something to do `meanwhile`: then `ended` says when the last thread has
    // returned. May be called once.
    [[nodiscard]] Result<void> run(
        int threads, const std::function<Result<void>()>& work,
        const std::function<void(const std::stop_token& ended)>& meanwhile = {});

    // For the threads of `run`, which may call them at the same time.

    // The next job; nothing when all are taken or the pool is to end.
    [[nodiscard]] std::optional<int> take();

    // Calls `callback` when every job before this one was reported, on the thread that reported the
    // last of them. Calls never overlap; they must not call the pool. False ends it; once it is to
    // end, no more is reported.
    void report(int job, std::function<bool()> callback);

    // Ends the pool with this error, if it is the first.
    void fail_with(Error error);

    // Requested when the pool is to end.
    [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
    const int jobs_;
    std::stop_source stop_;
    std::stop_callback<std::function<void()>> forward_;
    std::mutex mutex_;
    int next_ = 0;
    int reported_ = 0;
    std::map<int, std::function<bool()>> waiting_;  // for jobs before them to be reported
    std::optional<Error> error_;
};

}  // namespace zerosum
