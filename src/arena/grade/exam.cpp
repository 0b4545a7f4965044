#include "arena/grade/exam.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "arena/check/check.h"
#include "arena/play/verdict.h"
#include "core/counted.h"
#include "core/text.h"
#include "players/programs/evidence.h"
#include "sandbox/machine.h"

namespace zerosum {

namespace {

// The first line in which an answer differs from the right one, in words.
std::string first_difference(std::string_view expected, std::string_view found) {
    const std::vector<std::string_view> right = split_lines(expected);
    const std::vector<std::string_view> wrong = split_lines(found);
    for (std::size_t i = 0; i < std::max(right.size(), wrong.size()); ++i) {
        const std::string_view a = i < right.size() ? right[i] : "nothing more";
        const std::string_view b = i < wrong.size() ? wrong[i] : "nothing more";
        if (a != b)
            return fmt::format("line {}: expected '{}', found '{}'", i + 1, a, printable(b));
    }
    return "";
}

// What a move cost that never came, also when it only slept. A late one is no endless loop.
Seconds endless_cost(EndReason reason, Seconds cpu, Seconds bank) {
    return reason == EndReason::Killed ? std::max(cpu, bank + kGrace) : Seconds{0};
}

void lose(GradeItem& item, EndReason reason, std::string_view sentence) {
    item.reason = to_text(reason);
    // What a build said follows its sentence in further lines.
    const std::size_t line = sentence.find('\n');
    item.evidence = sentence.substr(0, line);
    if (line != std::string_view::npos) item.output = sentence.substr(line + 1);
}

// How a game ended, with the agent's numbers first. The agent is player 0.
std::string game_sentence(const GameRecord& record) {
    if (record.reason == EndReason::Points)
        return fmt::format("{} to {} points", record.points[0], record.points[1]);
    if (record.reason == EndReason::TimeLeft)
        return fmt::format(
            "{} each, with {:.6g} s to {:.6g} s left", counted(record.points[0], "point"),
            (record.bank - record.cpu[0]).count(), (record.bank - record.cpu[1]).count());
    return record.sentence;
}

}  // namespace

Result<GradeItem> Exam::take(const GradeStep& step, const std::stop_token& stop) {
    Result<GradeItem> item = plan_.is_case(step) ? ask(step, stop) : play(step, stop);
    if (!item) return item;
    if (item->reason == to_text(EndReason::Aborted))
        return fail("{}", stop.stop_requested() ? "stopped" : item->evidence);
    item->part = step.part;
    item->number = step.number;
    if (item->reason == to_text(EndReason::NotStarted)) item->number = kMakingReady;
    return item;
}

Result<GradeItem> Exam::ask(const GradeStep& step, const std::stop_token& stop) {
    const GradeSettings& settings = plan_.settings();
    const GradeCase& question = plan_.question(step.number);
    if (!player_) {
        Result<PlayerPtr> seated = seat_player(spec_, *settings.game, agents_);
        if (!seated) return tl::unexpected(seated.error());
        player_ = std::move(*seated);
    }
    GradeItem item;
    item.name = plan_.case_name(step.number);
    item.question = question.input;
    item.command = fmt::format("zerosum grade {} --edition {} --seed {} --bank {:g} --case {}",
                               shell_word(spec_.text), settings.edition.name, settings.seed,
                               plan_.bank().count(), step.number);
    const auto seed = static_cast<std::uint64_t>(step.number);
    if (const Result<void> ready = player_->new_game(mix(settings.seed + seed)); !ready) {
        lose(item, EndReason::NotStarted, "could not be started: " + ready.error().message);
        return item;
    }
    Turn turn{*question.position, question.bank};
    turn.input = question.input;
    turn.stop = stop;
    const Reply reply = player_->choose(turn);
    item.cpu = charged(settings.edition, reply);
    item.output = reply.stderr_tail;
    if (const auto* text = std::get_if<std::string>(&reply.answer)) item.answer = *text;

    const tl::expected<AnyMove, Loss> move = judge(*question.position, reply);
    const bool late = item.cpu >= question.bank;
    if (!move) {
        lose(item, move.error().reason, move.error().sentence);
        item.endless = endless_cost(move.error().reason, item.cpu, question.bank);
    } else if (late) {
        lose(item, EndReason::Time,
             fmt::format("used {:.3f} s of CPU time of {:g} s", item.cpu.count(),
                         question.bank.count()));
    } else {
        const std::string answer = question.position->write_output(*move);
        if (item.answer.empty()) item.answer = answer;
        item.passed = question.expected.empty() || answer == question.expected;
        if (!item.passed) {
            item.reason = kWrongAnswer;
            item.evidence = first_difference(question.expected, answer);
        }
    }
    return item;
}

Result<GradeItem> Exam::play(const GradeStep& step, const std::stop_token& stop) {
    MatchSettings match = plan_.match(step, spec_);
    match.agents = agents_;
    if (!seats_ || seated_ != step.part) {
        Result<std::unique_ptr<Seats>> seats = Seats::make(match);
        if (!seats) return tl::unexpected(seats.error());
        seats_ = std::move(*seats);
        seated_ = step.part;
    }
    GameWatch watch;
    watch.stop = stop;
    const Result<GameRecord> record = seats_->play(step.number - 1, watch);
    if (!record) return tl::unexpected(record.error());

    GradeItem item;
    const std::string& opponent = match.players[1].text;
    item.name = fmt::format("game {} against {}, moving {}", step.number, opponent,
                            record->first == 0 ? "first" : "second");
    item.passed = record->winner == 0;
    lose(item, record->reason, game_sentence(*record));
    item.cpu = record->cpu[0];
    const auto own = std::find_if(record->moves.rbegin(), record->moves.rend(),
                                  [](const MoveRecord& move) { return move.player == 0; });
    if (own != record->moves.rend()) {
        if (item.output.empty()) item.output = own->stderr_tail;
        if (!item.passed)
            item.endless = endless_cost(record->reason, own->cpu, own->bank_left + own->cpu);
    }
    item.question = to_json_text(*record);
    const std::string size =
        match.start.size > 0 ? fmt::format(" --size {}", match.start.size) : "";
    item.command =
        fmt::format("zerosum match {} {} --game {} --edition {}{} --bank {:g} --games {} --seed {}",
                    shell_word(spec_.text), opponent, match.game->name(), match.edition.name, size,
                    match.bank.count(), match.games, match.seed);
    return item;
}

namespace {

// The first stage of a grade: how a hand-in was built, and unless it is only a quick one, what a
// check finds. It earns nothing and costs nothing.
Result<GradeItem> look_at(const GradePlan& plan, const PlayerSpec& spec, const BuiltAgent& built,
                          AgentStore& agents, const std::stop_token& stop) {
    GradeItem item;
    item.number = kLookedAt;
    item.name = "check";
    item.passed = true;
    item.output = fmt::format("{}", fmt::join(built.notes, "\n"));
    const GradeSettings& grade = plan.settings();
    if (grade.quick || grade.only_case > 0) return item;
    CheckSettings settings;
    settings.game = grade.game;
    settings.edition = grade.edition;
    settings.bank = std::min(settings.bank, grade.bank);
    settings.stop = stop;
    const CheckReport report = check_hand_in(spec, settings, agents);
    if (stop.stop_requested()) return fail("stopped");
    if (report.category == Category::NotRun)
        return GradePlan::not_ready({Obstacle::NotRun, report.sentence, report.evidence});
    item.passed = report.category == Category::Sound;
    item.reason = to_text(report.category);
    item.evidence = report.sentence;
    item.output = fmt::format("{}", fmt::join(report.notes, "\n"));
    return item;
}

}  // namespace

Result<void> examine(const GradePlan& plan, const PlayerSpec& spec,
                     const std::shared_ptr<AgentStore>& agents, std::vector<GradeItem>& items,
                     const KeepItem& keep, const std::stop_token& stop) {
    const auto add = [&](GradeItem item) {
        items.push_back(std::move(item));
        return keep(items.back());
    };
    const BuiltAgent* built = nullptr;  // of a directory
    if (plan.next(items) && spec.kind == PlayerKind::Directory) {
        const auto& made = agents->build(spec.argument, spec.tools, best_setup());
        if (stop.stop_requested()) return fail("stopped");
        if (made) built = &*made;
        Result<GradeItem> first = GradeItem{};
        if (!made)
            first = GradePlan::not_ready(made.error());
        else if (items.empty())
            first = look_at(plan, spec, *made, *agents, stop);
        if (!first) return tl::unexpected(first.error());
        // Nothing to say is no item.
        if (!first->reason.empty() || !first->output.empty())
            if (Result<void> kept = add(std::move(*first)); !kept) return kept;
    }
    Exam exam(plan, spec, agents);
    while (const std::optional<GradeStep> step = plan.next(items)) {
        if (stop.stop_requested()) return fail("stopped");
        Result<GradeItem> item = exam.take(*step, stop);
        if (!item) return tl::unexpected(item.error());
        if (built != nullptr && !built->lacks.empty() && !item->passed &&
            item->reason == to_text(EndReason::Crash))
            item = GradePlan::not_ready(not_its_own(
                *built,
                fmt::format("{}: {}\n{}", item->name, item->evidence, evidence(item->output))));
        // It was built and cannot be started: a disk that has become full is no fault of its
        // author. The grade goes on from here when it is asked for again.
        if (built != nullptr && item->number == kMakingReady)
            if (const auto place = agents->copy(spec.argument); !place)
                return fail("{}", place.error().sentence);
        if (Result<void> kept = add(std::move(*item)); !kept) return kept;
    }
    return {};
}

}  // namespace zerosum
