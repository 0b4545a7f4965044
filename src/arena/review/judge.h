#pragma once
// What positions are worth, for those who judge games: proved where that is quick, believed where
// it is not (docs/engine.md), and nothing where neither is. Nodes are counted and no clock is read,
// so the same game is judged alike everywhere.

#include <cstdint>
#include <memory>
#include <optional>

#include "search/any_searcher.h"

namespace zerosum {

struct Judgement {
    Score value = 0;  // future difference from the mover's view, with best play
    bool proved = false;

    friend bool operator==(const Judgement&, const Judgement&) = default;
};

class Judge {
 public:
    static constexpr std::uint64_t usual_nodes = 300'000;

    // A belief and a proof of each position may take `nodes` each.
    explicit Judge(const AnyGame& game, std::uint64_t nodes = usual_nodes);

    // Nothing: it is too large a position. A finished game is worth 0.
    [[nodiscard]] std::optional<Judgement> value(const AnyPosition& position);

 private:
    std::unique_ptr<AnySearcher> searcher_;
    SearchLimits limits_;
};

}  // namespace zerosum
