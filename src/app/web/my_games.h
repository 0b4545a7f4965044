#pragma once
// The list of a person's games: searched, a page at a time.

#include <functional>
#include <string>
#include <vector>

#include "app/web/game_store.h"
#include "app/web/json_fwd.h"
#include "app/web/target.h"

namespace zerosum::web {

// Which of the games: those that have all the words of `find` in their players' names, their game's
// title, their size ("8x8") or how they ended (won, lost, draw, unfinished). Numbers are whole.
struct GamesWish {
    std::string find;
    std::size_t skip = 0;
    std::size_t count = 50;
};
inline constexpr std::size_t kMostListed = 100;      // in one answer
inline constexpr std::size_t kMostSearched = 10000;  // the newest

// ?find=TEXT&skip=N&count=N, all of them optional.
[[nodiscard]] Asked<GamesWish> games_wish(const Target& target);

// The answer to GET /api/games. `games` is newest first, without moves; `with_moves` gives a game
// with them.
using WithMoves = std::function<Result<std::optional<StoredGame>>(const std::string& id)>;
[[nodiscard]] Asked<Json> list_games(const std::vector<StoredGame>& games, const Asker& asker,
                                     const GamesWish& wish, const WithMoves& with_moves);

// The answer to GET /api/tally: won, lost and drawn of the holder's games on even terms, by game
// and opponent.
[[nodiscard]] Json tally_games(const std::vector<StoredGame>& games, const Asker& asker);

}  // namespace zerosum::web
