#include "arena/study/study.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

#include "arena/play/match.h"
#include "core/worker_pool.h"
#include "players/reference/greedy_player.h"
#include "search/any_searcher.h"

namespace zerosum {

namespace {

// The same boards for every opponent and bank, so that their cells can be compared.
std::uint64_t board_seed(const StudySpec& spec, const AnyGame& game, int size, int kinds) {
    std::uint64_t seed = mix(spec.seed);
    for (const char c : game.name()) seed = mix(seed + static_cast<unsigned char>(c));
    return mix(seed + static_cast<std::uint64_t>(size * 64 + kinds));
}

StudyGame study_game(int number, const GameRecord& record) {
    StudyGame game;
    game.game = number;
    game.first = record.first == 0;
    if (record.winner >= 0) game.won = record.winner == 0;
    game.points = record.points[0];
    game.other_points = record.points[1];
    game.cpu = record.cpu[0].count();
    game.other_cpu = record.cpu[1].count();
    game.moves = static_cast<int>(record.moves.size());
    game.reason = std::string(to_text(record.reason));
    Sample depth;
    Sample nodes;
    for (const MoveRecord& move : record.moves) {
        if (move.player != 0 || !move.score) continue;
        depth.add(move.depth);
        nodes.add(static_cast<double>(move.nodes));
    }
    if (depth.count() > 0) {
        game.depth = depth.mean();
        game.nodes = nodes.mean();
    }
    return game;
}

// The progress of all cells together, reported one call at a time.
class SharedProgress {
 public:
    SharedProgress(double total, const std::function<void(const StudyProgress&)>& report)
        : total_(total), report_(report) {}
    void add(double part, const std::string& cell) {
        const std::lock_guard lock(mutex_);
        done_ += part;
        if (report_) report_({done_, total_, cell});
    }

