#pragma once
// Many boards of one game, side by side: what a vectorised environment steps. Behind a virtual
// call per step, not per board: inside, the game's own types do the work.

#include <cstdint>
#include <memory>
#include <span>

#include "state.h"

namespace zerosum::python {

// What stands for an action where a board has none: its game is over.
inline constexpr std::int32_t kNoAction = -1;

class Boards {
 public:
    virtual ~Boards() = default;
    Boards(const Boards&) = delete;
    Boards& operator=(const Boards&) = delete;

    [[nodiscard]] virtual std::size_t count() const = 0;
    [[nodiscard]] virtual PositionPtr position(std::size_t board) const = 0;
    // A new board from this seed, the one that Game::draw gives.
    virtual void draw(std::size_t board, std::uint64_t seed) = 0;

    // One action per board; its mover's gain is the reward. Checked before anything is played.
    [[nodiscard]] virtual Result<void> step(std::span<const std::int32_t> actions,
                                            std::span<std::int32_t> rewards) = 0;
    virtual void over(std::span<bool> out) const = 0;
    virtual void movers(std::span<std::int8_t> out) const = 0;   // kTerminalPlayer when over
    virtual void points(std::span<std::int32_t> out) const = 0;  // two per board

    // The legal actions of all boards in one row: those of board i end at ends[i].
    virtual void legal(std::vector<std::int32_t>& actions, std::span<std::int64_t> ends) const = 0;
    // num_distinct_actions per board.
    virtual void mask(std::span<bool> out) const = 0;
    // One of a board's actions at random; kNoAction when its game is over.
    virtual void sample(Random& random, std::span<std::int32_t> out) const = 0;
    // Each as the player to move sees it.
    virtual void observe(std::span<float> out) const = 0;
    // Plays every game to its end at random. Returns the number of moves.
    virtual std::uint64_t play_out(Random& random) = 0;

 protected:
    Boards() = default;
};

[[nodiscard]] std::unique_ptr<Boards> make_boards(const Game& game, std::size_t count,
                                                  std::uint64_t seed);

}  // namespace zerosum::python
