#pragma once
// Positions analysed and games reviewed, on the queue's threads, for as long as they are watched.
// A visitor has so many of each at most: a new one then takes the place of that visitor's oldest,
// whose watchers are told.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "app/web/http.h"
#include "app/web/json_fwd.h"
#include "app/web/work_queue.h"
#include "core/units.h"
#include "games/any_game.h"

namespace zerosum::web {

class Analyst {
 public:
    explicit Analyst(WorkQueue& queue);
    ~Analyst();
    Analyst(const Analyst&) = delete;
    Analyst& operator=(const Analyst&) = delete;

    // Every move of the position valued, the best `lines` searched deeper. The position must
    // not be over.
    [[nodiscard]] Stream analyse(const std::string& visitor, PositionPtr position, int lines,
                                 Seconds time);

    // A game to be reviewed: from `start`, these moves, `komi` for who moves second. Answers its
    // number.
    [[nodiscard]] Asked<Json> add_review(const std::string& visitor, PositionPtr start,
                                         const std::vector<std::string>& moves,
                                         Seconds time_per_move, Score komi = 0);
    [[nodiscard]] Asked<Stream> watch_review(const std::string& id);

    // Ends every analysis and every review: the program wants to end.
    void hurry();

    static constexpr std::size_t max_analyses_of_visitor = 16;
    static constexpr std::size_t max_reviews_of_visitor = 16;
    static constexpr std::size_t max_reviews = 1024;

 private:
    struct Analysis {
        std::string visitor;
        EventSink sink;
        std::stop_source stop = {};
    };
    struct Review;
    class ReviewWatcher;
    class AnalysisJob;
    using ReviewPtr = std::shared_ptr<Review>;

    // All of these want the lock held.
    void replace_oldest_analysis(const std::string& visitor);
    void make_room_for_review(const std::string& visitor);
    void go_on(const ReviewPtr& review);

    void review_next(const ReviewPtr& review);

    WorkQueue& queue_;
    std::mutex mutex_;
    std::map<std::string, ReviewPtr> reviews_;  // oldest first
    std::stop_source reviewing_;                // of all of them
    std::map<std::uint64_t, Analysis> analyses_;
    std::uint64_t next_ = 1;
};

}  // namespace zerosum::web
