#pragma once
// The games there are. Adding one: a folder beside this file, and its type in this list.

#include <span>
#include <string_view>

#include "games/any_game_adapter.h"
#include "games/fruit/rules.h"
#include "games/raid/rules.h"

namespace zerosum {

template <Game... Gs>
struct GameList {};

using AllGames = GameList<fruit::Fruit, raid::Raid>;

[[nodiscard]] std::span<const AnyGame* const> all_games();

// By name ("fruit"); the error lists the names there are.
[[nodiscard]] Result<const AnyGame*> find_game(std::string_view name);

// The game that a course file is meant for, told by its second line.
[[nodiscard]] const AnyGame& game_of_input(std::string_view text);

// A position in one line of text. No game: of whichever it is; the error then says of each why it
// is not.
[[nodiscard]] Result<PositionPtr> read_line(std::string_view line, const AnyGame* game = nullptr);

// A course file, or a position in one line. `game` is a name, or empty: of whichever it is.
[[nodiscard]] Result<AnyTask> read_task(std::string_view text, std::string_view game = "");

namespace detail {
template <typename Visit, Game First, Game... Rest>
decltype(auto) visit_game(const AnyGame& game, Visit& visit, GameList<First, Rest...> /*games*/) {
    if constexpr (sizeof...(Rest) > 0) {
        if (game.name() != First::name) return visit_game(game, visit, GameList<Rest...>{});
    }
    return visit.template operator()<First>();
}
}  // namespace detail

// Calls visit.template operator()<G>() with the static type behind a game. This is how players
// instantiate templates (search over G) for a game chosen at run time.
template <typename Visit>
decltype(auto) with_game(const AnyGame& game, Visit&& visit) {
    return detail::visit_game(game, visit, AllGames{});
}

}  // namespace zerosum
