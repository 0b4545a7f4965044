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
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/random.h"
#include "core/result.h"
#include "core/text.h"
#include "core/units.h"
#include "games/info.h"

namespace zerosum {

// The two seats. Which of them starts is the position's business; GameInfo::sides has their names.
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

// How a match's start position is drawn; GameInfo has the ranges. A field that a game has no use
// for must be left at its default; 0 asks for the game's own default.
struct StartOptions {
    int size = 0;     // side of the board
    int kinds = 0;    // kinds of pieces
    int pieces = -1;  // random pieces per side at the start; -1: the game's default
    friend bool operator==(const StartOptions&, const StartOptions&) = default;
};

// What limits the answer to a course file: a bank, or a search depth whose one answer is asked for
// by a word of GameInfo::fixed_depth_modes.
struct CourseLimit {
    CourseLimit(Seconds bank_left) : bank(bank_left) {}  // NOLINT: a bank is a limit
    CourseLimit(std::string_view word, int plies) : mode(word), depth(plies) {}

    Seconds bank{0};
    std::string_view mode;
    int depth = 0;
};

// What a course file asks for.
template <typename Position>
struct CourseTask {
    Position position;
    Seconds bank{0};      // CPU seconds left on the mover's bank; 0 when fixed_depth is set
    int fixed_depth = 0;  // > 0: the one answer of a search of that depth is asked for
    // False: the file does not say the score so far, and the position has none.
    bool points_known = true;
    // Then: the position with the points that its board suggests, and whether the mover's lead may
    // be better than that.
    std::optional<Position> guess = {};
    bool guess_at_least = false;
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
                        const StartOptions& options, std::string_view text, Side side, Cell cell,
                        const CourseLimit& limit) {
    requires std::copyable<typename G::Position>;
    requires std::equality_comparable<typename G::Position>;
    // No member initialisers in a Move: a list of them must cost nothing until it is filled.
    requires std::is_trivial_v<typename G::Move> && sizeof(typename G::Move) <= 8;
    requires std::equality_comparable<typename G::Move>;
    { G::info() } -> std::same_as<const GameInfo&>;

    // Rules.
    { fixed.size() } -> std::same_as<int>;  // side of the board
    { fixed.mover() } -> std::same_as<Side>;
    { fixed.over() } -> std::same_as<bool>;
    { fixed.points(side) } -> std::same_as<Score>;
    { fixed.key() } -> std::same_as<Key>;  // equal keys: same future for the mover
    { fixed.key_from_scratch() } -> std::same_as<Key>;
    { G::moves(fixed, list) } -> std::same_as<void>;  // all legal moves, official order
    { position.play(move) } -> std::same_as<Score>;   // legal moves only; returns the gain
    { G::gain(fixed, move) } -> std::same_as<Score>;  // what play would return
    // The other side is to move on the same board. No game here has this among its moves and no
    // search tries it: an edition may let a turn go by (arena/play/edition.h).
    { position.pass() } -> std::same_as<void>;
    { G::start(options, random) } -> std::same_as<Result<typename G::Position>>;
    // How a board like this one is drawn: what of the options can be seen on it.
    { G::start_options(fixed) } -> std::same_as<StartOptions>;
    // Cells that play has filled or emptied for good: size * size when the game is over.
    { G::cells_used(fixed) } -> std::same_as<int>;

    // Notation. parse_move accepts every way to name a move and returns the canonical move.
    { G::move_name(fixed, move) } -> std::same_as<std::string>;
    { G::parse_move(fixed, text) } -> std::same_as<Judged<typename G::Move>>;
    // The cells that a move takes, fills or turns. Each of the first `picks` of them names the move
    // on the board, alone or together with its kind (an index of GameInfo::move_kinds, else 0).
    { G::affected(fixed, move) } -> std::same_as<std::vector<Cell>>;
    { G::picks(fixed, move) } -> std::same_as<int>;
    { G::move_kind(move) } -> std::same_as<int>;
    { G::describe(fixed, move) } -> std::same_as<std::string>;     // "takes 5 fruits, +25"
    { G::why_no_move(fixed, cell) } -> std::same_as<std::string>;  // of a cell without a move
    { G::rows(fixed) } -> std::same_as<std::vector<std::string>>;  // a GameInfo mark per cell
    // What the cells are worth, in rows; empty unless GameInfo::cell_values.
    { G::values(fixed) } -> std::same_as<std::vector<std::vector<int>>>;
    { G::line(fixed) } -> std::same_as<std::string>;
    { G::parse_line(text) } -> std::same_as<Result<typename G::Position>>;

    // The course's files.
    { G::recognises_input(text) } -> std::same_as<bool>;  // is this file meant for this game?
    { G::read_input(text) } -> std::same_as<Result<CourseTask<typename G::Position>>>;
    { G::write_input(fixed, limit) } -> std::same_as<std::string>;
    { G::write_output(fixed, move) } -> std::same_as<std::string>;
    { G::judge_output(fixed, text) } -> std::same_as<Judged<typename G::Move>>;
};

template <Game G>
[[nodiscard]] Score lead(const typename G::Position& position, Side side) {
    return position.points(side) - position.points(other(side));
}

}  // namespace zerosum
