#pragma once
// Games and positions behind small virtual interfaces: what arena, front ends and bindings use.
// One adapter (any_game_adapter.h) makes them from the Game concept; nothing else implements them.

#include <algorithm>
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

// A CourseTask, which see.
struct AnyTask {
    PositionPtr position;
    Seconds bank{0};
    int fixed_depth = 0;
    bool points_known = true;
    PositionPtr guess = nullptr;
    bool guess_at_least = false;
};

class AnyPosition {
 public:
    virtual ~AnyPosition() = default;
    [[nodiscard]] virtual const AnyGame& game() const = 0;
    [[nodiscard]] virtual PositionPtr clone() const = 0;

    [[nodiscard]] virtual int size() const = 0;  // side of the board
    [[nodiscard]] virtual Side mover() const = 0;
    [[nodiscard]] virtual bool over() const = 0;
    [[nodiscard]] virtual Score points(Side side) const = 0;
    [[nodiscard]] virtual Key key() const = 0;
    [[nodiscard]] virtual std::vector<AnyMove> moves() const = 0;
    virtual Score play(AnyMove move) = 0;  // a legal move; returns the mover's gain
    virtual void pass() = 0;               // the turn is gone; not one of moves()
    [[nodiscard]] virtual Score gain(AnyMove move) const = 0;  // what play would return
    // How a board like this one is drawn: what of the options can be seen on it.
    [[nodiscard]] virtual StartOptions start_options() const = 0;
    // Cells that play has filled or emptied for good: size * size when the game is over.
    [[nodiscard]] virtual int cells_used() const = 0;

    [[nodiscard]] virtual std::string move_name(AnyMove move) const = 0;
    [[nodiscard]] virtual Judged<AnyMove> parse_move(std::string_view text) const = 0;
    // The cells that a move takes, fills or turns. Each of the first `picks` of them names the move
    // on the board, alone or together with its kind.
    [[nodiscard]] virtual std::vector<Cell> affected(AnyMove move) const = 0;
    [[nodiscard]] virtual int picks(AnyMove move) const = 0;
    // Its index in GameInfo::move_kinds; 0 where a game has no kinds of move.
    [[nodiscard]] virtual int move_kind(AnyMove move) const = 0;
    // The moves that picking this cell can mean, in official order: none, one, or one per kind.
    [[nodiscard]] virtual std::vector<AnyMove> moves_at(Cell cell) const = 0;
    // "takes 5 fruits, +25"; "+87, turns D2 and E3".
    [[nodiscard]] virtual std::string describe(AnyMove move) const = 0;
    // Why there is no move at a cell of the board, where moves_at finds none.
    [[nodiscard]] virtual std::string why_no_move(Cell cell) const = 0;

    // What stands in each cell, as marks of GameInfo::contents, and what each cell is worth; the
    // values are empty unless GameInfo::cell_values.
    [[nodiscard]] virtual std::vector<std::string> rows() const = 0;
    [[nodiscard]] virtual std::vector<std::vector<int>> values() const = 0;
    [[nodiscard]] virtual std::string line() const = 0;
    [[nodiscard]] virtual std::string write_input(const CourseLimit& limit) const = 0;
    [[nodiscard]] virtual std::string write_output(AnyMove move) const = 0;
    [[nodiscard]] virtual Judged<AnyMove> judge_output(std::string_view text) const = 0;

    [[nodiscard]] Score lead(Side side) const { return points(side) - points(other(side)); }

 protected:
    AnyPosition() = default;
    AnyPosition(const AnyPosition&) = default;
    AnyPosition& operator=(const AnyPosition&) = default;
};

// The names of the moves of a line that begins here, up to the first that is not legal.
[[nodiscard]] inline std::vector<std::string> line_names(const AnyPosition& from,
                                                         const std::vector<AnyMove>& line) {
    std::vector<std::string> names;
    const PositionPtr at = from.clone();
    for (const AnyMove move : line) {
        const std::vector<AnyMove> legal = at->moves();
        if (std::find(legal.begin(), legal.end(), move) == legal.end()) break;
        names.push_back(at->move_name(move));
        at->play(move);
    }
    return names;
}

class AnyGame {
 public:
    virtual ~AnyGame() = default;
    AnyGame(const AnyGame&) = delete;
    AnyGame& operator=(const AnyGame&) = delete;

    [[nodiscard]] virtual const GameInfo& info() const = 0;
    [[nodiscard]] std::string_view name() const { return info().name; }
    [[nodiscard]] std::string_view title() const { return info().title; }
    [[nodiscard]] std::string_view edition() const { return info().editions.front(); }
    [[nodiscard]] virtual Result<PositionPtr> start(const StartOptions& options,
                                                    Random& random) const = 0;
    [[nodiscard]] virtual Result<PositionPtr> parse_line(std::string_view text) const = 0;
    [[nodiscard]] virtual bool recognises_input(std::string_view text) const = 0;
    [[nodiscard]] virtual Result<AnyTask> read_input(std::string_view text) const = 0;

 protected:
    AnyGame() = default;
};

}  // namespace zerosum
