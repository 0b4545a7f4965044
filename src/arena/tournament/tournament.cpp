#include "arena/tournament/tournament.h"

#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "arena/tournament/lineup.h"
#include "arena/tournament/stage.h"
#include "arena/tournament/worker.h"
#include "core/cpu_clock.h"

namespace zerosum {

namespace {

constexpr Seconds kLookEvery{2};    // at the folder of hand-ins
constexpr Seconds kReopenEvery{1};  // when the server has gone away
constexpr Seconds kComesBackIn{60};

// Who takes part, for the threads that seat them.
class SeatedLineup {
 public:
    void set(Lineup lineup, std::vector<PlayerIndex> numbers) {
        const std::lock_guard lock(mutex_);
        lineup_ = std::move(lineup);
        numbers_ = std::move(numbers);
    }
    // For the one thread that sets it.
    [[nodiscard]] const Lineup& lineup() const { return lineup_; }

    [[nodiscard]] std::optional<Seating> find(PlayerIndex first, PlayerIndex second) const {
        const std::lock_guard lock(mutex_);
        const PlayerSpec* a = spec_of(first);
        const PlayerSpec* b = spec_of(second);
        if (a == nullptr || b == nullptr) return std::nullopt;
        return Seating{*a, *b, lineup_.agents};
    }

 private:
    [[nodiscard]] const PlayerSpec* spec_of(PlayerIndex number) const {
        for (std::size_t i = 0; i < numbers_.size(); ++i)
            if (numbers_[i] == number) return &lineup_.entrants[i].spec;
        return nullptr;
    }

    mutable std::mutex mutex_;
    Lineup lineup_;
    std::vector<PlayerIndex> numbers_;  // of the lineup's entrants
};

// Decides who takes part, plans, and shows how it goes; a worker plays.
class Tournament {
 public:
    Tournament(const TournamentSettings& settings, const TournamentWatch& watch, Ledger ledger)
        : settings_(settings),
          watch_(watch),
          hand_ins_(settings.watch),
          planner_(std::move(ledger), !settings.watch.empty()) {}

    Result<bool> run();

 private:
    [[nodiscard]] Result<void> begin();
    [[nodiscard]] Result<void> prepare(const Lineup& lineup);
    [[nodiscard]] Result<void> check_lineup(const Lineup& lineup);
    [[nodiscard]] Result<void> admit(Lineup lineup);
    [[nodiscard]] Result<void> look_around();
    [[nodiscard]] Result<bool> attend();
    [[nodiscard]] Result<bool> come_back();
    [[nodiscard]] Result<void> report(const std::vector<LedgerGame>& games);
    void tell_players() const;

