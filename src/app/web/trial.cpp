#include "app/web/trial.h"

#include <memory>

#include "app/view/board_json.h"
#include "app/view/review_json.h"
#include "app/web/boards.h"
#include "app/web/json.h"
#include "app/web/later.h"
#include "arena/review/review.h"
#include "search/any_searcher.h"

namespace zerosum::web {

namespace {

// Of each of the two or three questions that a move takes.
constexpr Seconds kTrialTime{0.2};
constexpr std::size_t kTrialHash = std::size_t{32} << 20U;  // bytes
constexpr Seconds kHintTime{0.4};
constexpr std::size_t kHintHash = std::size_t{16} << 20U;  // bytes

Json judged(const AnyPosition& before, AnyMove played) {
    Judge judge(before.game(),
                JudgeLimits{.nodes = 0, .time = kTrialTime, .hash_bytes = kTrialHash});
    std::optional<Appraisal> known;
    const ReviewedMove move = review_move(judge, before, played, known);
    const PositionPtr after = before.clone();
    const Score gain = after->play(played);
    Json json = view::reviewed_json(before, move);
    json.erase("ply");
    json["move"] = before.move_name(played);
    json["gain"] = gain;
    json["played"] = view::move_cells(before, played);
    json["answer"] = line_names(*after, known->line);
    return json;
}

}  // namespace

Asked<Deferred> try_move(WorkQueue& engines, const std::string& visitor, std::string_view body) {
    Asked<MoveOnBoard> asked = move_on_board(body);
    if (!asked) return tl::unexpected(asked.error());
    const std::shared_ptr<const AnyPosition> before = std::move(asked->position);
    return answered_later(
        engines, {visitor, "trials of " + visitor},
        [before, played = asked->move]() -> Asked<Json> { return judged(*before, played); });
}

Deferred give_hint(WorkQueue& engines, Customer customer, PositionPtr position) {
    const std::shared_ptr<const AnyPosition> before = std::move(position);
    return answered_later(engines, std::move(customer), [before]() -> Asked<Json> {
        SearchLimits limits;
        limits.set_time(kHintTime);
        const SearchResult<AnyMove> analysis = analyze(*before, limits, {}, kHintHash);
        if (analysis.lines.empty())
            return refuse(503, "busy", "The engine has no hint for this board.");
        const SearchLine<AnyMove>& best = analysis.lines.front();
        return Json{{"move", before->move_name(best.move)},
                    {"score", best.score},
                    {"margin", view::margin_of(*before, best.score)},
                    {"exact", best.exact},
                    {"line", line_names(*before, best.pv)}};
    });
}

}  // namespace zerosum::web
