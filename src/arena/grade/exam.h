#pragma once
// One agent under examination: asks it what the plan says, one case or game at a time.

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "arena/grade/plan.h"

namespace zerosum {

class Exam {
 public:
    // `agents` holds the agent's directory, if it has one, so that it is built once. The plan must
    // outlive this.
    Exam(const GradePlan& plan, PlayerSpec spec, std::shared_ptr<AgentStore> agents)
        : plan_(plan), spec_(std::move(spec)), agents_(std::move(agents)) {}

    // What came of the step. An error when nothing did through no fault of the agent: a stop, a
    // clock that could not be read.
    [[nodiscard]] Result<GradeItem> take(const GradeStep& step, const std::stop_token& stop);

 private:
    [[nodiscard]] Result<GradeItem> ask(const GradeStep& step, const std::stop_token& stop);
    [[nodiscard]] Result<GradeItem> play(const GradeStep& step, const std::stop_token& stop);

    const GradePlan& plan_;
    PlayerSpec spec_;
    std::shared_ptr<AgentStore> agents_;
    PlayerPtr player_;              // answers cases
    std::unique_ptr<Seats> seats_;  // play the games
    std::size_t seated_ = 0;        // of this part
};

// Asks all that is still to be asked of an agent: `items` are known, and new ones come behind them,
// each handed to `keep` as it comes. An agent that does not build has an item that says so. An
// error when it went no further through no fault of the agent; what was kept before stays.
using KeepItem = std::function<Result<void>(const GradeItem& item)>;
[[nodiscard]] Result<void> examine(const GradePlan& plan, const PlayerSpec& spec,
                                   const std::shared_ptr<AgentStore>& agents,
                                   std::vector<GradeItem>& items, const KeepItem& keep,
                                   const std::stop_token& stop);

}  // namespace zerosum
