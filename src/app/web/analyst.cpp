#include "app/web/analyst.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "app/view/board_json.h"
#include "app/view/review_json.h"
#include "app/web/json.h"
#include "arena/review/review.h"
#include "search/any_searcher.h"

namespace zerosum::web {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kHashBytes = std::size_t{32} << 20U;
constexpr Seconds kBetweenUpdates{0.15};

// What is known of every move. A first, shallow search ranks them all; a deeper one replaces the
// values of the best. A move that only the shallow search has valued keeps its distance to the best
// one of that search, but is never shown better than the worst of those searched deeply.
class MoveValues {
 public:
    void take_shallow(const SearchResult<AnyMove>& analysis) { shallow_ = analysis.lines; }
    void take_deep(const SearchResult<AnyMove>& analysis) { deep_ = analysis.lines; }

    [[nodiscard]] std::vector<SearchLine<AnyMove>> merged() const {
        if (deep_.empty() || shallow_.empty()) return deep_.empty() ? shallow_ : deep_;
        std::vector<SearchLine<AnyMove>> lines = deep_;
        const Score shift = deep_.front().score - shallow_.front().score;
        for (const SearchLine<AnyMove>& line : shallow_) {
            const bool known = std::any_of(
                deep_.begin(), deep_.end(),
                [&](const SearchLine<AnyMove>& each) { return each.move == line.move; });
            if (known) continue;
            lines.push_back(line);
            if (!line.exact) lines.back().score = std::min(line.score + shift, deep_.back().score);
        }
        std::stable_sort(lines.begin(), lines.end(),
                         [](const SearchLine<AnyMove>& a, const SearchLine<AnyMove>& b) {
                             return a.score > b.score;
                         });
        return lines;
    }

 private:
    std::vector<SearchLine<AnyMove>> shallow_;
    std::vector<SearchLine<AnyMove>> deep_;
};

std::string analysis_text(const AnyPosition& position,
                          const std::vector<SearchLine<AnyMove>>& lines, int detailed,
                          std::uint64_t nodes, Seconds cpu) {
    Json moves = Json::array();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const SearchLine<AnyMove>& line = lines[i];
        Json move{{"name", position.move_name(line.move)},
                  {"score", line.score},
                  {"margin", view::margin_of(position, line.score)},
                  {"lost", lines.front().score - line.score},
                  {"depth", line.depth},
                  {"exact", line.exact}};
        if (i < static_cast<std::size_t>(detailed)) move["line"] = line_names(position, line.pv);
        moves.push_back(std::move(move));
    }
    return to_text({{"depth", lines.empty() ? 0 : lines.front().depth},
                    {"nodes", nodes},
                    {"cpu", cpu.count()},
                    {"exact", !lines.empty() && lines.front().exact},
                    {"margin", lines.empty() ? position.lead(Side::One)
                                             : view::margin_of(position, lines.front().score)},
                    {"moves", moves}});
}

// One position's analysis in two jobs. The first is short and done as soon as a move would be, so
// that a newly opened board shows something at once; the second has the rest of the time and waits
// for its turn among the others.
class PositionSearch {
 public:
    enum class Next { Deeper, Nothing };

    PositionSearch(std::shared_ptr<AnyPosition> position, int lines, Seconds time, EventSink sink)
        : position_(std::move(position)), lines_(lines), time_(time), sink_(std::move(sink)) {}

    void stop_on(std::stop_token stop) { stop_ = std::move(stop); }

    // Values every move.
    [[nodiscard]] Next first_search() {
        if (stop_.stop_requested()) return Next::Nothing;
        const Seconds time = first_time();
        const SearchResult<AnyMove> wide =
            run(static_cast<int>(position_->moves().size()), time, &MoveValues::take_shallow);
        const bool exact = std::all_of(wide.lines.begin(), wide.lines.end(),
                                       [](const SearchLine<AnyMove>& each) { return each.exact; });
        if (!exact && !stop_.stop_requested()) return Next::Deeper;
        send_done();
        return Next::Nothing;
    }

    // Values the best moves with the time that is left.
    void search_deeper() {
        if (stop_.stop_requested()) return;
        const int moves = static_cast<int>(position_->moves().size());
        run(std::min(moves, lines_), time_ - first_time(), &MoveValues::take_deep);
        send_done();
    }

    void send_done() const { sink_({"done", "{}", true}); }

 private:
    [[nodiscard]] Seconds first_time() const { return std::min(Seconds{0.6}, time_ / 4); }

    SearchResult<AnyMove> run(int lines, Seconds time,
                              void (MoveValues::*take)(const SearchResult<AnyMove>&)) {
        SearchLimits limits;
        limits.stop = stop_;
        limits.set_time(time);
        limits.lines = lines;
        Clock::time_point sent_at = Clock::now() - std::chrono::hours(1);
        SearchResult<AnyMove> found = analyze(
            *position_, limits,
            [&](const SearchResult<AnyMove>& at) {
                (values_.*take)(at);
                if (Seconds(Clock::now() - sent_at) < kBetweenUpdates) return;
                sent_at = Clock::now();
                send(at);
            },
            kHashBytes);
        (values_.*take)(found);
        send(found);
        nodes_ += found.nodes;
        cpu_ += found.cpu;
        return found;
    }

