#include "arena/grade/grader.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "arena/grade/exam.h"
#include "core/counted.h"
#include "core/worker_pool.h"
#include "players/programs/agent_store.h"
#include "players/programs/command_line.h"
#include "sandbox/machine.h"
#include "sandbox/tree_fingerprint.h"

namespace zerosum {

namespace {

// What the agent is made of, in a few letters. Its directory is taken into the store, so that what
// is graded is what the letters stand for, whatever happens to the directory meanwhile.
Result<std::string> sources_of(const PlayerSpec& spec, AgentStore& store) {
    if (spec.kind == PlayerKind::Directory) return store.take(spec.argument);
    std::string print = spec.text;
    if (!is_program(spec.kind)) return print;
    const Result<PlacedCommand> command = place_command(spec.argument);
    if (!command) return tl::unexpected(command.error());
    for (const std::filesystem::path& file : command->files) {
        const Result<std::string> contents = fingerprint_tree(file);
        if (!contents) return contents;
        print += " " + *contents;
    }
    return print;
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

    [[nodiscard]] Result<GradeReport> grade(const PlayerSpec& spec);

 private:
    struct Begun {
        Grading grading;
        std::vector<GradeItem> items;  // known already
        std::string remark;
    };
    [[nodiscard]] Result<Begun> begin(const PlayerSpec& spec, const std::string& sources);
    void known(std::span<const GradeItem> items);
    void item_ended(const PlayerSpec& spec, const GradeItem& item);
    void agent_ended(const GradeReport* report, double asked);

    const GradePlan& plan_;
    GradeBook& book_;
    const GradeRun& run_;
    const GradeWatch& watch_;
    std::mutex mutex_;
    GradeProgress now_;
};

Result<Grader::Begun> Grader::begin(const PlayerSpec& spec, const std::string& sources) {
    Result<std::optional<Grading>> last = book_.newest(spec.name);
    if (!last) return tl::unexpected(last.error());
    Begun begun;
    bool again = run_.again.contains(spec.name);
    if (*last) {
        Result<std::vector<GradeItem>> items = book_.items(**last);
        if (!items) return tl::unexpected(items.error());
        const bool complete = !plan_.next(*items);
        const bool changed = (*last)->fingerprint != sources;
        again = again && (complete || !(*last)->again);
        if (changed)
            begun.remark =
                fmt::format("changed since it was graded on {}: graded anew", (*last)->begun);
        else if (again)
            begun.remark = fmt::format("graded again, after {}", (*last)->begun);
        else if (complete)
            begun.remark = fmt::format("as graded on {}, unchanged since", (*last)->begun);
        else if (!items->empty())
            begun.remark = fmt::format("begun on {}, gone on with after {}", (*last)->begun,
                                       counted(items->size(), "item"));
        if (!changed && !again) {
            begun.grading = std::move(**last);
            begun.items = std::move(*items);
            return begun;
        }
    }
    Result<Grading> grading = book_.begin(spec.name, spec.text, sources, again);
    if (!grading) return tl::unexpected(grading.error());
    begun.grading = std::move(*grading);
    return begun;
}

void Grader::known(std::span<const GradeItem> items) {
    const std::lock_guard lock(mutex_);
    for (const GradeItem& item : items) now_.total -= plan_.work({item.part, item.number});
}

void Grader::item_ended(const PlayerSpec& spec, const GradeItem& item) {
    const std::lock_guard lock(mutex_);
    now_.done += plan_.work({item.part, item.number});
    if (watch_.on_item) watch_.on_item(spec.name, item, now_);
}

// `asked`: the work of its items, in this run and before.
void Grader::agent_ended(const GradeReport* report, double asked) {
    const std::lock_guard lock(mutex_);
    ++now_.agents_finished;
    now_.total -= plan_.work() - asked;
    if (report != nullptr && watch_.on_agent) watch_.on_agent(*report, now_);
}

Result<GradeReport> Grader::grade(const PlayerSpec& spec) {
    double asked = 0;
    const auto stopped = [&](Error error) {
        agent_ended(nullptr, asked);
        return tl::unexpected(std::move(error));
    };
    if (watch_.stop.stop_requested()) return stopped({"stopped"});
    const auto store = std::make_shared<AgentStore>();
    const Result<std::string> sources = sources_of(spec, *store);
    if (!sources) return stopped(sources.error());
    Result<Begun> begun = begin(spec, *sources);
    if (!begun) return stopped(begun.error());
    std::vector<GradeItem>& items = begun->items;
    known(items);
    for (const GradeItem& item : items) asked += plan_.work({item.part, item.number});

    if (plan_.next(items) && spec.kind == PlayerKind::Directory) {
        const auto& built = store->build(spec.argument, spec.tools, best_setup());
        if (!built) {
            const GradeItem item = GradePlan::not_ready(built.error());
            items.push_back(item);
            // What another machine, or this one tomorrow, can run is not written down.
            if (category_of(built.error().obstacle) != Category::NotRun)
                if (const Result<void> kept = book_.keep(begun->grading, item); !kept)
                    return stopped(kept.error());
        }
    }
    Exam exam(plan_, spec, store);
    while (const std::optional<GradeStep> step = plan_.next(items)) {
        if (watch_.stop.stop_requested()) return stopped({"stopped"});
        Result<GradeItem> item = exam.take(*step, watch_.stop);
        if (!item) return stopped(item.error());
        if (const Result<void> kept = book_.keep(begun->grading, *item); !kept)
            return stopped(kept.error());
        asked += plan_.work(*step);
        item_ended(spec, *item);
        items.push_back(std::move(*item));
    }
    GradeReport report = plan_.report(spec.name, spec.text, items);
    report.remark = begun->remark;
    agent_ended(&report, asked);
    return report;
}

}  // namespace

GradeList grade_agents(const GradePlan& plan, GradeBook& book, std::span<const PlayerSpec> specs,
                       const GradeRun& run, const GradeWatch& watch) {
    std::vector<Result<GradeReport>> reports(specs.size(), fail("not graded"));
    Grader grader(plan, book, specs.size(), run, watch);
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
    GradeList list;
    for (std::size_t i = 0; i < specs.size(); ++i) {
        if (reports[i])
            list.reports.push_back(std::move(*reports[i]));
        else
            list.missing.push_back(
                {fmt::format("{}: {}", specs[i].text, reports[i].error().message)});
    }
    return list;
}

Result<GradeList> graded(const GradePlan& plan, const GradeBook& book) {
    const Result<std::vector<Grading>> gradings = book.newest();
    if (!gradings) return tl::unexpected(gradings.error());
    GradeList list;
    for (const Grading& grading : *gradings) {
        const Result<std::vector<GradeItem>> items = book.items(grading);
        if (!items) return tl::unexpected(items.error());
        if (plan.next(*items))
            list.missing.push_back({fmt::format("{}: not finished, {} so far", grading.agent,
                                                counted(items->size(), "item"))});
        else
            list.reports.push_back(plan.report(grading.agent, grading.spec, *items));
    }
    return list;
}

}  // namespace zerosum
