#include "arena/grade/grader.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>

#include "arena/grade/exam.h"
#include "arena/grade/grade_task.h"
#include "arena/queue/task_job.h"
#include "arena/storage/archive.h"
#include "core/counted.h"
#include "core/worker_pool.h"
#include "players/programs/player_sources.h"

namespace zerosum {

namespace {

// Why there is no report.
struct Left {
    std::string why;
    bool stopped = false;
};
using Reported = tl::expected<GradeReport, Left>;

bool could_not_run(const GradeItem& item) {
    return item.number == kCouldNotRun;
}

// The run over several agents: what its threads share.
class Grader {
 public:
    Grader(const GradePlan& plan, GradeBook& book, std::size_t agents, const GradeRun& run,
           const GradeWatch& watch)
        : plan_(plan), book_(book), run_(run), watch_(watch) {
        now_.agents = agents;
        now_.total = plan.work() * static_cast<double>(agents);
    }

    // One agent whose grade is under way.
    struct Begun {
        PlayerSpec spec;
        std::shared_ptr<AgentStore> agents;
        std::string fingerprint;
        Grading grading;
        std::vector<GradeItem> items;  // known
        std::string remark;
        double asked = 0;  // the work of its items, in this run and before
    };
    [[nodiscard]] Result<Begun> begin(const PlayerSpec& spec);
    // A new item, behind those of the agent: to the book.
    [[nodiscard]] Result<void> keep(Begun& agent, const GradeItem& item);
    [[nodiscard]] GradeReport end(const Begun& agent);
    // One without a report.
    tl::unexpected<Left> leave(double asked, Left why);

    [[nodiscard]] Reported grade(const PlayerSpec& spec);

 private:
    [[nodiscard]] Result<void> find_grading(Begun& agent);
    void agent_ended(const GradeReport* report, double asked);

    const GradePlan& plan_;
    GradeBook& book_;
    const GradeRun& run_;
    const GradeWatch& watch_;
    std::mutex mutex_;
    GradeProgress now_;
};

// Goes on with the agent's last grading, or begins one.
Result<void> Grader::find_grading(Begun& agent) {
    const PlayerSpec& spec = agent.spec;
    Result<std::optional<Grading>> last = book_.newest(spec.name);
    if (!last) return tl::unexpected(last.error());
    bool again = run_.again.contains(spec.name);
    if (*last) {
        Result<std::vector<GradeItem>> items = book_.items(**last);
        if (!items) return tl::unexpected(items.error());
        const bool complete = !plan_.next(*items);
        // Another interpreter gives other answers: all are asked again.
        const bool not_run = std::ranges::any_of(*items, could_not_run);
        const bool changed = (*last)->fingerprint != agent.fingerprint;
        again = again && (complete || !(*last)->again);
        if (changed)
            agent.remark =
                fmt::format("changed since it was graded on {}: graded anew", (*last)->begun);
        else if (again)
            agent.remark = fmt::format("graded again, after {}", (*last)->begun);
        else if (complete)
            agent.remark = fmt::format("as graded on {}, unchanged since", (*last)->begun);
        else if (!items->empty() && !not_run)
            agent.remark = fmt::format("begun on {}, gone on with after {}", (*last)->begun,
                                       counted(items->size(), "item"));
        if (!changed && !again && !not_run) {
            agent.grading = std::move(**last);
            agent.items = std::move(*items);
            return {};
        }
    }
    Result<Grading> grading = book_.begin(spec.name, spec.text, agent.fingerprint, again);
    if (!grading) return tl::unexpected(grading.error());
    agent.grading = std::move(*grading);
    return {};
}

Result<Grader::Begun> Grader::begin(const PlayerSpec& spec) {
    Begun agent;
    agent.spec = spec;
    agent.agents = std::make_shared<AgentStore>(BuildBounds{.stop = watch_.stop});
    Result<std::string> fingerprint = sources_of(spec, *agent.agents);
    if (!fingerprint) return tl::unexpected(fingerprint.error());
    agent.fingerprint = std::move(*fingerprint);
    if (const Result<void> found = find_grading(agent); !found)
        return tl::unexpected(found.error());
    for (const GradeItem& item : agent.items) agent.asked += plan_.work({item.part, item.number});
    const std::lock_guard lock(mutex_);
    now_.total -= agent.asked;
    return agent;
}

Result<void> Grader::keep(Begun& agent, const GradeItem& item) {
    // Another machine, or this one tomorrow, can run it: that is no end of its grade.
    const bool not_run = item.number == kMakingReady && item.reason == to_text(Category::NotRun);
    GradeItem noted = item;
    if (not_run) noted.number = kCouldNotRun;
    if (Result<void> kept = book_.keep(agent.grading, noted); !kept) return kept;
    const double work = plan_.work({item.part, item.number});
    agent.asked += work;
    const std::lock_guard lock(mutex_);
    now_.done += work;
    if (watch_.on_item && item.number != kLookedAt) watch_.on_item(agent.spec.name, item, now_);
    return {};
}

void Grader::agent_ended(const GradeReport* report, double asked) {
    const std::lock_guard lock(mutex_);
    ++now_.agents_finished;
    now_.total -= plan_.work() - asked;
    if (report != nullptr && watch_.on_agent) watch_.on_agent(*report, now_);
}

GradeReport Grader::end(const Begun& agent) {
    GradeReport report = plan_.report(agent.spec.name, agent.spec.text, agent.items);
    report.remark = agent.remark;
    agent_ended(&report, agent.asked);
    return report;
}

tl::unexpected<Left> Grader::leave(double asked, Left why) {
    agent_ended(nullptr, asked);
    return tl::unexpected(std::move(why));
}

Reported Grader::grade(const PlayerSpec& spec) {
    if (watch_.stop.stop_requested()) return leave(0, {"stopped", true});
    Result<Begun> agent = begin(spec);
    if (!agent) return leave(0, {agent.error().message});
    const Result<void> asked = examine(
        plan_, spec, agent->agents, agent->items,
        [&](const GradeItem& item) { return keep(*agent, item); }, watch_.stop);
    if (!asked) return leave(agent->asked, {asked.error().message, watch_.stop.stop_requested()});
    return end(*agent);
}

// The same by the workers of a queue: a task per agent.
class QueuedGrader {
 public:
    QueuedGrader(const GradePlan& plan, Grader& grader, const GradeRun& run,
                 const GradeWatch& watch)
        : plan_(plan), grader_(grader), run_(run), watch_(watch) {}

