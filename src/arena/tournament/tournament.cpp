#include "arena/tournament/tournament.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "arena/tournament/pairing_state.h"
#include "core/counted.h"
#include "core/cpu_clock.h"
#include "core/worker_pool.h"

namespace zerosum {

namespace {

constexpr Seconds kShowEvery{1};  // how often a long game's position goes to the ledger

// A game handed to a thread.
struct Task {
    std::size_t pairing = 0;
    int number = 0;
    RunningGame game;
};

// All that the threads share, behind one lock: a game takes far longer than any of these steps.
class Tournament {
 public:
    Tournament(const TournamentSettings& settings, const TournamentWatch& watch, Ledger ledger)
        : settings_(settings),
          watch_(watch),
          best_(settings.best_of()),
          schedule_(settings.schedule()),
          pool_(0, watch.stop),
          ledger_(std::move(ledger)),
          table_(settings.players.size()) {
        for (PlayerIndex i = 0; i < table_.size(); ++i) table_[i].player = i;
    }

    Result<bool> run();

 private:
    [[nodiscard]] Result<void> recall();
    [[nodiscard]] Result<void> extend();
    void apply(PairingState& pairing, const LedgerGame& game);

    [[nodiscard]] Result<void> work();
    [[nodiscard]] std::optional<Task> take(std::optional<std::size_t> seated);
    [[nodiscard]] std::optional<std::size_t> choose(std::optional<std::size_t> seated);
    void give(const Task& task, const Result<GameRecord>& record, Seconds wall);
    [[nodiscard]] Result<void> keep(const Task& task, const GameRecord& record, Seconds wall);
    void show(Task& task, const AnyPosition& after);
    void end_on_error(const Result<void>& done);

    void report(std::unique_lock<std::mutex>& lock);
    [[nodiscard]] TournamentProgress progress() const;

    const TournamentSettings& settings_;
    const TournamentWatch& watch_;
    const BestOf best_;
    const Schedule schedule_;

