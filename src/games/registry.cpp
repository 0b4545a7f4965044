#include "games/registry.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/text.h"
#include "games/all_games.h"

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

const AnyGame& default_game() {
    return *all_games().front();
}

std::string game_names(std::string_view word) {
    std::string names;
    for (std::size_t i = 0; i < all_games().size(); ++i) {
        if (i > 0) names += i + 1 == all_games().size() ? fmt::format(" {} ", word) : ", ";
        names += all_games()[i]->name();
    }
    return names;
}

Result<const AnyGame*> find_game(std::string_view name) {
    for (const AnyGame* game : all_games())
        if (game->name() == name) return game;
    return fail("'{}' is not a game, expected {}", printable(name), game_names("or"));
}

const AnyGame& game_of_input(std::string_view text) {
    for (const AnyGame* game : all_games())
        if (game->recognises_input(text)) return *game;
    return default_game();  // whose reader then says what is wrong with the file
}

Result<PositionPtr> read_line(std::string_view line, const AnyGame* game) {
    if (game != nullptr) return game->parse_line(line);
    std::string reasons;
    for (const AnyGame* one : all_games()) {
        Result<PositionPtr> position = one->parse_line(line);
        if (position) return position;
        reasons += fmt::format("{}as {}: {}", reasons.empty() ? "" : "; ", one->name(),
                               position.error().message);
    }
    return fail("{}", reasons);
}

Result<AnyTask> read_task(std::string_view text, std::string_view game) {
    const AnyGame* wanted = nullptr;
    if (!game.empty()) {
        const Result<const AnyGame*> known = find_game(game);
        if (!known) return tl::unexpected(known.error());
        wanted = *known;
    }
    if (const std::vector<std::string_view> lines = split_lines(text); lines.size() == 1)
        return read_line(trim(lines.front()), wanted).map([](PositionPtr position) {
            return AnyTask{std::move(position), Seconds{0}, 0};
        });
    Result<AnyTask> task = game_of_input(text).read_input(text);
    if (!task || wanted == nullptr || &task->position->game() == wanted) return task;
    return fail("a position of {}, expected one of {}", task->position->game().name(), game);
}

}  // namespace zerosum
