#pragma once
// What positions are worth, for those who judge games: proved where that is quick, believed where
// it is not (docs/engine.md), and nothing where neither is. By nodes no clock is read, so the same
// game is judged alike everywhere.

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "search/any_searcher.h"

namespace zerosum {

struct Judgement {
    Score value = 0;  // future difference from the mover's view, with best play
    bool proved = false;

    friend bool operator==(const Judgement&, const Judgement&) = default;
};

// How a value is known. The weaker of two is that of their difference.
enum class Grounds : std::uint8_t { Searched, Believed, Proved };
[[nodiscard]] std::string_view to_text(Grounds grounds);

// All that a review must know of a position.
struct Appraisal {
    Score value = 0;  // future difference from the mover's view, with best play
    Grounds grounds = Grounds::Proved;
    std::vector<AnyMove> line;  // the best move and what follows; empty: the game is over
    // What a move picked blindly loses on average against the best: the mean over all legal moves
    // by a shallow search of each. 0: nothing was at stake.
    double par = 0;
};

inline constexpr std::uint64_t kJudgeNodes = 300'000;
struct JudgeLimits {
    std::uint64_t nodes = kJudgeNodes;  // of each belief, proof and search; 0: no limit
    std::optional<Seconds> time = {};   // of CPU, of each of them
    std::stop_token stop = {};
    std::size_t hash_bytes = kUsualHashBytes;
};

class Judge {
 public:
    static constexpr std::uint64_t usual_nodes = kJudgeNodes;

    // A belief and a proof of each position may take `nodes` each.
    explicit Judge(const AnyGame& game, std::uint64_t nodes = usual_nodes)
        : Judge(game, JudgeLimits{.nodes = nodes}) {}
    Judge(const AnyGame& game, const JudgeLimits& limits);

    // Nothing: it is too large a position. A finished game is worth 0.
    [[nodiscard]] std::optional<Judgement> value(const AnyPosition& position);

    // The same where value() knows it, else what a search says: there always is an answer.
    [[nodiscard]] Appraisal appraise(const AnyPosition& position);

 private:
    [[nodiscard]] SearchLimits limits() const;

    std::unique_ptr<AnySearcher> searcher_;
    JudgeLimits limits_;
};

}  // namespace zerosum
