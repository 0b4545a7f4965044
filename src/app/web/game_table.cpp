#include "app/web/game_table.h"

#include <algorithm>
#include <utility>

#include "app/view/board_json.h"
#include "app/web/json.h"
#include "app/web/opponents.h"
#include "arena/play/record.h"
#include "arena/play/verdict.h"
#include "games/registry.h"
#include "players/analysis.h"
#include "players/spec.h"

namespace zerosum::web {

namespace {

using Clock = LiveGame::Clock;

constexpr std::size_t kMaxInMemory = 4000;
constexpr Seconds kIdle{600};
constexpr int kUsualKinds = 4;  // of fruit, where nobody says how many
// A game without a clock gives its engine this bank anew for every move.
constexpr Seconds kEasyBank{60};
constexpr Seconds kHintTime{0.4};
constexpr Seconds kBetweenThoughts{0.1};

StoredResult result_on_points(const AnyPosition& position) {
    const Score lead = position.lead(Side::One);
    return {lead > 0 ? 1 : lead < 0 ? 2 : 0, lead == 0 ? "draw" : "points"};
}

// Asks a player made for this one move: memory then goes with the threads and not with the games.
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

GameTable::GameTable(GameStore store, WorkQueue& queue, std::uint64_t seed)
    : store_(std::move(store)), queue_(queue), random_(seed) {}
GameTable::~GameTable() = default;

std::string GameTable::new_id() {
    constexpr std::string_view kLetters = "abcdefghijkmnpqrstuvwxyz23456789";
    std::string id;
    for (int i = 0; i < 12; ++i) id += kLetters[random_.below(kLetters.size())];
    return id;
}

Asked<GameTable::GamePtr> GameTable::seat(StoredGame stored) {
    if (games_.size() >= kMaxInMemory)
        return refuse(503, "busy", "Too many games are being played here. Try again later.");
    auto game = std::make_shared<LiveGame>();
    Result<PositionPtr> position = position_after(stored);
    if (!position)
        return refuse(404, "not_found", "This game cannot be read: " + position.error().message);
    game->rules = &(*position)->game();
    game->position = std::move(*position);
    game->version =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                       std::chrono::system_clock::now().time_since_epoch())
                                       .count());
    game->kept = std::move(stored);
    games_[game->kept.id] = game;
    return game;
}

Asked<GameTable::GamePtr> GameTable::find(const std::string& id) {
    const auto found = games_.find(id);
    if (found != games_.end()) {
        found->second->touched = Clock::now();
        return found->second;
    }
    Result<std::optional<StoredGame>> stored = store_.find(id);
    if (!stored) return tl::unexpected(not_stored(stored.error()));
    if (!*stored) return refuse(404, "not_found", "There is no such game.");
    Asked<GamePtr> game = seat(std::move(**stored));
    if (game) ask_engine(*game);
    return game;
}

Asked<Json> GameTable::create(const Wish& wish) {
    const std::lock_guard lock(mutex_);
    const Result<const AnyGame*> rules = find_game(wish.rules);
    if (!rules) return refuse(400, "bad_request", rules.error().message);
    for (const std::string& spec : wish.specs)
        if (auto allowed = check_opponent(spec, **rules); !allowed)
            return refuse(400, "bad_request", allowed.error().message);
    const std::uint64_t seed = wish.seed.value_or(random_.next() >> 11U);
    Random board_random(seed);
    const bool fruit = wish.rules == "fruit";
    const bool drawn = wish.position.empty();
    StartOptions start = wish.start;
    if (fruit && drawn && start.kinds == 0) start.kinds = kUsualKinds;
    Result<PositionPtr> position =
        drawn ? (*rules)->start(start, board_random) : (*rules)->parse_line(wish.position);
    if (!position) return refuse(400, "bad_request", position.error().message);
    if ((*position)->over()) return refuse(400, "bad_request", "There is nothing left to play.");

    StoredGame stored;
    stored.id = new_id();
    stored.created = std::chrono::duration_cast<std::chrono::seconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count();
    stored.rules = wish.rules;
    stored.size = static_cast<int>((*position)->rows().size());
    stored.kinds = fruit && start.kinds != 0 ? start.kinds : kinds_on(**position);
    stored.bank = wish.bank;
    stored.seed = seed;
    stored.start = (*position)->line();
    for (const std::size_t i : {0U, 1U}) stored.specs[i] = wish.specs[i];
    if (auto kept = store_.add(stored); !kept) return tl::unexpected(not_stored(kept.error()));
    const Asked<GamePtr> game = seat(std::move(stored));
    if (!game) return tl::unexpected(game.error());
    ask_engine(*game);
    return game_json(**game);
}

