#pragma once
// A path is a player, wherever a player's text is expected:
//   agents/team7      a directory: dir:agents/team7
//   ./agent --flag    an executable file: cmd:./agent --flag

#include <filesystem>
#include <string_view>
#include <vector>

#include "players/spec.h"

namespace zerosum {

// As parse_player_spec of one argument, but that a path is looked up from `folder`, unless that is
// empty.
[[nodiscard]] Result<PlayerSpec> parse_player_spec(std::string_view text,
                                                   const std::filesystem::path& folder);

// Whether a text names a player by its path. A lone word is none: "./agent" is, "agent" is not.
[[nodiscard]] bool is_path(std::string_view text);

// What a path stands for. Completes a spec that has a text (`path`, and perhaps @name) and a name.
// The text becomes that with dir: or cmd:, so that a record of it needs no look at the files.
[[nodiscard]] Result<PlayerSpec> player_at(PlayerSpec spec, std::string_view path,
                                           const std::filesystem::path& folder);

// The words that a player's text can begin with, but for human.
[[nodiscard]] std::vector<std::string_view> player_words();
// The same as a shell completes them: "greedy", but "dir:" where something must follow.
[[nodiscard]] std::vector<std::string> player_beginnings();

}  // namespace zerosum
