#include "games/registry.h"

#include <array>

namespace zerosum {

namespace {
template <Game... Gs>
auto instances(GameList<Gs...> /*games*/) {
    return std::array<const AnyGame*, sizeof...(Gs)>{&any_game<Gs>()...};
}
}  // namespace

std::span<const AnyGame* const> all_games() {
    static const auto games = instances(AllGames{});
    return games;
}

Result<const AnyGame*> find_game(std::string_view name) {
    std::string names;
    for (const AnyGame* game : all_games()) {
        if (game->name() == name) return game;
        names += names.empty() ? "" : ", ";
        names += game->name();
    }
    return fail("'{}' is not a game, expected one of: {}", printable(name), names);
}

const AnyGame& game_of_input(std::string_view text) {
    for (const AnyGame* game : all_games())
        if (game->recognises_input(text)) return *game;
    return *all_games().front();  // whose reader then says what is wrong with the file
}

}  // namespace zerosum
