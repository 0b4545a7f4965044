// The part of the table that goes on by itself: engines are asked and answer, clocks run out,
// watchers are told.

#include <algorithm>
#include <utility>

#include "app/view/board_json.h"
#include "app/web/game_table.h"
#include "app/web/json.h"
#include "players/spec.h"

namespace zerosum::web {

namespace {

using Clock = LiveGame::Clock;

constexpr Seconds kIdle{600};
// A game without a clock gives its engine this bank anew for every move, and an agent never has
// more for one move: it cannot be asked to hurry.
constexpr Seconds kEasyBank{60};
constexpr Seconds kBetweenThoughts{0.1};

// Asks a player made for this one move: memory then depends on the number of threads, not of games.
Reply ask(const std::string& spec, std::uint64_t seed, const Turn& turn) {
    Reply none;
    none.answer = Failure{FailureCode::NotStarted, "this player cannot be made"};
    const Result<PlayerPtr> player = make_player(spec, turn.position.game());
    if (!player || !(*player)->new_game(seed)) return none;
    return (*player)->choose(turn);
}

// An external program that was ended from outside: no fault of its own.
bool was_stopped(const Reply& reply) {
    const auto* failure = std::get_if<Failure>(&reply.answer);
    return failure != nullptr && failure->code == FailureCode::Stopped;
}

}  // namespace

void GameTable::ask_engine(const GamePtr& live) {
    if (ending_ || live->game.over() || live->game.person_to_move()) return;
    const std::uint64_t turn = live->turn;
    const bool taken = queue_.submit(
        {live->visitor, live->id},
        live->between_engines() ? WorkQueue::Urgency::Background : WorkQueue::Urgency::Reply,
        [this, live, turn] { think(live, turn); });
    if (!taken) return;  // the queue is full: the next tick asks again
    live->asked = turn;
    live->thinking = std::stop_source();
}

void GameTable::think(const GamePtr& live, std::uint64_t turn) {
    std::optional<GameInPlay> game;
    std::stop_token stop;
    {
        const std::lock_guard lock(mutex_);
        if (live->turn != turn || live->game.over() || live->game.person_to_move()) return;
        game = live->game;
        stop = live->thinking.get_token();
        live->thinking_since = Clock::now();
    }
    const AnyPosition& position = game->position();
    const std::size_t player = game->to_move();
    const std::string& spec = game->record().players[player].spec;
    Seconds bank = game->timed() ? game->bank(player) : kEasyBank;
    if (is_agent(spec)) bank = std::min(bank, kEasyBank);
    Turn question{
        .position = position, .bank = bank, .stop = stop, .move_time = game->reply_time()};
    Clock::time_point sent = Clock::now() - std::chrono::hours(1);
    question.on_thought = [&](const Thought& thought) {
        if (Seconds(Clock::now() - sent) < kBetweenThoughts) return;
        sent = Clock::now();
        const std::string data = to_text({{"depth", thought.depth},
                                          {"nodes", thought.nodes},
                                          {"score", thought.score},
                                          {"margin", view::margin_of(position, thought.score)},
                                          {"exact", thought.exact},
                                          {"line", line_names(position, thought.line)}});
        const std::lock_guard lock(mutex_);
        if (live->turn == turn) publish(*live, {"thinking", data});
    };
    const std::uint64_t seed = mix(game->record().seed ^ turn);
    const Reply reply =
        is_agent(spec) ? agents_.answer(live->id, spec, seed, question) : ask(spec, seed, question);
    if (was_stopped(reply)) return;  // the board has changed meanwhile, or the program ends
    game->answer(reply);
    if (game->over()) agents_.leave(live->id);
    const std::lock_guard lock(mutex_);
    live->thinking_since.reset();
    if (live->turn != turn) return;
    if (!change(*live, std::move(*game))) {
        live->asked.reset();  // not stored: the next tick asks again
        return;
    }
    publish_state(*live);
    ask_engine(live);
}

void GameTable::publish(LiveGame& live, const Event& event) {
    for (const auto& [number, sink] : live.watchers) sink(event);
}

void GameTable::publish_state(LiveGame& live) {
    ++live.version;
    if (live.clock_may_run() && !live.clock_since) live.clock_since = Clock::now();
    if (!live.watchers.empty()) publish(live, {"game", to_text(game_json(live))});
}

void GameTable::publish_watchers(LiveGame& live) {
    live.watchers_published = live.watchers.size();
    publish(live, {"watching", to_text({{"count", live.watchers_published}})});
}

void GameTable::tick() {
    const std::lock_guard lock(mutex_);
    for (auto each = games_.begin(); each != games_.end();) {
        const GamePtr live = each->second;
        const bool waiting = live->game.person_to_move();
        if (live->can_leave() && Seconds(Clock::now() - live->touched) > kIdle) {
            each = games_.erase(each);
            continue;
        }
        ++each;
        if (live->asked != live->turn) ask_engine(live);
        if (live->watchers_published != live->watchers.size()) publish_watchers(*live);
        if (live->thinking_since && !live->agent_to_move() &&
            Seconds(Clock::now() - *live->thinking_since) > limits_.thought)
            live->thinking.request_stop();
        const Seconds spent = live->person_spent();
        if (waiting && live->game.runs_out(spent)) {
            GameInPlay next = live->game;
            next.run_out(spent);
            if (change(*live, std::move(next))) publish_state(*live);
        }
    }
}

void GameTable::hurry() {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (const auto& [id, live] : games_) live->thinking.request_stop();
}

}  // namespace zerosum::web
