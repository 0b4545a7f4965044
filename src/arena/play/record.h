#pragma once
// One game, kept: who played, what happened, how it ended. docs/records.md describes the JSON.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/units.h"
#include "games/game.h"

namespace zerosum {

// How a game ended. The text forms ("wrong-board") stand in records, tables and pages.
enum class EndReason : std::uint8_t {
    Points,    // the board was played out, the higher total wins
    TimeLeft,  // equal totals, more time left wins (2017)
    Draw,      // equal totals (2016, 2012, casual)
    Void,      // equal totals and equal times: does not count (2017)
    Time,      // a bank ran out
    Resigned,  // a person gave up
    IllegalMove,
    WrongBoard,  // the board written is not the board after the move
    MalformedAnswer,
    NoAnswer,
    Crash,
    Killed,      // past bank + grace on the wall clock
    Limit,       // memory, processes, file size
    NotStarted,  // could not be built or started
    Aborted,     // stopped from outside: no result
};
[[nodiscard]] std::string_view to_text(EndReason reason);
[[nodiscard]] std::optional<EndReason> parse_end_reason(std::string_view text);

// What stands for a person where a player is named by its text.
inline constexpr std::string_view kPerson = "human";

struct PlayerRecord {
    std::string name;
    std::string spec;         // the player's text; kPerson
    std::string clock;        // how its time was measured: "thread", "cgroup1", "wall", "none", ...
    std::string confinement;  // "none", "landlock+seccomp", ...

    [[nodiscard]] bool person() const { return spec == kPerson; }
};

// What stands for a move where a turn went by without one (Edition::faults_pass).
inline constexpr std::string_view kPass = "pass";

struct MoveRecord {
    int player = 0;        // 0 or 1: index into GameRecord::players
    std::string position;  // one line, before the move
    std::string move;      // empty when the answer named none and lost; kPass
    std::string why;       // of a pass: what was wrong with the answer
    Score gain = 0;
    Seconds cpu{0};  // charged
    Seconds wall{0};
    Seconds bank_left{0};           // after the move
    std::uint64_t peak_memory = 0;  // bytes, 0: not measured
    std::string stderr_tail;
    // What a searching player said of it.
    std::optional<Score> score;  // expected future difference from the mover's view
    int depth = 0;
    std::uint64_t nodes = 0;
    bool exact = false;  // the score is proved

    [[nodiscard]] bool passed() const { return move == kPass; }
};

// "plays G8 for 196 points", "passes: A1 is empty", "gave no legal answer".
[[nodiscard]] std::string describe_turn(const MoveRecord& move);

struct GameRecord {
    static constexpr int schema = 1;

    std::string game;     // its name in GameInfo
    std::string edition;  // "2017", "casual"
    std::array<PlayerRecord, 2> players;
    int first = 0;  // index of the player who started
    std::uint64_t seed = 0;
    Seconds bank{0};
    double odds = 1;    // player 0 had its bank divided by this
    Score komi = 0;     // points given to the player who moves second
    std::string start;  // one line
    std::vector<MoveRecord> moves;

    int winner = -1;  // index, -1: none
    EndReason reason = EndReason::Points;
    std::string sentence;           // the reason in words
    std::array<Score, 2> points{};  // of each player, komi and penalties included
    std::array<Seconds, 2> cpu{};   // time charged to each player
    double host_speed = 0;          // see core/host_speed.h
};

// Equal records have equal text. Whether two records are of the same game is for the caller.
[[nodiscard]] std::string to_json_text(const GameRecord& record);
[[nodiscard]] Result<GameRecord> parse_record(std::string_view json);

// Who has won and why, in words that name the one whose fault it was: "ann wins by points",
// "ann wins: bob crashed", "no winner, draw". An empty winner: none.
[[nodiscard]] std::string outcome(std::string_view winner, std::string_view loser,
                                  std::string_view reason);
[[nodiscard]] std::string outcome(const GameRecord& record);
// The same with the record's sentence: "ann wins: bob crashed: the program exited with status 1".
[[nodiscard]] std::string ending(const GameRecord& record);

}  // namespace zerosum