Asked<Json> GameTable::list() {
    const std::lock_guard lock(mutex_);
    const Result<std::vector<StoredGame>> games = store_.newest(50);
    if (!games) return tl::unexpected(not_stored(games.error()));
    Json list = Json::array();
    for (const StoredGame& stored : *games) list.push_back(summary_json(stored));
    return Json{{"games", list}};
}

Asked<Json> GameTable::show(const std::string& id) {
    const std::lock_guard lock(mutex_);
    return find(id).map([&](const GamePtr& game) { return game_json(*game); });
}

void GameTable::charge_clock(LiveGame& game) {
    if (!game.clock_since) return;
    game.thought_for = game.person_spent();
    game.clock_since.reset();
}

Asked<void> GameTable::push(LiveGame& game, AnyMove move, Seconds cpu,
                            const std::optional<Thought>& thought) {
    const Side mover = game.position->mover();
    const bool timed = game.timed();
    StoredMove kept{game.position->move_name(move), game.position->gain(move), cpu,
                    timed ? game.bank_of(mover) - cpu : Seconds{0}, std::nullopt};
    if (thought) kept.thought = {thought->depth, thought->nodes, thought->score, thought->exact};
    if (timed && kept.bank_left <= Seconds{0})
        return end(game, {side_number(other(mover)), "time"});

    const PositionPtr after = game.position->clone();
    after->play(move);
    std::optional<StoredResult> result;
    if (after->over()) result = result_on_points(*after);
    if (auto stored = store_.add_move(game.kept.id, game.kept.moves.size(), kept, result); !stored)
        return tl::unexpected(not_stored(stored.error()));
    game.position = after->clone();
    game.kept.moves.push_back(std::move(kept));
    game.kept.result = result;
    game.thought_for = Seconds{0};
    game.clock_since.reset();
    ++game.turn;
    return {};
}

Asked<void> GameTable::end(LiveGame& game, const StoredResult& result) {
    if (auto stored = store_.set_result(game.kept.id, result); !stored)
        return tl::unexpected(not_stored(stored.error()));
    game.kept.result = result;
    charge_clock(game);
    ++game.turn;
    return {};
}

Asked<Json> GameTable::play(const std::string& id, const std::string& move,
                            std::optional<std::size_t> ply) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(id);
    if (!found) return tl::unexpected(found.error());
    LiveGame& game = **found;
    if (game.over()) return refuse(409, "conflict", "This game is over.");
    if (!game.waits_for_person()) return refuse(409, "conflict", "It is not your turn.");
    if (ply && *ply != game.kept.moves.size())
        return refuse(409, "conflict", "The board has moved on since. Look again.");
    const Judged<AnyMove> parsed = game.position->parse_move(move);
    if (!parsed) return refuse(400, "bad_request", parsed.error().sentence);
    if (auto pushed = push(game, *parsed, game.person_spent(), std::nullopt); !pushed)
        return tl::unexpected(pushed.error());
    publish_state(game);
    ask_engine(*found);
    return game_json(game);
}

