#pragma once
// Recorded games, seen again and played again.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/play/record.h"
#include "games/any_game.h"
#include "players/spec.h"

namespace zerosum {

// A turn of a record, read by the rules.
struct RecordedTurn {
    PositionPtr before;
    std::optional<AnyMove> move;  // none: a pass, or no legal move was named
};

// Turn `index` of a record of this game. A move that its position does not have is an error.
[[nodiscard]] Result<RecordedTurn> turn_of(const AnyGame& game, const GameRecord& record,
                                           std::size_t index);

// Calls `visit` for every move with the position before it and the cells it takes or turns. The
// record is checked on the way: a move that its position does not have is an error.
[[nodiscard]] Result<void> walk(
    const GameRecord& record,
    const std::function<void(std::size_t number, const AnyPosition& before,
                             const std::vector<Cell>& marked)>& visit);

// The board when the move has been made and nothing has fallen yet: empty where it took something.
// The move must be one of its position's, or a pass.
[[nodiscard]] std::vector<std::string> rows_with_holes(const AnyGame& game, const MoveRecord& move);

struct MoveAgain {
    std::string then;  // the recorded move; kPass; empty: there was no legal answer
    Seconds then_cpu{0};
    std::string now;       // the same of the move now
    std::string sentence;  // what is wrong with the answer now, when there is no move
    Seconds now_cpu{0};
    bool same = false;
};

// Who played move `number` (from 1), as the record has it. A record may come from anybody: where
// is_program(kind), the caller has to ask its user before the player is started. A person and a
// shared library, which would run inside this process, are errors.
[[nodiscard]] Result<PlayerSpec> who_played(const GameRecord& record, int number);

// Asks that player for the move again, on the same position with the same bank. A program runs
// inside the sandbox, or not at all where this machine has no walls. Its own files between moves
// are not in the record: it starts afresh.
[[nodiscard]] Result<MoveAgain> play_again(const GameRecord& record, int number,
                                           const PlayerSpec& player);

}  // namespace zerosum
