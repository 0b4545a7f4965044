#pragma once
// From the Game concept to the virtual interfaces of any_game.h, once for every game.

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
    [[nodiscard]] Score gain(AnyMove move) const override {
        return G::gain(position_, unpack(move));
    }
    [[nodiscard]] int picks(AnyMove move) const override {
        return G::picks(position_, unpack(move));
    }
    [[nodiscard]] std::string move_name(AnyMove move) const override {
        return G::move_name(position_, unpack(move));
    }
    [[nodiscard]] Judged<AnyMove> parse_move(std::string_view text) const override {
        return G::parse_move(position_, text).map(pack);
    }
    [[nodiscard]] std::vector<Cell> affected(AnyMove move) const override {
        return G::affected(position_, unpack(move));
    }
    [[nodiscard]] std::vector<std::string> rows() const override { return G::rows(position_); }
    [[nodiscard]] std::string line() const override { return G::line(position_); }
    [[nodiscard]] std::string write_input(Seconds bank) const override {
        return G::write_input(position_, bank);
    }
    [[nodiscard]] std::string write_output(AnyMove move) const override {
        return G::write_output(position_, unpack(move));
    }
    [[nodiscard]] Judged<AnyMove> judge_output(std::string_view text) const override {
        return G::judge_output(position_, text).map(pack);
    }
    [[nodiscard]] GuessedPoints<PositionPtr> guess_points() const override {
        const auto guess = G::guess_points(position_);
        return {std::make_unique<PositionOf>(guess.position), guess.lead_at_least};
    }

 private:
    typename G::Position position_;
};

template <Game G>
class GameOf final : public AnyGame {
 public:
    using Position = typename G::Position;

    [[nodiscard]] std::string_view name() const override { return G::name; }
    [[nodiscard]] std::string_view title() const override { return G::title; }
    [[nodiscard]] std::string_view edition() const override { return G::edition; }
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
            return AnyTask{wrap(task.position), task.bank, task.fixed_depth, task.points_known};
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