    const TournamentSettings& settings_;
    const TournamentWatch& watch_;
    HandIns hand_ins_;
    SeatedLineup seated_;
    Planner planner_;
    bool away_ = false;             // the server
    std::optional<Lineup> coming_;  // being entered
    Seconds looked_{0};
    Seconds tried_{0};
    std::size_t games_this_run_ = 0;
    const Seconds begun_ = wall_clock();
};

Result<void> Tournament::check_lineup(const Lineup& lineup) {
    if (settings_.format != Format::Knockout) return {};
    const Result<std::vector<ScheduledPairing>> drawn = planner_.ledger().pairings();
    if (!drawn) return tl::unexpected(drawn.error());
    const Result<std::vector<LedgerPlayer>> known = planner_.ledger().players();
    if (!known) return tl::unexpected(known.error());
    return check_bracket(*drawn, *known, lineup);
}

// From now on these take part.
Result<void> Tournament::admit(Lineup lineup) {
    std::vector<LedgerPlayer> list;
    for (const Entrant& entrant : lineup.entrants) list.push_back(entrant.player);
    const Result<std::vector<PlayerIndex>> numbers = planner_.ledger().enter(list);
    if (!numbers) return tl::unexpected(numbers.error());
    if (Result<void> kept = keep_sources(planner_.ledger(), lineup, *numbers); !kept) return kept;
    seated_.set(std::move(lineup), *numbers);
    return keep_contest(planner_.ledger(), settings_, *numbers);
}

void Tournament::tell_players() const {
    if (watch_.on_players) watch_.on_players(planner_.contest().players);
}

Result<void> Tournament::prepare(const Lineup& lineup) {
    Result<void> ready = check_lineup(lineup);
    if (ready) ready = admit(lineup);
    if (!ready) return ready;
    if (const Result<std::vector<LedgerGame>> known = planner_.recall(); !known)
        return tl::unexpected(known.error());
    tell_players();
    return {};
}

// The same again when the server goes away in between.
Result<void> Tournament::begin() {
    const Tell tell = watch_.on_notice ? watch_.on_notice : [](const std::string&) {};
    Result<Lineup> lineup = lineup_of(settings_, tell);
    if (!lineup) return tl::unexpected(lineup.error());
    if (!settings_.watch.empty()) {
        // What was there before comes in silently.
        if (std::optional<Lineup> more = with_hand_ins(
                *lineup, hand_ins_, [](const std::string&) {}, tell))
            lineup = std::move(*more);
    }
    Result<void> ready = prepare(*lineup);
    const Seconds until = wall_clock() + kComesBackIn;
    while (!ready && planner_.ledger().lost() && wall_clock() < until &&
           !watch_.stop.stop_requested()) {
        std::this_thread::sleep_for(kReopenEvery / 4);
        Result<Ledger> ledger = Ledger::open_to_play(settings_.ledger, settings_.identity());
        if (!ledger) continue;
        ledger->set_patience({Seconds{0}});
        planner_.reconnect(std::move(*ledger));
        ready = prepare(*lineup);
    }
    return ready;
}

Result<void> Tournament::report(const std::vector<LedgerGame>& games) {
    games_this_run_ += games.size();
    if (watch_.on_game)
        for (const LedgerGame& game : games) watch_.on_game(game);
    if (!watch_.on_progress) return {};
    Result<TournamentProgress> now = planner_.progress();
    if (!now) return tl::unexpected(now.error());
    now->elapsed = wall_clock() - begun_;
    if (games_this_run_ > 0 && now->games >= now->games_finished) {
        now->left = now->elapsed / static_cast<double>(games_this_run_) *
                    static_cast<double>(now->games - now->games_finished);
    }
    watch_.on_progress(*now);
    return {};
}

// Takes in who has come into the folder, now and then.
Result<void> Tournament::look_around() {
    if (settings_.watch.empty() || wall_clock() - looked_ < kLookEvery) return {};
    const Tell tell = watch_.on_notice ? watch_.on_notice : [](const std::string&) {};
    std::optional<Lineup> changed = with_hand_ins(seated_.lineup(), hand_ins_, tell, tell);
    looked_ = wall_clock();
    if (!changed) return {};
    if (const Result<void> fits = check_lineup(*changed); !fits) {
        tell(fits.error().message);
        return {};
    }
    coming_ = std::move(changed);
    Result<void> admitted = admit(*coming_);
    if (admitted) admitted = planner_.readmit();
    if (!admitted) return admitted;
    coming_.reset();
    tell_players();
    return {};
}

// True: there may be new games. When the server goes away, the worker's own connection waits for it
// and says so.
Result<bool> Tournament::attend() {
    if (away_) return come_back();
    const Result<std::vector<LedgerGame>> games = planner_.plan();
    bool added = planner_.added();
    Result<void> done = games ? report(*games) : tl::unexpected(games.error());
    if (done) done = look_around();
    added = added || planner_.added();
    if (done) return added;
    away_ = planner_.ledger().lost();
    if (away_) return false;
    return tl::unexpected(done.error());
}

Result<bool> Tournament::come_back() {
    if (wall_clock() - tried_ < kReopenEvery) return false;
    tried_ = wall_clock();
    Result<Ledger> ledger = Ledger::open_to_play(settings_.ledger, settings_.identity());
    if (!ledger) return false;
    ledger->set_patience({Seconds{0}});
    planner_.reconnect(std::move(*ledger));
    // Who was about to be entered when the server went away is entered now.
    Result<void> done = admit(coming_ ? *coming_ : Lineup(seated_.lineup()));
    if (done) {
        const Result<std::vector<LedgerGame>> games = planner_.recall();
        if (games && std::exchange(coming_, std::nullopt)) tell_players();
        done = games ? report(*games) : tl::unexpected(games.error());
    }
    away_ = !done && planner_.ledger().lost();
    if (!done && !away_) return tl::unexpected(done.error());
    return true;
}

Result<bool> Tournament::run() {
    if (const Result<void> ready = begin(); !ready) return tl::unexpected(ready.error());
    if (watch_.on_ready)
        if (Result<void> ready = watch_.on_ready(planner_.ledger()); !ready)
            return tl::unexpected(ready.error());
    const auto find = [this](const ReadSources&, const Contest&, PlayerIndex first,
                             PlayerIndex second) -> Result<std::optional<Seating>> {
        return seated_.find(first, second);
    };
    const Result<std::unique_ptr<Worker>> worker = Worker::make(
        {settings_.ledger, settings_.jobs, kLease, find}, {{}, watch_.on_trouble, watch_.stop});
    if (!worker) return tl::unexpected(worker.error());
    const Result<void> played = (*worker)->run([this] { return attend(); });
    if (!played) return tl::unexpected(played.error());
    return planner_.complete();
}

}  // namespace

Result<bool> run_tournament(const TournamentSettings& settings, const TournamentWatch& watch) {
    Result<Ledger> ledger = Ledger::open_to_play(settings.ledger, settings.identity(),
                                                 {kComesBackIn, watch.on_trouble, watch.stop});
    if (!ledger) return tl::unexpected(ledger.error());
    return Tournament(settings, watch, std::move(*ledger)).run();
}

}  // namespace zerosum
