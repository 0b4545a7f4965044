#pragma once
// What search, players and arena need of a game, at compile time.
//
// A game is a struct G (fruit::Fruit, raid::Raid) that names its types and gathers its functions.
// The hot path is the Position: a plain value, copied to make a child (copy-make), that allocates
// nothing and has no virtual call.
//
// Values have one direction throughout: `play` returns the mover's gain, that is by how much the
// move changes (mover's points - other's points). A finished game's value from a position on is
// therefore the alternating sum of gains, which depends on the position alone and not on the
// points so far: that future difference is what search works with and what `key` identifies.

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/random.h"
#include "core/result.h"
#include "core/text.h"
#include "core/units.h"

namespace zerosum {

// The two seats. Which of them starts is the position's business.
// fruit: player 1 and player 2. raid: X and O.
enum class Side : std::uint8_t { One = 0, Two = 1 };
[[nodiscard]] constexpr Side other(Side side) {
    return side == Side::One ? Side::Two : Side::One;
}
[[nodiscard]] constexpr std::size_t index(Side side) {
    return static_cast<std::size_t>(side);
}

// A list with its storage inside: the moves of a position.
template <typename T, std::size_t Capacity>
class FixedList {
 public:
    using value_type = T;
    static constexpr std::size_t capacity = Capacity;

    FixedList() {}  // NOLINT: the storage stays uninitialised on purpose, this is the hot path

    void push_back(const T& item) {
        assert(size_ < Capacity);
        items_[size_++] = item;
    }
    void clear() { size_ = 0; }
    void resize(std::size_t size) {
        assert(size <= Capacity);
        size_ = size;
    }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] T& operator[](std::size_t i) { return items_[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return items_[i]; }
    [[nodiscard]] T* begin() { return items_.data(); }
    [[nodiscard]] T* end() { return items_.data() + size_; }
    [[nodiscard]] const T* begin() const { return items_.data(); }
    [[nodiscard]] const T* end() const { return items_.data() + size_; }

 private:
    std::size_t size_ = 0;
    std::array<T, Capacity> items_;
};

// How a match's start position is drawn. A field that a game has no use for must be left at its
// default; 0 asks for the game's own default.
struct StartOptions {
    int size = 0;     // side of the board
    int kinds = 0;    // fruit: number of kinds
    int pieces = -1;  // raid: random pieces a side at the start; -1: none asked for
};

// What a course file asks for.
template <typename Position>
struct CourseTask {
    Position position;
    Seconds bank{0};  // CPU seconds left on the mover's bank; 0 when fixed_depth is set
    int fixed_depth =
        0;  // > 0: the one answer of a search of that depth (raid's MINIMAX, ALPHABETA)
    bool points_known = true;  // false: the file does not say the score so far (fruit)
};

// A position of a course file without points, with points filled in that fit its board.
template <typename Position>
struct GuessedPoints {
    Position position;
    bool lead_at_least = false;  // the mover's lead may be larger than the points say
};

// Why an answer loses, with a sentence for the student who wrote the agent.
enum class FaultCode : std::uint8_t { MalformedAnswer, IllegalMove, WrongBoard };
struct Fault {
    FaultCode code = FaultCode::MalformedAnswer;
    std::string sentence;
};
template <typename T>
using Judged = tl::expected<T, Fault>;

template <typename G>
concept Game = requires(typename G::Position& position, const typename G::Position& fixed,
                        typename G::Move move, typename G::MoveList& list, Random& random,
                        const StartOptions& options, std::string_view text, Side side,
                        Seconds bank) {
    requires std::copyable<typename G::Position>;
    requires std::equality_comparable<typename G::Position>;
    // No member initialisers in a Move: a list of them must cost nothing until it is filled.
    requires std::is_trivial_v<typename G::Move> && sizeof(typename G::Move) <= 8;
    requires std::equality_comparable<typename G::Move>;
    { G::name } -> std::convertible_to<std::string_view>;     // "fruit"
    { G::title } -> std::convertible_to<std::string_view>;    // "The Fruit Rage"
    { G::edition } -> std::convertible_to<std::string_view>;  // "2017": the rules of its matches

    // Rules.
    { fixed.mover() } -> std::same_as<Side>;
    { fixed.over() } -> std::same_as<bool>;
    { fixed.points(side) } -> std::same_as<Score>;
    { fixed.key() } -> std::same_as<Key>;  // equal keys: same future for the mover
    { fixed.key_from_scratch() } -> std::same_as<Key>;
    { G::moves(fixed, list) } -> std::same_as<void>;  // all legal moves, official order
    { position.play(move) } -> std::same_as<Score>;   // legal moves only; returns the gain
    { G::gain(fixed, move) } -> std::same_as<Score>;  // what play would return
    // In how many ways a move can be picked: in fruit by any cell of the group, in raid by one.
    { G::picks(fixed, move) } -> std::same_as<int>;
    { G::start(options, random) } -> std::same_as<Result<typename G::Position>>;

    // Notation. parse_move accepts every way to name a move and returns the canonical move.
    { G::move_name(fixed, move) } -> std::same_as<std::string>;
    { G::parse_move(fixed, text) } -> std::same_as<Judged<typename G::Move>>;
    { G::affected(fixed, move) } -> std::same_as<std::vector<Cell>>;  // cells a move takes or turns
    { G::rows(fixed) } -> std::same_as<std::vector<std::string>>;
    { G::line(fixed) } -> std::same_as<std::string>;
    { G::parse_line(text) } -> std::same_as<Result<typename G::Position>>;

    // The course's files.
    { G::recognises_input(text) } -> std::same_as<bool>;  // is this file meant for this game?
    { G::read_input(text) } -> std::same_as<Result<CourseTask<typename G::Position>>>;
    { G::write_input(fixed, bank) } -> std::same_as<std::string>;
    { G::write_output(fixed, move) } -> std::same_as<std::string>;
    { G::judge_output(fixed, text) } -> std::same_as<Judged<typename G::Move>>;
    // Called for a file that does not say the points so far.
    { G::guess_points(fixed) } -> std::same_as<GuessedPoints<typename G::Position>>;
};

template <Game G>
[[nodiscard]] Score lead(const typename G::Position& position, Side side) {
    return position.points(side) - position.points(other(side));
}

}  // namespace zerosum
