#include "arena/study/study.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "arena/play/match.h"
#include "players/analysis.h"
#include "players/reference/greedy_player.h"

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

// The progress of all cells together, told one call at a time.
class Teller {
 public:
    Teller(double total, const std::function<void(const StudyProgress&)>& tell)
        : total_(total), tell_(tell) {}
    void add(double part, const std::string& cell) {
        const std::lock_guard lock(mutex_);
        done_ += part;
        if (tell_) tell_({done_, total_, cell});
    }

 private:
    std::mutex mutex_;
    double done_ = 0;
    double total_;
    const std::function<void(const StudyProgress&)>& tell_;
};

Result<void> run_cell(const StudySpec& spec, const GamesCell& cell, StudyStore& store,
                      Teller& teller, const std::stop_token& stop) {
    Result<std::vector<StudyGame>> games = store.games(cell.id());
    if (!games) return tl::unexpected(games.error());
    MatchSettings settings;
    settings.game = cell.game;
    settings.players = {cell.player, cell.opponent};
    settings.start.size = cell.size;
    settings.start.kinds = cell.kinds;
    settings.edition = default_edition(*cell.game);
    settings.bank = Seconds{cell.bank};
    settings.paired = true;
    settings.seed = board_seed(spec, *cell.game, cell.size, cell.kinds);

    const double part = 1.0 / (2.0 * cell.max_pairs);
    double told = part * static_cast<double>(games->size());
    teller.add(told, cell.id());
    std::unique_ptr<Pairing> pairing;
    while (!sum_up(cell, *games).enough && !stop.stop_requested()) {
        if (!pairing) {
            Result<std::unique_ptr<Pairing>> made = Pairing::make(settings);
            if (!made) return tl::unexpected(made.error());
            pairing = std::move(*made);
        }
        const int number = static_cast<int>(games->size());
        const Result<GameRecord> record = pairing->play(number, {.stop = stop});
        if (!record) return tl::unexpected(record.error());
        if (record->reason == EndReason::Aborted) return {};
        games->push_back(study_game(number, *record));
        if (const Result<void> kept = store.add(cell.id(), games->back()); !kept) return kept;
        teller.add(part, cell.id());
        told += part;
    }
    if (!stop.stop_requested())
        teller.add(1 - told, cell.id());  // it may have been known well enough early
    return {};
}

Result<void> run_cell(const StudySpec& spec, const ExactCell& cell, StudyStore& store,
                      Teller& teller, const std::stop_token& stop) {
    const Result<std::vector<StudyBoard>> known = store.boards(cell.id());
    if (!known) return tl::unexpected(known.error());
    std::set<int> settled;  // solved, or known to take longer than it would be given
    for (const StudyBoard& board : *known)
        if (board.board < cell.boards && (board.value || board.seconds >= cell.seconds))
            settled.insert(board.board);
    const double part = 1.0 / cell.boards;
    teller.add(part * static_cast<double>(settled.size()), cell.id());
    for (int i = 0; i < cell.boards && !stop.stop_requested(); ++i) {
        if (settled.contains(i)) continue;
        Random random(mix(board_seed(spec, *cell.game, cell.size, cell.kinds) +
                          static_cast<std::uint64_t>(i)));
        StartOptions options;
        options.size = cell.size;
        options.kinds = cell.kinds;
        const Result<PositionPtr> start = cell.game->start(options, random);
        if (!start) return tl::unexpected(start.error());
        AnalysisLimits limits;
        limits.time = Seconds{cell.seconds};
        limits.stop = stop;
        const Solution solution = solve(**start, limits);
        if (!solution.solved && stop.stop_requested()) return {};
        StudyBoard board;
        board.board = i;
        board.position = (*start)->line();
        if (solution.solved) board.value = solution.lower;
        board.greedy_optimal = std::find(solution.best.begin(), solution.best.end(),
                                         greedy_move(**start)) != solution.best.end();
        board.nodes = solution.nodes;
        board.cpu = solution.cpu.count();
        board.seconds = cell.seconds;
        if (const Result<void> kept = store.add(cell.id(), board); !kept) return kept;
        teller.add(part, cell.id());
    }
    return {};
}

}  // namespace

GamesResult sum_up(const GamesCell& cell, const std::vector<StudyGame>& games) {
    GamesResult result;
    Sample margins;
    Sample first_margins;
    Sample depth;
    Sample nodes;
    Sample cpu;
    Sample moves;
    int first_won = 0;
    int decided = 0;
    int decided_boards = 0;
    int last_decided = -1;
    double half_margin = 0;
    double half_first_margin = 0;
    for (const StudyGame& game : games) {
        ++result.games;
        result.won += game.won == true ? 1 : 0;
        result.lost += game.won == false ? 1 : 0;
        result.drawn += game.won ? 0 : 1;
        if (game.won) {
            ++decided;
            first_won += *game.won == game.first ? 1 : 0;
            decided_boards += game.game / 2 != last_decided ? 1 : 0;
            last_decided = game.game / 2;
        }
        // The two games of a board are not independent, neither from the studied player's view nor
        // from that of whoever starts: a pair is one number.
        const double margin = game.points - game.other_points;
        const double first_margin = game.first ? margin : -margin;
        if (game.game % 2 == 1) {
            margins.add((half_margin + margin) / 2);
            first_margins.add((half_first_margin + first_margin) / 2);
        }
        half_margin = margin;
        half_first_margin = first_margin;
        if (game.depth) depth.add(*game.depth);
        if (game.nodes) nodes.add(*game.nodes);
        cpu.add(game.cpu);
        moves.add(game.moves);
    }
    result.rate = share95(result.won + 0.5 * result.drawn, result.games);
    result.margin = mean95(margins);
    result.first_rate = share95(first_won, decided, decided_boards);
    result.first_margin = mean95(first_margins);
    result.depth = depth.mean();
    result.nodes = nodes.mean();
    result.cpu = cpu.mean();
    result.moves = moves.mean();

    const int pairs = static_cast<int>(margins.count());
    const bool whole_pairs = result.games == 2 * pairs;
    const auto half_width = [](const Interval& i) { return (i.high - i.low) / 2; };
    const bool narrow = (cell.margin_width > 0 && half_width(result.margin) <= cell.margin_width) ||
                        (cell.rate_width > 0 && half_width(result.rate) <= cell.rate_width);
    result.enough = whole_pairs && (pairs >= cell.max_pairs || (pairs >= cell.min_pairs && narrow));
    return result;
}

ExactResult sum_up(const ExactCell& cell, const std::vector<StudyBoard>& boards) {
    ExactResult result;
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
    Teller teller(static_cast<double>(cells), on_progress);
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    Result<void> outcome;
    std::stop_source failed;
    const std::stop_callback forward(stop, [&] { failed.request_stop(); });
    // A whole cell a thread: within a cell, games are played in order, so that where it stops
    // does not depend on how many threads there are.
    const auto work = [&] {
        for (std::size_t i = next++; i < cells && !failed.stop_requested(); i = next++) {
            const Result<void> done =
                i < spec.games.size()
                    ? run_cell(spec, spec.games[i], store, teller, failed.get_token())
                    : run_cell(spec, spec.exact[i - spec.games.size()], store, teller,
                               failed.get_token());
            if (done) continue;
            const std::lock_guard lock(mutex);
            outcome = done;
            failed.request_stop();
        }
    };
    std::vector<std::jthread> threads;
    for (int i = 1; i < jobs; ++i) threads.emplace_back(work);
    work();
    threads.clear();
    return outcome;
}

}  // namespace zerosum
