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

#include "arena/tournament/ladder.h"
#include "arena/tournament/lineup.h"
#include "arena/tournament/pairing_list.h"
#include "core/cpu_clock.h"
#include "core/worker_pool.h"

namespace zerosum {

namespace {

constexpr Seconds kShowEvery{1};  // how often a long game's position goes to the ledger

constexpr Seconds kRenewEvery{30};  // claims, long before their leases end
constexpr Seconds kLookEvery{2};    // at the folder of hand-ins

// A game handed to a thread, with all that is needed to play it.
struct Task {
    std::size_t pairing = 0;
    int number = 0;
    RunningGame game;
    MatchSettings match;
};

// All that the threads share, behind one lock: a game takes far longer than any of these steps.
class Tournament {
 public:
    Tournament(const TournamentSettings& settings, const TournamentWatch& watch, Ledger ledger)
        : settings_(settings),
          watch_(watch),
          schedule_(settings.schedule()),
          pool_(0, watch.stop),
          ledger_(std::move(ledger)),
          hand_ins_(settings.watch),
          pairings_(settings.best_of()) {}

    Result<bool> run();

 private:
    [[nodiscard]] Result<void> recall();
    [[nodiscard]] Result<void> check_lineup(const Lineup& lineup) const;
    [[nodiscard]] Result<void> admit(Lineup lineup);
    void look_around(std::unique_lock<std::mutex>& lock);
    [[nodiscard]] bool takes_part(PlayerIndex player) const;

    [[nodiscard]] Result<void> extend();
    [[nodiscard]] bool ladder_ends(const std::vector<FinishedPairing>& finished);
    [[nodiscard]] bool past_the_time() const;
    void tally(const LedgerGame& game);

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
    Schedule schedule_;