    WorkerPool pool_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    Ledger ledger_;
    std::map<PairingId, std::vector<LedgerGame>>
        recalled_;  // games of earlier runs, not yet applied
    std::vector<PairingState> pairings_;
    std::size_t decided_ = 0;     // pairings
    std::size_t first_open_ = 0;  // all pairings before it are decided
    bool complete_ = false;
    std::map<GameId, RunningGame> running_;
    std::vector<TableLine> table_;  // by player
    std::size_t games_finished_ = 0;
    std::size_t games_this_run_ = 0;
    std::deque<LedgerGame> unreported_;
    std::string clock_;  // of the external programs, once one has played
    const Seconds begun_ = wall_clock();
};

Result<void> Tournament::recall() {
    const Result<std::vector<LedgerGame>> games = ledger_.games();
    if (!games) return tl::unexpected(games.error());
    for (const LedgerGame& game : *games) recalled_[game.pairing].push_back(game);
    return extend();
}

// Plans further pairings for as long as everything planned so far is decided.
Result<void> Tournament::extend() {
    while (!complete_ && decided_ == pairings_.size()) {
        std::vector<FinishedPairing> finished;
        finished.reserve(pairings_.size());
        for (const PairingState& pairing : pairings_)
            finished.push_back({pairing.plan, pairing.first});
        const std::vector<ScheduledPairing> next = schedule_.next(finished);
        complete_ = next.empty();
        if (Result<void> added = ledger_.add_pairings(next); !added) return added;
        for (const ScheduledPairing& plan : next) {
            PairingState& pairing = pairings_.emplace_back(plan, best_.games);
            for (const LedgerGame& game : recalled_[plan.id]) apply(pairing, game);
            recalled_.erase(plan.id);
            decided_ += static_cast<std::size_t>(pairing.decided(best_));
        }
    }
    if (complete_ && !recalled_.empty())
        return fail("the ledger holds games of {} that these results do not lead to",
                    counted(recalled_.size(), "pairing"));
    return {};
}

void Tournament::apply(PairingState& pairing, const LedgerGame& game) {
    pairing.started[static_cast<std::size_t>(game.number)] = true;
    pairing.add(game);
    ++games_finished_;
    for (const PlayerIndex player : game.players)
        table_[player].tally.add(game.outcome_of(player), game.margin_of(player));
}

// A thread stays with the pairing whose players it has ready; otherwise it takes one that no other
// plays; only then does it help another one out.
std::optional<std::size_t> Tournament::choose(std::optional<std::size_t> seated) {
    while (first_open_ < pairings_.size() && pairings_[first_open_].decided(best_)) ++first_open_;
    if (seated && pairings_[*seated].needs_a_game(best_)) return seated;
    std::optional<std::size_t> shared;
    for (std::size_t i = first_open_; i < pairings_.size(); ++i) {
        if (!pairings_[i].needs_a_game(best_)) continue;
        if (pairings_[i].running == 0) return i;
        if (!shared) shared = i;
    }
    return shared;
}

std::optional<Task> Tournament::take(std::optional<std::size_t> seated) {
    std::unique_lock lock(mutex_);
    std::optional<std::size_t> chosen;
    changed_.wait(lock, pool_.token(), [&] {
        chosen = choose(seated);
        return chosen || complete_;
    });
    if (pool_.token().stop_requested() || !chosen) return std::nullopt;

    PairingState& pairing = pairings_[*chosen];
    const auto open = std::find(pairing.started.begin(), pairing.started.end(), false);
    const int number = static_cast<int>(open - pairing.started.begin());
    const bool first_starts = number % 2 == 0;
    Task task{*chosen, number, {}};
    task.game.id = game_id(pairing.plan.id, number);
    task.game.pairing = pairing.plan.id;
    task.game.number = number;
    task.game.players = {first_starts ? pairing.plan.first : pairing.plan.second,
                         first_starts ? pairing.plan.second : pairing.plan.first};
    task.game.started = std::chrono::duration_cast<std::chrono::seconds>(
                            std::chrono::system_clock::now().time_since_epoch())
                            .count();
    *open = true;
    ++pairing.running;
    running_[task.game.id] = task.game;
    if (const Result<void> begun = ledger_.begin(task.game); !begun) {
        pool_.fail_with(begun.error());
        return std::nullopt;
    }
    return task;
}

Result<void> Tournament::work() {
    std::optional<std::size_t> seated;
    std::unique_ptr<Seats> seats;
    while (std::optional<Task> task = take(seated)) {
        if (seated != task->pairing) {
            seats.reset();  // the old players first: programs hold processes and directories
            ScheduledPairing plan;
            {
                const std::lock_guard lock(mutex_);
                plan = pairings_[task->pairing].plan;
            }
            Result<std::unique_ptr<Seats>> made = Seats::make(settings_.match_of(plan));
            if (!made) return tl::unexpected(made.error());
            seats = std::move(*made);
            seated = task->pairing;
        }
        Seconds shown = wall_clock();
        GameWatch watch;
        watch.stop = pool_.token();
        watch.on_move = [&](const AnyPosition& after, const MoveRecord& /*move*/) {
            ++task->game.moves;
            const Seconds now = wall_clock();
            if (now - shown < kShowEvery) return;
            shown = now;
            show(*task, after);
        };
        const Seconds start = wall_clock();
        const Result<GameRecord> record = seats->play(task->number, watch);
        give(*task, record, wall_clock() - start);
    }
    return {};
}

void Tournament::show(Task& task, const AnyPosition& after) {
    task.game.position = after.line();
    const std::lock_guard lock(mutex_);
    running_[task.game.id] = task.game;
    end_on_error(ledger_.show_progress(task.game.id, task.game.moves, task.game.position));
}

// Takes a game back from a thread, with its result or without one.
void Tournament::give(const Task& task, const Result<GameRecord>& record, Seconds wall) {
    const std::lock_guard lock(mutex_);
    PairingState& pairing = pairings_[task.pairing];
    --pairing.running;
    running_.erase(task.game.id);
    Result<void> kept;
    if (!record) {
        kept = tl::unexpected(record.error());
    } else if (record->reason == EndReason::Aborted) {
        pairing.started[static_cast<std::size_t>(task.number)] = false;
        kept = ledger_.drop_running(task.game.id);
    } else {
        kept = keep(task, *record, wall);
    }
    end_on_error(kept);
    changed_.notify_all();
}

Result<void> Tournament::keep(const Task& task, const GameRecord& record, Seconds wall) {
    for (const PlayerRecord& player : record.players) {
        // Programs are charged by the best clock the machine offers: a ranking never mixes two.
        if (player.clock == "thread" || player.clock == clock_) continue;
        if (Result<void> same = ledger_.keep_constant("clock", player.clock); !same) return same;
        clock_ = player.clock;
    }
    const auto first = static_cast<std::size_t>(record.first);
    LedgerGame game;
    game.id = task.game.id;
    game.pairing = task.game.pairing;
    game.number = task.number;
    game.players = task.game.players;
    game.winner = record.winner < 0 ? -1 : static_cast<int>(record.winner != record.first);
    game.points = {record.points[first], record.points[1 - first]};
    game.reason = to_text(record.reason);
    game.cpu = {record.cpu[first], record.cpu[1 - first]};
    game.wall = wall;
    if (Result<void> kept = ledger_.finish(game, to_json_text(record)); !kept) return kept;

    PairingState& pairing = pairings_[task.pairing];
    apply(pairing, game);
    ++games_this_run_;
    unreported_.push_back(std::move(game));
    decided_ += static_cast<std::size_t>(pairing.decided(best_));
    return extend();
}

void Tournament::end_on_error(const Result<void>& done) {
    if (!done) pool_.fail_with(done.error());
}

TournamentProgress Tournament::progress() const {
    TournamentProgress now;
    now.pairings_finished = static_cast<std::size_t>(
        std::count_if(pairings_.begin(), pairings_.end(), [this](const PairingState& pairing) {
            return !pairing.plan.bye() && pairing.decided(best_);
        }));
    now.pairings = schedule_.total_pairings();
    now.games_finished = games_finished_;
    const std::size_t open = now.pairings - std::min(now.pairings, now.pairings_finished);
    now.games = games_finished_ + open * static_cast<std::size_t>(best_.games);
    for (const PairingState& pairing : pairings_) {
        if (!pairing.plan.bye() && !pairing.decided(best_)) {
            now.games -= static_cast<std::size_t>(pairing.first.games());
        }
    }
    now.elapsed = wall_clock() - begun_;
    if (games_this_run_ > 0) {
        now.left = now.elapsed / static_cast<double>(games_this_run_) *
                   static_cast<double>(now.games - now.games_finished);
    }
    for (const auto& [id, game] : running_) now.running.push_back(game);
    now.table = table_;
    std::stable_sort(
        now.table.begin(), now.table.end(),
        [](const TableLine& a, const TableLine& b) { return a.tally.points() > b.tally.points(); });
    return now;
}

// Calls the watcher without holding the lock.
void Tournament::report(std::unique_lock<std::mutex>& lock) {
    const std::deque<LedgerGame> games = std::exchange(unreported_, {});
    std::optional<TournamentProgress> now;
    if (watch_.on_progress) now = progress();
    lock.unlock();
    if (watch_.on_game) {
        for (const LedgerGame& game : games) watch_.on_game(game);
    }
    if (now) watch_.on_progress(*now);
    lock.lock();
}

Result<bool> Tournament::run() {
    if (Result<void> ready = recall(); !ready) return tl::unexpected(ready.error());
    const Result<void> played = pool_.run(
        settings_.jobs, [this] { return work(); },
        [this](const std::stop_token& ended) {
            std::unique_lock lock(mutex_);
            // Games end while the watcher is called for others: the last report is one that began
            // when every thread had returned.
            for (bool last = false; !last;) {
                (void)changed_.wait_for(lock, ended, std::chrono::seconds(1),
                                        [this] { return !unreported_.empty(); });
                last = ended.stop_requested();
                report(lock);
            }
        });
    if (!played) return tl::unexpected(played.error());
    return complete_;
}

}  // namespace

Result<bool> run_tournament(const TournamentSettings& wanted, const TournamentWatch& watch) {
    TournamentSettings settings = wanted;
    settings.match.agents = std::make_shared<AgentStore>();
    Identity identity = settings.identity();
    for (PlayerIndex i = 0; i < settings.players.size(); ++i) {
        const PlayerSpec& spec = settings.specs[i];
        if (spec.kind != PlayerKind::Directory) continue;
        const Result<std::string> sources = settings.match.agents->take(spec.argument);
        if (!sources) return tl::unexpected(sources.error());
        identity["agent " + settings.players[i].name] = "sources " + *sources;
    }
    Result<Ledger> ledger = Ledger::open_to_play(settings.ledger, identity, settings.players);
    if (!ledger) return tl::unexpected(ledger.error());
    return Tournament(settings, watch, std::move(*ledger)).run();
}

}  // namespace zerosum
