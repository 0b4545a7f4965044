#pragma once
// A match: many games between two players on boards drawn from one seed.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/play/referee.h"
#include "players/programs/agent_store.h"
#include "players/spec.h"

namespace zerosum {

struct MatchSettings {
    const AnyGame* game = nullptr;
    std::array<PlayerSpec, 2> players;
    StartOptions start;
    std::vector<std::string> boards;  // one-line positions to be played in turn; empty: drawn
    Edition edition;
    Seconds bank{0};
    double odds = 1;  // time odds: the first-named player has its bank divided by this
    Score komi = 0;
    int games = 11;
    int known = 0;        // games from the first on that are not played: their results are known
    bool paired = false;  // each board twice, the start reversed
    int jobs = 1;         // games at once
    std::uint64_t seed = 1;
    // dir: players that are built once for many matches or jobs; others are built per match.
    std::shared_ptr<AgentStore> agents = nullptr;
};

// What one game of a match is played on. Depends on the settings and the game's number alone, so
// that any game can be played again, in any order, on any machine.
struct GamePlan {
    std::uint64_t seed = 0;
    int first = 0;  // index of the player who starts: drawn for game 0, then alternating
    PositionPtr start;
};

// Which of the match's boards a game is played on, from 0.
[[nodiscard]] constexpr int board_of(int game, bool paired) {
    return paired ? game / 2 : game;
}

// Who starts: drawn from the seed for game 0, then alternating.
[[nodiscard]] int starter(const MatchSettings& settings, int game);

// `attempt` > 0 draws a new board for a game that did not count; given boards are played again.
[[nodiscard]] Result<GamePlan> plan_game(const MatchSettings& settings, int game, int attempt = 0);

// A player made and ready for a match: built, calibrated. An agent that cannot be made ready is
// replaced by a player that loses every game with the reason (EndReason::NotStarted): an agent's
// fault must not stop a tournament. A player that does not exist is an error.
[[nodiscard]] Result<PlayerPtr> seat_player(const PlayerSpec& spec, const AnyGame& game,
                                            const std::shared_ptr<AgentStore>& agents = nullptr);

// Two players seated for a match. Every thread that plays its games has seats of its own.
class Seats {
 public:
    [[nodiscard]] static Result<std::unique_ptr<Seats>> make(const MatchSettings& settings);

    // Plays the game of that number, on new boards until it counts.
    [[nodiscard]] Result<GameRecord> play(int game, const GameWatch& watch = {});

 private:
    explicit Seats(const MatchSettings& settings) : settings_(settings) {}
    MatchSettings settings_;
    std::array<PlayerPtr, 2> players_;
    std::string by_course_files_;  // a player that gets boards as course files; empty: none does
};

// Callbacks to a spectator of a match. Calls never overlap. May be empty.
struct MatchWatch {
    // Only with one job: the board after each move.
    std::function<void(int game, const AnyPosition& after, const MoveRecord& move)> on_move = {};
    // In the order of the games' numbers. False ends the match (SPRT decided).
    std::function<bool(int game, const GameRecord& record)> on_game = {};
    std::stop_token stop = {};
};

// The boards of a file, one position per line, each checked. Empty lines and lines that begin with
// # are left out.
[[nodiscard]] Result<std::vector<std::string>> read_boards(const AnyGame& game,
                                                           const std::filesystem::path& file);

// Plays the games and reports them in order; a stopped match has reported those that ended before.
[[nodiscard]] Result<void> run_match(const MatchSettings& settings, const MatchWatch& watch);

}  // namespace zerosum
