#pragma once
// The Fruit Rage as the Game concept wants it.

#include <string>
#include <string_view>
#include <vector>

#include "games/fruit/board.h"
#include "games/fruit/files.h"
#include "games/fruit/moves.h"
#include "games/fruit/notation.h"

namespace zerosum::fruit {

struct Fruit {
    using Position = fruit::Position;
    using Move = fruit::Move;
    using MoveList = fruit::MoveList;

    [[nodiscard]] static const GameInfo& info();

    static void moves(const Position& position, MoveList& list) { generate_moves(position, list); }

    [[nodiscard]] static Score gain(const Position& /*position*/, Move move) { return move.gain(); }
    // Any fruit of a group may be picked to take it.
    [[nodiscard]] static int picks(const Position& /*position*/, Move move) { return move.size; }

    // A full board of random fruits.
    [[nodiscard]] static Result<Position> start(const StartOptions& options, Random& random);
    [[nodiscard]] static StartOptions start_options(const Position& position);
    [[nodiscard]] static int cells_used(const Position& position) {
        return position.size() * position.size() - position.fruits();
    }

    [[nodiscard]] static std::string move_name(const Position& position, Move move) {
        return fruit::move_name(position, move);
    }
    [[nodiscard]] static Judged<Move> parse_move(const Position& position, std::string_view text) {
        return fruit::parse_move(position, text);
    }
    [[nodiscard]] static std::vector<Cell> affected(const Position& position, Move move) {
        return fruit::affected(position, move);
    }
    [[nodiscard]] static int move_kind(Move /*move*/) { return 0; }
    [[nodiscard]] static std::string describe(const Position& /*position*/, Move move) {
        return fruit::describe(move);
    }
    [[nodiscard]] static std::string why_no_move(const Position& position, Cell cell) {
        return fruit::why_no_move(position, cell);
    }
    [[nodiscard]] static std::vector<std::string> rows(const Position& position) {
        return fruit::rows(position);
    }
    [[nodiscard]] static std::vector<std::vector<int>> values(const Position& /*position*/) {
        return {};
    }
    [[nodiscard]] static std::string line(const Position& position) {
        return fruit::line(position);
    }
    [[nodiscard]] static Result<Position> parse_line(std::string_view text) {
        return fruit::parse_line(text);
    }

    [[nodiscard]] static bool recognises_input(std::string_view text) {
        return fruit::recognises_input(text);
    }
    [[nodiscard]] static Result<CourseTask<Position>> read_input(std::string_view text) {
        return fruit::read_input(text);
    }
    [[nodiscard]] static std::string write_input(const Position& position,
                                                 const CourseLimit& limit) {
        return fruit::write_input(position, limit);
    }
    [[nodiscard]] static std::string write_output(const Position& position, Move move) {
        return fruit::write_output(position, move);
    }
    [[nodiscard]] static Judged<Move> judge_output(const Position& position,
                                                   std::string_view text) {
        return fruit::judge_output(position, text);
    }
};

static_assert(Game<Fruit>);

}  // namespace zerosum::fruit
