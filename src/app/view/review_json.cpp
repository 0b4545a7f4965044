#include "app/view/review_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/view/board_json.h"

namespace zerosum::view {

nlohmann::ordered_json reviewed_json(const AnyPosition& before, const ReviewedMove& move,
                                     Score komi) {
    return {{"ply", move.number},
            {"margin", move.margin + komi},
            {"after", move.margin_after + komi},
            {"best", move.best ? before.move_name(*move.best) : std::string(kPass)},
            {"cells", move.best ? move_cells(before, *move.best) : std::vector<int>{}},
            {"line", line_names(before, move.line)},
            {"lost", move.lost},
            {"par", std::round(move.par * 10) / 10},
            {"grounds", to_text(move.grounds)},
            {"exact", move.grounds == Grounds::Proved}};
}

}  // namespace zerosum::view
