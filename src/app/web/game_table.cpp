#include "app/web/game_table.h"

#include <algorithm>
#include <utility>

#include "app/view/board_json.h"
#include "app/web/json.h"
#include "app/web/opponents.h"
#include "games/registry.h"
#include "players/spec.h"
#include "search/any_searcher.h"

namespace zerosum::web {

namespace {

using Clock = LiveGame::Clock;

constexpr Seconds kIdle{600};
// A game without a clock gives its engine this bank anew for every move.
constexpr Seconds kEasyBank{60};
constexpr Seconds kHintTime{0.4};
constexpr std::size_t kHintHash = std::size_t{16} << 20U;  // bytes
constexpr Seconds kBetweenThoughts{0.1};

// Asks a player made for this one move: memory then depends on the number of threads, not of games.
Reply ask(const std::string& spec, std::uint64_t seed, const Turn& turn) {
    Reply none;
    none.answer = Failure{FailureCode::NotStarted, "this player cannot be made"};
    const Result<PlayerPtr> player = make_player(spec, turn.position.game());
    if (!player || !(*player)->new_game(seed)) return none;
    return (*player)->choose(turn);
}

Response not_stored(const Error& error) {
    return refusal(503, "busy", error.message);
}

}  // namespace

struct GameTable::Watcher final : Subscription {
    Watcher(GameTable& its_table, GamePtr its_game, std::uint64_t its_number)
        : table(its_table), game(std::move(its_game)), number(its_number) {}
    ~Watcher() override { table.leave(game, number); }
    GameTable& table;
    GamePtr game;
    std::uint64_t number;
};

GameTable::GameTable(GameStore store, WorkQueue& queue, std::uint64_t seed,
                     const GameLimits& limits)
    : store_(std::move(store)), queue_(queue), random_(seed), limits_(limits) {}
GameTable::~GameTable() = default;

std::string GameTable::new_id() {
    constexpr std::string_view letters = "abcdefghijkmnpqrstuvwxyz23456789";
    std::string id;
    for (int i = 0; i < 12; ++i) id += letters[random_.below(letters.size())];
    return id;
}

GameTable::GamePtr GameTable::admit(Visitor visitor, const StoredGame& stored, GameInPlay game) {
    make_room();
    auto live = std::make_shared<LiveGame>(stored, std::move(game), visitor);
    games_[stored.id] = live;
    ask_engine(live);
    return live;
}

void GameTable::make_room() {
    if (games_.size() < limits_.in_memory) return;
    auto oldest = games_.end();
    for (auto each = games_.begin(); each != games_.end(); ++each)
        if (each->second->can_leave() &&
            (oldest == games_.end() || each->second->touched < oldest->second->touched))
            oldest = each;
    if (oldest != games_.end()) games_.erase(oldest);
}

Asked<GameTable::GamePtr> GameTable::find(Visitor visitor, const std::string& id) {
    const auto found = games_.find(id);
    if (found != games_.end()) {
        found->second->touched = Clock::now();
        return found->second;
    }
    const Result<std::optional<StoredGame>> stored = store_.find(id);
    if (!stored) return tl::unexpected(not_stored(stored.error()));
    if (!*stored) return refuse(404, "not_found", "There is no such game.");
    Result<GameInPlay> game = resume(**stored);
    if (!game) return refuse(404, "not_found", "This game cannot be read: " + game.error().message);
    return admit(visitor, **stored, std::move(*game));
}

Asked<Json> GameTable::create(Visitor visitor, const Wish& wish) {
    const std::lock_guard lock(mutex_);
    const Result<const AnyGame*> rules = find_game(wish.rules);
    if (!rules) return refuse(400, "bad_request", rules.error().message);
    for (const std::string& spec : wish.specs)
        if (auto allowed = check_opponent(spec, **rules); !allowed)
            return refuse(400, "bad_request", allowed.error().message);
    if (wish.specs[0] != kPerson && wish.specs[1] != kPerson &&
        std::count_if(games_.begin(), games_.end(), [&](const auto& each) {
            const LiveGame& live = *each.second;
            return live.visitor == visitor && live.between_engines() && !live.game.over();
        }) >= static_cast<std::ptrdiff_t>(limits_.between_engines))
        return refuse(429, "too_many",
                      fmt::format("{} games between engines that you started are under way. Wait "
                                  "for one to end, or resign one.",
                                  limits_.between_engines));
    const std::uint64_t seed = wish.seed.value_or(random_.next() >> 11U);
    Random board_random(seed);
    const bool drawn = wish.position.empty();
    StartOptions start = wish.start;
    const std::optional<OptionRange>& kinds = (*rules)->info().kinds;
    if (!kinds) {
        start.kinds = 0;
    } else if (drawn && start.kinds == 0) {
        start.kinds = kinds->casual;
    }
    Result<PositionPtr> position =
        drawn ? (*rules)->start(start, board_random) : (*rules)->parse_line(wish.position);
    if (!position) return refuse(400, "bad_request", position.error().message);
    if ((*position)->over()) return refuse(400, "bad_request", "There is nothing left to play.");

    StoredGame stored;
    stored.id = new_id();
    stored.created = std::chrono::duration_cast<std::chrono::seconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count();
    stored.size = (*position)->size();
    stored.kinds = start.kinds != 0 ? start.kinds : (*position)->start_options().kinds;
    stored.record.game = wish.rules;
    stored.record.edition = "casual";
    stored.record.bank = wish.bank;
    stored.record.seed = seed;
    stored.record.start = (*position)->line();
    stored.record.reason = EndReason::Aborted;
    for (const std::size_t i : {0U, 1U}) stored.record.players[i].spec = wish.specs[i];
    Result<GameInPlay> game = resume(stored);
    if (!game) return refuse(400, "bad_request", game.error().message);
    if (auto kept = store_.add(stored); !kept) return tl::unexpected(not_stored(kept.error()));
    return game_json(*admit(visitor, stored, std::move(*game)));
}

Asked<Json> GameTable::list() {
    const Result<std::vector<StoredGame>> games = [&] {
        const std::lock_guard lock(mutex_);
        return store_.newest(50);
    }();
    if (!games) return tl::unexpected(not_stored(games.error()));
    Json list = Json::array();
    for (const StoredGame& stored : *games) list.push_back(summary_json(stored));
    return Json{{"games", list}};
}

Asked<Json> GameTable::show(Visitor visitor, const std::string& id) {
    const std::lock_guard lock(mutex_);
    return find(visitor, id).map([](const GamePtr& live) { return game_json(*live); });
}

Asked<void> GameTable::change(LiveGame& live, GameInPlay next) {
    const std::size_t same = std::min(live.game.moves().size(), next.moves().size());
    if (auto stored = store_.save(live.id, same, next.record()); !stored)
        return tl::unexpected(not_stored(stored.error()));
    live.become(std::move(next));
    return {};
}

Asked<Json> GameTable::changed(Visitor visitor, const GamePtr& live, GameInPlay next) {
    if (auto done = change(*live, std::move(next)); !done) return tl::unexpected(done.error());
    live->thinking.request_stop();  // what is thought about the board before
    live->visitor = visitor;
    publish_state(*live);
    ask_engine(live);
    return game_json(*live);
}

Asked<Json> GameTable::play(Visitor visitor, const std::string& id, const std::string& move,
                            std::optional<std::size_t> ply) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(visitor, id);
    if (!found) return tl::unexpected(found.error());
    GameInPlay game = (*found)->game;
    if (game.over()) return refuse(409, "conflict", "This game is over.");
    if (!game.person_to_move()) return refuse(409, "conflict", "It is not your turn.");
    if (ply && *ply != game.moves().size())
        return refuse(409, "conflict", "The board has moved on since. Look again.");
    const Judged<AnyMove> parsed = game.position().parse_move(move);
    if (!parsed) return refuse(400, "bad_request", parsed.error().sentence);
    game.play(*parsed, (*found)->person_spent());
    return changed(visitor, *found, std::move(game));
}

