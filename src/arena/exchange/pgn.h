#pragma once
// Game records as PGN, which rating programs (Ordo, BayesElo) and many editors read, and back.
//
//   [Event "class.ledger"]            the seven tags of every PGN file
//   ...
//   [White "engine"]                  White is who moved first
//   [Result "1-0"]
//   [Game "raid"]                     what a record needs besides: docs/records.md has the list
//   [FEN "X.. ... ..."]
//
//   1. B2:Stake {+17/4 0.012s} C1:Stake {0.001s} 2. ... 1-0

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/play/record.h"

namespace zerosum {

// What a record does not know about its game.
struct PgnHeading {
    std::string event = "?";
    std::string round = "?";
    std::int64_t ended = 0;  // seconds since 1970; 0: not known
};

// Ends with a blank line. Games without a result (void, aborted) have "*", which rating programs
// leave out.
[[nodiscard]] std::string to_pgn(const GameRecord& record, const PgnHeading& heading = {});

// Whether a text looks like PGN: its first line begins with a tag.
[[nodiscard]] bool looks_like_pgn(std::string_view text);

// The games of a file that to_pgn wrote, played again by the rules. What PGN does not keep (wall
// time, memory, nodes, standard error) is 0 or empty.
[[nodiscard]] Result<std::vector<GameRecord>> parse_pgn(std::string_view text);

}  // namespace zerosum
