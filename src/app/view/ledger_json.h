#pragma once
// What is in a ledger, as JSON: docs/api.md, Tournaments.

#include <cstddef>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arena/play/record.h"
#include "arena/tournament/ledger.h"
#include "arena/tournament/standings.h"
#include "core/result.h"

namespace zerosum::view {

using Json = nlohmann::ordered_json;

// A finished game; it ended as the ledger's `number`th.
[[nodiscard]] Json ledger_game_json(const LedgerGame& game, std::size_t number,
                                    const std::vector<LedgerPlayer>& players);

// What a page shows of standings: lines, cross table, worth of the first move, endings.
[[nodiscard]] Json tables_json(const Standings& standings);

// The same with the title, running games and the latest games.
[[nodiscard]] Result<Json> ledger_json(const std::string& file);

// Which finished games, the last first.
struct GamesWanted {
    std::string player = {};  // empty: anybody's
    std::string other = {};   // only those against this one
    std::size_t skip = 0;
    std::size_t count = std::numeric_limits<std::size_t>::max();
};
// `games`, and how many there are in `total`.
[[nodiscard]] Result<Json> ledger_games_json(const std::string& file, const GamesWanted& asked);

// How a game ended in words for everybody: without what was said while an agent was built, which
// quotes its source.
[[nodiscard]] std::string public_sentence(const GameRecord& record);

// One game ready to show (board_json.h), without the places of hand-ins.
[[nodiscard]] Result<Json> ledger_frames_json(const std::string& file, std::string_view game);

}  // namespace zerosum::view
