#pragma once
// What kind of hand-in it is, in one word or two: for tables of a whole class.

#include <cstdint>
#include <optional>
#include <string_view>

#include "arena/play/record.h"
#include "players/programs/agent_directory.h"

namespace zerosum {

// From the best to the gravest: of several faults, the gravest names the hand-in.
enum class Category : std::uint8_t {
    Sound,        // answers everything it is asked, and as well as was asked
    Weak,         // plays by the rules and loses
    Wrong,        // plays by the rules, but not the one right answer (2016)
    Late,         // runs out of its bank
    Illegal,      // an illegal move, a wrong board, a malformed answer
    NoAnswer,     // ends without an output.txt
    OverLimit,    // memory, processes, files, output
    Crashes,      // a signal, an exception, a status that is not 0
    DidNotBuild,  // its compiler refused it
    NoAgent,      // nothing in it has the name of a hand-in
    NotRun,       // this machine lacks its interpreter, or failed: no verdict, and no grade of 0
};

// "sound", "did not build", "not run": in tables, in JSON and in files.
[[nodiscard]] std::string_view to_text(Category category);
[[nodiscard]] std::optional<Category> parse_category(std::string_view text);

// What the end of a game, or of one move, says of the player who caused it. A game that was lost by
// points is Weak; one that ended through no fault of a player says nothing.
[[nodiscard]] std::optional<Category> category_of(EndReason reason);
[[nodiscard]] Category category_of(Obstacle obstacle);

}  // namespace zerosum
