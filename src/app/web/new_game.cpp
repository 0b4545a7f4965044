#include "app/web/new_game.h"

#include <chrono>
#include <utility>

#include "app/web/json.h"
#include "arena/play/fair_start.h"

namespace zerosum::web {

namespace {

// The board to draw: what is not asked for is what a person is offered.
StartOptions start_options(const AnyGame& rules, const GameWish& wish) {
    StartOptions start = wish.start;
    const std::optional<OptionRange>& kinds = rules.info().kinds;
    if (!kinds) {
        start.kinds = 0;
    } else if (wish.position.empty() && start.kinds == 0) {
        start.kinds = kinds->casual;
    }
    return start;
}

}  // namespace

NewGame new_game(const Asker& who, const GameWish& wish) {
    NewGame game{wish};
    for (const std::size_t i : {0U, 1U}) {
        if (wish.specs[i] != kPerson || who.holder.empty()) continue;
        const bool waits = wish.invite == static_cast<int>(i) + 1;
        game.seats[i] = waits ? Seat{"", ""} : Seat{who.holder, wish.invite != 0 ? wish.name : ""};
    }
    return game;
}

bool takes_long(const NewGame& game) {
    const GameWish& wish = game.wish;
    const Result<const AnyGame*> rules = find_game(wish.rules);
    return rules && wish.even && wish.position.empty() &&
           needs_komi(**rules, start_options(**rules, wish));
}

Asked<StoredGame> set_up(const NewGame& game, std::uint64_t seed) {
    const GameWish& wish = game.wish;
    const Result<const AnyGame*> rules = find_game(wish.rules);
    if (!rules) return refuse(400, "bad_request", rules.error().message);
    const bool drawn = wish.position.empty();
    const StartOptions options = start_options(**rules, wish);
    Random random(seed);
    Result<FairStart> start =
        drawn && wish.even
            ? fair_start(**rules, options, random)
            : (drawn ? (*rules)->start(options, random) : (*rules)->parse_line(wish.position))
                  .map([&](PositionPtr given) {
                      return FairStart{std::move(given), drawn ? 0 : wish.komi};
                  });
    if (!start) return refuse(400, "bad_request", start.error().message);
    const AnyPosition& position = *start->position;
    if (position.over()) return refuse(400, "bad_request", "There is nothing left to play.");

    StoredGame stored;
    stored.seats = game.seats;
    stored.created = std::chrono::duration_cast<std::chrono::seconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count();
    stored.size = position.size();
    stored.kinds = options.kinds != 0 ? options.kinds : position.start_options().kinds;
    // The board of the game before is as even as it was.
    stored.even = wish.even && (drawn || !game.before.empty());
    GameRecord& record = stored.record;
    record.game = wish.rules;
    record.edition = "casual";
    record.bank = wish.bank;
    record.komi = start->komi;
    record.seed = seed;
    record.start = position.line();
    record.reason = EndReason::Aborted;
    for (const std::size_t i : {0U, 1U}) record.players[i].spec = wish.specs[i];
    return stored;
}

}  // namespace zerosum::web
