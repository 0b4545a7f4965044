#pragma once
// Bodies and queries of requests read into what they ask for; a wrong one is refused with the
// reason.

#include <cstddef>
#include <string>
#include <string_view>

#include "app/view/ledger_json.h"
#include "app/web/analyst.h"
#include "app/web/game_table.h"
#include "app/web/target.h"

namespace zerosum::web {

// POST /api/games
[[nodiscard]] Asked<GameWish> read_wish(std::string_view body);

// POST /api/reviews
[[nodiscard]] Asked<Json> add_review(Analyst& analyst, const std::string& visitor,
                                     std::string_view body);

// Which part of a list: ?skip=50&count=50. What is not given stays.
[[nodiscard]] Asked<void> read_page(const Target& target, std::size_t& skip, std::size_t& count);

// GET /api/ledgers/ID/games
[[nodiscard]] Asked<view::GamesWanted> games_wanted(const Target& target);

// GET /api/analysis
[[nodiscard]] Asked<Stream> analyse(Analyst& analyst, const std::string& visitor,
                                    const Target& target);

}  // namespace zerosum::web