 private:
    std::mutex mutex_;
    double done_ = 0;
    double total_;
    const std::function<void(const StudyProgress&)>& report_;
};

Result<void> run_cell(const StudySpec& spec, const GamesCell& cell, StudyStore& store,
                      SharedProgress& progress, const std::stop_token& stop) {
    Result<std::vector<StudyGame>> games = store.games(cell.id());
    if (!games) return tl::unexpected(games.error());
    MatchSettings settings;
    settings.game = cell.game;
    settings.players = {cell.player, cell.opponent};
    settings.start.size = cell.size;
    settings.start.kinds = cell.kinds;
    settings.edition = cell.edition;
    settings.bank = Seconds{cell.bank};
    settings.paired = true;
    settings.seed = board_seed(spec, *cell.game, cell.size, cell.kinds);
    settings.known = static_cast<int>(games->size());
    // A pair that was begun when more were asked for is played to its end.
    settings.games = std::max(2 * cell.max_pairs, settings.known + settings.known % 2);

    const double part = 1.0 / (2.0 * cell.max_pairs);
    progress.add(part * settings.known, cell.id());
    Result<void> kept;
    bool enough = sum_up(cell, *games).enough;
    MatchWatch watch;
    watch.stop = stop;
    watch.on_game = [&](int number, const GameRecord& record) {
        games->push_back(study_game(number, record));
        kept = store.add(cell.id(), games->back());
        if (kept) progress.add(part, cell.id());
        enough = sum_up(cell, *games).enough;
        return kept && !enough;
    };
    if (!enough)
        if (const Result<void> played = run_match(settings, watch); !played) return played;
    if (enough)  // perhaps early
        progress.add(1 - part * static_cast<double>(games->size()), cell.id());
    return kept;
}

Result<void> run_cell(const StudySpec& spec, const ExactCell& cell, StudyStore& store,
                      SharedProgress& progress, const std::stop_token& stop) {
    const Result<std::vector<StudyBoard>> known = store.boards(cell.id());
    if (!known) return tl::unexpected(known.error());
    std::set<int> settled;  // solved, or known to take longer than it would be given
    for (const StudyBoard& board : *known)
        if (board.board < cell.boards && (board.value || board.seconds >= cell.seconds))
            settled.insert(board.board);
    const double part = 1.0 / cell.boards;
    progress.add(part * static_cast<double>(settled.size()), cell.id());
    for (int i = 0; i < cell.boards && !stop.stop_requested(); ++i) {
        if (settled.contains(i)) continue;
        Random random(mix(board_seed(spec, *cell.game, cell.size, cell.kinds) +
                          static_cast<std::uint64_t>(i)));
        StartOptions options;
        options.size = cell.size;
        options.kinds = cell.kinds;
        const Result<PositionPtr> start = cell.game->start(options, random);
        if (!start) return tl::unexpected(start.error());
        SearchLimits limits;
        limits.set_time(Seconds{cell.seconds});
        limits.stop = stop;
        const SearchResult<AnyMove> solution = solve(**start, limits);
        if (!solution.solved && stop.stop_requested()) return {};
        StudyBoard board;
        board.board = i;
        board.position = (*start)->line();
        if (solution.solved) board.value = solution.lower;
        const AnyMove greedy = greedy_move(**start);
        board.greedy_optimal =
            std::any_of(solution.lines.begin(), solution.lines.end(),
                        [&](const SearchLine<AnyMove>& line) { return line.move == greedy; });
        board.nodes = solution.nodes;
        board.cpu = solution.cpu.count();
        board.seconds = cell.seconds;
        if (const Result<void> kept = store.add(cell.id(), board); !kept) return kept;
        progress.add(part, cell.id());
    }
    return {};
}

}  // namespace

GamesResult sum_up(const GamesCell& cell, const std::vector<StudyGame>& games) {
    GamesResult result;
    // The two games of a board are not independent, neither from the studied player's view nor from
    // that of the player who starts: a pair is one number.
    PairedSample margins;
    PairedSample first_margins;
    Sample depth;
    Sample nodes;
    Sample cpu;
    Sample moves;
    int first_won = 0;
    int decided_boards = 0;
    int last_decided = -1;
    for (const StudyGame& game : games) {
        const Score margin = game.points - game.other_points;
        result.tally.add(outcome_for(1, game.won ? static_cast<int>(*game.won) : -1), margin);
        if (game.won) {
            first_won += *game.won == game.first ? 1 : 0;
            decided_boards += game.game / 2 != last_decided ? 1 : 0;
            last_decided = game.game / 2;
        }
        margins.add(margin);
        first_margins.add(game.first ? margin : -margin);
        if (game.depth) depth.add(*game.depth);
        if (game.nodes) nodes.add(*game.nodes);
        cpu.add(game.cpu);
        moves.add(game.moves);
    }
    const Tally& tally = result.tally;
    result.rate = share95(tally.points(), tally.games());
    result.margin = mean95(margins.pairs());
    result.first_rate = share95(first_won, tally.wins + tally.losses, decided_boards);
    result.first_margin = mean95(first_margins.pairs());
    result.depth = depth.mean();
    result.nodes = nodes.mean();
    result.cpu = cpu.mean();
    result.moves = moves.mean();

    const int pairs = static_cast<int>(margins.pairs().count());
    const bool whole_pairs = tally.games() == 2 * pairs;
    const auto half_width = [](const Interval& i) { return (i.high - i.low) / 2; };
    const bool narrow = (cell.margin_width > 0 && half_width(result.margin) <= cell.margin_width) ||
                        (cell.rate_width > 0 && half_width(result.rate) <= cell.rate_width);
    result.enough = whole_pairs && (pairs >= cell.max_pairs || (pairs >= cell.min_pairs && narrow));
    return result;
}

SolvedResult sum_up(const ExactCell& cell, const std::vector<StudyBoard>& boards) {
    SolvedResult result;
    Sample values;
    std::vector<Score> sorted;
    int greedy = 0;
    int ahead = 0;
    for (const StudyBoard& board : boards) {
        if (board.board >= cell.boards) continue;
        ++result.boards;
        if (!board.value) continue;
        ++result.solved;
        values.add(*board.value);
        sorted.push_back(*board.value);
        greedy += board.greedy_optimal ? 1 : 0;
        ahead += *board.value > 0 ? 1 : 0;
    }
    result.value = mean95(values);
    result.greedy_optimal = share95(greedy, result.solved);
    result.mover_ahead = share95(ahead, result.solved);
    if (sorted.empty()) return result;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t n = sorted.size();
    result.median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0;
    result.lowest = sorted.front();
    result.highest = sorted.back();
    return result;
}

Result<void> run_study(const StudySpec& spec, StudyStore& store, int jobs,
                       const std::function<void(const StudyProgress&)>& on_progress,
                       std::stop_token stop) {
    const std::size_t cells = spec.games.size() + spec.exact.size();
    SharedProgress progress(static_cast<double>(cells), on_progress);
    WorkerPool pool(static_cast<int>(cells), std::move(stop));
    // A whole cell per thread: within a cell, games are played in order, so that where it stops
    // does not depend on how many threads there are.
    return pool.run(jobs, [&]() -> Result<void> {
        while (const std::optional<int> job = pool.take()) {
            const auto i = static_cast<std::size_t>(*job);
            const Result<void> done =
                i < spec.games.size() ? run_cell(spec, spec.games[i], store, progress, pool.token())
                                      : run_cell(spec, spec.exact[i - spec.games.size()], store,
                                                 progress, pool.token());
            if (!done) return done;
        }
        return {};
    });
}

}  // namespace zerosum
