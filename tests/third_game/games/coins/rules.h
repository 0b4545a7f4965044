#pragma once
// Coin Rows as the Game concept wants it.
//
//   input.txt    coins            output.txt   A2     the coin taken
//                2 W 7 4                       oo     the board after it: o a coin, . none
//                12.500                        .o
//                45
//                31
//
// Line 2 is the side of the board, the player to move and the points of both; line 3 the seconds
// left; then a digit per coin and . where none is left.

#include <string>
#include <string_view>
#include <vector>

#include "games/coins/board.h"

namespace zerosum::coins {

struct Coins {
    using Position = coins::Position;
    using Move = coins::Move;
    using MoveList = coins::MoveList;

    [[nodiscard]] static const GameInfo& info();

    static void moves(const Position& position, MoveList& list) { generate_moves(position, list); }
    [[nodiscard]] static Score gain(const Position& position, Move move) {
        return position.value(move.cell());
    }
    [[nodiscard]] static Result<Position> start(const StartOptions& options, Random& random);
    [[nodiscard]] static StartOptions start_options(const Position& position) {
        return {.size = position.size()};
    }
    [[nodiscard]] static int cells_used(const Position& position) {
        return position.size() * position.size() - position.coins();
    }

    [[nodiscard]] static std::string move_name(const Position& /*position*/, Move move) {
        return cell_name(move.cell());
    }
    [[nodiscard]] static Judged<Move> parse_move(const Position& position, std::string_view text);
    [[nodiscard]] static std::vector<Cell> affected(const Position& /*position*/, Move move) {
        return {move.cell()};
    }
    [[nodiscard]] static int picks(const Position& /*position*/, Move /*move*/) { return 1; }
    [[nodiscard]] static int move_kind(Move /*move*/) { return 0; }
    [[nodiscard]] static std::string describe(const Position& position, Move move);
    [[nodiscard]] static std::string why_no_move(const Position& position, Cell cell);
    [[nodiscard]] static std::vector<std::string> rows(const Position& position);
    [[nodiscard]] static std::vector<std::vector<int>> values(const Position& position);

    // "45/3. W 7 4": the coins' values in rows, the player to move, the points of both.
    [[nodiscard]] static std::string line(const Position& position);
    [[nodiscard]] static Result<Position> parse_line(std::string_view text);

    [[nodiscard]] static bool recognises_input(std::string_view text);
    [[nodiscard]] static Result<CourseTask<Position>> read_input(std::string_view text);
    [[nodiscard]] static std::string write_input(const Position& position,
                                                 const CourseLimit& limit);
    [[nodiscard]] static std::string write_output(const Position& position, Move move);
    [[nodiscard]] static Judged<Move> judge_output(const Position& position, std::string_view text);
};

static_assert(Game<Coins>);

}  // namespace zerosum::coins
