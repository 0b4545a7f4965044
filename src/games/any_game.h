#pragma once
// Games and positions behind small virtual interfaces: what arena, front ends and bindings use.
// One adapter (any_game_adapter.h) makes them from the Game concept; nobody else implements them.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.h"

namespace zerosum {

class AnyGame;
class AnyPosition;
using PositionPtr = std::unique_ptr<AnyPosition>;

// The bits of a game's own Move. Means something only to positions of that game.
struct AnyMove {
    std::uint64_t bits = 0;
    friend bool operator==(const AnyMove&, const AnyMove&) = default;
};

struct AnyTask {
    PositionPtr position;
    Seconds bank{0};
    int fixed_depth = 0;
    bool points_known = true;
};

class AnyPosition {
 public:
    virtual ~AnyPosition() = default;
    [[nodiscard]] virtual const AnyGame& game() const = 0;
    [[nodiscard]] virtual PositionPtr clone() const = 0;

    [[nodiscard]] virtual Side mover() const = 0;
    [[nodiscard]] virtual bool over() const = 0;
    [[nodiscard]] virtual Score points(Side side) const = 0;
    [[nodiscard]] virtual Key key() const = 0;
    [[nodiscard]] virtual std::vector<AnyMove> moves() const = 0;
    virtual Score play(AnyMove move) = 0;  // a legal move; returns the mover's gain
    [[nodiscard]] virtual Score gain(AnyMove move) const = 0;  // what play would return
    // In how many ways the move can be picked: in fruit by any cell of the group, in raid by one.
    [[nodiscard]] virtual int picks(AnyMove move) const = 0;

    [[nodiscard]] virtual std::string move_name(AnyMove move) const = 0;
    [[nodiscard]] virtual Judged<AnyMove> parse_move(std::string_view text) const = 0;
    [[nodiscard]] virtual std::vector<Cell> affected(AnyMove move) const = 0;
    [[nodiscard]] virtual std::vector<std::string> rows() const = 0;
    [[nodiscard]] virtual std::string line() const = 0;
    [[nodiscard]] virtual std::string write_input(Seconds bank) const = 0;
    [[nodiscard]] virtual std::string write_output(AnyMove move) const = 0;
    [[nodiscard]] virtual Judged<AnyMove> judge_output(std::string_view text) const = 0;
    // For a course file that does not say the points so far: with points that fit the board.
    [[nodiscard]] virtual GuessedPoints<PositionPtr> guess_points() const = 0;

    [[nodiscard]] Score lead(Side side) const { return points(side) - points(other(side)); }

 protected:
    AnyPosition() = default;
    AnyPosition(const AnyPosition&) = default;
    AnyPosition& operator=(const AnyPosition&) = default;
};

class AnyGame {
 public:
    virtual ~AnyGame() = default;
    AnyGame(const AnyGame&) = delete;
    AnyGame& operator=(const AnyGame&) = delete;

    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual std::string_view title() const = 0;
    [[nodiscard]] virtual std::string_view edition() const = 0;  // the course edition of its rules
    [[nodiscard]] virtual Result<PositionPtr> start(const StartOptions& options,
                                                    Random& random) const = 0;
    [[nodiscard]] virtual Result<PositionPtr> parse_line(std::string_view text) const = 0;
    [[nodiscard]] virtual bool recognises_input(std::string_view text) const = 0;
    [[nodiscard]] virtual Result<AnyTask> read_input(std::string_view text) const = 0;

 protected:
    AnyGame() = default;
};

}  // namespace zerosum
