#pragma once
// Who stands where, from a ledger: points, ratings, sides, endings.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "arena/rating/statistics.h"
#include "arena/tournament/ledger.h"

namespace zerosum {

struct StandingLine {
    std::string name;
    std::string spec;
    double pairings = 0;  // pairings won, drawn ones half; a bye counts as won
    Tally all;
    Tally as_first;  // games in which the player moved first
    Tally as_second;
    Interval margin;             // points per game, own minus other's; over boards
    Interval rating;             // Elo
    double over_next = 0.5;      // the probability to be stronger than the next in the table
    bool linked_to_next = true;  // by games, perhaps through others
    double cpu = 0;              // seconds per game
    std::map<std::string, int> losses_by;  // how its lost games ended: "time", "illegal-move"
};

struct Standings {
    std::string title;                // "fruit, round-robin"
    std::vector<StandingLine> lines;  // best first
    // cross[i][j]: the games of line i against line j, from i's view.
    std::vector<std::vector<Tally>> cross;
    Interval first_move_elo;    // over boards
    Interval first_move_share;  // of points, by the player who moved first; over boards
    std::map<std::string, int> endings;
    int games = 0;
    int running = 0;
    int groups = 1;  // of players linked by games; ratings compare only inside one
};

// In the order: pairings won, games won minus games lost, rating.
[[nodiscard]] Result<Standings> make_standings(const Ledger& ledger);

// The same table for people, programs, spreadsheets and browsers (one file, no network).
[[nodiscard]] std::string standings_text(const Standings& standings);
[[nodiscard]] std::string standings_json(const Standings& standings);
[[nodiscard]] std::string standings_csv(const Standings& standings);
[[nodiscard]] std::string standings_html(const Standings& standings);

}  // namespace zerosum
