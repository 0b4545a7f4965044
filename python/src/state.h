#pragma once
// Games and states under OpenSpiel's names. No name of a game stands here: GameInfo answers.
//
// An action is a number: kind of move * size * size + row * size + column, of the cell that names
// the move (in The Fruit Rage: the first cell of the group in row-major order).

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "games/any_game.h"

namespace zerosum::python {

// A game with its options settled.
class Game {
 public:
    static Result<Game> load(std::string_view name, StartOptions options);
    // The game that a given position is of.
    explicit Game(const AnyPosition& position);

    [[nodiscard]] const AnyGame& rules() const { return *rules_; }
    [[nodiscard]] const StartOptions& options() const { return options_; }
    [[nodiscard]] int size() const { return options_.size; }
    [[nodiscard]] int num_distinct_actions() const;
    // Planes of an observation: what a cell can hold, by mark, then the cells' values where there
    // are any.
    [[nodiscard]] const std::string& marks() const { return marks_; }
    [[nodiscard]] int planes() const;
    [[nodiscard]] std::size_t observation_length() const;
    [[nodiscard]] std::string repr() const;

    [[nodiscard]] Result<PositionPtr> draw(std::uint64_t seed) const;

    // Writes the planes of a board as `player` sees it: where pieces belong to players, its own
    // come first.
    void observe(const std::vector<std::string>& rows, const std::vector<std::vector<int>>& values,
                 Side player, float* out) const;

 private:
    Game(const AnyGame& rules, const StartOptions& options);

    const AnyGame* rules_;
    StartOptions options_;
    std::string marks_;
};

[[nodiscard]] inline int action_of(int size, Cell cell, int kind) {
    return (kind * size + cell.row) * size + cell.column;
}

inline constexpr int kTerminalPlayer = -4;  // OpenSpiel's

class State {
 public:
    State(std::shared_ptr<const Game> game, PositionPtr position)
        : game_(std::move(game)), position_(std::move(position)) {}
    State(const State& from)
        : game_(from.game_), position_(from.position_->clone()), history_(from.history_) {}
    State& operator=(const State&) = delete;

    [[nodiscard]] const std::shared_ptr<const Game>& game() const { return game_; }
    [[nodiscard]] const AnyPosition& position() const { return *position_; }
    [[nodiscard]] const std::vector<int>& history() const { return history_; }
    void set_history(std::vector<int> actions) { history_ = std::move(actions); }

    [[nodiscard]] int current_player() const;
    [[nodiscard]] const std::vector<int>& legal_actions() const;
    [[nodiscard]] Result<void> apply_action(int action);
    [[nodiscard]] std::vector<double> returns() const;
    [[nodiscard]] int action(AnyMove move) const;
    [[nodiscard]] Result<AnyMove> move(int action) const;
    [[nodiscard]] Result<int> string_to_action(std::string_view name) const;
    // Inside the state; the next call writes it anew.
    [[nodiscard]] float* observation(Side player) const;

 private:
    void list_moves() const;

    std::shared_ptr<const Game> game_;
    PositionPtr position_;
    std::vector<int> history_;
    // Of the position as it is; empty: not asked for yet.
    mutable std::vector<AnyMove> moves_;
    mutable std::vector<int> actions_;
    mutable std::vector<float> observation_;
};

}  // namespace zerosum::python
