#include "arena/grade/grader.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "arena/grade/cases.h"
#include "arena/play/best_of.h"
#include "arena/play/verdict.h"
#include "arena/rating/tally.h"
#include "core/text.h"
#include "core/worker_pool.h"

namespace zerosum {

namespace {

constexpr int kGames = 11;
constexpr int kQuickGames = 3;
constexpr Seconds kQuickBank{20};
constexpr std::size_t kQuickEvery = 5;  // a quick grade asks every fifth case
constexpr double kGameWork = 20;        // of a game, in cases; a case is one move

// An argument as a shell would want it.
std::string shell_quoted(const std::string& text) {
    if (text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_-+=:,./@%") == std::string::npos)
        return text;
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

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

// Whether the cases of a game's grade have one right answer each, instead of any legal move.
bool has_one_answer(const AnyGame& game) {
    return !game.info().fixed_depth_modes.empty();
}

class Grading {
 public:
    Grading(const PlayerSpec& spec, const GradeSettings& settings, const GradeWatch& watch)
        : spec_(spec), settings_(settings), watch_(watch) {}

    Result<GradeReport> run();

 private:
    [[nodiscard]] Result<GradePart> cases();
    [[nodiscard]] Result<GradePart> games(const PlayerSpec& opponent, double possible);
    [[nodiscard]] GradeItem ask(Player& player, const GradeCase& question, std::size_t number);
    [[nodiscard]] Result<void> go_on() const {
        if (watch_.stop.stop_requested()) return fail("stopped");
        return {};
    }
    void report(const GradeItem& item) const {
        if (watch_.on_item) watch_.on_item(report_.agent, item);
    }
    [[nodiscard]] Seconds bank() const {
        return settings_.quick ? std::min(settings_.bank, kQuickBank) : settings_.bank;
    }
    [[nodiscard]] bool exact() const { return has_one_answer(*settings_.game); }

    const PlayerSpec& spec_;
    const GradeSettings& settings_;
    const GradeWatch& watch_;
    GradeReport report_;
};

Result<GradeReport> Grading::run() {
    report_.agent = spec_.name;
    report_.spec = spec_.text;
    report_.edition = std::string(settings_.edition.name);
    report_.quick = settings_.quick;
    report_.only_case = settings_.only_case;

    Result<GradePart> questions = cases();
    if (!questions) return tl::unexpected(questions.error());
    report_.parts.push_back(std::move(*questions));
    if (!exact() && settings_.only_case == 0) {
        for (const auto& [opponent, possible] :
             {std::pair("random", 25.0), std::pair("minimax:depth=3", 50.0)}) {
            Result<GradePart> part = games(*parse_player_spec(opponent), possible);
            if (!part) return tl::unexpected(part.error());
            report_.parts.push_back(std::move(*part));
        }
    }
    for (const GradePart& part : report_.parts) {
        report_.earned += part.earned;
        report_.possible += part.possible;
    }
    return std::move(report_);
}

Result<GradePart> Grading::cases() {
    Result<std::vector<GradeCase>> questions =
        exact() ? fixed_depth_cases(*settings_.game, settings_.seed)
                : legal_move_cases(*settings_.game, settings_.seed);
    if (!questions) return tl::unexpected(questions.error());
    const auto only = static_cast<std::size_t>(settings_.only_case);
    if (only > questions->size()) {
        return fail("there are cases 1 to {}, not {}", questions->size(), only);
    }
    const Result<PlayerPtr> player = seat_player(spec_, *settings_.game);
    if (!player) return tl::unexpected(player.error());

    GradePart part;
    part.title =
        exact() ? "Cases with one right answer" : "Cases: legal move, right board, right format";
    double failures = 0;
    for (std::size_t i = 0; i < questions->size(); ++i) {
        if (only > 0 && i + 1 != only) continue;
        if (settings_.quick && only == 0 && i % kQuickEvery != kQuickEvery / 2) continue;
        if (Result<void> may = go_on(); !may) return tl::unexpected(may.error());
        GradeCase& question = (*questions)[i];
        if (!exact() && question.bank > bank()) {
            question.bank = bank();
            question.input = question.position->write_input(bank());
            question.name += fmt::format(" (here {:g} s)", bank().count());
        }
        GradeItem item = ask(**player, question, i + 1);
        failures += item.passed ? 0 : 1;
        report(item);
        part.items.push_back(std::move(item));
    }
    const auto asked = static_cast<double>(part.items.size());
    part.summary = fmt::format("{:.0f} of {:.0f} right", asked - failures, asked);
    if (exact()) {
        // Fewer questions weigh more, so that a quick grade has the same scale.
        part.possible = 100;
        part.earned = failures == 0 ? 100 : 50 - failures * 50 / asked;
    } else {
        part.possible = 25;
        part.earned = 25 * (asked - failures) / asked;
    }
    return part;
}

GradeItem Grading::ask(Player& player, const GradeCase& question, std::size_t number) {
    GradeItem item;
    item.name = fmt::format("case {}: {}", number, question.name);
    item.question = question.input;
    item.command = fmt::format("zerosum grade {} --edition {} --seed {} --bank {:g} --case {}",
                               shell_quoted(spec_.text), settings_.edition.name, settings_.seed,
                               bank().count(), number);
    if (const Result<void> ready = player.new_game(mix(settings_.seed + number)); !ready) {
        item.evidence = "could not be started: " + ready.error().message;
        return item;
    }
    Turn turn{*question.position, question.bank};
    turn.input = question.input;
    const Reply reply = player.choose(turn);
    if (const auto* text = std::get_if<std::string>(&reply.answer)) item.answer = *text;

    const tl::expected<AnyMove, Loss> move = judge(*question.position, reply);
    const Seconds used = charged(settings_.edition, reply);
    if (!move) {
        item.evidence = move.error().sentence;
        if (!reply.stderr_tail.empty()) {
            item.evidence += fmt::format(" It said: {}", printable(reply.stderr_tail, 200));
        }
        return item;
    }
    if (used >= question.bank) {
        item.evidence =
            fmt::format("used {:.3f} s of CPU time of {:g} s", used.count(), question.bank.count());
        return item;
    }
    const std::string answer = question.position->write_output(*move);
    if (item.answer.empty()) item.answer = answer;
    if (!question.expected.empty() && answer != question.expected) {
        item.evidence = first_difference(question.expected, answer);
        return item;
    }
    item.passed = true;
    return item;
}

Result<GradePart> Grading::games(const PlayerSpec& opponent, double possible) {
    MatchSettings match;
    match.game = settings_.game;
    match.players = {spec_, opponent};
    match.start = settings_.edition.start;
    match.edition = settings_.edition;
    match.bank = bank();
    match.games = settings_.quick ? kQuickGames : kGames;
    match.seed = settings_.seed;

    GradePart part;
    part.title = fmt::format("A majority of {} games against {}", match.games, opponent.text);
    part.possible = possible;
    const BestOf best{match.games};
    Tally tally;
    MatchWatch watch;
    watch.stop = watch_.stop;
    watch.on_game = [&](int game, const GameRecord& record) {
        tally.add(outcome_for(0, record.winner), 0);
        GradeItem item;
        item.work = kGameWork;
        item.passed = record.winner == 0;
        item.name = fmt::format("game {} against {}, moving {}", game + 1, opponent.text,
                                record.first == 0 ? "first" : "second");
        item.evidence = fmt::format("{}: {}", to_text(record.reason), record.sentence);
        item.question = to_json_text(record);
        item.command = fmt::format(
            "zerosum match {} {} --game {} --edition {} --bank {:g} --games {} --seed {}",
            shell_quoted(spec_.text), opponent.text, settings_.game->name(), settings_.edition.name,
            match.bank.count(), match.games, match.seed);
        report(item);
        part.items.push_back(std::move(item));
        return !best.decided(tally.games(), tally.lead());
    };
    if (const Result<void> played = run_match(match, watch); !played)
        return tl::unexpected(played.error());
    if (!best.decided(tally.games(), tally.lead())) return fail("stopped");
    const bool won = 2 * tally.wins > match.games;
    part.earned = won ? possible : 0;
    part.summary = fmt::format("{} won, {} lost: {}", tally.wins, tally.losses,
                               won ? "a majority" : "no majority");
    return part;
}

}  // namespace

double grade_work(const GradeSettings& settings) {
    if (settings.only_case > 0) return 1;
    const bool exact = has_one_answer(*settings.game);
    const std::size_t cases = exact ? kFixedDepthCases : kLegalMoveCases;
    const int games = exact ? 0 : 2 * (settings.quick ? kQuickGames : kGames);
    return static_cast<double>(settings.quick ? cases / kQuickEvery : cases) + games * kGameWork;
}

Result<GradeReport> grade_agent(const PlayerSpec& spec, const GradeSettings& settings,
                                const GradeWatch& watch) {
    return Grading(spec, settings, watch).run();
}

GradeList grade_agents(std::span<const PlayerSpec> specs, const GradeSettings& settings, int jobs,
                       const GradeWatch& watch) {
    std::vector<Result<GradeReport>> reports(specs.size(), fail("not graded"));
    std::mutex mutex;
    GradeWatch serial;
    serial.stop = watch.stop;
    serial.on_item = [&](const std::string& agent, const GradeItem& item) {
        const std::lock_guard lock(mutex);
        if (watch.on_item) watch.on_item(agent, item);
    };
    // Without watch.stop: an agent that was stopped says so in a message of its own.
    const int agents = static_cast<int>(specs.size());
    WorkerPool pool(agents);
    (void)pool.run(std::clamp(jobs, 1, std::max(1, agents)), [&]() -> Result<void> {
        while (const std::optional<int> job = pool.take()) {
            const auto i = static_cast<std::size_t>(*job);
            reports[i] = grade_agent(specs[i], settings, serial);
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

}  // namespace zerosum
