#pragma once
// Grades agents, several at once, into a book that survives a stop of any kind. What the book holds
// already is not asked again.

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/grade/book.h"
#include "arena/grade/plan.h"
#include "arena/queue/task_table.h"

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

// Agents graded by the workers of a queue (queue/task_queue.h), on any machine that reaches it.
struct GradeQueue {
    std::filesystem::path place;  // a SQLite file, or the address of a server
    std::string name;             // of the job: the same again goes on with what was done meanwhile
    Seconds lease = kLease;
    std::function<void(const std::string& sentence)> on_notice = {};  // may come from any thread
};

struct GradeRun {
    int jobs = 1;                 // agents at once; with a queue 0: all are left to workers
    std::set<std::string> again;  // names of agents to be graded again though nothing changed
    std::optional<GradeQueue> queue = {};  // nothing: all is asked here
};

// An agent without a grade: it was stopped, or could not be asked.
struct Ungraded {
    std::string message;   // who and why
    bool stopped = false;  // by request: nothing is wrong with it
    // Its place in tables of a class: not run, with the reason as remark. None: the message is of
    // all agents.
    std::optional<GradeReport> row = {};
};

// What came of several agents. A stop, or one that cannot be graded, costs the others nothing.
struct GradeList {
    std::vector<GradeReport> reports;  // in the order of the agents
    std::vector<Ungraded> missing;     // the others
};

// Names must differ: an agent is known by its name. One that cannot be built gets its report like
// every other. A grading on request (`again`) that was stopped goes on when it is requested anew.
[[nodiscard]] GradeList grade_agents(const GradePlan& plan, GradeBook& book,
                                     std::span<const PlayerSpec> specs, const GradeRun& run = {},
                                     const GradeWatch& watch = {});

// The rows of a class: in the order of the roster, with the person of each, also of students who
// handed in nothing; then those whom the roster does not know. An agent is known by the nick of its
// person or by the name.
[[nodiscard]] std::vector<GradeReport> with_roster(const GradePlan& plan,
                                                   std::vector<GradeReport> rows,
                                                   std::span<const Person> people);

// What the book holds, without asking anybody anything. Agents whose grade is not complete are
// among the missing.
[[nodiscard]] Result<GradeList> graded(const GradePlan& plan, const GradeBook& book);

}  // namespace zerosum
