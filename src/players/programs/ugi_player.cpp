#include "players/programs/ugi_player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/cpu_clock.h"
#include "core/text.h"
#include "players/programs/evidence.h"
#include "players/programs/program_move.h"
#include "sandbox/machine.h"

namespace zerosum {

namespace {

constexpr Seconds kGreetingTime{60.0};
// How long a program that has closed its streams may go on running.
constexpr Seconds kDyingTime{5.0};
// How often the CPU time of a thinking program is compared with its bank.
constexpr Seconds kBankCheck{0.1};

std::string milliseconds(Seconds time) {
    return std::to_string(std::max<long long>(1, std::llround(time.count() * 1000)));
}

// What a program did instead of answering, after "the program".
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
Failure failure(Silence silence, const Account& account, Seconds bank) {
    if (account.ending == Ending::Unmeasured)
        return {FailureCode::Unmeasured, fmt::format("the program {}", describe_ending(account))};
    if (silence == Silence::Stopped)
        return {FailureCode::Stopped, "the program was stopped from outside"};
    if (account.limit != Limit::None)
        return {FailureCode::LimitHit,
                fmt::format("the program {}", describe_ending(account, Limits{}))};
    if (account.ending == Ending::Stopped && silence == Silence::Late)
        return {FailureCode::KilledLate,
                fmt::format("no 'bestmove' came within the bank of {:.3f} s and {:.0f} s more",
                            bank.count(), kGrace.count())};
    if (account.ending == Ending::Stopped && silence == Silence::TooLong)
        return {FailureCode::LimitHit, "the program wrote a line without end"};
    return {FailureCode::Crashed,
            fmt::format("no 'bestmove' came: the program {}", silence_clause(silence, account))};
}

}  // namespace

UgiPlayer::UgiPlayer(std::string name, PlacedCommand command)
    : name_(std::move(name)), command_(std::move(command)), setup_(best_setup()) {}

UgiPlayer::~UgiPlayer() {
    if (session_ && session_->say("quit", Seconds{1})) (void)session_->hear(Seconds{0.2});
}

Result<void> UgiPlayer::new_match() {
    session_.reset();
    auto space = Workspace::make();
    if (!space) return tl::unexpected(space.error());
    Result<PlacedCommand> admitted = admit(command_, *space, setup_);
    if (!admitted) return tl::unexpected(admitted.error());
    workspace_.reset();
    workspace_.emplace(std::move(*space));
    admitted_ = std::move(*admitted);
    return greet();
}

Result<void> UgiPlayer::greet() {
    Job job;
    job.command = admitted_.words;
    job.directory = workspace_->home();
    job.temporary = workspace_->tmp();
    job.readable = admitted_.files;
    Result<Session> session = Session::start(job, setup_);
    if (!session) return tl::unexpected(session.error());
    session_.emplace(std::move(*session));
    charged_ = {};
    const Heard greeting = request("ugi", "ugiok", kGreetingTime);
    if (greeting) return {};
    const Account account = give_up(greeting.error());
    return fail("{}: no 'ugiok' came: the program {}\n{}", command_.words[0],
                silence_clause(greeting.error(), account), evidence(account.err.text));
}

Result<void> UgiPlayer::new_game(std::uint64_t /*seed*/) {
    if (!workspace_) {
        if (auto ready = new_match(); !ready) return ready;
    }
    if (!session_) {
        if (auto greeted = greet(); !greeted) return greeted;
    }
    const Heard ready = request("uginewgame\nisready", "readyok", kGreetingTime);
    if (ready) {
        charged_ = session_->usage().cpu;  // preparing for a game is not charged
        return {};
    }
    const Account account = give_up(ready.error());
    return fail("{}: no 'readyok' came: the program {}", command_.words[0],
                silence_clause(ready.error(), account));
}

Heard UgiPlayer::request(std::string_view line, std::string_view word, Seconds time,
                         const std::stop_token& stop) {
    if (const Said said = session_->say(line, time, stop); !said)
        return tl::unexpected(said.error());
    return await(word, time, stop);
}

Heard UgiPlayer::await(std::string_view word, Seconds time, const std::stop_token& stop) {
    const Seconds until = fair_clock() + time;
    Seconds next_check = wall_clock() + kBankCheck;
    for (;;) {
        // Between lines as well: a program that never stops talking is late all the same.
        if (wall_clock() >= next_check) {
            const bool burnt = session_->usage().cpu.total() - charged_.total() > time;
            if (burnt || fair_clock() >= until) return tl::unexpected(Silence::Late);
            next_check = wall_clock() + kBankCheck;
        }
        Heard line = session_->hear(std::max(Seconds{0}, next_check - wall_clock()), stop);
        if (!line && line.error() != Silence::Late) return line;
        const std::string_view text = line ? trim(*line) : std::string_view{};
        if (text.substr(0, word.size()) != word) continue;
        if (text.size() == word.size()) return std::string();
        if (text[word.size()] == ' ') return std::string(trim(text.substr(word.size())));
    }
}

Seconds UgiPlayer::fair_clock() {
    return wall_clock() - session_->usage().waited;
}

Heard UgiPlayer::think(const Turn& turn) {
    const Seconds budget = std::max(turn.bank, Seconds{0}) + kGrace;
    const Seconds until = fair_clock() + budget;
    const std::string own = milliseconds(turn.bank);
    const std::string others = milliseconds(turn.opponent_bank.value_or(turn.bank));
    const bool first = turn.position.mover() == Side::One;
    const std::string go = fmt::format("go p1time {} p2time {} p1inc 0 p2inc 0",
                                       first ? own : others, first ? others : own);
    const std::string position = "position fen " + turn.position.line() + "\nisready";
    if (Heard ready = request(position, "readyok", budget, turn.stop); !ready) return ready;
    Heard move = request(go, "bestmove", std::max(Seconds{0}, until - fair_clock()), turn.stop);
    if (!move) return move;
    return move->substr(0, move->find(" ponder "));  // UCI's engines may add what they expect next
}

Reply UgiPlayer::choose(const Turn& turn) {
    Reply reply;
    if (std::exchange(stopped_, false) && !session_) {
        if (auto ready = new_game(0); !ready) {
            reply.answer = Failure{FailureCode::NotStarted, ready.error().message};
            return reply;
        }
    }
    const Seconds began = wall_clock();
    if (!session_) {
        reply.answer = Failure{FailureCode::NotStarted, "the program is not running"};
        return reply;
    }
    const CpuTime before = charged_;
    const Heard move = think(turn);
    charged_ = session_->usage().cpu;
    reply.wall = wall_clock() - began;
    if (move && session_->measured()) {
        // A move that is not legal goes to the referee as the text it is.
        if (auto legal = turn.position.parse_move(*move))
            reply.answer = *legal;
        else
            reply.answer = *move;
    } else {
        const Silence silence = move ? Silence::Ended : move.error();
        stopped_ = silence == Silence::Stopped;
        const Account account = give_up(silence);
        charged_ = account.cpu;
        reply.peak_memory = account.peak_memory;
        reply.stderr_tail =
            ends_of(relative_paths(account.err.text, workspace_->home()), kLongestStderr);
        reply.answer = failure(silence, account, turn.bank);
    }
    reply.cpu = std::max(Seconds{0}, charged_.total() - before.total());
    reply.cpu_user = std::max(Seconds{0}, charged_.user - before.user);
    return reply;
}

Account UgiPlayer::give_up(Silence silence) {
    Account account = silence == Silence::Ended ? session_->finish(kDyingTime) : session_->stop();
    session_.reset();
    return account;
}

std::string UgiPlayer::clock_source() const {
    return std::string(clock_name(setup_.clock));
}
std::string UgiPlayer::confinement() const {
    return confinement_name(setup_.confinement);
}

Result<PlayerPtr> make_ugi_player(const PlayerSpec& spec) {
    Result<PlacedCommand> placed = place_command(spec.argument);
    if (!placed) return tl::unexpected(placed.error());
    return std::make_unique<UgiPlayer>(spec.name, std::move(*placed));
}

}  // namespace zerosum
