#include "arena/check/check.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "arena/check/questions.h"
#include "arena/play/verdict.h"
#include "core/counted.h"
#include "core/cpu_clock.h"
#include "core/text.h"
#include "core/worker_pool.h"
#include "players/java2012/java_player.h"
#include "players/programs/evidence.h"
#include "players/programs/program_move.h"
#include "sandbox/machine.h"
#include "sandbox/run.h"

namespace zerosum {

namespace fs = std::filesystem;

namespace {

// A program past its bank is killed this much later: in a game it has kGrace, but it has lost all
// the same, and an author waits here.
constexpr Seconds kCheckGrace{0.5};
constexpr std::size_t kMostNames = 12;  // of files that are listed
constexpr std::size_t kWidestName = 60;

// This many failures of one kind end a part: the rest would say the same. Late ones cost the most.
constexpr int patience(Category category) {
    return category == Category::Late ? 2 : 3;
}

// What stands at the top of a directory that a program may have filled: names alone, nothing
// opened.
std::set<std::string> names_in(const fs::path& directory) {
    std::set<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end;
         !error && entry != end && names.size() < 1000; entry.increment(error))
        names.insert(entry->path().filename().string());
    return names;
}

std::vector<std::string> shown(const std::set<std::string>& names) {
    std::vector<std::string> list;
    for (const std::string& name : names) {
        if (list.size() == kMostNames) {
            list.push_back(fmt::format("and {} more", names.size() - kMostNames));
            break;
        }
        list.push_back(safe_line(name, kWidestName));
    }
    return list;
}

class Checking {
 public:
    Checking(const PlayerSpec& spec, const CheckSettings& settings, AgentStore& store)
        : spec_(spec), settings_(settings), store_(store) {
        report_.agent = spec.name;
        report_.directory = spec.argument;
    }

    CheckReport run();
    // It is too large to be copied, say.
    CheckReport not_taken(const Error& why) {
        give_up({Obstacle::Ours, why.message});
        return std::move(report_);
    }

 private:
    void give_up(const NotReady& why);
    void found(const AgentPlan& plan);
    void calibrate(const Workspace& space, const BuiltAgent& agent);
    using Asker = std::function<Reply(const Turn& turn)>;
    // By files, once per question, or, a Java class of 2012, by calls in one JVM.
    void ask_by_files(const ReadyProgram& program, const std::vector<Question>& questions);
    void ask_by_calls(ReadyProgram program, const std::vector<Question>& questions);
    void ask_all(const Asker& asker, const std::vector<Question>& questions);
    [[nodiscard]] CheckItem ask(const Asker& asker, const Question& question);
    void note_leaves(const fs::path& home);
    void conclude();

