#include "players/ugi_player.h"

#include <algorithm>
#include <cmath>

#include "core/cpu_clock.h"
#include "core/text.h"
#include "players/program_move.h"
#include "sandbox/machine.h"

namespace zerosum {

namespace {

constexpr Seconds greeting_time{60.0};
constexpr Seconds grace{10.0};
// How often the CPU time of a thinking program is compared with its bank.
constexpr Seconds bank_look{0.1};

std::string milliseconds(Seconds time) {
    return std::to_string(std::max<long long>(1, std::llround(time.count() * 1000)));
}

Failure failure(Silence silence, const Account& account, Seconds bank) {
    if (account.limit != Limit::None)
        return {FailureCode::LimitHit, fmt::format("the program {}", describe_ending(account))};
    switch (silence) {
        case Silence::Late:
            return {FailureCode::KilledLate,
                    fmt::format("no 'bestmove' came within the bank of {:.3f} s and {:.0f} s more",
                                bank.count(), grace.count())};
        case Silence::TooLong:
            return {FailureCode::LimitHit, "the program wrote a line without end"};
        case Silence::Ended:
            break;
    }
    return {FailureCode::Crashed,
            fmt::format("no 'bestmove' came: the program {}", describe_ending(account))};
}

}  // namespace

UgiPlayer::UgiPlayer(std::string name, PlacedCommand command)
    : name_(std::move(name)), command_(std::move(command)), setup_(best_setup()) {}

UgiPlayer::~UgiPlayer() {
    if (session_ && session_->say("quit", Seconds{1})) (void)session_->hear(Seconds{0.2});
}

Result<void> UgiPlayer::new_match() {
    session_.reset();
    const bool open = std::all_of(command_.files.begin(), command_.files.end(), open_to_all);
    auto space = Workspace::make(open ? Workspace::Owner::Own : Workspace::Owner::Caller);
    if (!space) return tl::unexpected(space.error());
    workspace_.reset();
    workspace_.emplace(std::move(*space));
    return greet();
}

Result<void> UgiPlayer::greet() {
    Job job;
    job.command = command_.words;
    job.directory = workspace_->home();
    job.temporary = workspace_->tmp();
    job.readable = command_.files;
    Result<Session> session = Session::start(job, setup_);
    if (!session) return tl::unexpected(session.error());
    session_.emplace(std::move(*session));
    charged_ = {};
    if (session_->say("ugi", greeting_time)) {
        if (await("ugiok", greeting_time)) return {};
    }
    const Account account = give_up();
    return fail("{}: no 'ugiok' came: the program {}\n{}", command_.words[0],
                describe_ending(account), tail(account.err.text, longest_stderr_tail));
}

Result<void> UgiPlayer::new_game(std::uint64_t /*seed*/) {
    if (!workspace_) {
        if (auto ready = new_match(); !ready) return ready;
    }
    if (!session_) {
        if (auto greeted = greet(); !greeted) return greeted;
    }
    if (session_->say("uginewgame", greeting_time) && session_->say("isready", greeting_time)) {
        if (await("readyok", greeting_time)) {
            charged_ = session_->cpu();  // preparing for a game is not charged
            return {};
        }
    }
    return fail("{}: no 'readyok' came: the program {}", command_.words[0],
                describe_ending(give_up()));
}

Heard UgiPlayer::await(std::string_view word, Seconds wall) {
    const Seconds until = wall_clock() + wall;
    for (;;) {
        const Heard line = session_->hear(std::max(Seconds{0}, until - wall_clock()));
        if (!line) return line;
        const std::string_view text = trim(*line);
        if (text.substr(0, word.size()) != word) continue;
        if (text.size() == word.size()) return std::string();
        if (text[word.size()] == ' ') return std::string(trim(text.substr(word.size())));
    }
}

Heard UgiPlayer::think(const Turn& turn) {
    const Seconds budget = std::max(turn.bank, Seconds{0}) + grace;
    const Seconds until = wall_clock() + budget;
    // Only the mover's bank is known here; the other's is told to be the same.
    const std::string time = milliseconds(turn.bank);
    const std::string go = fmt::format("go p1time {} p2time {} p1inc 0 p2inc 0", time, time);
    if (!session_->say("position fen " + turn.position.line(), greeting_time) ||
        !session_->say("isready", greeting_time))
        return tl::unexpected(Silence::Ended);
    if (Heard ready = await("readyok", budget); !ready) return ready;
    if (!session_->say(go, greeting_time)) return tl::unexpected(Silence::Ended);
    for (;;) {
        const Heard move = await("bestmove", std::min(bank_look, until - wall_clock()));
        if (move) {
            // UCI's engines may add what they expect next.
            const std::size_t ponder = move->find(" ponder ");
            return move->substr(0, ponder);
        }
        if (move.error() != Silence::Late || wall_clock() >= until) return move;
        if (session_->cpu().total() - charged_.total() > budget) return move;
    }
}

Reply UgiPlayer::choose(const Turn& turn) {
    Reply reply;
    const Seconds began = wall_clock();
    if (!session_) {
        reply.answer = Failure{FailureCode::NotStarted, "the program is not running"};
        return reply;
    }
    const CpuTime before = charged_;
    const Heard move = think(turn);
    charged_ = session_->cpu();
    reply.wall = wall_clock() - began;
    if (move) {
        // A move that is not legal goes to the referee as the text it is.
        if (auto legal = turn.position.parse_move(*move))
            reply.answer = *legal;
        else
            reply.answer = *move;
    } else {
        const Account account = give_up();
        charged_ = account.cpu;
        reply.peak_memory = account.peak_memory;
        reply.stderr_tail = tail(account.err.text, longest_stderr_tail);
        reply.answer = failure(move.error(), account, turn.bank);
    }
    reply.cpu = std::max(Seconds{0}, charged_.total() - before.total());
    reply.cpu_user = std::max(Seconds{0}, charged_.user - before.user);
    return reply;
}

Account UgiPlayer::give_up() {
    Account account = session_->stop();
    session_.reset();
    return account;
}

std::string UgiPlayer::clock_source() const {
    return std::string(clock_name(setup_.clock));
}
std::string UgiPlayer::confinement() const {
    return confinement_name(setup_.confinement);
}

Result<PlayerPtr> make_ugi_player(const std::string& name, const std::string& command) {
    Result<PlacedCommand> placed = place_command(command);
    if (!placed) return tl::unexpected(placed.error());
    return std::make_unique<UgiPlayer>(name, std::move(*placed));
}

}  // namespace zerosum