Asked<Json> GameTable::undo(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(id);
    if (!found) return tl::unexpected(found.error());
    LiveGame& game = **found;
    // Back to the last board on which a person was to move.
    std::size_t ply = game.kept.moves.size();
    Side mover = game.position->mover();
    bool back = false;
    while (ply > 0 && !back) {
        --ply;
        mover = other(mover);
        back = game.human(mover);
    }
    if (!back) return refuse(409, "conflict", "There is no move of yours to take back.");
    if (auto cut = store_.cut(id, ply); !cut) return tl::unexpected(not_stored(cut.error()));
    interrupt(game);
    game.kept.moves.resize(ply);
    game.kept.result.reset();
    game.position = *position_after(game.kept);
    game.thought_for = Seconds{0};
    game.clock_since.reset();
    publish_state(game);
    return game_json(game);
}

Asked<Json> GameTable::resign(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(id);
    if (!found) return tl::unexpected(found.error());
    LiveGame& game = **found;
    if (game.over()) return refuse(409, "conflict", "This game is over.");
    const Side mover = game.position->mover();
    const Side person = game.human(mover) ? mover : other(mover);
    if (!game.human(person)) return refuse(409, "conflict", "Nobody here can resign.");
    if (auto ended = end(game, {side_number(other(person)), "resigned"}); !ended)
        return tl::unexpected(ended.error());
    interrupt(game);
    publish_state(game);
    return game_json(game);
}

Asked<Json> GameTable::rematch(const std::string& id, bool swap, bool same_board) {
    Wish wish;
    {
        const std::lock_guard lock(mutex_);
        const Asked<GamePtr> found = find(id);
        if (!found) return tl::unexpected(found.error());
        const StoredGame& kept = (*found)->kept;
        wish.rules = kept.rules;
        const Result<StartOptions> start = drawn_like(kept);
        if (!start) return refuse(400, "bad_request", start.error().message);
        wish.start = *start;
        wish.bank = kept.bank;
        wish.specs = {kept.specs[swap ? 1 : 0], kept.specs[swap ? 0 : 1]};
        if (same_board) wish.position = kept.start;
    }
    return create(wish);
}

Asked<Deferred> GameTable::hint(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(id);
    if (!found) return tl::unexpected(found.error());
    if (!(*found)->waits_for_person()) return refuse(409, "conflict", "It is not your turn.");
    const std::shared_ptr<AnyPosition> position = (*found)->position->clone();
    return [this, id, position](const Respond& respond) {
        const bool taken = queue_.submit(id, WorkQueue::Urgency::Move, [position, respond] {
            AnalysisLimits limits;
            limits.time = kHintTime;
            limits.hash_mb = 16;
            const Analysis analysis = analyze(*position, limits);
            if (analysis.lines.empty())
                return respond(refusal(503, "busy", "The engine has no hint for this board."));
            const AnalysisLine& best = analysis.lines.front();
            respond(json_response(200, {{"move", position->move_name(best.move)},
                                        {"score", best.score},
                                        {"margin", view::margin_of(*position, best.score)},
                                        {"exact", best.exact},
                                        {"line", view::line_names(*position, best.pv)}}));
        });
        if (!taken) respond(refusal(503, "busy", "The engine has too much to do. Try again."));
    };
}

void GameTable::interrupt(LiveGame& game) {
    ++game.turn;
    game.thinking.request_stop();
    game.thinking = std::stop_source();
}

void GameTable::ask_engine(const GamePtr& game) {
    if (game->over() || game->waits_for_person()) return;
    const std::uint64_t turn = game->turn;
    const bool taken = queue_.submit(game->kept.id, WorkQueue::Urgency::Move,
                                     [this, game, turn] { think(game, turn); });
    if (taken) game->asked = turn;  // otherwise the queue is full: the next tick asks again
}

