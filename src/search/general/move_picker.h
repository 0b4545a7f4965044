#pragma once
// The moves of one node of the search: how many there are, and the best first, one at a time. A
// node seldom tries more than a few, so a game may keep less than a list of all of them
// (fruit::MovePicker). Any game's own list will do: ListPicker.
//
// The transposition table remembers a move by a number, its *code*, which has to mean the same move
// whenever the position comes back.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>

#include "games/game.h"
#include "search/general/ordering.h"

namespace zerosum {

// A move that is handed out.
template <typename Move>
struct PickedMove {
    Move move;
    Score gain;
    int code;
};

inline constexpr int kNoCode = -1;

template <typename P, typename G>
concept PicksMoves = Game<G> && std::default_initializable<P> &&
    requires(P& picker, const P& fixed, const typename G::Position& position,
             const typename G::MoveList& list, std::size_t index, int code) {
    // Finds the moves of a position, which must stay as it is while they are asked for.
    { picker.read(position) } -> std::same_as<void>;
    { fixed.size() } -> std::same_as<std::size_t>;
    { fixed.largest_gain() } -> std::same_as<Score>;  // of all moves; there is one
    // The move of a code, if it is one of this position's.
    { fixed.find(code) } -> std::same_as<std::optional<typename G::Move>>;
    // The code of a move of the official list.
    { P::code_of(list, index) } -> std::same_as<int>;
    // From now on: the move of code `first`, if there is one, then by gain; equal moves in official
    // order, which makes every search repeatable.
    { picker.begin(code) } -> std::same_as<void>;
    { fixed.empty() } -> std::same_as<bool>;  // all were handed out
    { picker.take() } -> std::same_as<PickedMove<typename G::Move>>;
};

// Lists all moves. A move's code is its index.
template <Game G>
class ListPicker {
 public:
    using Move = typename G::Move;

    void read(const typename G::Position& position) {
        position_ = &position;
        G::moves(position, list_);
    }
    [[nodiscard]] std::size_t size() const { return list_.size(); }
    [[nodiscard]] Score largest_gain() const {
        Score most = G::gain(*position_, list_[0]);
        for (const Move& move : list_) most = std::max(most, G::gain(*position_, move));
        return most;
    }
    [[nodiscard]] std::optional<Move> find(int code) const {
        if (code < 0 || static_cast<std::size_t>(code) >= list_.size()) return std::nullopt;
        return list_[static_cast<std::size_t>(code)];
    }
    [[nodiscard]] static int code_of(const typename G::MoveList& /*list*/, std::size_t index) {
        return static_cast<int>(index);
    }

    void begin(int first) { order_.prepare(*position_, list_, first); }
    [[nodiscard]] bool empty() const { return order_.empty(); }
    [[nodiscard]] PickedMove<Move> take() {
        const auto choice = order_.take();
        return {list_[static_cast<std::size_t>(choice.index)], choice.gain, choice.index};
    }

 private:
    const typename G::Position* position_ = nullptr;
    typename G::MoveList list_;
    MoveOrder<G> order_;
};

}  // namespace zerosum
