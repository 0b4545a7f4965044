#include "app/web/game_table.h"

#include <algorithm>
#include <utility>

#include "app/web/guard.h"
#include "app/web/json.h"
#include "app/web/opponents.h"
#include "app/web/trial.h"
#include "core/secret.h"
#include "games/registry.h"

namespace zerosum::web {

namespace {

using Clock = LiveGame::Clock;

// The largest board that course files can hold.
constexpr int kLargestOfAgents = 26;

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

GameTable::GameTable(GameStore store, WorkQueue& queue, Agents& agents, std::uint64_t seed,
                     const GameLimits& limits)
    : store_(std::move(store)), queue_(queue), agents_(agents), random_(seed), limits_(limits) {}
GameTable::~GameTable() = default;

std::string GameTable::new_id() {
    constexpr std::string_view letters = "abcdefghijkmnpqrstuvwxyz23456789";
    std::string id;
    for (int i = 0; i < 12; ++i) id += letters[random_.below(letters.size())];
    return id;
}

GameTable::GamePtr GameTable::admit(Who who, const StoredGame& stored, GameInPlay game) {
    make_room();
    auto live = std::make_shared<LiveGame>(stored, std::move(game), who.visitor);
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

Asked<GameTable::GamePtr> GameTable::find_own(Who who, const std::string& id) {
    Asked<GamePtr> found = find(who, id);
    if (!found || (*found)->between_engines()) return found;
    const LiveGame& live = **found;
    for (const std::size_t player : {0U, 1U})
        if (live.game.person(player) && who.may_use(live.seats[player])) return found;
    return refuse(403, "not_your_seat", "Only who plays this game can do that.");
}

Asked<GameTable::GamePtr> GameTable::find(Who who, const std::string& id) {
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
    return admit(who, **stored, std::move(*game));
}

Asked<void> GameTable::check_wish(Who who, const GameWish& wish, const AnyGame& rules,
                                  int size) const {
    bool agents = false;
    for (const std::string& spec : wish.specs) {
        agents = agents || is_agent(spec);
        if (agents_.knows(spec)) continue;
        if (auto allowed = check_opponent(spec, rules); !allowed)
            return refuse(400, "bad_request", allowed.error().message);
    }
    if (agents && size > kLargestOfAgents)
        return refuse(
            400, "bad_request",
            fmt::format("An agent plays on boards of {0} x {0} at most.", kLargestOfAgents));
    const bool both = wish.specs[0] == kPerson && wish.specs[1] == kPerson;
    if (wish.invite != 0 && (!both || who.holder.empty()))
        return refuse(400, "bad_request",
                      "'invite' is for two players 'human', and requires a Player-Key.");
    if (wish.specs[0] != kPerson && wish.specs[1] != kPerson &&
        std::count_if(games_.begin(), games_.end(), [&](const auto& each) {
            const LiveGame& live = *each.second;
            return live.visitor == who.visitor && live.between_engines() && !live.game.over();
        }) >= static_cast<std::ptrdiff_t>(limits_.between_engines))
        return refuse(429, "too_many",
                      fmt::format("{} games between engines that you started are under way. Wait "
                                  "for one to end, or resign one.",
                                  limits_.between_engines));
    return {};
}

Asked<Json> GameTable::begin(Who who, const NewGame& wanted) {
    const std::uint64_t seed = [&] {
        const std::lock_guard lock(mutex_);
        return wanted.wish.seed.value_or(random_.next() >> 11U);
    }();
    Asked<StoredGame> stored = set_up(wanted, seed);
    if (!stored) return tl::unexpected(stored.error());

    const std::lock_guard lock(mutex_);
    GamePtr before;
    if (!wanted.before.empty()) {
        const Asked<GamePtr> found = find(who, wanted.before);
        if (!found) return tl::unexpected(found.error());
        if (between_two((*found)->seats)) before = *found;
    }
    if (before && !before->rematch.empty())  // the other was quicker
        if (const Asked<GamePtr> next = find(who, before->rematch)) return game_json(**next, &who);
    const AnyGame& rules = **find_game(wanted.wish.rules);
    if (auto fits = check_wish(who, wanted.wish, rules, stored->size); !fits)
        return tl::unexpected(fits.error());
    stored->id = new_id();
    // A person can ask others in; who was invited to a game comes to its rematch too.
    if (wanted.seats[0].holder || wanted.seats[1].holder) {
        Result<std::string> secret = before ? before->invite : fresh_secret();
        if (!secret) return tl::unexpected(not_stored(secret.error()));
        stored->invite = std::move(*secret);
    }
    Result<GameInPlay> game = resume(*stored);
    if (!game) return refuse(400, "bad_request", game.error().message);
    if (auto kept = store_.add(*stored); !kept) return tl::unexpected(not_stored(kept.error()));
    if (before) {
        before->rematch = stored->id;
        publish_state(*before);
    }
    return game_json(*admit(who, *stored, std::move(*game)), &who);
}

Asked<Json> GameTable::list(Who who, GameStore::Unheld unheld, const GamesWish& wish) {
    const Result<std::vector<StoredGame>> games = [&] {
        const std::lock_guard lock(mutex_);
        return store_.games_of(who.holder, unheld, kMostSearched);
    }();
    if (!games) return tl::unexpected(not_stored(games.error()));
    return list_games(*games, who, wish, [&](const std::string& id) {
        const std::lock_guard lock(mutex_);
        return store_.find(id);
    });
}

Asked<Json> GameTable::tally(Who who) {
    const Result<std::vector<StoredGame>> games = [&] {
        const std::lock_guard lock(mutex_);
        return store_.games_of(who.holder, GameStore::Unheld::Left, kMostSearched);
    }();
    if (!games) return tl::unexpected(not_stored(games.error()));
    return tally_games(*games, who);
}

Asked<Json> GameTable::take_seat(Who who, const std::string& id, const std::string& name) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(who, id);
    if (!found) return tl::unexpected(found.error());
    LiveGame& live = **found;
    if (who.holder.empty())
        return refuse(400, "bad_request", "Taking a seat requires a Player-Key.");
    const auto own = [&](const Seat& seat) { return seat.holder && who.may_use(seat); };
    auto seat = std::find_if(live.seats.begin(), live.seats.end(), own);
    if (seat == live.seats.end())
        seat = std::find_if(live.seats.begin(), live.seats.end(),
                            [](const Seat& each) { return each.waits(); });
    if (seat == live.seats.end())
        return refuse(409, "conflict", "Both seats are taken; this game can be watched.");
    const Seat taken{who.holder, name};
    const auto player = static_cast<std::size_t>(seat - live.seats.begin());
    if (auto kept = store_.seat(id, player, taken); !kept)
        return tl::unexpected(not_stored(kept.error()));
    *seat = taken;
    // The record names the players anew.
    const Result<std::optional<StoredGame>> stored = store_.find(id);
    if (!stored || !*stored) return refuse(503, "busy", "This game could not be read again.");
    Result<GameInPlay> game = resume(**stored);
    if (!game) return refuse(503, "busy", game.error().message);
    live.become(std::move(*game));
    publish_state(live);
    ask_engine(*found);
    return game_json(live, &who);
}

Asked<Json> GameTable::show(Who who, const std::string& id) {
    const std::lock_guard lock(mutex_);
    return find(who, id).map([&](const GamePtr& live) { return game_json(*live, &who); });
}

bool GameTable::invites(const std::string& id, std::string_view secret) {
    const std::lock_guard lock(mutex_);
    const auto found = games_.find(id);
    if (found != games_.end()) return !secret.empty() && same_secret(secret, found->second->invite);
    const Result<std::optional<StoredGame>> stored = store_.find(id);
    return stored && *stored && !secret.empty() && same_secret(secret, (*stored)->invite);
}

Asked<void> GameTable::change(LiveGame& live, GameInPlay next) {
    const std::size_t same = std::min(live.game.moves().size(), next.moves().size());
    if (auto stored = store_.save(live.id, same, next.record()); !stored)
        return tl::unexpected(not_stored(stored.error()));
    live.become(std::move(next));
    return {};
}

Asked<Json> GameTable::changed(Who who, const GamePtr& live, GameInPlay next) {
    if (auto done = change(*live, std::move(next)); !done) return tl::unexpected(done.error());
    live->thinking.request_stop();  // what is thought about the board before
    live->visitor = who.visitor;
    publish_state(*live);
    ask_engine(live);
    return game_json(*live, &who);
}

Asked<Json> GameTable::play(Who who, const std::string& id, const std::string& move,
                            std::optional<std::size_t> ply) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(who, id);
    if (!found) return tl::unexpected(found.error());
    GameInPlay game = (*found)->game;
    if (game.over()) return refuse(409, "conflict", "This game is over.");
    if (!game.person_to_move()) return refuse(409, "conflict", "It is not your turn.");
    if (auto own = check_seat((*found)->seats[game.to_move()], who); !own)
        return tl::unexpected(own.error());
    if (ply && *ply != game.moves().size())
        return refuse(409, "conflict", "The board has moved on since. Look again.");
    const Judged<AnyMove> parsed = game.position().parse_move(move);
    if (!parsed) return refuse(400, "bad_request", parsed.error().sentence);
    game.play(*parsed, (*found)->person_spent());
    return changed(who, *found, std::move(game));
}

Asked<Json> GameTable::undo(Who who, const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find_own(who, id);
    if (!found) return tl::unexpected(found.error());
    GameInPlay game = (*found)->game;
    if (between_two((*found)->seats))
        return refuse(409, "conflict", "A move stands in a game between two people.");
    if (!game.take_back())
        return refuse(409, "conflict", "There is no move of yours to take back.");
    return changed(who, *found, std::move(game));
}

Asked<Json> GameTable::resign(Who who, const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find_own(who, id);
    if (!found) return tl::unexpected(found.error());
    const LiveGame& live = **found;
    GameInPlay game = live.game;
    if (game.over()) return refuse(409, "conflict", "This game is over.");
    if (live.between_engines() && live.visitor != who.visitor)
        return refuse(409, "conflict", "Only who started a game between engines can end it.");
    const std::size_t mover = game.to_move();
    const bool others_turn = !game.person(mover) || !who.may_use(live.seats[mover]);
    game.resign(others_turn && game.person(1 - mover) ? 1 - mover : mover);
    return changed(who, *found, std::move(game));
}

Asked<NewGame> GameTable::plan_rematch(Who who, const std::string& id, bool swap, bool same_board) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find_own(who, id);
    if (!found) return tl::unexpected(found.error());
    const LiveGame& live = **found;
    if (between_two(live.seats) && !live.game.over())
        return refuse(409, "conflict", "A rematch comes after the game.");
    const GameRecord& record = live.game.record();
    const std::size_t first = swap ? 1 : 0;
    NewGame next;
    next.before = id;
    next.seats = {live.seats[first], live.seats[1 - first]};
    next.wish.rules = record.game;
    next.wish.start = drawn_like(live);
    next.wish.bank = record.bank;
    next.wish.even = live.even;
    next.wish.specs = {record.players[first].spec, record.players[1 - first].spec};
    if (same_board) {
        next.wish.position = record.start;
        next.wish.komi = record.komi;
    }
    return next;
}

