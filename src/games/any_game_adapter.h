#pragma once
// From the Game concept to the virtual interfaces of any_game.h, once for every game.

#include <algorithm>
#include <cstring>
#include <utility>

#include "games/any_game.h"

namespace zerosum {

template <Game G>
const AnyGame& any_game();  // the one instance of G's adapter

template <Game G>
class PositionOf final : public AnyPosition {
 public:
    using Move = typename G::Move;
    explicit PositionOf(const typename G::Position& position) : position_(position) {}

    [[nodiscard]] const typename G::Position& get() const { return position_; }

    [[nodiscard]] static AnyMove pack(Move move) {
        AnyMove any;
        std::memcpy(&any.bits, &move, sizeof move);
        return any;
    }
    [[nodiscard]] static Move unpack(AnyMove any) {
        Move move;
        std::memcpy(&move, &any.bits, sizeof move);
        return move;
    }

    [[nodiscard]] const AnyGame& game() const override { return any_game<G>(); }
    [[nodiscard]] PositionPtr clone() const override { return std::make_unique<PositionOf>(*this); }
    [[nodiscard]] int size() const override { return position_.size(); }
    [[nodiscard]] Side mover() const override { return position_.mover(); }
    [[nodiscard]] bool over() const override { return position_.over(); }
    [[nodiscard]] Score points(Side side) const override { return position_.points(side); }
    [[nodiscard]] Key key() const override { return position_.key(); }
    [[nodiscard]] std::vector<AnyMove> moves() const override {
        typename G::MoveList list;
        G::moves(position_, list);
        std::vector<AnyMove> out;
        out.reserve(list.size());
        for (const Move& move : list) out.push_back(pack(move));
        return out;
    }
    Score play(AnyMove move) override { return position_.play(unpack(move)); }
    void pass() override { position_.pass(); }
    [[nodiscard]] Score gain(AnyMove move) const override {
        return G::gain(position_, unpack(move));
    }
    [[nodiscard]] int picks(AnyMove move) const override {
        return G::picks(position_, unpack(move));
    }
    [[nodiscard]] StartOptions start_options() const override {
        return G::start_options(position_);
    }
    [[nodiscard]] int cells_used() const override { return G::cells_used(position_); }
    [[nodiscard]] std::string move_name(AnyMove move) const override {
        return G::move_name(position_, unpack(move));
    }
    [[nodiscard]] Judged<AnyMove> parse_move(std::string_view text) const override {
        return G::parse_move(position_, text).map(pack);
    }
    [[nodiscard]] std::vector<Cell> affected(AnyMove move) const override {
        return G::affected(position_, unpack(move));
    }
    [[nodiscard]] int move_kind(AnyMove move) const override { return G::move_kind(unpack(move)); }
    [[nodiscard]] std::vector<AnyMove> moves_at(Cell cell) const override {
        std::vector<AnyMove> found = moves();
        std::erase_if(found, [&](AnyMove move) {
            const std::vector<Cell> cells = affected(move);
            const auto end = cells.begin() + picks(move);
            return std::find(cells.begin(), end, cell) == end;
        });
        return found;
    }
    [[nodiscard]] std::string describe(AnyMove move) const override {
        return G::describe(position_, unpack(move));
    }
    [[nodiscard]] std::string why_no_move(Cell cell) const override {
        return G::why_no_move(position_, cell);
    }
    [[nodiscard]] std::vector<std::string> rows() const override { return G::rows(position_); }
    [[nodiscard]] std::vector<std::vector<int>> values() const override {
        return G::values(position_);
    }
    [[nodiscard]] std::string line() const override { return G::line(position_); }
    [[nodiscard]] std::string write_input(const CourseLimit& limit) const override {
        return G::write_input(position_, limit);
    }
    [[nodiscard]] std::string write_output(AnyMove move) const override {
        return G::write_output(position_, unpack(move));
    }
    [[nodiscard]] Judged<AnyMove> judge_output(std::string_view text) const override {
        return G::judge_output(position_, text).map(pack);
    }

 private:
    typename G::Position position_;
};

template <Game G>
class GameOf final : public AnyGame {
 public:
    using Position = typename G::Position;

    [[nodiscard]] const GameInfo& info() const override { return G::info(); }
    [[nodiscard]] Result<PositionPtr> start(const StartOptions& options,
                                            Random& random) const override {
        return G::start(options, random).map(wrap);
    }
    [[nodiscard]] Result<PositionPtr> parse_line(std::string_view text) const override {
        return G::parse_line(text).map(wrap);
    }
    [[nodiscard]] bool recognises_input(std::string_view text) const override {
        return G::recognises_input(text);
    }
    [[nodiscard]] Result<AnyTask> read_input(std::string_view text) const override {
        return G::read_input(text).map([](const CourseTask<Position>& task) {
            return AnyTask{wrap(task.position),
                           task.bank,
                           task.fixed_depth,
                           task.points_known,
                           task.guess ? wrap(*task.guess) : nullptr,
                           task.guess_at_least};
        });
    }

 private:
    static PositionPtr wrap(const Position& position) {
        return std::make_unique<PositionOf<G>>(position);
    }
};

template <Game G>
const AnyGame& any_game() {
    static const GameOf<G> instance;
    return instance;
}

// The static position inside a dynamic one that is known to be of game G.
template <Game G>
const typename G::Position& position_of(const AnyPosition& any) {
    return static_cast<const PositionOf<G>&>(any).get();
}

}  // namespace zerosum
