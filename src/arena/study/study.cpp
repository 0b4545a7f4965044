#include "arena/study/study.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "arena/play/match.h"
#include "arena/queue/task_job.h"
#include "arena/storage/archive.h"
#include "arena/study/cell_play.h"
#include "arena/study/study_task.h"
#include "core/worker_pool.h"

namespace zerosum {

namespace {

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
    MatchSettings settings = settings_of(spec, cell);
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

// Solved, or known to take longer than they would be given.
std::set<int> settled_boards(const ExactCell& cell, const std::vector<StudyBoard>& known) {
    std::set<int> settled;
    for (const StudyBoard& board : known)
        if (board.board < cell.boards && (board.value || board.seconds >= cell.seconds))
            settled.insert(board.board);
    return settled;
}

Result<void> run_cell(const StudySpec& spec, const ExactCell& cell, StudyStore& store,
                      SharedProgress& progress, const std::stop_token& stop) {
    const Result<std::vector<StudyBoard>> known = store.boards(cell.id());
    if (!known) return tl::unexpected(known.error());
    const std::set<int> settled = settled_boards(cell, *known);
    const double part = 1.0 / cell.boards;
    progress.add(part * static_cast<double>(settled.size()), cell.id());
    for (int i = 0; i < cell.boards && !stop.stop_requested(); ++i) {
        if (settled.contains(i)) continue;
        const Result<std::optional<StudyBoard>> board = solve_board(spec, cell, i, stop);
        if (!board) return tl::unexpected(board.error());
        if (!*board) return {};
        if (const Result<void> kept = store.add(cell.id(), **board); !kept) return kept;
        progress.add(part, cell.id());
    }
    return {};
}

// A study by the workers of a queue. Pairs are entered a few at a time and taken in their order, so
// that a cell ends where it would end here; what was played beyond that is thrown away.
class QueuedStudy {
 public:
    QueuedStudy(const StudySpec& spec, StudyStore& store, TaskJob& job, SharedProgress& progress)
        : spec_(spec), store_(store), job_(job), progress_(progress) {}

    [[nodiscard]] Result<void> enter();
    // What came of the task of that name.
    [[nodiscard]] Result<void> keep(const std::string& name, const std::string& text);

 private:
    static constexpr int kAhead = 4;  // pairs of a cell that wait for one before them

    // A cell of games: the next pair to be entered, and those that came before their turn.
    struct Open {
        const GamesCell* cell = nullptr;
        std::vector<StudyGame> games;
        std::map<int, std::vector<StudyGame>> early;
        int entered = 0;
        bool enough = false;
    };
    // A task: a pair of games of a cell, or a board of an exact one.
    struct Entered {
        std::size_t cell = 0;
        int number = 0;
        bool exact = false;
    };
    [[nodiscard]] Result<void> carry(const PlayerSpec& spec);
    [[nodiscard]] Result<void> enter_pairs(std::size_t index);
    [[nodiscard]] Result<void> take_pairs(std::size_t index);
    [[nodiscard]] Result<void> add(const std::string& cell, std::size_t index, int number,
                                   bool exact);

