#include "players/programs/conversation.h"

#include <algorithm>

#include "core/cpu_clock.h"
#include "core/text.h"
#include "players/programs/evidence.h"

namespace zerosum {

namespace {

// How long a program that has closed its streams may go on running.
constexpr Seconds kDyingTime{5.0};
// How often the CPU time of a thinking program is compared with its bank.
constexpr Seconds kBankCheck{0.1};

}  // namespace

Result<Conversation> Conversation::start(const Job& job, const Setup& setup) {
    return Session::start(job, setup).map([](Session&& session) {
        return Conversation(std::move(session));
    });
}

LineRead Conversation::request(std::string_view line, std::string_view word, Seconds time,
                               const std::stop_token& stop) {
    if (const LineWritten written = session_.write_line(line, time, stop); !written)
        return tl::unexpected(written.error());
    return await(word, time, stop);
}

LineRead Conversation::await(std::string_view word, Seconds time, const std::stop_token& stop) {
    const Seconds until = fair_clock() + time;
    Seconds next_check = wall_clock() + kBankCheck;
    for (;;) {
        // Between lines as well: a program that never stops talking is late all the same.
        if (wall_clock() >= next_check) {
            const bool burnt = session_.usage().cpu.total() - marked_.total() > time;
            if (burnt || fair_clock() >= until) return tl::unexpected(Silence::Late);
            next_check = wall_clock() + kBankCheck;
        }
        LineRead line = session_.read_line(std::max(Seconds{0}, next_check - wall_clock()), stop);
        if (!line && line.error() != Silence::Late) return line;
        const std::string_view text = line ? trim(*line) : std::string_view{};
        if (text.substr(0, word.size()) != word) continue;
        if (text.size() == word.size()) return std::string();
        if (text[word.size()] == ' ') return std::string(trim(text.substr(word.size())));
    }
}

Seconds Conversation::fair_clock() {
    return wall_clock() - session_.usage().waited;
}

CpuTime Conversation::mark() {
    const CpuTime before = std::exchange(marked_, session_.usage().cpu);
    return {std::max(Seconds{0}, marked_.user - before.user),
            std::max(Seconds{0}, marked_.system - before.system)};
}

void Conversation::say_goodbye(std::string_view line) {
    if (session_.write_line(line, Seconds{1})) (void)session_.read_line(Seconds{0.2});
}

Account Conversation::end(Silence silence) {
    return silence == Silence::Ended ? session_.finish(kDyingTime) : session_.stop();
}

std::string silence_clause(Silence silence, const Account& account) {
    // It is not known to have ended by itself: we ended it, for this.
    if (account.ending == Ending::Stopped && account.limit == Limit::None) {
        switch (silence) {
            case Silence::Late:
                return "did not answer in time";
            case Silence::Ended:
                return "closed its standard output";
            case Silence::TooLong:
                return "wrote a line without end";
            case Silence::Stopped:
                return "was stopped from outside";
        }
    }
    return describe_ending(account);
}

// Decided by what the program did, not by whether a write or a read noticed it first: the same
// fault always has the same sentence.
Failure silence_failure(Silence silence, const Account& account, std::string_view awaited,
                        std::string_view time, const Limits& limits) {
    if (account.ending == Ending::Unmeasured)
        return {FailureCode::Unmeasured, fmt::format("the program {}", describe_ending(account))};
    if (silence == Silence::Stopped)
        return {FailureCode::Stopped, "the program was stopped from outside"};
    if (account.limit != Limit::None)
        return {FailureCode::LimitHit,
                fmt::format("the program {}", describe_ending(account, limits))};
    if (account.ending == Ending::Stopped && silence == Silence::Late)
        return {FailureCode::KilledLate, fmt::format("no {} came within {}", awaited, time)};
    if (account.ending == Ending::Stopped && silence == Silence::TooLong)
        return {FailureCode::LimitHit, "the program wrote a line without end"};
    return {FailureCode::Crashed,
            fmt::format("no {} came: the program {}", awaited, silence_clause(silence, account))};
}

}  // namespace zerosum
