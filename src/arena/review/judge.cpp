#include "arena/review/judge.h"

namespace zerosum {

namespace {

// A proof visits this many times the nodes of the belief, or more (lab/solver.md): where that is
// over the limit it is not tried.
constexpr std::uint64_t kProofPerBelief = 10;

}  // namespace

Judge::Judge(const AnyGame& game, std::uint64_t nodes) : searcher_(make_searcher(game)) {
    limits_.nodes = nodes;
}

std::optional<Judgement> Judge::value(const AnyPosition& position) {
    if (position.over()) return Judgement{0, true};
    const std::optional<Belief<AnyMove>> belief =
        searcher_->believe(position, limits_, Want::Value);
    if (belief && !belief->complete) return std::nullopt;
    if (!belief || belief->nodes * kProofPerBelief <= limits_.nodes) {
        const SearchResult<AnyMove> proof = searcher_->solve(position, limits_, Want::Value);
        if (proof.lower == proof.upper) return Judgement{proof.lower, true};
    }
    if (!belief) return std::nullopt;
    return Judgement{belief->value, false};
}

}  // namespace zerosum
