#include "arena/puzzle/collection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text.h"
#include "games/registry.h"

namespace zerosum {

namespace {

constexpr std::size_t kLongestName = 40;

std::size_t index_of(const Puzzle& puzzle) {
    return static_cast<std::size_t>(puzzle.grade - kEasiestGrade);
}

// "engine:level=3 - greedy, seed 17, move 12"
std::string source_of(const GameRecord& record, std::size_t move) {
    return fmt::format("{} - {}, seed {}, move {}", printable(record.players[0].name, kLongestName),
                       printable(record.players[1].name, kLongestName), record.seed, move + 1);
}

}  // namespace

std::string likeness(const Puzzle& puzzle) {
    const PositionPtr position = *(*find_game(puzzle.game))->parse_line(puzzle.position);
    std::vector<Score> values;
    for (const Puzzle::Choice& choice : puzzle.choices) values.push_back(choice.value);
    std::sort(values.begin(), values.end());
    return fmt::format("{} {} {} {}", puzzle.game, position->size(), position->cells_used(),
                       fmt::join(values, ","));
}

bool PuzzleCollection::wants(const Puzzle& puzzle) const {
    if (of_each_ > 0 && grades_[index_of(puzzle)] >= of_each_) return false;
    return !seen_.contains(likeness(puzzle));
}

Result<bool> PuzzleCollection::add(const GameRecord& record) {
    const Result<const AnyGame*> game = find_game(record.game);
    if (!game) return tl::unexpected(game.error());
    PuzzleMaker maker(**game, rules_);
    std::optional<Puzzle> chosen;
    for (std::size_t i = record.moves.size(); i-- > 0 && !rules_.stop.stop_requested();) {
        const Result<PositionPtr> position = (*game)->parse_line(record.moves[i].position);
        if (!position) return fail("move {}: {}", i + 1, position.error().message);
        if ((*position)->over()) continue;
        PuzzleMaker::Made made = maker.make(**position);
        if (made.why == PuzzleMaker::Why::NotProved) break;
        if (made.why == PuzzleMaker::Why::NoPuzzle || !wants(made.puzzle)) continue;
        const auto rarer = [&](const Puzzle& a, const Puzzle& b) {
            return std::pair(grades_[index_of(a)], -a.grade) <
                   std::pair(grades_[index_of(b)], -b.grade);
        };
        if (chosen && !rarer(made.puzzle, *chosen)) continue;
        made.puzzle.source = source_of(record, i);
        chosen = std::move(made.puzzle);
    }
    if (!chosen || !maker.explain(*chosen)) return false;
    seen_.insert(likeness(*chosen));
    ++grades_[index_of(*chosen)];
    puzzles_.push_back(std::move(*chosen));
    return true;
}

Result<PuzzleCollection> find_puzzles(const PuzzleSearch& search, const PuzzleWatch& watch) {
    PuzzleCollection collection(search.rules, search.of_each);
    Result<void> added;
    MatchWatch games;
    games.stop = search.rules.stop;
    games.on_game = [&](int game, const GameRecord& record) {
        const Result<bool> found = collection.add(record);
        if (!found) {
            added = tl::unexpected(found.error());
            return false;
        }
        if (*found && watch.on_puzzle) watch.on_puzzle(collection.puzzles().back());
        if (watch.on_game) watch.on_game(game + 1, collection.puzzles().size());
        return std::cmp_less(collection.puzzles().size(), search.count);
    };
    if (const Result<void> played = run_match(search.match, games); !played)
        return tl::unexpected(played.error());
    if (!added) return tl::unexpected(added.error());
    return collection;
}

}  // namespace zerosum