    // Fills the reports; an error when the queue cannot be used at all.
    [[nodiscard]] Result<void> grade(std::span<const PlayerSpec> specs,
                                     std::vector<Reported>& reports);

 private:
    [[nodiscard]] Result<void> enter(TaskJob& job, const Grader::Begun& agent);
    [[nodiscard]] Reported close(Grader::Begun& agent, const std::string& text);

    const GradePlan& plan_;
    Grader& grader_;
    const GradeRun& run_;
    const GradeWatch& watch_;
};

Result<void> QueuedGrader::enter(TaskJob& job, const Grader::Begun& agent) {
    GradeTask task{plan_.settings(), agent.spec, agent.fingerprint, {}, agent.items};
    if (agent.spec.kind == PlayerKind::Directory) {
        const Result<std::string> packed = pack_tree(agent.agents->source(agent.spec.argument));
        if (!packed)
            return fail("its sources cannot go through the queue to other machines: {}",
                        packed.error().message);
        Result<std::string> hash = job.keep_blob(*packed);
        if (!hash) return tl::unexpected(hash.error());
        task.sources = std::move(*hash);
    }
    return job.add(agent.spec.name, to_payload(task));
}

Reported QueuedGrader::close(Grader::Begun& agent, const std::string& text) {
    const Result<GradeAnswer> answer = read_grade_answer(text);
    if (!answer) return grader_.leave(agent.asked, {answer.error().message});
    for (const GradeItem& item : answer->items) {
        agent.items.push_back(item);
        if (const Result<void> kept = grader_.keep(agent, item); !kept)
            return grader_.leave(agent.asked, {kept.error().message});
    }
    if (answer->error) return grader_.leave(agent.asked, {*answer->error});
    return grader_.end(agent);
}

Result<void> QueuedGrader::grade(std::span<const PlayerSpec> specs,
                                 std::vector<Reported>& reports) {
    TaskJobSettings settings;
    settings.place = run_.queue->place;
    settings.name = fmt::format("grade {}", run_.queue->name);
    settings.kind = kGradeTask;
    settings.jobs = run_.jobs;
    settings.lease = run_.queue->lease;
    settings.kinds = {{kGradeTask, do_grade_task}};
    const Result<std::unique_ptr<TaskJob>> job =
        TaskJob::begin(settings, {run_.queue->on_notice, watch_.stop});
    if (!job) return tl::unexpected(job.error());
    std::map<std::string, std::pair<std::size_t, Grader::Begun>> waiting;  // by name
    for (std::size_t i = 0; i < specs.size(); ++i) {
        Result<Grader::Begun> agent = grader_.begin(specs[i]);
        if (!agent) {
            reports[i] = grader_.leave(0, {agent.error().message});
        } else if (!plan_.next(agent->items)) {
            reports[i] = grader_.end(*agent);
        } else if (const Result<void> entered = enter(**job, *agent); !entered) {
            reports[i] = grader_.leave(agent->asked, {entered.error().message});
        } else {
            agent->agents.reset();  // its copy: workers have theirs
            waiting.emplace(specs[i].name, std::pair(i, std::move(*agent)));
        }
    }
    const Result<void> done =
        (*job)->run([&](const std::string& name, const std::string& text) -> Result<void> {
            auto found = waiting.extract(name);
            if (found.empty()) return {};
            auto& [i, agent] = found.mapped();
            reports[i] = close(agent, text);
            return {};
        });
    for (auto& [name, entry] : waiting)
        reports[entry.first] = grader_.leave(
            entry.second.asked, done ? Left{"stopped", true} : Left{done.error().message});
    return {};
}

GradeList list_of(const GradePlan& plan, std::span<const PlayerSpec> specs,
                  std::vector<Reported> reports) {
    GradeList list;
    for (std::size_t i = 0; i < specs.size(); ++i) {
        if (reports[i])
            list.reports.push_back(std::move(*reports[i]));
        else
            list.missing.push_back(
                {fmt::format("{}: {}", specs[i].text, reports[i].error().why),
                 reports[i].error().stopped,
                 plan.ungraded(specs[i].name, specs[i].text, reports[i].error().why)});
    }
    return list;
}

}  // namespace

GradeList grade_agents(const GradePlan& plan, GradeBook& book, std::span<const PlayerSpec> specs,
                       const GradeRun& run, const GradeWatch& watch) {
    std::vector<Reported> reports(specs.size(), tl::unexpected(Left{"not graded"}));
    Grader grader(plan, book, specs.size(), run, watch);
    if (run.queue) {
        const Result<void> queued = QueuedGrader(plan, grader, run, watch).grade(specs, reports);
        if (!queued) return {{}, {{queued.error().message}}};
        return list_of(plan, specs, std::move(reports));
    }
    // Without watch.stop: an agent that was stopped says so in a message of its own.
    const int agents = static_cast<int>(specs.size());
    WorkerPool pool(agents);
    (void)pool.run(std::clamp(run.jobs, 1, std::max(1, agents)), [&]() -> Result<void> {
        while (const std::optional<int> job = pool.take()) {
            const auto i = static_cast<std::size_t>(*job);
            reports[i] = grader.grade(specs[i]);
        }
        return {};
    });
    return list_of(plan, specs, std::move(reports));
}

std::vector<GradeReport> with_roster(const GradePlan& plan, std::vector<GradeReport> rows,
                                     std::span<const Person> people) {
    std::vector<GradeReport> known;
    for (const Person& person : people) {
        const std::string nick = display_name(shown_name(person, Names::Nick));
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const GradeReport& report) {
            return report.agent == nick || report.agent == display_name(person.name);
        });
        if (row != rows.end()) {
            known.push_back(std::move(*row));
            rows.erase(row);
        } else if (!person.staff) {
            known.push_back(plan.ungraded(nick, "", "handed in nothing"));
        } else {
            continue;
        }
        known.back().person = person;
    }
    std::move(rows.begin(), rows.end(), std::back_inserter(known));
    return known;
}

Result<GradeList> graded(const GradePlan& plan, const GradeBook& book) {
    const Result<std::vector<Grading>> gradings = book.newest();
    if (!gradings) return tl::unexpected(gradings.error());
    GradeList list;
    for (const Grading& grading : *gradings) {
        const Result<std::vector<GradeItem>> items = book.items(grading);
        if (!items) return tl::unexpected(items.error());
        if (!plan.next(*items)) {
            list.reports.push_back(plan.report(grading.agent, grading.spec, *items));
            continue;
        }
        const auto not_run = std::ranges::find_if(*items, could_not_run);
        const std::string why =
            not_run != items->end()
                ? not_run->evidence
                : fmt::format("not finished, {} so far", counted(items->size(), "item"));
        list.missing.push_back({fmt::format("{}: {}", grading.agent, why), false,
                                plan.ungraded(grading.agent, grading.spec, why)});
    }
    return list;
}

}  // namespace zerosum