    void send(const SearchResult<AnyMove>& at) const {
        sink_({"analysis", analysis_text(*position_, values_.merged(), lines_, nodes_ + at.nodes,
                                         cpu_ + at.cpu)});
    }

    std::shared_ptr<AnyPosition> position_;
    int lines_;
    Seconds time_;
    EventSink sink_;
    std::stop_token stop_;
    MoveValues values_;
    std::uint64_t nodes_ = 0;  // of the searches before this one
    Seconds cpu_{0};
};

Event failed(std::string_view message) {
    return {"failed", to_text({{"message", message}}), true};
}

Json rounded(double x) {
    return std::round(x * 10) / 10;
}

Event review_end(const std::vector<ReviewedMove>& moves, Score komi) {
    Json sides = Json::array();
    for (const std::optional<double>& side : accuracy(moves))
        sides.push_back(side ? rounded(*side) : Json());
    return {"done", to_text({{"accuracy", sides}, {"moments", decisive_moments(moves, komi)}}),
            true};
}

}  // namespace

// Keeps one analysis going; its end stops the search.
class Analyst::AnalysisJob final : public Subscription {
 public:
    AnalysisJob(Analyst& analyst, std::uint64_t number) : analyst_(analyst), number_(number) {}
    ~AnalysisJob() override {
        const std::lock_guard lock(analyst_.mutex_);
        analyst_.analyses_.at(number_).stop.request_stop();
        analyst_.analyses_.erase(number_);
    }

 private:
    Analyst& analyst_;
    std::uint64_t number_;
};

Analyst::Analyst(WorkQueue& queue) : queue_(queue) {}
Analyst::~Analyst() = default;

Stream Analyst::analyse(const std::string& visitor, PositionPtr position, int lines, Seconds time) {
    const std::shared_ptr<AnyPosition> board = std::move(position);
    return [this, visitor, board, lines, time](const EventSink& sink) -> SubscriptionPtr {
        auto search = std::make_shared<PositionSearch>(board, lines, time, sink);
        std::uint64_t number = 0;
        {
            const std::lock_guard lock(mutex_);
            replace_oldest_analysis(visitor);
            number = next_++;
            const auto added = analyses_.emplace(number, Analysis{visitor, sink}).first;
            search->stop_on(added->second.stop.get_token());
        }
        const Customer customer{visitor, fmt::format("analysis {}", number)};
        const auto look = [this, customer, search] {
            if (search->first_search() == PositionSearch::Next::Deeper &&
                !queue_.submit(customer, WorkQueue::Urgency::Background,
                               [search] { search->search_deeper(); }))
                search->send_done();
        };
        if (!queue_.submit(customer, WorkQueue::Urgency::Look, look))
            sink(failed("The engine has too much to do. Try again."));
        return std::make_unique<AnalysisJob>(*this, number);
    };
}

void Analyst::replace_oldest_analysis(const std::string& visitor) {
    std::vector<Analysis*> own;
    for (auto& [number, each] : analyses_)
        if (each.visitor == visitor && !each.stop.stop_requested()) own.push_back(&each);
    if (own.size() < max_analyses_of_visitor) return;
    own.front()->stop.request_stop();
    own.front()->sink(failed("A newer analysis of yours took the place of this one."));
}

void Analyst::hurry() {
    const std::lock_guard lock(mutex_);
    for (auto& [number, each] : analyses_) each.stop.request_stop();
    reviewing_.request_stop();
}

// Watchers that come later are sent what the others saw, so `sent` keeps it.
struct Analyst::Review {
    std::string id;
    std::string visitor;
    PositionPtr position;  // before the move to be reviewed next; its thread's alone
    std::vector<std::optional<AnyMove>> moves;  // none: a pass
    Seconds time{0};
    Score komi = 0;  // from side 1's view
    std::vector<ReviewedMove> reviewed;
    std::vector<Event> sent;  // from the first ply on
    std::map<std::uint64_t, EventSink> watchers;
    bool working = false;
    bool done = false;               // nothing more will be sent
    std::optional<Appraisal> known;  // of `position`, if it was looked at
};

class Analyst::ReviewWatcher final : public Subscription {
 public:
    ReviewWatcher(Analyst& analyst, ReviewPtr review, std::uint64_t number)
        : analyst_(analyst), review_(std::move(review)), number_(number) {}
    ~ReviewWatcher() override {
        const std::lock_guard lock(analyst_.mutex_);
        review_->watchers.erase(number_);
    }

