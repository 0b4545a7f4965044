#pragma once
// Grades agents, several at once, into a book that survives a stop of any kind. What the book holds
// already is not asked again.

#include <functional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/grade/book.h"
#include "arena/grade/plan.h"

namespace zerosum {

// How far a grading is. Work is counted in cases; what turns out not to be needed is taken from
// `total`, as is what the book held already.
struct GradeProgress {
    std::size_t agents_finished = 0;
    std::size_t agents = 0;
    double done = 0;
    double total = 0;
};

// Calls never overlap. May be empty.
struct GradeWatch {
    std::function<void(const std::string& agent, const GradeItem& item, const GradeProgress& now)>
        on_item = {};
    // As agents end, in whatever order.
    std::function<void(const GradeReport& report, const GradeProgress& now)> on_agent = {};
    std::stop_token stop = {};
};

struct GradeRun {
    int jobs = 1;                 // agents at once
    std::set<std::string> again;  // names of agents to be graded again though nothing changed
};

// What came of several agents. A stop, or one that cannot be graded, costs the others nothing.
struct GradeList {
    std::vector<GradeReport> reports;  // in the order of the agents
    std::vector<Error> missing;        // why an agent has no report, a message each
};

// Names must differ: an agent is known by its name. One that cannot be built gets its report like
// every other. A grading on request (`again`) that was stopped goes on when it is requested anew.
[[nodiscard]] GradeList grade_agents(const GradePlan& plan, GradeBook& book,
                                     std::span<const PlayerSpec> specs, const GradeRun& run = {},
                                     const GradeWatch& watch = {});

// What the book holds, without asking anybody anything. Agents whose grade is not complete are
// among the missing.
[[nodiscard]] Result<GradeList> graded(const GradePlan& plan, const GradeBook& book);

}  // namespace zerosum