Asked<Json> GameTable::undo(Visitor visitor, const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(visitor, id);
    if (!found) return tl::unexpected(found.error());
    GameInPlay game = (*found)->game;
    if (!game.take_back())
        return refuse(409, "conflict", "There is no move of yours to take back.");
    return changed(visitor, *found, std::move(game));
}

Asked<Json> GameTable::resign(Visitor visitor, const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(visitor, id);
    if (!found) return tl::unexpected(found.error());
    GameInPlay game = (*found)->game;
    if (game.over()) return refuse(409, "conflict", "This game is over.");
    if ((*found)->between_engines() && (*found)->visitor != visitor)
        return refuse(409, "conflict", "Only who started a game between engines can end it.");
    const bool other = game.person(1 - game.to_move()) && !game.person(game.to_move());
    game.resign(other ? 1 - game.to_move() : game.to_move());
    return changed(visitor, *found, std::move(game));
}

Asked<Json> GameTable::rematch(Visitor visitor, const std::string& id, bool swap, bool same_board) {
    Wish wish;
    {
        const std::lock_guard lock(mutex_);
        const Asked<GamePtr> found = find(visitor, id);
        if (!found) return tl::unexpected(found.error());
        const GameRecord& record = (*found)->game.record();
        wish.rules = record.game;
        wish.start = drawn_like(**found);
        wish.bank = record.bank;
        wish.specs = {record.players[swap ? 1 : 0].spec, record.players[swap ? 0 : 1].spec};
        if (same_board) wish.position = record.start;
    }
    return create(visitor, wish);
}

