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
    PlayerIndex number = 0;  // in the ledger, where it is never given again
    std::string name;
    std::string spec;
    int version = 1;      // of its entrant, from 1
    bool current = true;  // false: history
    double pairings = 0;  // pairings won, drawn ones half; a bye counts as won
    Tally all;
    Tally as_first;  // games in which the player moved first
    Tally as_second;
    Interval margin;             // points per game, own minus other's; over boards
    Interval rating;             // Elo
    double over_next = 0.5;      // the probability to be stronger than the next in the table
    bool linked_to_next = true;  // by games, perhaps through others
    double in_top = 0;           // the probability to be among the kTopPlaces strongest
    double cpu = 0;              // seconds per game
    std::map<std::string, int> losses_by;  // how its lost games ended: "time", "illegal-move"
};

struct Standings {
    std::string title;                // "Class of 2017", or "fruit, round-robin"
    std::string kind;                 // "fruit, round-robin"
    std::vector<StandingLine> lines;  // best first
    // cross[i][j]: the games of line i against line j, from i's view.
    std::vector<std::vector<Tally>> cross;
    // Over boards; games that ended by a fault tell nothing about the start and are left out.
    Interval first_move_elo;
    Interval first_move_share;  // of points, by the player who moved first
    // [k - 1]: the probability that the first k by rating are the k strongest.
    std::vector<double> certainty;
    std::vector<std::string> names;  // of all players, by their numbers in the ledger
    std::vector<LedgerGame> played;  // the games behind all this, in the order they ended
    std::map<std::string, int> endings;
    int games = 0;
    int old_games = 0;  // of versions that are history; in none of these numbers
    int running = 0;
    // Of the machines that the games were played on, without the slowest and the fastest twentieth
    // of the games, as a process may have measured its machine at a bad moment; 0: not known.
    double slowest = 0;
    double fastest = 0;
    bool scaled_banks = false;  // so that speeds may differ
    int groups = 1;             // of players linked by games; ratings compare only inside one
};

enum class Versions : std::uint8_t { Current, All };

// In the order: pairings won, games won minus games lost, rating; a ladder's by rating alone. Of
// the current versions and the games among them, or of all that ever took part.
[[nodiscard]] Result<Standings> make_standings(const Ledger& ledger,
                                               Versions versions = Versions::Current);

// The same table for people, programs, spreadsheets and browsers (one file, no network).
[[nodiscard]] std::string standings_text(const Standings& standings);
[[nodiscard]] std::string standings_json(const Standings& standings);
[[nodiscard]] std::string standings_csv(const Standings& standings);
[[nodiscard]] std::string standings_html(const Standings& standings);

}  // namespace zerosum
