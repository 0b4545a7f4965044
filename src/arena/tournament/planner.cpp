#include "arena/tournament/planner.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "arena/tournament/ladder.h"
#include "core/cpu_clock.h"

namespace zerosum {

namespace {

// So many open games are kept for workers to take. It begins with few, which are withdrawn quickly
// when something changes, and doubles whenever they were nearly used up.
constexpr std::int64_t kLeastOpen = 128;
constexpr std::int64_t kMostOpen = 2048;
// Games that open a pairing are taken before those of a pairing that others play already.
constexpr std::int64_t kBehind = std::int64_t{1} << 40U;

constexpr Seconds kFreeEvery{1};

// Before a ladder ends, also a newcomer to players who have met often has had its first meetings.
bool all_have_begun(std::size_t players, const std::vector<RatedGame>& games, const Until& until) {
    std::vector<int> played(players, 0);
    for (const RatedGame& game : games) {
        ++played[game.first];
        ++played[game.second];
    }
    const int opening = 2 * kOpening;
    const int enough = until.games_each > 0 ? std::min(until.games_each, opening) : opening;
    return std::all_of(played.begin(), played.end(), [&](int each) { return each >= enough; });
}

}  // namespace

Planner::Planner(Ledger ledger, bool waits)
    : ledger_(std::move(ledger)), waits_(waits), wanted_(kLeastOpen) {
    ledger_.set_patience({Seconds{0}});  // see reconnect
}

void Planner::add(const ScheduledPairing& plan) {
    if (!places_.emplace(plan.id, pairings_.size()).second) return;
    pairings_.add(plan);
}

Result<std::vector<LedgerGame>> Planner::recall() {
    added_ = false;
    Result<void> read = read_contest_again();
    if (!read) return tl::unexpected(read.error());
    if (places_.empty()) pairings_ = PairingList(contest_.settings.best_of());
    const Result<std::vector<ScheduledPairing>> plans = ledger_.pairings();
    if (!plans) return tl::unexpected(plans.error());
    const Result<std::vector<LedgerGame>> games = ledger_.games();
    if (!games) return tl::unexpected(games.error());
    for (const ScheduledPairing& plan : *plans) add(plan);
    std::vector<LedgerGame> fresh;
    for (const LedgerGame& game : *games) {
        const Result<bool> is_new = enter(game);
        if (!is_new) return tl::unexpected(is_new.error());
        if (*is_new) fresh.push_back(game);
    }
    // What ended since, and tasks whose results the planner before had not taken in.
    if (read = take_in(fresh); !read) return tl::unexpected(read.error());
    const Result<bool> published = is_complete(ledger_);
    if (!published) return tl::unexpected(published.error());
    published_complete_ = *published;
    if (read = free_lapsed(); !read) return tl::unexpected(read.error());
    if (read = settle(); !read) return tl::unexpected(read.error());
    return fresh;
}

Result<void> Planner::readmit() {
    added_ = false;
    if (Result<void> read = read_contest_again(); !read) return read;
    return settle();
}

Result<void> Planner::read_contest_again() {
    Result<Contest> contest = read_contest(ledger_);
    if (!contest) return tl::unexpected(contest.error());
    contest_ = std::move(*contest);
    ScheduleSettings plan = contest_.settings.schedule();
    plan.who = contest_.who;
    plan.players = contest_.who.size();
    schedule_ = Schedule(plan);
    for (std::size_t i = table_.size(); i < contest_.players.size(); ++i) table_.push_back({i, {}});
    return {};
}

// What nobody has taken is planned anew: the lineup or the settings may be others.
Result<void> Planner::settle() {
    if (Result<void> withdrawn = ledger_.withdraw_games(); !withdrawn) return withdrawn;
    const Result<std::vector<RunningGame>> running = ledger_.running();
    if (!running) return tl::unexpected(running.error());
    pairings_.forget_begun();
    for (const RunningGame& game : *running) {
        const auto place = places_.find(game.pairing);
        if (place == places_.end() || !pairings_.resume(place->second, game.number))
            return fail("the ledger is damaged: game {}, which is being played, has no pairing",
                        to_text(game.id));
    }
    const std::vector<LedgerPlayer>& players = contest_.players;
    pairings_.close(
        [&](PlayerIndex player) { return player < players.size() && players[player].current; });
    complete_ = false;
    newcomers_ = true;
    if (Result<void> extended = extend(); !extended) return extended;
    return publish_state();
}

Result<std::vector<LedgerGame>> Planner::plan() {
    added_ = false;
    std::vector<LedgerGame> fresh;
    Result<void> done;
    const bool due = wall_clock() - freed_ > kFreeEvery;
    if (due) done = free_lapsed();
    if (done) done = take_in(fresh);
    // A game of a player who has left was given back: it is not played again.
    if (done && due && pairings_.waits_for_closed()) done = settle();
    if (done) done = extend();
    if (done) done = publish_state();
    if (!done) return tl::unexpected(done.error());
    return fresh;
}

Result<void> Planner::free_lapsed() {
    freed_ = wall_clock();
    return ledger_.free_lapsed().map([this](int freed) { added_ = added_ || freed > 0; });
}

Result<void> Planner::take_in(std::vector<LedgerGame>& fresh) {
    for (;;) {
        Result<std::vector<LedgerGame>> finished = ledger_.collect_finished();
        if (!finished) return tl::unexpected(finished.error());
        if (finished->empty()) break;
        for (LedgerGame& game : *finished) {
            const Result<bool> is_new = enter(game);
            if (!is_new) return tl::unexpected(is_new.error());
            if (*is_new) fresh.push_back(std::move(game));
        }
    }
    return {};
}

Result<bool> Planner::enter(const LedgerGame& game) {
    const auto place = places_.find(game.pairing);
    const PairingList::Entry entry = place == places_.end() ? PairingList::Entry::Impossible
                                                            : pairings_.enter(place->second, game);
    if (entry == PairingList::Entry::Impossible)
        return fail("the ledger is damaged (game {} belongs to no pairing)", to_text(game.id));
    if (entry == PairingList::Entry::Known) return false;
    ++games_finished_;
    const std::size_t most = std::max(game.players[0], game.players[1]);
    for (std::size_t i = table_.size(); i <= most; ++i) table_.push_back({i, {}});
    for (const PlayerIndex player : game.players)
        table_[player].tally.add(game.outcome_of(player), game.margin_of(player));
    return true;
}

bool Planner::past_the_time() const {
    const std::int64_t until = contest_.settings.until.time;
    if (until == 0) return false;
    const Seconds now = std::chrono::system_clock::now().time_since_epoch();
    return now.count() >= static_cast<double>(until);
}

// Asked between two rounds.
bool Planner::ladder_ends(const std::vector<FinishedPairing>& finished) {
    if (contest_.settings.format != Format::Ladder) return false;
    const Until& until = contest_.settings.until;
    const std::vector<PlayerIndex>& who = contest_.who;
    const std::vector<RatedGame> games = rated_games(who, finished);
    const Ratings ratings(who.size(), games, Prior::Spread);
    certainty_ = top_certainty(ratings);  // which is told at the end as well
    if (past_the_time()) return true;
    const bool begun = all_have_begun(who.size(), games, until);
    if (begun && until.games_each > 0 &&
        2 * games.size() >= static_cast<std::size_t>(until.games_each) * who.size())
        return true;
    return begun && until.sure && !games.empty() && top_is_sure(ratings);
}

// Plans further pairings for as long as everything planned so far is decided; and those of a player
// who came, where the format need not wait for the end of a round.
Result<void> Planner::extend() {
    bool at_once = std::exchange(newcomers_, false) && !by_rounds(contest_.settings.format);
    while (!complete_ && (at_once || pairings_.all_decided())) {
        const std::vector<FinishedPairing> so_far = pairings_.finished();
        const std::vector<ScheduledPairing> next =
            ladder_ends(so_far) ? std::vector<ScheduledPairing>{} : schedule_.next(so_far);
        complete_ = next.empty() && pairings_.all_decided();
        if (next.empty()) break;
        at_once = false;
        if (Result<void> kept = ledger_.add_pairings(next); !kept) return kept;
        for (const ScheduledPairing& plan : next) add(plan);
    }
    if (!complete_ && past_the_time()) {
        complete_ = true;
        return ledger_.withdraw_games();
    }
    return complete_ ? Result<void>() : hand_out();
}

Result<void> Planner::hand_out() {
    const Result<std::int64_t> open = ledger_.open_games();
    if (!open) return tl::unexpected(open.error());
    if (*open >= wanted_ / 2) return {};
    if (*open < wanted_ / 4 && next_place_ > 0) wanted_ = std::min(2 * wanted_, kMostOpen);
    std::vector<PlannedGame> games;
    for (const PairingList::Needed& needed :
         pairings_.begin(static_cast<std::size_t>(wanted_ - *open))) {
        const ScheduledPairing& plan = pairings_.plan(needed.pairing);
        const bool first_starts = needed.number % 2 == 0;
        games.push_back(
            {game_id(plan.id, needed.number),
             plan.id,
             needed.number,
             {first_starts ? plan.first : plan.second, first_starts ? plan.second : plan.first},
             next_place_++ + (needed.opens ? 0 : kBehind)});
    }
    if (games.empty()) return {};
    added_ = true;
    return ledger_.add_games(games);
}

Result<void> Planner::publish_state() {
    const bool over = complete_ && (!waits_ || past_the_time());
    if (over == published_complete_) return {};
    published_complete_ = over;
    added_ = true;  // who waits for games is to look again
    return set_complete(ledger_, over);
}

Result<TournamentProgress> Planner::progress() const {
    TournamentProgress now;
    const TournamentSettings& settings = contest_.settings;
    const PairingList::Counts counts = pairings_.count();
    now.pairings_finished = counts.finished;
    now.pairings = schedule_.total_pairings();
    now.games_finished = games_finished_;
    const std::size_t open = now.pairings - std::min(now.pairings, now.pairings_finished);
    now.games =
        games_finished_ - counts.begun + open * static_cast<std::size_t>(settings.best_of().games);
    if (settings.format == Format::Ladder) {
        now.pairings = pairings_.size();
        now.games = counts.outside +
                    static_cast<std::size_t>(settings.until.games_each) * contest_.who.size() / 2;
        if (settings.until.games_each == 0) now.games = 0;
    }
    now.certainty = certainty_;
    Result<std::vector<RunningGame>> running = ledger_.running();
    if (!running) return tl::unexpected(running.error());
    now.running = std::move(*running);
    for (const PlayerIndex player : contest_.who) now.table.push_back(table_[player]);
    std::stable_sort(
        now.table.begin(), now.table.end(),
        [](const TableLine& a, const TableLine& b) { return a.tally.points() > b.tally.points(); });
    return now;
}

}  // namespace zerosum
