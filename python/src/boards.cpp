#include "boards.h"

#include <algorithm>

#include "games/all_games.h"

namespace zerosum::python {

namespace {

// The cell that names a move: a Move that knows it saves the search for the cells it takes.
template <zerosum::Game G>
Cell cell_of(const typename G::Position& position, typename G::Move move) {
    if constexpr (requires { move.cell(); })
        return move.cell();
    else
        return G::affected(position, move).front();
}

template <zerosum::Game G>
class BoardsOf final : public Boards {
 public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    BoardsOf(const python::Game& game, std::size_t count, std::uint64_t seed)
        : game_(game),
          most_(static_cast<std::size_t>(game.num_distinct_actions())),
          moves_(count * most_),
          counts_(count),
          chosen_(count) {
        positions_.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            positions_.push_back(drawn(seed + i));
            list(i);
        }
    }

    [[nodiscard]] std::size_t count() const override { return positions_.size(); }
    [[nodiscard]] PositionPtr position(std::size_t board) const override {
        return std::make_unique<PositionOf<G>>(positions_[board]);
    }
    void draw(std::size_t board, std::uint64_t seed) override {
        positions_[board] = drawn(seed);
        list(board);
    }

    [[nodiscard]] Result<void> step(std::span<const std::int32_t> actions,
                                    std::span<std::int32_t> rewards) override {
        for (std::size_t i = 0; i < count(); ++i) {
            if (counts_[i] == 0) continue;
            chosen_[i] = find(i, actions[i]);
            if (chosen_[i] == nullptr)
                return fail("board {}: found action {}, expected one of its {} legal actions", i,
                            actions[i], counts_[i]);
        }
        for (std::size_t i = 0; i < count(); ++i) {
            rewards[i] = 0;
            if (counts_[i] == 0) continue;
            rewards[i] = positions_[i].play(*chosen_[i]);
            list(i);
        }
        return {};
    }
    void over(std::span<bool> out) const override {
        for (std::size_t i = 0; i < count(); ++i) out[i] = counts_[i] == 0;
    }
    void movers(std::span<std::int8_t> out) const override {
        for (std::size_t i = 0; i < count(); ++i)
            out[i] = static_cast<std::int8_t>(
                counts_[i] == 0 ? kTerminalPlayer : static_cast<int>(index(positions_[i].mover())));
    }
    void points(std::span<std::int32_t> out) const override {
        for (std::size_t i = 0; i < count(); ++i)
            for (const Side side : {Side::One, Side::Two})
                out[2 * i + index(side)] = positions_[i].points(side);
    }

    void legal(std::vector<std::int32_t>& actions, std::span<std::int64_t> ends) const override {
        actions.clear();
        for (std::size_t i = 0; i < count(); ++i) {
            for (const Move& move : moves(i)) actions.push_back(action(i, move));
            ends[i] = static_cast<std::int64_t>(actions.size());
        }
    }
    void mask(std::span<bool> out) const override {
        std::fill(out.begin(), out.end(), false);
        for (std::size_t i = 0; i < count(); ++i)
            for (const Move& move : moves(i))
                out[i * most_ + static_cast<std::size_t>(action(i, move))] = true;
    }
    void sample(Random& random, std::span<std::int32_t> out) const override {
        for (std::size_t i = 0; i < count(); ++i)
            out[i] = counts_[i] == 0 ? kNoAction : action(i, moves(i)[random.below(counts_[i])]);
    }
    void observe(std::span<float> out) const override {
        const std::size_t length = game_.observation_length();
        for (std::size_t i = 0; i < count(); ++i)
            game_.observe(G::rows(positions_[i]), G::values(positions_[i]), positions_[i].mover(),
                          out.data() + i * length);
    }
    std::uint64_t play_out(Random& random) override {
        std::uint64_t played = 0;
        typename G::MoveList list;
        for (std::size_t i = 0; i < count(); ++i) {
            Position& position = positions_[i];
            for (; !position.over(); ++played) {
                list.clear();
                G::moves(position, list);
                position.play(list[static_cast<std::size_t>(random.below(list.size()))]);
            }
            counts_[i] = 0;
        }
        return played;
    }

 private:
    [[nodiscard]] Position drawn(std::uint64_t seed) const {
        Random random(seed);
        return *G::start(game_.options(), random);  // the options were tried when it was loaded
    }
    // Keeps the moves of a board: the next step looks its action up among them.
    void list(std::size_t board) {
        counts_[board] = 0;
        if (positions_[board].over()) return;
        scratch_.clear();
        G::moves(positions_[board], scratch_);
        counts_[board] = static_cast<std::uint32_t>(scratch_.size());
        std::copy(scratch_.begin(), scratch_.end(), moves_.data() + board * most_);
    }
    [[nodiscard]] std::span<const Move> moves(std::size_t board) const {
        return {moves_.data() + board * most_, counts_[board]};
    }
    [[nodiscard]] std::int32_t action(std::size_t board, Move move) const {
        return action_of(game_.size(), cell_of<G>(positions_[board], move), G::move_kind(move));
    }
    [[nodiscard]] const Move* find(std::size_t board, std::int32_t wanted) const {
        for (const Move& move : moves(board))
            if (action(board, move) == wanted) return &move;
        return nullptr;
    }

    python::Game game_;
    std::size_t most_;  // moves of a board at most: one per action
    std::vector<Position> positions_;
    std::vector<Move> moves_;  // `most_` places per board
    std::vector<std::uint32_t> counts_;
    std::vector<const Move*> chosen_;
    typename G::MoveList scratch_;
};

}  // namespace

std::unique_ptr<Boards> make_boards(const Game& game, std::size_t count, std::uint64_t seed) {
    return with_game<AllGames>(game.rules(), [&]<zerosum::Game G>() -> std::unique_ptr<Boards> {
        return std::make_unique<BoardsOf<G>>(game, count, seed);
    });
}

}  // namespace zerosum::python
