#include "players/java2012/java_player.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/cpu_clock.h"
#include "core/text.h"
#include "players/programs/evidence.h"
#include "sandbox/machine.h"

namespace zerosum::java2012 {

namespace {

constexpr Seconds kStartTime{60.0};
// Boards that a class prints at every move of a game, and much of what it prints while it searches.
constexpr std::size_t kMostOutput = std::size_t{256} << 20U;

long long nanoseconds(Seconds time) {
    return std::llround(std::clamp(time.count(), -1e9, 1e9) * 1e9);
}

// As many as the marks on the board tell: its digits count from 0.
int kinds_of(const std::vector<std::string>& rows) {
    char highest = '0';
    for (const std::string& row : rows)
        for (const char mark : row)
            if (mark != '*') highest = std::max(highest, mark);
    return highest - '0' + 1;
}

}  // namespace

Seconds checked_charge(Seconds reported, Seconds clock, Seconds charged) {
    const Seconds least = (clock - kJvmStart) / (1 + kJvmShare) - charged;
    return std::max({Seconds{0}, reported, least});
}

JavaPlayer::JavaPlayer(std::string name, Prepare prepare)
    : name_(std::move(name)), prepare_(std::move(prepare)), setup_(best_setup()) {}

Result<void> JavaPlayer::new_match() {
    session_.reset();
    program_.reset();
    Result<ReadyProgram> ready = prepare_(setup_);
    if (!ready) return tl::unexpected(ready.error());
    program_.emplace(std::move(*ready));
    return {};
}

Result<void> JavaPlayer::new_game(std::uint64_t /*seed*/) {
    if (!program_) {
        if (Result<void> ready = new_match(); !ready) return ready;
    }
    session_.reset();
    begun_ = false;
    gone_.clear();
    clock_ = charged_ = Seconds{0};
    Job job = program_job(*program_, program_->move_command);
    job.limits.output = kMostOutput;
    Result<Conversation> session = Conversation::start(job, setup_);
    if (!session) return tl::unexpected(session.error());
    session_.emplace(std::move(*session));
    return {};
}

// Making the object is not charged, as little as it was in the course's engine.
std::optional<Failure> JavaPlayer::begin(const AnyPosition& position) {
    const LineRead began = session_->request(
        fmt::format("game {0} {0} {1}", position.size(), kinds_of(position.rows())), "began",
        kStartTime);
    Reply unused;
    if (!began) return give_up(began.error(), kStartTime, unused);
    (void)session_->mark();
    if (began->empty()) {
        begun_ = true;
        return std::nullopt;
    }
    gone_ = printable(*began, 300);
    session_.reset();
    return Failure{FailureCode::NotStarted, gone_};
}

Reply JavaPlayer::choose(const Turn& turn) {
    Reply reply;
    if (std::exchange(stopped_, false)) {
        if (Result<void> ready = new_game(0); !ready) gone_ = ready.error().message;
    }
    if (session_ && !begun_) {
        if (std::optional<Failure> failure = begin(turn.position)) {
            reply.answer = std::move(*failure);
            return reply;
        }
    }
    if (session_) return ask(turn);
    reply.answer =
        Failure{FailureCode::NotStarted,
                fmt::format("no longer there: {}", gone_.empty() ? "it was not started" : gone_)};
    return reply;
}

Reply JavaPlayer::ask(const Turn& turn) {
    Reply reply;
    const Seconds most = std::max(turn.bank + kGrace, kLeastTime);
    const std::string question = fmt::format("move {} {} {}", nanoseconds(turn.bank),
                                             nanoseconds(turn.opponent_bank.value_or(turn.bank)),
                                             fmt::join(turn.position.rows(), "/"));
    const Seconds began = wall_clock();
    const LineRead answer = session_->request(question, "answer", most, turn.stop);
    CpuTime cost = session_->mark();
    reply.wall = wall_clock() - began;
    if (answer && session_->measured()) {
        clock_ += cost.total();
        read_answer(*answer, turn.position, reply);
        charged_ += *reply.cpu_thread;
    } else {
        const Silence silence = answer ? Silence::Ended : answer.error();
        stopped_ = silence == Silence::Stopped;
        reply.answer = give_up(silence, most, reply);
    }
    reply.cpu += cost.total();
    reply.cpu_user += cost.user;
    return reply;
}

// "1234567 3 4", or "1234567 none findMove threw ...". It may be anything: the class can write it.
void JavaPlayer::read_answer(std::string_view text, const AnyPosition& position, Reply& reply) {
    const std::vector<std::string_view> words = split(text, ' ');
    const std::optional<std::int64_t> spent = parse_int(words[0]);
    const Seconds reported{static_cast<double>(std::max<std::int64_t>(0, spent.value_or(0))) / 1e9};
    reply.cpu_thread = checked_charge(reported, clock_, charged_);
    if (*reply.cpu_thread > reported)
        reply.stderr_tail = fmt::format(
            "zerosum: the class reports {:.3f} s for this move, but its JVM has used "
            "{:.3f} s in this game: {:.3f} s are charged\n",
            reported.count(), clock_.count(), reply.cpu_thread->count());
    const auto number = [&](std::size_t i) {
        return i < words.size() ? parse_int(words[i]) : std::optional<std::int64_t>{};
    };
    if (words.size() > 2 && words[1] == "none") {
        reply.answer =
            Failure{FailureCode::Crashed, printable(text.substr(text.find("none") + 5), 300)};
    } else if (words.size() != 3 || !spent || !number(1) || !number(2)) {
        reply.answer = Failure{
            FailureCode::NoAnswer,
            fmt::format("found the answer '{}', expected one of findMove's", printable(text))};
    } else {
        const std::int64_t size = position.size();
        const std::int64_t row = *number(1);
        const std::int64_t column = *number(2);
        if (row < 0 || column < 0 || row >= size || column >= size) {
            reply.answer = Failure{FailureCode::NoAnswer,
                                   fmt::format("findMove returned {{{}, {}}}, expected a row and a "
                                               "column from 0 to {}",
                                               row, column, size - 1)};
            return;
        }
        const std::string cell = cell_name({static_cast<int>(row), static_cast<int>(column)});
        // An empty cell goes to the referee as the text it is.
        reply.answer = cell;
        if (const Judged<AnyMove> move = position.parse_move(cell)) reply.answer = *move;
    }
}

Failure JavaPlayer::give_up(Silence silence, Seconds waited, Reply& reply) {
    const Account account = session_->end(silence);
    const CpuTime dying = session_->mark();
    session_.reset();
    reply.cpu = dying.total();
    reply.cpu_user = dying.user;
    reply.peak_memory = account.peak_memory;
    reply.stderr_tail =
        ends_of(relative_paths(account.err.text, program_->workspace.home()), kLongestStderr);
    Failure failure =
        silence_failure(silence, account, "answer", fmt::format("{:.3f} s", waited.count()));
    gone_ = failure.sentence;
    return failure;
}

std::string JavaPlayer::clock_source() const {
    return std::string(clock_name(setup_.clock));
}

std::string JavaPlayer::confinement() const {
    return confinement_name(setup_.confinement);
}

}  // namespace zerosum::java2012
