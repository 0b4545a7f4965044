#include "arena/tournament/worker.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "arena/tournament/planner.h"
#include "core/cpu_clock.h"
#include "core/host_speed.h"

namespace zerosum {

namespace {

constexpr Seconds kShowEvery{1};       // how often a long game's position goes to the ledger
constexpr Seconds kAttendEvery{0.25};  // at the least
constexpr Seconds kAttendAfter{0.02};  // what ends in this time is attended to together
// A worker may be started while its server restarts.
constexpr Seconds kReachFor{60};
// A thread without a game looks again after the first, then twice as long, up to the last.
constexpr Seconds kFirstPause{0.02};
constexpr Seconds kLastPause{2};

}  // namespace

Result<std::unique_ptr<Worker>> Worker::make(WorkerSettings settings, WorkerWatch watch) {
    Result<Ledger> ledger = Ledger::open_to_work(settings.ledger, settings.lease,
                                                 {kReachFor, watch.on_notice, watch.stop});
    if (!ledger) return tl::unexpected(ledger.error());
    Result<Contest> contest = read_contest(*ledger);
    if (!contest) return tl::unexpected(contest.error());
    if (!settings.find) settings.find = players_of_ledger(settings.libraries);
    (void)host_speed();  // measured now, before games are played beside it
    return std::unique_ptr<Worker>(
        new Worker(std::move(settings), std::move(watch), std::move(*ledger), std::move(*contest)));
}

Worker::Worker(WorkerSettings settings, WorkerWatch watch, Ledger ledger, Contest contest)
    : settings_(std::move(settings)),
      watch_(std::move(watch)),
      pool_(0, watch_.stop),
      ledger_(std::move(ledger)),
      contest_(std::make_shared<const Contest>(std::move(contest))) {
    // When one thread has waited in vain, the others do not wait as long again.
    ledger_.set_patience({.tell = watch_.on_notice, .stop = pool_.token()});
}

void Worker::end_on_error(const Result<void>& done) {
    if (!done) pool_.fail_with(done.error());
}

Result<bool> Worker::wants_planner() {
    const std::lock_guard lock(mutex_);
    return ledger_.wants_planner();
}

Result<void> Worker::run(const std::function<Result<bool>()>& meanwhile) {
    const std::jthread renewing([this](const std::stop_token& ended) { beat(ended); });
    const bool plays = settings_.jobs > 0;
    return pool_.run(
        std::max(settings_.jobs, 1), [=, this] { return plays ? work() : await_end(); },
        [&](const std::stop_token& ended) { attend(meanwhile, ended); });
}

// A thread of its own, so that leases hold however long the other waits until what it prints is
// read.
void Worker::beat(const std::stop_token& ended) {
    std::unique_lock lock(mutex_);
    while (!ended.stop_requested()) {
        (void)due_.wait_for(lock, ended, settings_.lease / 4, [] { return false; });
        if (ended.stop_requested()) return;
        std::vector<GameId> ids;
        for (const auto& [id, game] : playing_) ids.push_back(id);
        end_on_error(ledger_.renew(ids));
        if (!settings_.other.beat) continue;
        lock.unlock();
        end_on_error(settings_.other.beat());
        lock.lock();
    }
}

void Worker::attend(const std::function<Result<bool>()>& meanwhile, const std::stop_token& ended) {
    std::unique_lock lock(mutex_);
    // Games end while others are reported: the last round is one that began when every thread had
    // returned.
    for (bool last = false; !last;) {
        (void)changed_.wait_for(lock, ended, kAttendEvery, [this] { return news_; });
        if (!idle_) (void)changed_.wait_for(lock, ended, kAttendAfter, [this] { return idle_; });
        last = ended.stop_requested();
        news_ = idle_ = false;
        const std::deque<LedgerGame> games = std::exchange(unreported_, {});
        const std::shared_ptr<const Contest> contest = contest_;
        lock.unlock();
        if (watch_.on_game)
            for (const LedgerGame& game : games) watch_.on_game(*contest, game);
        const Result<bool> more = meanwhile();
        lock.lock();
        if (!more) pool_.fail_with(more.error());
        if (more && *more) ++wakes_;
        changed_.notify_all();
    }
}

Result<void> Worker::work() {
    std::optional<PairingId> seated;
    std::unique_ptr<Seats> seats;
    Seconds pause = kFirstPause;
    for (;;) {
        if (settings_.other.serve_one) {
            const Result<bool> served = settings_.other.serve_one(pool_.token());
            if (!served) return tl::unexpected(served.error());
            if (*served) continue;
        }
        std::optional<RunningGame> game;
        {
            Taken taken = take(seated, pause);
            if (taken.over) return {};
            if (!taken.game) continue;
            game = std::move(taken.game);
        }
        pause = kFirstPause;
        if (seated != game->pairing) {
            seats.reset();  // the old players first: programs hold processes and directories
            seated.reset();
            Result<std::unique_ptr<Seats>> made = seat(*game);
            if (!made || !*made) put_back(*game);
            if (!made) return tl::unexpected(made.error());
            if (!*made) continue;
            seats = std::move(*made);
            seated = game->pairing;
        }
        play(*game, *seats);
    }
}

Result<void> Worker::await_end() {
    std::unique_lock lock(mutex_);
    while (!pool_.token().stop_requested()) {
        const Result<bool> over = is_complete(ledger_);
        if (!over) return tl::unexpected(over.error());
        if (*over) break;
        const unsigned seen = wakes_;
        (void)changed_.wait_for(lock, pool_.token(), kLastPause, [&] { return wakes_ != seen; });
    }
    return {};
}

// Not to be played here. The planner withdraws games of players that take no part any more.
void Worker::put_back(const RunningGame& game) {
    std::unique_lock lock(mutex_);
    playing_.erase(game.id);
    end_on_error(ledger_.give_back(game));
    news_ = true;
    (void)changed_.wait_for(lock, pool_.token(), kFirstPause, [] { return false; });
}

// Waits for a game. Who has other work as well waits for one pause only, which grows.
Worker::Taken Worker::take(std::optional<PairingId> seated, Seconds& pause) {
    std::unique_lock lock(mutex_);
    while (!pool_.token().stop_requested()) {
        Result<std::optional<RunningGame>> game = ledger_.take_game(seated);
        if (game && *game) {
            playing_[(*game)->id] = **game;
            return {std::move(*game), false};
        }
        const Result<bool> over = game ? is_complete(ledger_) : tl::unexpected(game.error());
        if (!over) pool_.fail_with(over.error());
        if (!over || *over) break;
        news_ = idle_ = true;
        changed_.notify_all();
        const unsigned seen = wakes_;
        (void)changed_.wait_for(lock, pool_.token(), pause, [&] { return wakes_ != seen; });
        pause = std::min(2 * pause, kLastPause);
        if (settings_.other.serve_one) return {};
    }
    return {std::nullopt, true};
}

Result<std::shared_ptr<const Contest>> Worker::contest_now() {
    const std::lock_guard lock(mutex_);
    const Result<bool> same = is_current(ledger_, *contest_);
    if (!same) return tl::unexpected(same.error());
    if (*same) return contest_;
    Result<Contest> again = read_contest(ledger_);
    if (!again) return tl::unexpected(again.error());
    return contest_ = std::make_shared<const Contest>(std::move(*again));
}

Result<std::unique_ptr<Seats>> Worker::seat(const RunningGame& game) {
    // The pairing's first player starts the games with even numbers.
    const bool straight = game.number % 2 == 0;
    const PlayerIndex first = game.players[straight ? 0 : 1];
    const PlayerIndex second = game.players[straight ? 1 : 0];
    const Result<std::shared_ptr<const Contest>> now = contest_now();
    if (!now) return tl::unexpected(now.error());
    const Contest& contest = **now;
    if (std::max(first, second) >= contest.players.size())
        return fail("the ledger is damaged: it has no player {}", std::max(first, second));
    if (!contest.players[first].current || !contest.players[second].current) return nullptr;
    const ReadSources read = [this](PlayerIndex number) {
        const std::lock_guard lock(mutex_);
        return ledger_.sources(number);
    };
    const Result<std::optional<Seating>> players = [&] {
        const std::lock_guard lock(finding_);
        return settings_.find(read, contest, first, second);
    }();
    if (!players) return tl::unexpected(players.error());
    if (!*players) return nullptr;
    MatchSettings match = contest.settings.match_of({game.pairing, 1, first, second},
                                                    (*players)->first, (*players)->second);
    match.agents = (*players)->agents;
    if (contest.settings.scale_banks && contest.reference_speed > 0 && host_speed() > 0)
        match.bank *= contest.reference_speed / host_speed();
    return Seats::make(match);
}

void Worker::play(RunningGame& game, Seats& seats) {
    Seconds shown = wall_clock();
    GameWatch watch;
    watch.stop = pool_.token();
    watch.on_move = [&](const AnyPosition& after, const MoveRecord& /*move*/) {
        ++game.moves;
        const Seconds now = wall_clock();
        if (now - shown < kShowEvery) return;
        shown = now;
        show(game, after);
    };
    const Seconds start = wall_clock();
    const Result<GameRecord> record = seats.play(game.number, watch);
    const Seconds wall = wall_clock() - start;
    Result<bool> kept = true;
    {
        const std::lock_guard lock(mutex_);
        playing_.erase(game.id);
        if (record && record->reason != EndReason::Aborted) {
            kept = give(game, *record, wall);
            if (!kept) pool_.fail_with(kept.error());
        } else {
            end_on_error(ledger_.give_back(game));
            end_on_error(record ? check_measured(*record, pool_.token())
                                : tl::unexpected(record.error()));
        }
        news_ = true;
        changed_.notify_all();
    }
    if (kept && !*kept && watch_.on_notice)
        watch_.on_notice(
            fmt::format("game {} has passed to another worker: the result of attempt {} is thrown "
                        "away",
                        to_text(game.id), game.attempt));
}

void Worker::show(RunningGame& game, const AnyPosition& after) {
    game.position = after.line();
    const std::lock_guard lock(mutex_);
    end_on_error(ledger_.show_progress(game));
}

// Programs are charged by the best clock the machine offers: a ranking never mixes two.
Result<void> Worker::check_clock(const GameRecord& record) {
    for (const PlayerRecord& player : record.players) {
        if (player.clock == "thread" || player.clock == clock_) continue;
        if (Result<void> same = ledger_.keep_constant("clock", player.clock); !same) return same;
        clock_ = player.clock;
    }
    return {};
}

// Wants the lock held.
Result<bool> Worker::give(const RunningGame& game, const GameRecord& record, Seconds wall) {
    if (Result<void> same = check_clock(record); !same) {
        (void)ledger_.give_back(game);
        return tl::unexpected(same.error());
    }
    const auto first = static_cast<std::size_t>(record.first);
    LedgerGame result;
    result.id = game.id;
    result.pairing = game.pairing;
    result.number = game.number;
    result.players = game.players;
    result.winner = record.winner < 0 ? -1 : static_cast<int>(record.winner != record.first);
    result.points = {record.points[first], record.points[1 - first]};
    result.reason = to_text(record.reason);
    result.cpu = {record.cpu[first], record.cpu[1 - first]};
    result.wall = wall;
    result.speed = record.host_speed;
    Result<bool> kept = ledger_.finish(result, game.attempt, to_json_text(record));
    if (!kept) return kept;
    ++(*kept ? counts_.kept : counts_.thrown_away);
    if (*kept) unreported_.push_back(std::move(result));
    return kept;
}

}  // namespace zerosum
