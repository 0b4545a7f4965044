#include "players/programs/ugi_player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/cpu_clock.h"
#include "core/text.h"
#include "players/programs/evidence.h"
#include "players/programs/program_move.h"
#include "players/programs/ugi_move.h"
#include "sandbox/machine.h"

namespace zerosum {

namespace {

constexpr Seconds kGreetingTime{60.0};

std::string milliseconds(Seconds time) {
    return std::to_string(std::max<long long>(1, std::llround(time.count() * 1000)));
}

}  // namespace

UgiPlayer::UgiPlayer(std::string name, PlacedCommand command)
    : name_(std::move(name)), command_(std::move(command)), setup_(best_setup()) {}

UgiPlayer::~UgiPlayer() {
    if (session_) session_->say_goodbye("quit");
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
    Result<Conversation> session = Conversation::start(job, setup_);
    if (!session) return tl::unexpected(session.error());
    session_.emplace(std::move(*session));
    const LineRead greeting = session_->request("ugi", "ugiok", kGreetingTime);
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
    const LineRead ready = session_->request("uginewgame\nisready", "readyok", kGreetingTime);
    if (ready) {
        (void)session_->mark();  // preparing for a game is not charged
        return {};
    }
    const Account account = give_up(ready.error());
    return fail("{}: no 'readyok' came: the program {}", command_.words[0],
                silence_clause(ready.error(), account));
}

LineRead UgiPlayer::think(const Turn& turn) {
    const Seconds budget = std::max(turn.bank, Seconds{0}) + kGrace;
    const Seconds until = session_->fair_clock() + budget;
    const std::string own = milliseconds(turn.bank);
    const std::string others = milliseconds(turn.opponent_bank.value_or(turn.bank));
    const bool first = turn.position.mover() == Side::One;
    std::string go = fmt::format("go p1time {} p2time {} p1inc 0 p2inc 0", first ? own : others,
                                 first ? others : own);
    if (turn.nodes != 0) go += fmt::format(" nodes {}", turn.nodes);
    if (turn.depth != 0) go += fmt::format(" depth {}", turn.depth);
    const std::string position = "position fen " + turn.position.line() + "\nisready";
    if (LineRead ready = session_->request(position, "readyok", budget, turn.stop); !ready)
        return ready;
    const Seconds left = std::max(Seconds{0}, until - session_->fair_clock());
    LineRead move = session_->request(go, "bestmove", left, turn.stop);
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
    const LineRead move = think(turn);
    CpuTime cost = session_->mark();
    reply.wall = wall_clock() - began;
    if (move && session_->measured()) {
        // A move that is not legal goes to the referee as the text it is.
        const std::string name = move_of_word(*move);
        if (auto legal = turn.position.parse_move(name))
            reply.answer = *legal;
        else
            reply.answer = name;
    } else {
        const Silence silence = move ? Silence::Ended : move.error();
        stopped_ = silence == Silence::Stopped;
        const Account account = session_->end(silence);
        const CpuTime dying = session_->mark();
        cost = {cost.user + dying.user, cost.system + dying.system};
        session_.reset();
        reply.peak_memory = account.peak_memory;
        reply.stderr_tail =
            ends_of(relative_paths(account.err.text, workspace_->home()), kLongestStderr);
        reply.answer = silence_failure(silence, account, "'bestmove'",
                                       fmt::format("the bank of {:.3f} s and {:.0f} s more",
                                                   turn.bank.count(), kGrace.count()));
    }
    reply.cpu = cost.total();
    reply.cpu_user = cost.user;
    return reply;
}

Account UgiPlayer::give_up(Silence silence) {
    Account account = session_->end(silence);
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
