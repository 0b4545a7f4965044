#pragma once
// Results put into a ledger by hand, for tests of what is made from them.

#include <optional>
#include <string_view>
#include <vector>

#include "arena/tournament/ledger.h"

namespace zerosum::tests {

// Plans the game, takes it and keeps its result, as planner and worker do.
inline Result<void> keep_game(Ledger& ledger, const LedgerGame& game, std::string_view record) {
    const std::vector<PlannedGame> plan = {
        {game.id, game.pairing, game.number, game.players, game.number}};
    Result<void> added = ledger.renew({});  // a game that could not be finished is given back
    if (added) added = ledger.add_games(plan);
    if (!added) return added;
    const Result<std::optional<RunningGame>> taken = ledger.take_game(std::nullopt);
    if (!taken) return tl::unexpected(taken.error());
    if (!*taken || (*taken)->id != game.id) return fail("the game is not there to be taken");
    const Result<bool> kept = ledger.finish(game, (*taken)->attempt, record);
    if (!kept) return tl::unexpected(kept.error());
    if (!*kept) return fail("the result was not kept");
    return {};
}

}  // namespace zerosum::tests
