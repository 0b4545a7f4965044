#pragma once
// One game being played, and how it looks from outside.

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

#include "app/web/game_store.h"
#include "app/web/http.h"
#include "app/web/json_fwd.h"
#include "arena/play/record.h"
#include "games/any_game.h"

namespace zerosum::web {

[[nodiscard]] constexpr int side_number(Side side) {
    return side == Side::One ? 1 : 2;
}

struct LiveGame {
    using Clock = std::chrono::steady_clock;

    StoredGame kept;
    const AnyGame* rules = nullptr;
    PositionPtr position;
    // Grows with every change that watchers are told of, and over restarts of the program too: it
    // begins with the milliseconds since 1970 at which the game was taken from the disk.
    std::uint64_t version = 0;
    // Changes with every change of the board: an engine's answer to an older board is dropped.
    std::uint64_t turn = 0;
    std::optional<std::uint64_t> asked;  // the turn for which an engine is at work
    std::stop_source thinking;
    std::map<std::uint64_t, EventSink> watchers;
    std::optional<Clock::time_point> clock_since;  // a person's clock runs since then
    Seconds thought_for{0};                        // by the person, on this move, before that
    Clock::time_point touched = Clock::now();

    [[nodiscard]] bool human(Side side) const { return kept.specs[index(side)] == "human"; }
    [[nodiscard]] bool over() const { return kept.result.has_value(); }
    [[nodiscard]] bool waits_for_person() const { return !over() && human(position->mover()); }
    [[nodiscard]] bool timed() const { return kept.bank > Seconds{0}; }
    [[nodiscard]] Side first_mover() const;
    [[nodiscard]] Seconds bank_of(Side side) const;  // before the move that is being thought about
    [[nodiscard]] Seconds person_spent() const;      // on this move, so far
    [[nodiscard]] std::string name_of(Side side) const;
};

// The position after the moves kept; an error when they do not hold.
[[nodiscard]] Result<PositionPtr> position_after(const StoredGame& game);

// Kinds of fruit on a board; none of raid.
[[nodiscard]] int kinds_on(const AnyPosition& position);

// How a board of the same kind is drawn.
[[nodiscard]] Result<StartOptions> drawn_like(const StoredGame& game);

[[nodiscard]] Json game_json(const LiveGame& game);
[[nodiscard]] Json summary_json(const StoredGame& game);
[[nodiscard]] GameRecord game_record(const LiveGame& game);

}  // namespace zerosum::web
