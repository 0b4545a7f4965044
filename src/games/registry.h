#pragma once
// Finding a game and reading a position, for those who speak to games through any_game.h. Which
// games there are is said in all_games.h.

#include <span>
#include <string>
#include <string_view>

#include "games/any_game.h"

namespace zerosum {

[[nodiscard]] std::span<const AnyGame* const> all_games();
[[nodiscard]] const AnyGame& default_game();  // where none is named: the first of the list

// Their names for a message: "fruit or raid", with that word before the last.
[[nodiscard]] std::string game_names(std::string_view word);

// By its name in GameInfo; the error lists the names there are.
[[nodiscard]] Result<const AnyGame*> find_game(std::string_view name);

// The game that a course file is meant for, recognised by its second line.
[[nodiscard]] const AnyGame& game_of_input(std::string_view text);

// A position in one line of text. No game: of whichever it is; the error then says of each why it
// is not.
[[nodiscard]] Result<PositionPtr> read_line(std::string_view line, const AnyGame* game = nullptr);

// A course file, or a position in one line. `game` is a name, or empty: of whichever it is.
[[nodiscard]] Result<AnyTask> read_task(std::string_view text, std::string_view game = "");

}  // namespace zerosum
