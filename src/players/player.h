#pragma once
// The one interface behind all that can be asked for a move.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "games/any_game.h"

namespace zerosum {

// What a searching player reports of its thinking, during and after it.
struct Thought {
    int depth = 0;  // plies searched in full width of the search's own choosing
    std::uint64_t nodes = 0;
    Score score = 0;     // expected future difference from the mover's view, in points
    bool exact = false;  // the score is proved
    Seconds cpu{0};
    std::vector<AnyMove> line;  // expected play, the chosen move first
    std::vector<Thought> next;  // the next best moves, best first, where Turn::lines asked for them
};

// Everything a player receives when it is to move. `position` is not over.
struct Turn {
    const AnyPosition& position;
    Seconds bank{0};         // CPU seconds left for the rest of the game, this move included
    bool lead_known = true;  // false: position.points() start anew, only the margin can count
    // What a program is given as input.txt; empty: the position and bank in the course's format.
    std::string_view input = {};
    // Called from the thinking thread, at most once per completed depth. May be empty.
    std::function<void(const Thought&)> on_thought = {};
    // A request to answer at once with the best move known. An external program has no such
    // request: it is ended, and the reply is the failure Stopped.
    std::stop_token stop = {};
    std::optional<Seconds> opponent_bank = {};  // where the caller knows it
    std::optional<Seconds> move_time = {};      // for this move at most, whatever the bank
    // For this move at most, below the player's own limits; 0: no limit. A player that does not
    // search, and a program that reads course files, has nothing that they could limit.
    std::uint64_t nodes = 0;
    int depth = 0;
    int lines = 1;  // how many of the best moves to report on; only the engine can tell of several
};

// The smaller of two limits of which 0 is none.
template <typename Number>
[[nodiscard]] constexpr Number tighter(Number a, Number b) {
    return a == 0 ? b : b == 0 ? a : std::min(a, b);
}

// On the wall clock a move may take the bank plus this before its program is killed: the course's
// rule in both editions of programs.
inline constexpr Seconds kGrace{10};

// Why there is no answer to judge.
enum class FailureCode : std::uint8_t {
    NoAnswer,    // ended without an output file
    Crashed,     // a signal or a non-zero exit, and no output file
    KilledLate,  // past its bank plus kGrace on the wall clock
    LimitHit,    // memory, processes, file size
    NotStarted,  // could not be started or built at all
    Stopped,     // ended by Turn::stop: no fault of its own
    Unmeasured,  // its CPU time could not be read: our fault, and the move is void
};
struct Failure {
    FailureCode code = FailureCode::NoAnswer;
    std::string sentence;  // for the student
};

// What came back. A move of ours, a course output file that the referee still has to judge, or a
// failure; and what it cost.
struct Reply {
    std::variant<AnyMove, std::string, Failure> answer;
    Seconds cpu{0};       // user + system time of everything the player ran
    Seconds cpu_user{0};  // the user part of it, all that the 2016 edition charges
    // Where a program tells it apart: that of the thread that was asked, all that 2012 charges.
    std::optional<Seconds> cpu_thread;
    Seconds wall{0};
    std::size_t peak_memory = 0;     // bytes; 0: not measured
    std::string stderr_tail;         // external programs: its first and last lines, unsafe to show
    std::string stdout_ends;         // the same of its standard output
    std::optional<Thought> thought;  // searching players
};

// A player lives for one match and may be asked from one thread at a time.
class Player {
 public:
    virtual ~Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    [[nodiscard]] virtual std::string name() const = 0;

    // Called once before the first game (builds and calibrates external agents; never charged)
    // and once before each game.
    [[nodiscard]] virtual Result<void> new_match() { return {}; }
    [[nodiscard]] virtual Result<void> new_game(std::uint64_t seed) {
        (void)seed;
        return {};
    }

    [[nodiscard]] virtual Reply choose(const Turn& turn) = 0;

    // Whether it gets boards as input.txt, which holds no board of more than 26 x 26.
    [[nodiscard]] virtual bool by_course_files() const { return false; }

    // How this player's CPU time is measured and how it is confined, for the game's record:
    // "thread", "cgroup1", "ptrace"; "none", "landlock+seccomp".
    [[nodiscard]] virtual std::string clock_source() const { return "thread"; }
    [[nodiscard]] virtual std::string confinement() const { return "none"; }

 protected:
    Player() = default;
};
using PlayerPtr = std::unique_ptr<Player>;

}  // namespace zerosum
