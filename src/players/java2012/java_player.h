#pragma once
// A class of the 2012 course as a player: one JVM per game, inside the walls, with one object in it
// that is asked for every move (runtime/java2012/PlayerHost.java has the lines that are spoken).
//
// What a move costs. The course charged the thread that calls findMove, and so does the edition:
// that is what the JVM reports. A JVM also compiles and collects in threads of its own, which the
// course did not charge. But a report is the word of a process that the class shares, and threads
// of the class would think for free. So the sandbox's clock, which sees all of it, is the check:
//
//   clock(game so far)  <=  charged(game so far) * (1 + kJvmShare) + kJvmStart
//
// A report that would break this is refused, and the smallest charge that keeps it is taken
// instead. Honest classes are far from it (docs/edition-2012.md has the figures).

#include <functional>
#include <optional>
#include <string>

#include "players/programs/conversation.h"
#include "players/programs/program_move.h"

namespace zerosum::java2012 {

// What a JVM's own threads may use besides the class's: this at the start, and a share of its time.
inline constexpr Seconds kJvmStart{1.0};
inline constexpr double kJvmShare = 1.0;

// A class that has used its bank still gets this for a move, once its grace is used up as well.
inline constexpr Seconds kLeastTime{1.0};

// The charge for a move by the rule above: `reported` by the class, `clock` and `charged` of the
// game so far, this move's in `clock` only.
[[nodiscard]] Seconds checked_charge(Seconds reported, Seconds clock, Seconds charged);

class JavaPlayer final : public Player {
 public:
    // Makes the class ready at the start of a match: compiled, at home in a workspace.
    using Prepare = std::function<Result<ReadyProgram>(const Setup&)>;
    JavaPlayer(std::string name, Prepare prepare);

    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] Result<void> new_match() override;
    [[nodiscard]] Result<void> new_game(std::uint64_t seed) override;
    // A throw, or an answer that is no cell, leaves the object as it is: it is asked again. When
    // its JVM has ended or did not answer in time there is no object left, and every further turn
    // of the game is a failure.
    [[nodiscard]] Reply choose(const Turn& turn) override;
    [[nodiscard]] std::string clock_source() const override;
    [[nodiscard]] std::string confinement() const override;

 private:
    [[nodiscard]] std::optional<Failure> begin(const AnyPosition& position);
    [[nodiscard]] Reply ask(const Turn& turn);
    void read_answer(std::string_view text, const AnyPosition& position, Reply& reply);
    [[nodiscard]] Failure give_up(Silence silence, Seconds waited, Reply& reply);

    std::string name_;
    Prepare prepare_;
    Setup setup_;
    std::optional<ReadyProgram> program_;
    std::optional<Conversation> session_;
    bool begun_ = false;    // its object is there
    bool stopped_ = false;  // by a turn's stop: the next turn starts it again
    std::string gone_;      // why there is no object any more
    Seconds clock_{0};      // of this game, by the sandbox
    Seconds charged_{0};
};

}  // namespace zerosum::java2012
