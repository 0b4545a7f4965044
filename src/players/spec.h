#pragma once
// Players by text, the same text everywhere:
//   engine   engine:level=5   engine:nodes=20000   engine:depth=4,threads=2
//   minimax:depth=3   alphabeta   greedy   random   random:by=move
//   cmd:./agent --flag   dir:agents/team7   ugi:./engine   so:./my_player.so   java:MyPlayer
//   human   (on the page and the terminal only: a person is not made, but waited for)
// and a trailing @name for the display name.
//
// The text is parsed once, where it comes in: the command line, a TOML file, a request, a record.
// From there on a PlayerSpec is passed.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "players/player.h"
#include "players/programs/tools.h"

namespace zerosum {

// In the order of their texts.
enum class PlayerKind : std::uint8_t {
    Alphabeta,
    Command,    // cmd: a program started for every move
    Directory,  // dir: a course directory, built and then started for every move
    Engine,
    Greedy,
    Human,
    Java,  // java: a class of the 2012 course, in a JVM that stays up for a game
    Minimax,
    Random,
    Plugin,  // so: a shared library, loaded into this process
    Ugi,     // ugi: a program that stays up
};

// The word before the colon: "cmd", "engine".
[[nodiscard]] std::string_view to_text(PlayerKind kind);

// Whether it runs as a process of its own.
[[nodiscard]] constexpr bool is_program(PlayerKind kind) {
    return kind == PlayerKind::Command || kind == PlayerKind::Directory ||
           kind == PlayerKind::Java || kind == PlayerKind::Ugi;
}

// A player's text, parsed. Built-in players have options; Command, Directory, Java, Plugin and Ugi
// have an argument.
struct PlayerSpec {
    std::string text;  // as given
    PlayerKind kind = PlayerKind::Engine;
    std::map<std::string, std::string> options;  // {"level", "5"}
    std::string argument;                        // "./agent --flag"
    std::string name;                            // to show; the whole text when there is no @name
    Tools tools = {};                            // for a directory; not part of its text
};

[[nodiscard]] Result<PlayerSpec> parse_player_spec(std::string_view text);

// Whether a text holds characters that a terminal obeys instead of showing them (a tab is none): no
// player's text or name does.
[[nodiscard]] bool holds_control_characters(std::string_view text);

// A display name made of a file's or folder's: characters that such a name may not hold become "_".
[[nodiscard]] std::string display_name(std::string_view file);

// A whole-number option within low..high, or `otherwise` when it was not given.
[[nodiscard]] Result<std::int64_t> int_option(const PlayerSpec& spec, std::string_view key,
                                              std::int64_t otherwise, std::int64_t low,
                                              std::int64_t high);

// Makes the player for one game's matches. Unknown options, values out of range and a human are
// errors that say what is accepted.
[[nodiscard]] Result<PlayerPtr> make_player(const PlayerSpec& spec, const AnyGame& game);
// Parses and makes: for a text that is needed for nothing else.
[[nodiscard]] Result<PlayerPtr> make_player(std::string_view text, const AnyGame& game);

}  // namespace zerosum
