#pragma once
// What a class site shows, as JSON. web/src/site_data.ts is the reader.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/site/shown_names.h"
#include "arena/tournament/ledger.h"
#include "arena/tournament/rating_history.h"
#include "arena/tournament/standings.h"
#include "core/result.h"

namespace zerosum::site {

using Json = nlohmann::ordered_json;

// Everything but what was played, read at one go.
struct Contents {
    Identity identity;
    std::vector<LedgerPlayer> versions;
    std::vector<LedgerGame> games;        // in the order they ended
    std::vector<std::string> entrants;    // by the ledger's names, in the order they came
    std::vector<std::size_t> entrant_of;  // a version's
    Standings standings;
    RatingHistory history;
};
[[nodiscard]] Result<Contents> read_contents(const Ledger& ledger);

// The ranking and all that every page needs. `shards`: the first game of each file of games.
[[nodiscard]] Json class_json(const Contents& contents, const ShownNames& names,
                              const std::vector<std::size_t>& shards);
// One entrant: its games, the first first, and the error bars of its ratings over time.
[[nodiscard]] Json entrant_json(const Contents& contents, std::size_t entrant);
// One game; games count from 1. `trouble` stands in place of a record that cannot be shown.
[[nodiscard]] Json film_json(const Ledger& ledger, const Contents& contents, std::size_t number,
                             const ShownNames& names);

}  // namespace zerosum::site
