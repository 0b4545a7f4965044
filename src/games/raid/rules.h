#pragma once
// Stake & Raid as the Game concept wants it.

#include <string>
#include <string_view>
#include <vector>

#include "games/raid/board.h"
#include "games/raid/files.h"
#include "games/raid/moves.h"
#include "games/raid/notation.h"

namespace zerosum::raid {

struct Raid {
    using Position = raid::Position;
    using Move = raid::Move;
    using MoveList = raid::MoveList;

    [[nodiscard]] static const GameInfo& info();

    static void moves(const Position& position, MoveList& list) { generate_moves(position, list); }

    [[nodiscard]] static Score gain(const Position& position, Move move) {
        return raid::gain(position, move);
    }

    // An empty board with values drawn from 1..99, X to move. `pieces` K puts K random pieces of
    // each side on it.
    [[nodiscard]] static Result<Position> start(const StartOptions& options, Random& random);
    [[nodiscard]] static StartOptions start_options(const Position& position);
    [[nodiscard]] static int cells_used(const Position& position) {
        return position.size() * position.size() - position.free_squares();
    }

    [[nodiscard]] static std::string move_name(const Position& position, Move move) {
        return raid::move_name(position, move);
    }
    [[nodiscard]] static Judged<Move> parse_move(const Position& position, std::string_view text) {
        return raid::parse_move(position, text);
    }
    [[nodiscard]] static std::vector<Cell> affected(const Position& position, Move move) {
        return raid::affected(position, move);
    }
    [[nodiscard]] static int picks(const Position& /*position*/, Move /*move*/) { return 1; }
    [[nodiscard]] static int move_kind(Move move) { return static_cast<int>(move.kind); }
    [[nodiscard]] static std::string describe(const Position& position, Move move) {
        return raid::describe(position, move);
    }
    [[nodiscard]] static std::string why_no_move(const Position& position, Cell cell) {
        return raid::why_no_move(position, cell);
    }
    [[nodiscard]] static std::vector<std::string> rows(const Position& position) {
        return raid::rows(position);
    }
    [[nodiscard]] static std::vector<std::vector<int>> values(const Position& position);
    [[nodiscard]] static std::string line(const Position& position) { return raid::line(position); }
    [[nodiscard]] static Result<Position> parse_line(std::string_view text) {
        return raid::parse_line(text);
    }

    [[nodiscard]] static bool recognises_input(std::string_view text) {
        return raid::recognises_input(text);
    }
    [[nodiscard]] static Result<CourseTask<Position>> read_input(std::string_view text) {
        return raid::read_input(text);
    }
    [[nodiscard]] static std::string write_input(const Position& position,
                                                 const CourseLimit& limit) {
        return raid::write_input(position, limit);
    }
    [[nodiscard]] static std::string write_output(const Position& position, Move move) {
        return raid::write_output(position, move);
    }
    [[nodiscard]] static Judged<Move> judge_output(const Position& position,
                                                   std::string_view text) {
        return raid::judge_output(position, text);
    }
};

static_assert(Game<Raid>);

}  // namespace zerosum::raid