 private:
    Analyst& analyst_;
    ReviewPtr review_;
    std::uint64_t number_;
};

Asked<Json> Analyst::add_review(const std::string& visitor, PositionPtr start,
                                const std::vector<std::string>& moves, Seconds time_per_move,
                                Score komi) {
    auto review = std::make_shared<Review>();
    review->visitor = visitor;
    review->time = time_per_move;
    review->komi = start->mover() == Side::One ? -komi : komi;
    const PositionPtr at = start->clone();
    review->position = std::move(start);
    for (const std::string& name : moves) {
        if (at->over()) return refuse(400, "bad_request", "There are moves after the end.");
        if (name == kPass) {
            review->moves.emplace_back();
            at->pass();
            continue;
        }
        const Judged<AnyMove> move = at->parse_move(name);
        if (!move)
            return refuse(
                400, "bad_request",
                fmt::format("Move {}: {}", review->moves.size() + 1, move.error().sentence));
        review->moves.emplace_back(*move);
        at->play(*move);
    }
    const std::lock_guard lock(mutex_);
    make_room_for_review(visitor);
    review->id = fmt::format("{:08}", next_++);
    reviews_[review->id] = review;
    return Json{{"id", review->id}};
}

// The visitor's oldest goes, of those that nobody watches if there are such; or, when all visitors
// together have too many, the oldest of all.
void Analyst::make_room_for_review(const std::string& visitor) {
    const auto own = [&](const auto& each) { return each.second->visitor == visitor; };
    auto leaves = reviews_.end();
    if (std::count_if(reviews_.begin(), reviews_.end(), own) >=
        static_cast<std::ptrdiff_t>(max_reviews_of_visitor)) {
        leaves = std::find_if(reviews_.begin(), reviews_.end(), [&](const auto& each) {
            return own(each) && each.second->watchers.empty();
        });
        if (leaves == reviews_.end()) leaves = std::find_if(reviews_.begin(), reviews_.end(), own);
    } else if (reviews_.size() >= max_reviews) {
        leaves = reviews_.begin();
    }
    if (leaves == reviews_.end()) return;
    leaves->second->done = true;
    for (const auto& [number, sink] : leaves->second->watchers)
        sink(failed("A newer review took the place of this one."));
    reviews_.erase(leaves);
}

Asked<Stream> Analyst::watch_review(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto found = reviews_.find(id);
    if (found == reviews_.end()) return refuse(404, "not_found", "There is no such review.");
    return [this, review = found->second](EventSink sink) -> SubscriptionPtr {
        const std::lock_guard watching(mutex_);
        for (const Event& event : review->sent) sink(event);
        if (review->done) sink(review_end(review->reviewed, review->komi));
        const std::uint64_t number = next_++;
        review->watchers[number] = std::move(sink);
        go_on(review);
        return std::make_unique<ReviewWatcher>(*this, review, number);
    };
}

// A review works only while it has watchers.
void Analyst::go_on(const ReviewPtr& review) {
    if (review->done || review->working || review->watchers.empty()) return;
    review->working =
        queue_.submit({review->visitor, "review " + review->id}, WorkQueue::Urgency::Background,
                      [this, review] { review_next(review); });
}

void Analyst::review_next(const ReviewPtr& review) {
    std::size_t ply = 0;
    std::optional<Appraisal> known;
    const std::stop_token stop = reviewing_.get_token();
    {
        const std::lock_guard lock(mutex_);
        ply = review->sent.size();
        known = review->known;
    }
    std::optional<ReviewedMove> move;
    std::optional<Event> event;
    PositionPtr after;
    if (ply < review->moves.size()) {
        const AnyPosition& before = *review->position;
        const std::optional<AnyMove> played = review->moves[ply];
        // By nodes, so that a review is the same on a busy machine and as `zerosum review`; by time
        // as well, since a visitor waits.
        Judge judge(before.game(), JudgeLimits{.nodes = review_nodes(review->moves.size()),
                                               .time = review->time,
                                               .stop = stop,
                                               .hash_bytes = kHashBytes});
        move = review_move(judge, before, played, known);
        move->number = ply;
        event = Event{"ply", to_text(view::reviewed_json(before, *move, review->komi))};
        after = before.clone();
        if (played) {
            after->play(*played);
        } else {
            after->pass();
        }
    }
    const std::lock_guard lock(mutex_);
    review->working = false;
    if (review->done || stop.stop_requested()) return;  // cut short: no final values to send
    review->known = known;
    if (event) {
        review->position = std::move(after);
        review->reviewed.push_back(std::move(*move));
        review->sent.push_back(*event);
        for (const auto& [number, sink] : review->watchers) sink(*event);
    }
    if (review->sent.size() == review->moves.size()) {
        review->done = true;
        const Event end = review_end(review->reviewed, review->komi);
        for (const auto& [number, sink] : review->watchers) sink(end);
        return;
    }
    go_on(review);
}

}  // namespace zerosum::web
