#include "players/game_memory.h"

namespace zerosum {

namespace {
constexpr std::string_view kHeader = "zerosum 1 ";
}

PositionPtr recall(std::string_view memory, const AnyPosition& now) {
    memory = trim(memory);
    if (memory.substr(0, kHeader.size()) != kHeader) return nullptr;
    const Result<PositionPtr> left = now.game().parse_line(memory.substr(kHeader.size()));
    if (!left || (*left)->over()) return nullptr;
    const std::vector<std::string> rows = now.rows();
    for (const AnyMove move : (*left)->moves()) {
        PositionPtr after = (*left)->clone();
        after->play(move);
        if (after->rows() == rows) return after;
    }
    return nullptr;
}

std::string remember(const AnyPosition& position, AnyMove move) {
    const PositionPtr after = position.clone();
    after->play(move);
    return std::string(kHeader) + after->line() + "\n";
}

}  // namespace zerosum