void GameTable::think(const GamePtr& game, std::uint64_t turn) {
    PositionPtr position;
    std::string spec;
    Seconds bank{0};
    std::stop_token stop;
    {
        const std::lock_guard lock(mutex_);
        if (game->turn != turn || game->over() || game->waits_for_person()) return;
        position = game->position->clone();
        spec = game->kept.specs[index(position->mover())];
        bank = game->timed() ? game->bank_of(position->mover()) : kEasyBank;
        stop = game->thinking.get_token();
    }
    Turn question{.position = *position, .bank = bank, .stop = stop};
    Clock::time_point told = Clock::now() - std::chrono::hours(1);
    question.on_thought = [&](const Thought& thought) {
        if (Seconds(Clock::now() - told) < kBetweenThoughts) return;
        told = Clock::now();
        const std::string data = to_text({{"depth", thought.depth},
                                          {"nodes", thought.nodes},
                                          {"score", thought.score},
                                          {"margin", view::margin_of(*position, thought.score)},
                                          {"exact", thought.exact},
                                          {"line", view::line_names(*position, thought.line)}});
        const std::lock_guard lock(mutex_);
        if (game->turn == turn) publish(*game, {"thinking", data});
    };
    const Reply reply = ask(spec, mix(game->kept.seed ^ turn), question);
    const std::lock_guard lock(mutex_);
    if (game->turn != turn) return;
    const tl::expected<AnyMove, Loss> move = judge(*position, reply);
    // An engine that has no answer has lost; the page must not wait for ever.
    const Asked<void> changed = move ? push(*game, *move, reply.cpu, reply.thought)
                                     : end(*game, {side_number(other(position->mover())),
                                                   std::string(to_text(move.error().reason))});
    if (!changed) {
        game->asked.reset();  // not stored: the next tick asks again
        return;
    }
    publish_state(*game);
    ask_engine(game);
}

void GameTable::publish(LiveGame& game, const Event& event) {
    for (const auto& [number, sink] : game.watchers) sink(event);
}

void GameTable::publish_state(LiveGame& game) {
    ++game.version;
    if (game.waits_for_person() && !game.watchers.empty() && !game.clock_since)
        game.clock_since = Clock::now();
    if (!game.watchers.empty()) publish(game, {"game", to_text(game_json(game))});
}

Asked<Stream> GameTable::watch(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(id);
    if (!found) return tl::unexpected(found.error());
    return [this, game = *found](EventSink sink) -> SubscriptionPtr {
        const std::lock_guard watching(mutex_);
        const std::uint64_t number = next_watcher_++;
        games_[game->kept.id] = game;  // it may have been let go in between
        if (game->waits_for_person() && !game->clock_since) {
            game->clock_since = Clock::now();
            ++game->version;
        }
        sink({"game", to_text(game_json(*game))});
        game->watchers[number] = std::move(sink);
        return std::make_unique<Watcher>(*this, game, number);
    };
}

void GameTable::leave(const GamePtr& game, std::uint64_t watcher) {
    const std::lock_guard lock(mutex_);
    game->watchers.erase(watcher);
    game->touched = Clock::now();
    if (game->watchers.empty()) charge_clock(*game);
}

void GameTable::tick() {
    const std::lock_guard lock(mutex_);
    for (auto each = games_.begin(); each != games_.end();) {
        const GamePtr game = each->second;
        const bool idle = game->watchers.empty() && (game->over() || game->waits_for_person()) &&
                          Seconds(Clock::now() - game->touched) > kIdle;
        if (idle) {
            each = games_.erase(each);
            continue;
        }
        ++each;
        if (game->asked != game->turn) ask_engine(game);
        if (game->waits_for_person() && game->timed() &&
            game->person_spent() >= game->bank_of(game->position->mover())) {
            const int winner = side_number(other(game->position->mover()));
            if (end(*game, {winner, "time"})) publish_state(*game);
        }
    }
}

void GameTable::hurry() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, game] : games_) game->thinking.request_stop();
}

std::size_t GameTable::in_memory() const {
    const std::lock_guard lock(mutex_);
    return games_.size();
}

Asked<Json> GameTable::record(const std::string& id) {
    const std::lock_guard lock(mutex_);
    return find(id).map(
        [](const GamePtr& game) { return Json::parse(to_json_text(game_record(*game))); });
}

}  // namespace zerosum::web
