// Whatever bytes stand in a course file, an answer or a one-line position: no crash, and what is
// accepted means the same when it is written and read again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "games/raid/rules.h"
#include "search/raid/fixed_depth.h"

namespace {

using zerosum::Seconds;
using zerosum::raid::Raid;

void require(bool holds) {
    if (!holds) std::abort();
}

void check_accepted(const Raid::Position& position) {
    const auto again = Raid::parse_line(Raid::line(position));
    require(again && *again == position && again->key() == position.key());
    Raid::MoveList moves;
    Raid::moves(position, moves);
    require(moves.empty() == position.over());
    if (moves.empty()) return;
    const Raid::Move move = moves[position.key() % moves.size()];
    const auto judged = Raid::judge_output(position, Raid::write_output(position, move));
    require(judged && *judged == move);
    Raid::Position child = position;
    child.play(move);
    require(child.key() == child.key_from_scratch());
    // A search of two plies visits every part of the graph and stays fast.
    require(is_legal(position, zerosum::raid::fixed_depth_move(position, 2)));
}

void check_input(std::string_view text) {
    const bool recognised = Raid::recognises_input(text);
    const auto task = Raid::read_input(text);
    if (!task) {
        require(!task.error().message.empty());
        return;
    }
    require(recognised && !task->position.over());
    require((task->bank > Seconds{0}) != (task->fixed_depth > 0));
    check_accepted(task->position);
    const auto again = Raid::read_input(Raid::write_input(task->position, task->bank));
    require(again && again->position == task->position);
}

void check_line(std::string_view text) {
    const auto position = Raid::parse_line(text);
    if (position) {
        check_accepted(*position);
    } else {
        require(!position.error().message.empty());
    }
}

void check_answer(std::string_view text) {
    static const Raid::Position position =
        Raid::parse_line("XO./.../... X 1,8,23/5,42,12/26,30,9").value();
    const auto move = Raid::judge_output(position, text);
    if (move) {
        require(is_legal(position, *move));
    } else {
        require(!move.error().sentence.empty());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_input(text);
    check_line(text);
    check_answer(text);
    return 0;
}
