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

namespace zerosum {

struct MatchSettings {
    const AnyGame* game = nullptr;
    std::array<std::string, 2> players;  // player specs
    StartOptions start;
    std::vector<std::string> boards;  // one-line positions to be played in turn; empty: drawn
    Edition edition;
    Seconds bank{0};
    double odds = 1;  // time odds: the first-named player has its bank divided by this
    Score komi = 0;
    int games = 11;
    bool paired = false;  // each board twice, the start reversed
    int jobs = 1;         // games at once
    std::uint64_t seed = 1;
    // dir: players that are built once for many matches or jobs; others are built a match.
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

// A player made and ready for a match: built, calibrated. In the place of an agent that cannot be
// made ready comes one that loses every game with the reason (EndReason::NotStarted): an agent's
// fault must not stop a tournament. A player that does not exist is an error.
[[nodiscard]] Result<PlayerPtr> seat_player(const std::string& spec, const AnyGame& game,
                                            const std::shared_ptr<AgentStore>& agents = nullptr);

// Two players seated for a match. One a job.
class Pairing {
 public:
    [[nodiscard]] static Result<std::unique_ptr<Pairing>> make(const MatchSettings& settings);

    // Plays the game of that number, on new boards until it counts.
    [[nodiscard]] Result<GameRecord> play(int game, const GameWatch& watch = {});

 private:
    explicit Pairing(const MatchSettings& settings) : settings_(settings) {}
    MatchSettings settings_;
    std::array<PlayerPtr, 2> players_;
    std::string by_course_files_;  // a player who can be asked only about boards that fit there
};

// What a spectator of a match is told. Calls never overlap. May be empty.
struct MatchWatch {
    // Only with one job: the board after each move.
    std::function<void(int game, const AnyPosition& after, const MoveRecord& move)> on_move = {};
    // In the order of the games' numbers. False ends the match (SPRT decided).
    std::function<bool(int game, const GameRecord& record)> on_game = {};
    std::stop_token stop = {};
};

// The boards of a file, a one-line position a line, each checked.
[[nodiscard]] Result<std::vector<std::string>> read_boards(const AnyGame& game,
                                                           const std::filesystem::path& file);

// Games are reported in order; a stopped match returns those that ended before.
[[nodiscard]] Result<std::vector<GameRecord>> run_match(const MatchSettings& settings,
                                                        const MatchWatch& watch = {});

}  // namespace zerosum
