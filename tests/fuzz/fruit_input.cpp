// Whatever bytes stand in a course file, an answer or a one-line position: no crash, and what is
// accepted means the same when it is written and read again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "games/fruit/rules.h"

namespace {

using zerosum::Seconds;
using zerosum::fruit::Fruit;

void require(bool holds) {
    if (!holds) std::abort();
}

void check_accepted(const Fruit::Position& position) {
    const auto again = Fruit::parse_line(Fruit::line(position));
    require(again && *again == position && again->key() == position.key());
    Fruit::MoveList moves;
    Fruit::moves(position, moves);
    require(moves.empty() == position.over());
    if (moves.empty()) return;
    const Fruit::Move move = moves[position.key() % moves.size()];
    const auto judged = Fruit::judge_output(position, Fruit::write_output(position, move));
    require(judged && *judged == move);
    Fruit::Position child = position;
    child.play(move);
    require(child.key() == child.key_from_scratch());
}

void check_input(std::string_view text) {
    (void)Fruit::recognises_input(text);
    const auto task = Fruit::read_input(text);
    if (!task) {
        require(!task.error().message.empty());
        return;
    }
    require(task->bank > Seconds{0} && !task->position.over());
    require(Fruit::recognises_input(text));
    check_accepted(task->position);
    const auto again = Fruit::read_input(Fruit::write_input(task->position, task->bank));
    require(again && again->position == task->position &&
            again->position.kinds() == task->position.kinds());
}

void check_line(std::string_view text) {
    const auto position = Fruit::parse_line(text);
    if (position) {
        check_accepted(*position);
    } else {
        require(!position.error().message.empty());
    }
}

void check_answer(std::string_view text) {
    static const Fruit::Position position = Fruit::parse_line("***/*10/000 1 0 0").value();
    const auto move = Fruit::judge_output(position, text);
    if (move) {
        require(move->size == 1 || move->size == 4);
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