Asked<Deferred> GameTable::hint(Visitor visitor, const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(visitor, id);
    if (!found) return tl::unexpected(found.error());
    const GameInPlay& game = (*found)->game;
    if (!game.person_to_move()) return refuse(409, "conflict", "It is not your turn.");
    const std::shared_ptr<AnyPosition> position = game.position().clone();
    return [this, customer = Customer{visitor, id}, position](const Respond& respond) {
        const bool taken = queue_.submit(customer, WorkQueue::Urgency::Reply, [position, respond] {
            SearchLimits limits;
            limits.set_time(kHintTime);
            const SearchResult<AnyMove> analysis = analyze(*position, limits, {}, kHintHash);
            if (analysis.lines.empty())
                return respond(refusal(503, "busy", "The engine has no hint for this board."));
            const SearchLine<AnyMove>& best = analysis.lines.front();
            respond(json_response(200, {{"move", position->move_name(best.move)},
                                        {"score", best.score},
                                        {"margin", view::margin_of(*position, best.score)},
                                        {"exact", best.exact},
                                        {"line", view::line_names(*position, best.pv)}}));
        });
        if (!taken) respond(refusal(503, "busy", "The engine has too much to do. Try again."));
    };
}

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
    const Seconds bank = game->timed() ? game->bank(player) : kEasyBank;
    Turn question{.position = position, .bank = bank, .stop = stop};
    Clock::time_point sent = Clock::now() - std::chrono::hours(1);
    question.on_thought = [&](const Thought& thought) {
        if (Seconds(Clock::now() - sent) < kBetweenThoughts) return;
        sent = Clock::now();
        const std::string data = to_text({{"depth", thought.depth},
                                          {"nodes", thought.nodes},
                                          {"score", thought.score},
                                          {"margin", view::margin_of(position, thought.score)},
                                          {"exact", thought.exact},
                                          {"line", view::line_names(position, thought.line)}});
        const std::lock_guard lock(mutex_);
        if (live->turn == turn) publish(*live, {"thinking", data});
    };
    const Reply reply =
        ask(game->record().players[player].spec, mix(game->record().seed ^ turn), question);
    game->answer(reply);
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
    if (live.game.person_to_move() && !live.watchers.empty() && !live.clock_since)
        live.clock_since = Clock::now();
    if (!live.watchers.empty()) publish(live, {"game", to_text(game_json(live))});
}

Asked<Stream> GameTable::watch(Visitor visitor, const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(visitor, id);
    if (!found) return tl::unexpected(found.error());
    return [this, live = *found](EventSink sink) -> SubscriptionPtr {
        const std::lock_guard watching(mutex_);
        const std::uint64_t number = next_watcher_++;
        games_[live->id] = live;  // it may have been let go in between
        if (live->game.person_to_move() && !live->clock_since) {
            live->clock_since = Clock::now();
            ++live->version;
        }
        sink({"game", to_text(game_json(*live))});
        live->watchers[number] = std::move(sink);
        return std::make_unique<Watcher>(*this, live, number);
    };
}

void GameTable::leave(const GamePtr& live, std::uint64_t watcher) {
    const std::lock_guard lock(mutex_);
    live->watchers.erase(watcher);
    live->touched = Clock::now();
    if (live->watchers.empty()) live->stop_clock();
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
        if (live->thinking_since && Seconds(Clock::now() - *live->thinking_since) > limits_.thought)
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

std::size_t GameTable::in_memory() const {
    const std::lock_guard lock(mutex_);
    return games_.size();
}

Asked<Json> GameTable::record(Visitor visitor, const std::string& id) {
    const std::lock_guard lock(mutex_);
    return find(visitor, id).map([](const GamePtr& live) {
        return Json::parse(to_json_text(live->game.record()));
    });
}

}  // namespace zerosum::web