    const StudySpec& spec_;
    StudyStore& store_;
    TaskJob& job_;
    SharedProgress& progress_;
    AgentStore agents_;
    StudyAgents carried_;
    std::vector<Open> cells_;
    std::map<std::string, Entered> entered_;  // by the task's name
};

// The agent's sources go with the tasks.
Result<void> QueuedStudy::carry(const PlayerSpec& spec) {
    if (spec.kind != PlayerKind::Directory || carried_.contains(spec.argument)) return {};
    const Result<std::string> fingerprint = agents_.take(spec.argument);
    if (!fingerprint) return fail("{}: {}", spec.name, fingerprint.error().message);
    const Result<std::string> packed = pack_tree(agents_.source(spec.argument));
    if (!packed)
        return fail("{}: its sources cannot go through the queue to other machines: {}", spec.name,
                    packed.error().message);
    const Result<std::string> hash = job_.keep_blob(*packed);
    if (!hash) return tl::unexpected(hash.error());
    carried_[spec.argument] = {*hash, *fingerprint};
    return {};
}

Result<void> QueuedStudy::add(const std::string& cell, std::size_t index, int number, bool exact) {
    const std::string name = fmt::format("{} {} {}", exact ? "board" : "pair", index, number);
    entered_[name] = {index, number, exact};
    return job_.add(name, to_payload(StudyTask{spec_.text, cell, number, exact, carried_}));
}

Result<void> QueuedStudy::enter() {
    for (const GamesCell& cell : spec_.games)
        for (const PlayerSpec* player : {&cell.player, &cell.opponent})
            if (Result<void> carried = carry(*player); !carried) return carried;
    for (std::size_t i = 0; i < spec_.games.size(); ++i) {
        const GamesCell& cell = spec_.games[i];
        Result<std::vector<StudyGame>> games = store_.games(cell.id());
        if (!games) return tl::unexpected(games.error());
        Open& open = cells_.emplace_back();
        open.cell = &cell;
        open.games = std::move(*games);
        open.entered = static_cast<int>(open.games.size()) / 2;
        open.enough = sum_up(cell, open.games).enough;
        progress_.add(open.enough ? 1 : static_cast<double>(open.games.size()) / 2 / cell.max_pairs,
                      cell.id());
        if (Result<void> entered = enter_pairs(i); !entered) return entered;
    }
    for (std::size_t i = 0; i < spec_.exact.size(); ++i) {
        const ExactCell& cell = spec_.exact[i];
        const Result<std::vector<StudyBoard>> known = store_.boards(cell.id());
        if (!known) return tl::unexpected(known.error());
        const std::set<int> settled = settled_boards(cell, *known);
        progress_.add(static_cast<double>(settled.size()) / cell.boards, cell.id());
        for (int board = 0; board < cell.boards; ++board) {
            if (settled.contains(board)) continue;
            if (Result<void> entered = add(cell.id(), i, board, true); !entered) return entered;
        }
    }
    return {};
}

Result<void> QueuedStudy::enter_pairs(std::size_t index) {
    Open& open = cells_[index];
    if (open.enough) return {};
    const int known = static_cast<int>(open.games.size()) / 2;
    const int wanted = std::min(std::max(open.cell->min_pairs, known + kAhead),
                                std::max(open.cell->max_pairs, known + 1));
    for (; open.entered < wanted; ++open.entered)
        if (Result<void> added = add(open.cell->id(), index, open.entered, false); !added)
            return added;
    return {};
}

// Keeps the pairs whose turn it is.
Result<void> QueuedStudy::take_pairs(std::size_t index) {
    Open& open = cells_[index];
    const std::string id = open.cell->id();
    const double part = 1.0 / (2.0 * open.cell->max_pairs);
    while (!open.enough) {
        auto next = open.early.extract(static_cast<int>(open.games.size()) / 2);
        if (next.empty()) break;
        for (const StudyGame& game : next.mapped()) {
            if (game.game < static_cast<int>(open.games.size())) continue;  // half a pair was known
            if (Result<void> kept = store_.add(id, game); !kept) return kept;
            open.games.push_back(game);
            progress_.add(part, id);
        }
        open.enough = sum_up(*open.cell, open.games).enough;
    }
    if (open.enough) progress_.add(1 - part * static_cast<double>(open.games.size()), id);
    return enter_pairs(index);
}

Result<void> QueuedStudy::keep(const std::string& name, const std::string& text) {
    Result<StudyAnswer> answer = read_study_answer(text);
    if (!answer) return tl::unexpected(answer.error());
    if (answer->error) return fail("{}", *answer->error);
    const auto [index, number, exact] = entered_.at(name);
    if (!exact) {
        if (cells_[index].enough) return {};
        cells_[index].early[number] = std::move(answer->games);
        return take_pairs(index);
    }
    const ExactCell& cell = spec_.exact[index];
    if (answer->board)
        if (Result<void> kept = store_.add(cell.id(), *answer->board); !kept) return kept;
    progress_.add(1.0 / cell.boards, cell.id());
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

Result<void> run_study(const StudySpec& spec, StudyStore& store, const StudyQueue& queue, int jobs,
                       const std::function<void(const StudyProgress&)>& on_progress,
                       const std::stop_token& stop) {
    TaskJobSettings settings;
    settings.place = queue.place;
    settings.name = fmt::format("study {}", queue.name);
    settings.kind = kStudyTask;
    settings.jobs = jobs;
    settings.lease = queue.lease;
    settings.kinds = {{kStudyTask, do_study_task}};
    const Result<std::unique_ptr<TaskJob>> job = TaskJob::begin(settings, {queue.on_notice, stop});
    if (!job) return tl::unexpected(job.error());
    SharedProgress progress(static_cast<double>(spec.games.size() + spec.exact.size()),
                            on_progress);
    QueuedStudy study(spec, store, **job, progress);
    if (Result<void> entered = study.enter(); !entered) return entered;
    return (*job)->run(
        [&](const std::string& name, const std::string& text) { return study.keep(name, text); });
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
