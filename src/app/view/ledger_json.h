#pragma once
// What is in a ledger, as JSON: docs/api.md, Tournaments.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arena/tournament/ledger.h"
#include "core/result.h"

namespace zerosum::view {

using Json = nlohmann::ordered_json;

// A finished game; it ended as the ledger's `number`th.
[[nodiscard]] Json ledger_game_json(const LedgerGame& game, std::size_t number,
                                    const std::vector<LedgerPlayer>& players);

// Standings, cross table, endings, running games and the latest games.
[[nodiscard]] Result<Json> ledger_json(const std::string& file);

// Every finished game, the last first; of one player when its name is given.
[[nodiscard]] Result<Json> ledger_games_json(const std::string& file, std::string_view player);

// One game ready to show (board_json.h).
[[nodiscard]] Result<Json> ledger_frames_json(const std::string& file, std::string_view game);

}  // namespace zerosum::view