Asked<Json> GameTable::answer_now(Who who, const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find_own(who, id);
    if (!found) return tl::unexpected(found.error());
    if ((*found)->game.over() || (*found)->game.person_to_move())
        return refuse(409, "conflict", "No engine is thinking in this game.");
    if ((*found)->agent_to_move())
        return refuse(409, "conflict", "An agent cannot be asked to hurry.");
    (*found)->thinking.request_stop();
    return game_json(**found, &who);
}

Asked<Deferred> GameTable::hint(Who who, const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find_own(who, id);
    if (!found) return tl::unexpected(found.error());
    const GameInPlay& game = (*found)->game;
    if (between_two((*found)->seats))
        return refuse(409, "conflict", "There are no hints in a game between two people.");
    if (!game.person_to_move()) return refuse(409, "conflict", "It is not your turn.");
    return give_hint(queue_, {who.visitor, id}, game.position().clone());
}

Asked<Stream> GameTable::watch(Who who, const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Asked<GamePtr> found = find(who, id);
    if (!found) return tl::unexpected(found.error());
    return [this, live = *found](EventSink sink) -> SubscriptionPtr {
        const std::lock_guard watching(mutex_);
        const std::uint64_t number = next_watcher_++;
        games_[live->id] = live;  // it may have been let go in between
        const EventSink& added = live->watchers[number] = std::move(sink);
        if (live->clock_may_run() && !live->clock_since) {
            live->clock_since = Clock::now();
            ++live->version;
        }
        added({"game", to_text(game_json(*live))});
        return std::make_unique<Watcher>(*this, live, number);
    };
}

void GameTable::leave(const GamePtr& live, std::uint64_t watcher) {
    const std::lock_guard lock(mutex_);
    live->watchers.erase(watcher);
    live->touched = Clock::now();
    if (live->watchers.empty()) live->stop_clock();
}

std::size_t GameTable::in_memory() const {
    const std::lock_guard lock(mutex_);
    return games_.size();
}

Asked<Json> GameTable::record(Who who, const std::string& id) {
    const std::lock_guard lock(mutex_);
    return find(who, id).map(
        [](const GamePtr& live) { return Json::parse(to_json_text(live->game.record())); });
}

}  // namespace zerosum::web
