#pragma once
// How far players are from perfect play: what every move of a game loses against the best one, and
// what that comes to per move and per game, by phase.
//
//   lost = value before - (gain - value after)
//
// A loss is proved when both values are, else believed. A belief may be wrong by a few points, so a
// loss that is believed to be negative counts as none and as a contradiction: how many there are
// says how far the judge can be trusted. Moves that nobody can judge are counted and left out.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/play/record.h"
#include "arena/rating/statistics.h"
#include "arena/review/judge.h"

namespace zerosum {

// Thirds of a game by the cells that play has used when the move is made.
enum class Phase : std::uint8_t { Opening, Middle, End };
inline constexpr std::size_t kPhases = 3;
[[nodiscard]] std::string_view to_text(Phase phase);
[[nodiscard]] Phase phase_of(const AnyPosition& before);

struct MoveLoss {
    std::size_t number = 0;  // of the move in its record, from 0
    int player = 0;
    Phase phase = Phase::Opening;
    std::optional<Score> lost;  // none: not judged
    bool proved = false;
    bool contradiction = false;
};

// The one definition of points lost: by a move that gains `gain` in a position worth `before`,
// where the other side then has a position worth `after`.
struct PointsLost {
    Score lost = 0;
    bool contradiction = false;  // the values say that it gained
};
[[nodiscard]] PointsLost points_lost(Score before, Score gain, Score after);

// Of every legal move and every pass of a game, in order.
[[nodiscard]] Result<std::vector<MoveLoss>> judge_game(const GameRecord& record, Judge& judge);

// The regret of one player in one phase, or in all of them.
class Regret {
 public:
    // The moves of one side in one game, all or those of the phase; there may be none.
    void add(const std::vector<MoveLoss>& moves);

    std::int64_t moves = 0;
    std::int64_t judged = 0;
    std::int64_t proved = 0;
    std::int64_t best = 0;  // judged to lose nothing
    std::int64_t contradictions = 0;

    // Points lost per judged move: the mean of the games' means, since moves of a game are not
    // independent of each other. Games without such a move are left out.
    [[nodiscard]] Interval per_move() const { return mean95(per_move_); }
    // Points lost per game, in moves that were judged.
    [[nodiscard]] Interval per_game() const { return mean95(per_game_); }
    [[nodiscard]] std::int64_t games() const { return per_game_.count(); }

 private:
    Sample per_move_;
    Sample per_game_;
};

// Players by name. A player who plays itself has both sides of every game.
struct PlayerRegret {
    std::array<Regret, kPhases> phases;
    Regret all;
};
class RegretTable {
 public:
    void add(const GameRecord& record, const std::vector<MoveLoss>& losses);
    [[nodiscard]] const std::map<std::string, PlayerRegret>& players() const { return players_; }

 private:
    std::map<std::string, PlayerRegret> players_;
};

}  // namespace zerosum