    const PlayerSpec& spec_;
    const CheckSettings& settings_;
    AgentStore& store_;
    const Setup& setup_ = best_setup();
    std::set<std::string> before_;  // names in its directory as it was handed in
    CheckReport report_;
};

CheckReport Checking::run() {
    const Seconds began = wall_clock();
    const fs::path directory = spec_.argument;
    const Result<AgentPlan> plan = plan_agent(store_.source(directory), directory, spec_.tools);
    if (plan) found(*plan);
    const tl::expected<BuiltAgent, NotReady>& built = store_.build(directory, spec_.tools, setup_);
    if (!built) {
        give_up(built.error());
    } else if (tl::expected<Workspace, NotReady> space = store_.copy(directory); !space) {
        give_up(space.error());
    } else {
        report_.file = built->file;
        report_.language = built->language;
        report_.new_game = !built->new_game.empty();
        report_.notes = built->notes;
        before_ = names_in(space->home());
        calibrate(*space, *built);
        ReadyProgram program = ready_program(std::move(*space), *built);
        program.grace = kCheckGrace;
        const std::vector<Question> questions =
            questions_of(*settings_.game, settings_.bank, plan && plan->makefile);
        if (plan && plan->java_2012)
            ask_by_calls(std::move(program), questions);
        else
            ask_by_files(program, questions);
        conclude();
        if (report_.category == Category::Crashes && !built->lacks.empty())
            give_up(not_its_own(*built, report_.sentence + "\n" + report_.evidence));
    }
    report_.wall = wall_clock() - began;
    return std::move(report_);
}

// A sentence about the directory does not name it: the report does.
void Checking::give_up(const NotReady& why) {
    report_.category = category_of(why.obstacle);
    const std::string place = spec_.argument + ": ";
    report_.sentence = why.sentence.substr(why.sentence.starts_with(place) ? place.size() : 0);
    report_.evidence = why.evidence;
}

// Whatever comes of the build, its author sees what was taken for the hand-in.
void Checking::found(const AgentPlan& plan) {
    report_.file = plan.agent.file;
    std::set<std::string> names = names_in(store_.source(spec_.argument));
    names.erase(plan.agent.file);
    if (plan.calibrate) names.erase(plan.calibrate->file);
    report_.other = shown(names);
}

void Checking::calibrate(const Workspace& space, const BuiltAgent& agent) {
    const std::optional<Account> account =
        calibrate_agent(space, agent, setup_, settings_.calibrate, settings_.stop);
    if (!account) return;
    const std::string& last = agent.calibrate.back();
    report_.calibration =
        fmt::format("'{}' {} after {:.2f} s of CPU time", last,
                    describe_ending(*account, preparation_limits(settings_.calibrate)),
                    account->cpu.total().count());
    if (account->limit == Limit::Wall)
        report_.notes.push_back(
            fmt::format("the calibration was ended here after {:g} s; before a match it has 300 s",
                        settings_.calibrate.count()));
}

void Checking::ask_by_files(const ReadyProgram& program, const std::vector<Question>& questions) {
    if (!program.new_game_command.empty()) {
        Job job = program_job(program, program.new_game_command);
        job.limits.wall = settings_.calibrate;
        (void)::zerosum::run(job, setup_, settings_.stop);
    }
    ask_all([&](const Turn& turn) { return ask_program(program, turn, setup_); }, questions);
    note_leaves(program.workspace.home());
}

void Checking::ask_by_calls(ReadyProgram program, const std::vector<Question>& questions) {
    const fs::path home = program.workspace.home();
    const auto handed = std::make_shared<ReadyProgram>(std::move(program));
    java2012::JavaPlayer player(
        spec_.name, [handed](const Setup&) -> Result<ReadyProgram> { return std::move(*handed); });
    for (const Result<void>& ready : {player.new_match(), player.new_game(0)})
        if (!ready) return give_up({Obstacle::Ours, ready.error().message});
    ask_all([&](const Turn& turn) { return player.choose(turn); }, questions);
    note_leaves(home);
}

void Checking::note_leaves(const fs::path& home) {
    std::set<std::string> after = names_in(home);
    for (const std::string& name : before_) after.erase(name);
    for (const char* name : {"input.txt", "output.txt"}) after.erase(name);
    report_.leaves = shown(after);
}

void Checking::ask_all(const Asker& asker, const std::vector<Question>& questions) {
    std::map<Category, int> failures;
    bool enough = false;
    for (const Question& question : questions) {
        if (settings_.stop.stop_requested()) return;
        if (report_.parts.empty() || report_.parts.back().name != question.part)
            report_.parts.push_back({std::string(question.part)});
        CheckPart& part = report_.parts.back();
        ++part.planned;
        if (enough) continue;
        ++part.asked;
        CheckItem item = ask(asker, question);
        if (item.category == Category::Sound)
            ++part.right;
        else
            enough = ++failures[item.category] >= patience(item.category);
        report_.items.push_back(std::move(item));
    }
}

CheckItem Checking::ask(const Asker& asker, const Question& question) {
    CheckItem item;
    item.part = question.part;
    item.name = question.name;
    item.input = question.input;
    item.bank = question.bank;
    Turn turn{*question.position, question.bank};
    turn.input = question.input;
    turn.stop = settings_.stop;
    const Reply reply = asker(turn);
    item.cpu = charged(settings_.edition, reply);
    report_.longest = std::max(report_.longest, item.cpu);
    report_.peak_memory = std::max(report_.peak_memory, reply.peak_memory);
    if (report_.items.empty()) report_.printed = evidence(reply.stdout_ends, {6, 100});

    const tl::expected<AnyMove, Loss> move = judge(*question.position, reply);
    if (!move) {
        item.category = category_of(move.error().reason).value_or(Category::NotRun);
        item.sentence = move.error().sentence;
    } else if (lost_on_time(settings_.edition, question.bank - item.cpu)) {
        item.category = Category::Late;
        item.sentence = fmt::format("used {:.3f} s of CPU time, the bank was {:g} s",
                                    item.cpu.count(), question.bank.count());
    } else if (const std::string answer = question.position->write_output(*move);
               !question.answer.empty() && answer != question.answer) {
        item.category = Category::Wrong;
        item.sentence =
            fmt::format("expected '{}', found '{}'", split_lines(question.answer).front(),
                        split_lines(answer).front());
    }
    if (item.category != Category::Sound) item.said = evidence(reply.stderr_tail);
    return item;
}

void Checking::conclude() {
    const auto gravest = std::max_element(
        report_.items.begin(), report_.items.end(),
        [](const CheckItem& a, const CheckItem& b) { return a.category < b.category; });
    if (gravest == report_.items.end() || gravest->category == Category::Sound) return;
    report_.category = gravest->category;
    report_.sentence = fmt::format("{}: {}", gravest->name, gravest->sentence);
    report_.evidence = gravest->said;
}

}  // namespace

CheckReport check_hand_in(const PlayerSpec& spec, const CheckSettings& settings,
                          AgentStore& store) {
    return Checking(spec, settings, store).run();
}

namespace {
// With a store of its own: what is built is not needed again.
CheckReport check_alone(const PlayerSpec& spec, const CheckSettings& settings) {
    AgentStore store;
    const Result<std::string> taken = store.take(spec.argument);
    return taken ? Checking(spec, settings, store).run()
                 : Checking(spec, settings, store).not_taken(taken.error());
}
}  // namespace

Result<std::vector<CheckReport>> check_hand_ins(std::span<const PlayerSpec> specs,
                                                const CheckSettings& settings, int jobs,
                                                const OnReport& on_report) {
    std::vector<CheckReport> reports(specs.size());
    WorkerPool pool(static_cast<int>(specs.size()), settings.stop);
    const Result<void> done = pool.run(jobs, [&]() -> Result<void> {
        while (const std::optional<int> job = pool.take()) {
            const auto i = static_cast<std::size_t>(*job);
            reports[i] = check_alone(specs[i], settings);
            pool.report(*job, [&, i] {
                if (on_report) on_report(reports[i]);
                return true;
            });
        }
        return {};
    });
    if (!done) return tl::unexpected(done.error());
    if (settings.stop.stop_requested()) return fail("stopped");
    return reports;
}

}  // namespace zerosum
