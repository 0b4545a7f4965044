#include "arena/puzzle/maker.h"

#include <set>

namespace zerosum {

namespace {

// Of the search that grades: small, because it is made anew for every position.
constexpr std::size_t kGradingHash = std::size_t{4} << 20U;

// Whether the moves lead to more than one position.
bool several_results(const AnyPosition& position, const std::vector<SearchLine<AnyMove>>& lines) {
    std::set<std::string> results;
    for (const SearchLine<AnyMove>& line : lines) {
        const PositionPtr after = position.clone();
        after->play(line.move);
        results.insert(after->line());
    }
    return results.size() > 1;
}

}  // namespace

PuzzleMaker::PuzzleMaker(const AnyGame& game, const PuzzleRules& rules)
    : game_(game), rules_(rules), solver_(make_searcher(game)) {}

SearchLimits PuzzleMaker::limits() const {
    SearchLimits limits;
    limits.nodes = rules_.nodes;
    limits.stop = rules_.stop;
    return limits;
}

std::optional<Score> PuzzleMaker::value(const AnyPosition& position) {
    const SearchResult<AnyMove> proof = solver_->solve(position, limits(), Want::Value);
    if (proof.lower != proof.upper) return std::nullopt;
    return proof.lower;
}

PuzzleMaker::Made PuzzleMaker::make(const AnyPosition& position) {
    // Most positions have several best moves, which one proof tells.
    const SearchResult<AnyMove> proof = solver_->solve(position, limits());
    if (!proof.solved) return {Why::NotProved};
    if (several_results(position, proof.lines)) return {};
    const auto moves =
        value_moves(position, [this](const AnyPosition& after) { return value(after); });
    if (!moves) return {Why::NotProved};
    const std::optional<SingleBest> single = single_best(*moves);
    if (!single || single->margin < rules_.margin || single->others < rules_.others) return {};
    Made made{Why::Made};
    Puzzle& puzzle = made.puzzle;
    puzzle.game = game_.name();
    puzzle.position = position.line();
    puzzle.value = (*moves)[single->best].value;
    puzzle.margin = single->margin;
    puzzle.rank = single->rank;
    puzzle.greedy_loss = single->greedy_loss;
    for (const ValuedMove& move : *moves)
        puzzle.choices.push_back({position.move_name(move.move), move.value});
    puzzle.line = {position.move_name((*moves)[single->best].move)};
    puzzle.refutation = {position.move_name((*moves)[single->tempting].move)};
    if (!grade(position, puzzle)) return {};
    return made;
}

bool PuzzleMaker::grade(const AnyPosition& position, Puzzle& puzzle) const {
    const SearchLimits wanted = limits();
    bool found = false;
    int deepest = 0;
    int shallowest = 0;
    const auto searcher = make_searcher(game_, kGradingHash);
    const SearchResult<AnyMove> result =
        searcher->search(position, wanted, [&](const SearchResult<AnyMove>& so_far) {
            deepest = so_far.best().depth;
            if (shallowest == 0) shallowest = deepest;
            const bool best =
                puzzle.value_of(position.move_name(so_far.best().move)) == puzzle.value;
            if (best && !found) {
                puzzle.depth = deepest;
                puzzle.nodes = so_far.nodes;
            }
            found = best;
        });
    if (!found) {
        puzzle.depth = deepest + 1;
        puzzle.nodes = result.nodes;
    }
    puzzle.grade = grade_of(puzzle.depth, puzzle.rank);
    return puzzle.rank > 1 || puzzle.depth > shallowest;
}

std::optional<std::vector<std::string>> PuzzleMaker::line_from(const AnyPosition& position,
                                                               const std::string& first) {
    std::vector<std::string> line{first};
    const PositionPtr at = position.clone();
    const Judged<AnyMove> move = at->parse_move(first);
    if (!move) return std::nullopt;
    at->play(*move);
    while (!at->over()) {
        const SearchResult<AnyMove> proof = solver_->solve(*at, limits(), Want::EveryBestMove);
        if (!proof.solved || proof.lines.empty()) return std::nullopt;
        // Of several best moves the one that gains most at once: what a person would play.
        AnyMove best = proof.lines.front().move;
        for (const SearchLine<AnyMove>& other : proof.lines)
            if (at->gain(other.move) > at->gain(best)) best = other.move;
        line.push_back(at->move_name(best));
        at->play(best);
    }
    return line;
}

bool PuzzleMaker::explain(Puzzle& puzzle) {
    const Result<PositionPtr> position = game_.parse_line(puzzle.position);
    if (!position) return false;
    const auto line = line_from(**position, puzzle.best());
    const auto refutation = line_from(**position, puzzle.tempting());
    if (!line || !refutation) return false;
    puzzle.line = *line;
    puzzle.refutation = *refutation;
    return true;
}

Result<void> PuzzleMaker::prove(const Puzzle& puzzle) {
    const Result<PositionPtr> position = game_.parse_line(puzzle.position);
    if (!position) return tl::unexpected(position.error());
    const auto moves =
        value_moves(**position, [this](const AnyPosition& after) { return value(after); });
    if (!moves) return fail("not proved within {} nodes for each move", rules_.nodes);
    for (const ValuedMove& move : *moves) {
        const std::string name = (*position)->move_name(move.move);
        const std::optional<Score> said = puzzle.value_of(name);
        if (said != move.value)
            return fail("{} is worth {}, found {}", name, move.value,
                        said ? std::to_string(*said) : "nothing");
    }
    return {};
}

}  // namespace zerosum
