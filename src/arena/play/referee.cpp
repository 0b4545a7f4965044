#include "arena/play/referee.h"

#include <condition_variable>
#include <mutex>

namespace zerosum {

namespace {

// Who ends this process may end its programs with it, and they may be gone before this process has
// heard of it: a batch system signals everything that a job has started.
constexpr std::chrono::milliseconds kStopIsHeard{250};

bool is_stopped(const std::stop_token& stop) {
    if (!stop.stop_possible()) return false;
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    (void)never.wait_for(lock, stop, kStopIsHeard, [] { return false; });
    return stop.stop_requested();
}

// Both players are asked whether they can begin: when neither can, neither wins.
void begin(GameInPlay& game, const std::array<Contestant, 2>& contestants, std::uint64_t seed) {
    std::array<std::optional<std::string>, 2> why;
    for (const std::size_t i : {0U, 1U})
        if (const Result<void> ready = contestants[i].player->new_game(mix(seed + i)); !ready)
            why[i] = ready.error().message;
    if (why[0] || why[1]) game.could_not_begin(why);
}

void turn(GameInPlay& game, Player& player, const GameWatch& watch) {
    if (watch.stop.stop_requested()) return game.abort();
    const std::size_t mover = game.to_move();
    Turn turn{game.position(), game.bank(mover)};
    turn.opponent_bank = game.bank(1 - mover);
    turn.stop = watch.stop;
    turn.move_time = game.reply_time();
    if (watch.on_thought)
        turn.on_thought = [&](const Thought& thought) {
            watch.on_thought(static_cast<int>(mover), thought);
        };
    const Reply reply = player.choose(turn);
    // A program that was ended for the stop has not lost.
    if (std::holds_alternative<Failure>(reply.answer) && is_stopped(watch.stop))
        return game.abort();
    game.answer(reply);
    const MoveRecord& move = game.moves().back();
    if (watch.on_move && !move.move.empty()) watch.on_move(game.position(), move);
}

}  // namespace

PlayerRecord Contestant::record() const {
    return {name.empty() ? player->name() : name, spec, player->clock_source(),
            player->confinement()};
}

GameRecord play_game(const AnyPosition& start, const std::array<Contestant, 2>& contestants,
                     int first, const GameSettings& settings, const GameWatch& watch) {
    GameInPlay game(start, {contestants[0].record(), contestants[1].record()},
                    static_cast<std::size_t>(first), settings);
    if (!game.over()) begin(game, contestants, settings.seed);
    while (!game.over()) turn(game, *contestants[game.to_move()].player, watch);
    return game.record();
}

Result<void> check_measured(const GameRecord& record, const std::stop_token& stop) {
    if (record.reason != EndReason::Aborted || stop.stop_requested()) return {};
    return fail("{} against {}: no result: {}", record.players[0].name, record.players[1].name,
                record.sentence);
}

}  // namespace zerosum