    WorkerPool pool_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    Ledger ledger_;
    HandIns hand_ins_;  // used by the thread that called run() alone, as are the two times
    Seconds looked_{0};
    Seconds renewed_ = wall_clock();
    Lineup lineup_;
    std::vector<LedgerPlayer> players_;  // every version, by its number
    std::vector<PlayerSpec> specs_;      // the same; of those that took part in this run
    std::vector<PlayerIndex> who_;       // the lineup's numbers
    bool somebody_came_ = false;
    std::vector<double> certainty_;
    PairingList pairings_;
    bool complete_ = false;
    std::map<GameId, RunningGame> running_;
    std::vector<TableLine> table_;  // by player
    std::size_t games_finished_ = 0;
    std::size_t games_this_run_ = 0;
    std::deque<LedgerGame> unreported_;
    std::string clock_;  // of the external programs, once one has played
    const Seconds begun_ = wall_clock();
};

// What is in the ledger already.
Result<void> Tournament::recall() {
    const Result<std::vector<ScheduledPairing>> plans = ledger_.pairings();
    if (!plans) return tl::unexpected(plans.error());
    const Result<std::vector<LedgerGame>> games = ledger_.games();
    if (!games) return tl::unexpected(games.error());
    std::map<PairingId, std::size_t> places;
    for (const ScheduledPairing& plan : *plans) {
        places[plan.id] = pairings_.size();
        pairings_.add(plan);
    }
    for (const LedgerGame& game : *games) {
        const auto place = places.find(game.pairing);
        if (place == places.end() || !pairings_.recall(place->second, game))
            return fail("ledger {}: the file is damaged (game {} belongs to no pairing)",
                        settings_.ledger.string(), to_text(game.id));
        tally(game);
    }
    return {};
}

Result<void> Tournament::check_lineup(const Lineup& lineup) const {
    if (settings_.format != Format::Knockout) return {};
    const Result<std::vector<LedgerPlayer>> known = ledger_.players();
    if (!known) return tl::unexpected(known.error());
    return check_bracket(pairings_.plans(), *known, lineup);
}

// From now on these take part. Wants the lock held, if threads run.
Result<void> Tournament::admit(Lineup lineup) {
    lineup_ = std::move(lineup);
    std::vector<LedgerPlayer> list;
    for (const Entrant& entrant : lineup_.entrants) list.push_back(entrant.player);
    Result<std::vector<PlayerIndex>> numbers = ledger_.enter(list);
    if (!numbers) return tl::unexpected(numbers.error());
    Result<std::vector<LedgerPlayer>> players = ledger_.players();
    if (!players) return tl::unexpected(players.error());
    who_ = std::move(*numbers);
    players_ = std::move(*players);
    specs_.resize(players_.size());
    for (std::size_t i = 0; i < who_.size(); ++i) specs_[who_[i]] = lineup_.entrants[i].spec;
    for (std::size_t i = table_.size(); i < players_.size(); ++i) table_.push_back({i, {}});

    ScheduleSettings plan = settings_.schedule();
    plan.who = who_;
    plan.players = who_.size();
    schedule_ = Schedule(plan);
    pairings_.close([this](PlayerIndex player) { return takes_part(player); });
    complete_ = false;
    somebody_came_ = true;
    if (watch_.on_players) watch_.on_players(players_);
    return extend();
}

bool Tournament::takes_part(PlayerIndex player) const {
    return player < players_.size() && players_[player].current;
}

bool Tournament::past_the_time() const {
    if (settings_.until.time == 0) return false;
    const Seconds now = std::chrono::system_clock::now().time_since_epoch();
    return now.count() >= static_cast<double>(settings_.until.time);
}

// Asked between two rounds.
bool Tournament::ladder_ends(const std::vector<FinishedPairing>& finished) {
    if (settings_.format != Format::Ladder) return false;
    const Until& until = settings_.until;
    const std::vector<RatedGame> games = rated_games(who_, finished);
    if (past_the_time()) return true;
    if (until.games_each > 0 &&
        2 * games.size() >= static_cast<std::size_t>(until.games_each) * who_.size())
        return true;
    const Ratings ratings(who_.size(), games, Prior::Spread);
    certainty_ = top_certainty(ratings);
    return until.sure && !games.empty() && top_is_sure(ratings);
}

// Plans further pairings for as long as everything planned so far is decided; and those of somebody
// who came, where the format need not wait for the end of a round.
Result<void> Tournament::extend() {
    bool at_once = std::exchange(somebody_came_, false) && !by_rounds(settings_.format);
    while (!complete_ && (at_once || pairings_.all_decided())) {
        const std::vector<FinishedPairing> so_far = pairings_.finished();
        const std::vector<ScheduledPairing> next =
            ladder_ends(so_far) ? std::vector<ScheduledPairing>{} : schedule_.next(so_far);
        complete_ = next.empty() && pairings_.all_decided();
        if (next.empty()) break;
        at_once = false;
        if (Result<void> added = ledger_.add_pairings(next); !added) return added;
        for (const ScheduledPairing& plan : next) pairings_.add(plan);
    }
    return {};
}

void Tournament::tally(const LedgerGame& game) {
    ++games_finished_;
    const std::size_t most = std::max(game.players[0], game.players[1]);
    for (std::size_t i = table_.size(); i <= most; ++i) table_.push_back({i, {}});
    for (const PlayerIndex player : game.players)
        table_[player].tally.add(game.outcome_of(player), game.margin_of(player));
}

std::optional<std::size_t> Tournament::choose(std::optional<std::size_t> seated) {
    if (past_the_time()) complete_ = true;
    return complete_ ? std::nullopt : pairings_.choose(seated);
}

std::optional<Task> Tournament::take(std::optional<std::size_t> seated) {
    std::unique_lock lock(mutex_);
    std::optional<std::size_t> chosen;
    changed_.wait(lock, pool_.token(), [&] {
        chosen = choose(seated);
        return chosen || (complete_ && (settings_.watch.empty() || past_the_time()));
    });
    if (pool_.token().stop_requested() || !chosen) return std::nullopt;

    const ScheduledPairing& plan = pairings_.plan(*chosen);
    const int number = pairings_.begin(*chosen);
    const bool first_starts = number % 2 == 0;
    Task task{*chosen, number, {}, {}};
    task.game.id = game_id(plan.id, number);
    task.game.pairing = plan.id;
    task.game.number = number;
    task.game.players = {first_starts ? plan.first : plan.second,
                         first_starts ? plan.second : plan.first};
    task.match = settings_.match_of(plan, specs_[plan.first], specs_[plan.second]);
    task.match.agents = lineup_.agents;
    task.game.started = std::chrono::duration_cast<std::chrono::seconds>(
                            std::chrono::system_clock::now().time_since_epoch())
                            .count();
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
            Result<std::unique_ptr<Seats>> made = Seats::make(task->match);
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
    running_.erase(task.game.id);
    Result<void> kept;
    if (!record) {
        kept = tl::unexpected(record.error());
    } else if (record->reason == EndReason::Aborted) {
        pairings_.put_back(task.pairing, task.number);
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

    pairings_.end(task.pairing, game);
    tally(game);
    ++games_this_run_;
    unreported_.push_back(std::move(game));
    return extend();
}

void Tournament::end_on_error(const Result<void>& done) {
    if (!done) pool_.fail_with(done.error());
}

TournamentProgress Tournament::progress() const {
    TournamentProgress now;
    const PairingList::Counts counts = pairings_.count();
    now.pairings_finished = counts.finished;
    now.pairings = schedule_.total_pairings();
    now.games_finished = games_finished_;
    const std::size_t open = now.pairings - std::min(now.pairings, now.pairings_finished);
    now.games =
        games_finished_ - counts.begun + open * static_cast<std::size_t>(settings_.best_of().games);
    if (settings_.format == Format::Ladder) {
        now.pairings = pairings_.size();
        now.games =
            counts.outside + static_cast<std::size_t>(settings_.until.games_each) * who_.size() / 2;
        if (settings_.until.games_each == 0) now.games = 0;
    }
    now.certainty = certainty_;
    now.elapsed = wall_clock() - begun_;
    if (games_this_run_ > 0 && now.games >= now.games_finished) {
        now.left = now.elapsed / static_cast<double>(games_this_run_) *
                   static_cast<double>(now.games - now.games_finished);
    }
    for (const auto& [id, game] : running_) now.running.push_back(game);
    for (const PlayerIndex player : who_) now.table.push_back(table_[player]);
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

// What is to be done now and then. The lock is held, and let go while files are read.
void Tournament::look_around(std::unique_lock<std::mutex>& lock) {
    const Seconds now = wall_clock();
    if (now - renewed_ >= kRenewEvery) {
        renewed_ = now;
        end_on_error(ledger_.renew_claims());
    }
    if (settings_.watch.empty() || now - looked_ < kLookEvery) return;
    const Tell tell = watch_.on_notice ? watch_.on_notice : [](const std::string&) {};
    lock.unlock();
    std::optional<Lineup> changed = with_hand_ins(lineup_, hand_ins_, tell);
    lock.lock();
    looked_ = wall_clock();
    if (!changed) return;
    if (const Result<void> fits = check_lineup(*changed); !fits) return tell(fits.error().message);
    end_on_error(admit(std::move(*changed)));
    changed_.notify_all();
}

Result<bool> Tournament::run() {
    Result<Lineup> lineup = lineup_of(settings_);
    if (!lineup) return tl::unexpected(lineup.error());
    if (!settings_.watch.empty()) {
        // What was there before comes in silently.
        if (std::optional<Lineup> more =
                with_hand_ins(*lineup, hand_ins_, [](const std::string&) {}))
            lineup = std::move(*more);
    }
    Result<void> ready = recall();
    if (ready) ready = check_lineup(*lineup);
    if (ready) ready = ledger_.set_about("title", settings_.title);
    if (ready) ready = admit(std::move(*lineup));
    if (!ready) return tl::unexpected(ready.error());
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
                if (!last) look_around(lock);
            }
        });
    if (!played) return tl::unexpected(played.error());
    return complete_;
}

}  // namespace

Result<bool> run_tournament(const TournamentSettings& settings, const TournamentWatch& watch) {
    Result<Ledger> ledger = Ledger::open_to_play(settings.ledger, settings.identity());
    if (!ledger) return tl::unexpected(ledger.error());
    return Tournament(settings, watch, std::move(*ledger)).run();
}

}  // namespace zerosum
