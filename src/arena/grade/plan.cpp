#include "arena/grade/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "arena/grade/findings.h"
#include "arena/play/best_of.h"
#include "core/counted.h"

namespace zerosum {

namespace {

constexpr int kGames = 11;
constexpr double kGameWork = 20;  // of a game, in cases; a case is one move

// A quick grade asks every fifth case and plays best of 3. Agents plan their time for the bank and
// the board of the course: many search to a fixed depth or for fixed seconds per move. On the
// course's board they lose on time with a short bank; on a smaller one they have fewer moves to
// make and fewer moves to choose from, and as much time for each (docs/grading.md has numbers).
constexpr int kQuickGames = 3;
constexpr std::size_t kQuickEvery = 5;
constexpr int kQuickSize = 6;
constexpr Seconds kQuickBank{90};
constexpr Seconds kQuickCaseBank{30};  // where the file names a depth and no time

// What moves that never come may cost together.
constexpr double kEndlessBanks = 3;
constexpr Seconds kQuickEndless{120};
constexpr Seconds kLeastEndless{60};  // a short bank is soon used up by the grace alone

constexpr std::size_t kEqualFailures = 5;

constexpr std::string_view kNotReady = "the agent could not be made ready";

bool is_not_ready(const GradeItem& item) {
    return item.number == kMakingReady;
}

bool is_question(const GradeItem& item) {
    return item.number > 0;
}

Category category_in(const GradeItem& item) {
    if (item.reason == kWrongAnswer) return Category::Wrong;
    if (const std::optional<Category> named = parse_category(item.reason)) return *named;
    const std::optional<EndReason> reason = parse_end_reason(item.reason);
    return reason ? category_of(*reason).value_or(Category::Weak) : Category::Weak;
}

// The gravest fault in what points were lost by.
Category category_in(const GradeReport& report) {
    if (report.not_ready) return category_in(*report.not_ready);
    Category gravest = report.full() ? Category::Sound : Category::Weak;
    for (const GradePart& part : report.parts) {
        if (part.earned == part.possible) continue;
        for (const GradeItem& item : part.items)
            if (item.asked && !item.passed) gravest = std::max(gravest, category_in(item));
    }
    return gravest;
}

}  // namespace

Result<GradePlan> GradePlan::make(const GradeSettings& settings) {
    GradePlan plan(settings);
    plan.one_answer_ = !settings.game->info().fixed_depth_modes.empty();
    plan.bank_ = settings.quick ? std::min(settings.bank, kQuickBank) : settings.bank;
    Result<std::vector<GradeCase>> cases = plan.one_answer_
                                               ? fixed_depth_cases(*settings.game, settings.seed)
                                               : legal_move_cases(*settings.game, settings.seed);
    if (!cases) return tl::unexpected(cases.error());
    const auto only = static_cast<std::size_t>(settings.only_case);
    if (only > cases->size()) return fail("there are cases 1 to {}, not {}", cases->size(), only);
    const Seconds longest =
        plan.one_answer_ && settings.quick ? std::min(plan.bank_, kQuickCaseBank) : plan.bank_;
    for (std::size_t i = 0; i < cases->size(); ++i) {
        GradeCase& question = (*cases)[i];
        if (question.bank > longest) {
            question.bank = longest;
            if (!plan.one_answer_) {
                question.input = question.position->write_input(longest);
                question.name += fmt::format(" (here {:g} s)", longest.count());
            }
        }
        const bool quickly = i % kQuickEvery == kQuickEvery / 2;
        if (only > 0 ? i + 1 == only : !settings.quick || quickly)
            plan.order_.push_back(static_cast<int>(i + 1));
    }
    // An agent that never answers is found out where that costs least.
    std::stable_sort(plan.order_.begin(), plan.order_.end(), [&](int a, int b) {
        return (*cases)[static_cast<std::size_t>(a - 1)].bank <
               (*cases)[static_cast<std::size_t>(b - 1)].bank;
    });
    plan.cases_ = std::make_shared<const std::vector<GradeCase>>(std::move(*cases));

    if (plan.one_answer_) {
        plan.parts_.push_back({"cases", "Cases with one right answer", 100, "", 0});
        return plan;
    }
    plan.parts_.push_back({"cases", "Cases: legal move, right board, right format", 25, "", 0});
    if (only > 0) return plan;
    const int games = settings.quick ? kQuickGames : kGames;
    const auto against = [&](const char* key, const char* opponent, double possible) {
        plan.parts_.push_back({key,
                               fmt::format("A majority of {} games against {}", games, opponent),
                               possible, opponent, games});
    };
    against("random", "random", 25);
    against("minimax", "minimax:depth=3", 50);
    return plan;
}

const GradeCase& GradePlan::question(int number) const {
    return (*cases_)[static_cast<std::size_t>(number - 1)];
}

std::string GradePlan::case_name(int number) const {
    return fmt::format("case {}: {}", number, question(number).name);
}

GradeItem GradePlan::not_ready(const NotReady& why) {
    GradeItem item;
    item.number = kMakingReady;
    item.name = "making it ready";
    item.reason = to_text(category_of(why.obstacle));
    item.evidence = why.sentence;
    item.output = why.evidence;
    return item;
}

MatchSettings GradePlan::match(const GradeStep& step, const PlayerSpec& agent) const {
    MatchSettings match;
    match.game = settings_.game;
    match.players = {agent, *parse_player_spec(parts_[step.part].opponent)};
    match.start = settings_.edition.start;
    const OptionRange& sizes = settings_.game->info().size;
    if (settings_.quick) match.start.size = std::clamp(kQuickSize, sizes.least, sizes.most);
    match.edition = settings_.edition;
    match.bank = bank_;
    match.games = parts_[step.part].games;
    match.seed = settings_.seed;
    return match;
}

double GradePlan::work(const GradeStep& step) const {
    if (step.number < 1) return 0;
    return is_case(step) ? 1 : kGameWork;
}

double GradePlan::work() const {
    return std::accumulate(
        parts_.begin(), parts_.end(), static_cast<double>(order_.size()),
        [](double sum, const Part& part) { return sum + part.games * kGameWork; });
}

GradePlan::Asked GradePlan::asked(std::size_t part, std::span<const GradeItem> items) const {
    Asked so_far;
    for (const GradeItem& item : items) {
        if (item.part != part || !is_question(item)) continue;
        so_far.items.push_back(&item);
        // A game without a winner counts for neither.
        const bool drawn =
            !parts_[part].opponent.empty() && item.reason == to_text(EndReason::Void);
        so_far.passed += item.passed ? 1 : 0;
        so_far.lost += !item.passed && !drawn ? 1 : 0;
    }
    std::sort(so_far.items.begin(), so_far.items.end(),
              [](const GradeItem* a, const GradeItem* b) { return a->number < b->number; });
    return so_far;
}

std::optional<GradeStep> GradePlan::next(std::span<const GradeItem> items) const {
    if (std::any_of(items.begin(), items.end(), is_not_ready)) return std::nullopt;
    for (std::size_t part = 0; part < parts_.size(); ++part)
        if (const std::optional<GradeStep> step = next_in(part, items)) return step;
    return std::nullopt;
}

std::optional<GradeStep> GradePlan::next_in(std::size_t part,
                                            std::span<const GradeItem> items) const {
    const Asked so_far = asked(part, items);
    const auto affordable = [&](const GradeStep& step) { return too_costly(step, items).empty(); };
    if (!parts_[part].opponent.empty()) {
        const GradeStep game{part, static_cast<int>(so_far.items.size()) + 1};
        const BestOf best{parts_[part].games, settings_.play_all};
        const bool decided =
            best.decided(static_cast<int>(so_far.items.size()), so_far.passed - so_far.lost);
        return decided || !affordable(game) ? std::nullopt : std::optional(game);
    }
    if (!cases_end(so_far).empty()) return std::nullopt;
    for (const int number : order_) {
        const bool known =
            std::any_of(so_far.items.begin(), so_far.items.end(),
                        [&](const GradeItem* item) { return item->number == number; });
        if (!known && affordable({part, number})) return GradeStep{part, number};
    }
    return std::nullopt;
}

// Why no more cases are asked, whatever they are; empty: they are.
std::string GradePlan::cases_end(const Asked& so_far) const {
    if (settings_.play_all || so_far.passed > 0) return "";
    std::map<std::string, std::size_t> failures;
    for (const GradeItem* item : so_far.items)
        if (++failures[failure_key(*item)] == kEqualFailures)
            return fmt::format("{} failed in the same way and none was right",
                               counted(kEqualFailures, "case"));
    return "";
}

// Why this step is not asked; empty: it is.
std::string GradePlan::too_costly(const GradeStep& step, std::span<const GradeItem> items) const {
    Seconds endless{0};
    std::size_t moves = 0;
    bool won = false;
    bool as_hard = false;  // as a case that was never answered
    for (const GradeItem& item : items) {
        if (!is_question(item)) continue;
        const bool game = !is_case({item.part, item.number});
        won |= game && item.passed;
        if (item.endless <= Seconds{0}) continue;
        endless += item.endless;
        ++moves;
        if (game || !is_case(step)) continue;
        const GradeCase& failed = question(item.number);
        const GradeCase& asked = question(step.number);
        as_hard |= asked.position->size() >= failed.position->size() && asked.depth >= failed.depth;
    }
    const Seconds banks = std::max(kEndlessBanks * bank_, kLeastEndless);
    const Seconds allowed = settings_.quick ? std::min(banks, kQuickEndless) : banks;
    const Seconds bank = is_case(step) ? question(step.number).bank : bank_;
    const bool within = endless + bank + kGrace <= allowed;
    if (settings_.play_all || moves == 0 || within) return "";
    if (is_case(step) ? !settings_.quick && !as_hard : won) return "";
    return fmt::format("{} took {:.0f} s and never came", counted(moves, "move"), endless.count());
}

void GradePlan::score_cases(GradePart& part, const Asked& so_far,
                            std::span<const GradeItem> items) const {
    const auto all = static_cast<double>(order_.size());
    const double failures = all - so_far.passed;
    part.summary = fmt::format("{} of {} right", so_far.passed, order_.size());
    // Fewer questions weigh more, so that a quick grade has the same scale.
    const double each = one_answer_ ? (failures == 0 ? 100 : 50) / all : part.possible / all;
    part.earned = each * so_far.passed;
    const bool ready = std::none_of(items.begin(), items.end(), is_not_ready);
    for (const int number : order_) {
        const auto known = std::find_if(so_far.items.begin(), so_far.items.end(),
                                        [&](const GradeItem* i) { return i->number == number; });
        GradeItem item;
        if (known != so_far.items.end()) {
            item = **known;
        } else {
            item.number = number;
            item.name = case_name(number);
            item.asked = false;
            item.evidence = ready ? cases_end(so_far) : std::string(kNotReady);
            if (item.evidence.empty()) item.evidence = too_costly({0, number}, items);
            part.ended = item.evidence;
        }
        item.points = item.passed ? each : 0;
        item.possible = part.possible / all;
        part.items.push_back(std::move(item));
    }
    std::sort(part.items.begin(), part.items.end(),
              [](const GradeItem& a, const GradeItem& b) { return a.number < b.number; });
}

void GradePlan::score_games(GradePart& part, std::size_t index, const Asked& so_far,
                            std::span<const GradeItem> items) const {
    const int games = parts_[index].games;
    const auto played = static_cast<int>(so_far.items.size());
    const bool won = 2 * so_far.passed > games;
    part.earned = won ? part.possible : 0;
    part.summary = fmt::format("{} won, {} lost: {}", so_far.passed, so_far.lost,
                               won ? "a majority" : "no majority");
    for (const GradeItem* item : so_far.items) part.items.push_back(*item);
    if (played >= games) return;
    const bool ready = std::none_of(items.begin(), items.end(), is_not_ready);
    part.ended = ready ? too_costly({index, played + 1}, items) : std::string(kNotReady);
    if (const BestOf best{games}; best.decided(played, so_far.passed - so_far.lost))
        part.ended = fmt::format("decided after {} of {} games", played, games);
}

GradeReport GradePlan::report(const std::string& agent, const std::string& spec,
                              std::span<const GradeItem> items) const {
    GradeReport report;
    report.agent = agent;
    report.spec = spec;
    report.edition = std::string(settings_.edition.name);
    report.quick = settings_.quick;
    report.only_case = settings_.only_case;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        GradePart part;
        part.key = parts_[i].key;
        part.title = parts_[i].title;
        part.possible = parts_[i].possible;
        const Asked so_far = asked(i, items);
        if (parts_[i].opponent.empty())
            score_cases(part, so_far, items);
        else
            score_games(part, i, so_far, items);
        report.earned += part.earned;
        report.possible += part.possible;
        report.parts.push_back(std::move(part));
    }
    for (const GradeItem& item : items) {
        report.cpu += item.cpu;
        if (is_not_ready(item)) report.not_ready = item;
        if (item.number != kLookedAt) continue;
        report.check = item.reason;
        if (!item.evidence.empty()) report.check += ": " + item.evidence;
        report.notes = item.output;
    }
    report.category = category_in(report);
    return report;
}

GradeReport GradePlan::ungraded(const std::string& agent, const std::string& spec,
                                const std::string& why) const {
    GradeReport row = report(agent, spec, {});
    row.category = Category::NotRun;
    row.remark = why;
    return row;
}

}  // namespace zerosum
