#pragma once
// Players by text, the same text everywhere:
//   engine   engine:level=5   engine:nodes=20000   engine:depth=4,threads=2
//   minimax:depth=3   greedy   random   random:by=move   human
//   cmd:./agent --flag   dir:agents/team7   ugi:./engine   so:./my_player.so
// and a trailing @name for the display name.

#include <map>
#include <string>
#include <string_view>

#include "players/player.h"

namespace zerosum {

// The text taken apart. Options only for built-in players; `argument` only for cmd, dir, ugi, so.
struct PlayerSpec {
    std::string text;                            // as given
    std::string kind;                            // "engine"
    std::map<std::string, std::string> options;  // {"level", "5"}
    std::string argument;                        // "./agent --flag"
    std::string name;  // display name; the text without @name when none was given
};

[[nodiscard]] Result<PlayerSpec> parse_player_spec(std::string_view text);

// A display name made of a file's or folder's: what such a name may not hold becomes "_".
[[nodiscard]] std::string display_name(std::string_view file);

// A whole-number option within low..high, or `otherwise` when it was not given.
[[nodiscard]] Result<std::int64_t> int_option(const PlayerSpec& spec, std::string_view key,
                                              std::int64_t otherwise, std::int64_t low,
                                              std::int64_t high);

// Makes the player for one game's matches. Unknown kinds and options, and values out of range,
// are errors that say what is accepted.
[[nodiscard]] Result<PlayerPtr> make_player(std::string_view spec, const AnyGame& game);

}  // namespace zerosum
