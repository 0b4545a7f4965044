#include "arena/review/judge.h"

#include <algorithm>
#include <array>

namespace zerosum {

namespace {

// A proof visits this many times the nodes of the belief, or more (lab/solver.md): where that is
// over the limit it is not tried.
constexpr std::uint64_t kProofPerBelief = 10;

// The line of a search that begins with the move; else the move alone.
std::vector<AnyMove> line_from(AnyMove move, const SearchResult<AnyMove>& search) {
    for (const SearchLine<AnyMove>& line : search.lines)
        if (line.move == move && !line.pv.empty()) return line.pv;
    return {move};
}

double par_of(const SearchResult<AnyMove>& every_move) {
    if (every_move.lines.empty()) return 0;
    double lost = 0;
    const Score best = every_move.lines.front().score;
    for (const SearchLine<AnyMove>& line : every_move.lines)
        lost += static_cast<double>(std::max(best - line.score, Score{0}));
    return lost / static_cast<double>(every_move.lines.size());
}

}  // namespace

std::string_view to_text(Grounds grounds) {
    constexpr std::array<std::string_view, 3> names{"searched", "believed", "proved"};
    return names[static_cast<std::size_t>(grounds)];
}

Judge::Judge(const AnyGame& game, const JudgeLimits& limits)
    : searcher_(make_searcher(game, limits.hash_bytes)), limits_(limits) {}

// Every question has its own time: the timer starts here.
SearchLimits Judge::limits() const {
    SearchLimits limits;
    limits.nodes = limits_.nodes;
    limits.stop = limits_.stop;
    if (limits_.time) limits.set_time(*limits_.time);
    return limits;
}

std::optional<Judgement> Judge::value(const AnyPosition& position) {
    if (position.over()) return Judgement{0, true};
    const std::optional<Belief<AnyMove>> belief =
        searcher_->believe(position, limits(), Want::Value);
    if (belief && !belief->complete) return std::nullopt;
    if (!belief || limits_.nodes == 0 || belief->nodes * kProofPerBelief <= limits_.nodes) {
        const SearchResult<AnyMove> proof = searcher_->solve(position, limits(), Want::Value);
        if (proof.lower == proof.upper) return Judgement{proof.lower, true};
    }
    if (!belief) return std::nullopt;
    return Judgement{belief->value, false};
}

Appraisal Judge::appraise(const AnyPosition& position) {
    if (position.over()) return {};
    Appraisal appraisal;
    SearchLimits wide = limits();
    wide.lines = static_cast<int>(position.moves().size());
    const SearchResult<AnyMove> every_move = searcher_->search(position, wide);
    appraisal.par = par_of(every_move);

    const std::optional<Judgement> known = value(position);
    if (known && known->proved) {
        const SearchResult<AnyMove> proof = searcher_->solve(position, limits());
        if (!proof.lines.empty()) {
            // Of several best moves the one that the search likes too, for its line.
            AnyMove best = proof.lines.front().move;
            for (const SearchLine<AnyMove>& line : proof.lines)
                if (line.move == every_move.best().move) best = line.move;
            appraisal.value = known->value;
            appraisal.grounds = Grounds::Proved;
            appraisal.line = line_from(best, every_move);
            return appraisal;
        }
    }
    if (known) {
        const std::optional<Belief<AnyMove>> belief =
            searcher_->believe(position, limits(), Want::EveryBestMove);
        if (belief && belief->complete && !belief->best.empty()) {
            const AnyMove liked = every_move.best().move;
            const bool both =
                std::find(belief->best.begin(), belief->best.end(), liked) != belief->best.end();
            appraisal.value = known->value;
            appraisal.grounds = known->proved ? Grounds::Proved : Grounds::Believed;
            appraisal.line = line_from(both ? liked : belief->best.front(), every_move);
            return appraisal;
        }
    }
    const SearchResult<AnyMove> deep = searcher_->search(position, limits());
    appraisal.value = deep.best().score;
    appraisal.grounds = deep.best().exact ? Grounds::Proved : Grounds::Searched;
    appraisal.line = line_from(deep.best().move, deep);
    return appraisal;
}

}  // namespace zerosum
