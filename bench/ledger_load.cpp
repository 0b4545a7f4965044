// Workers on one ledger: how many games they take and finish per second, and how long one of them
// waits for an answer. Planner, tasks, leases and transactions are the real ones; a game is a
// pause.
//
//   bench_ledger_load            4 workers without a pause, 200 with games of 10 ms
//
// `games/s` counts a claim and a finish each. `lost` and `twice` must be 0.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

#include "arena/tournament/planner.h"
#include "core/cpu_clock.h"
#include "support/postgres.h"

namespace zerosum {
namespace {

constexpr int kPlayers = 16;  // 120 pairings

struct Load {
    bool server = false;
    int workers = 4;
    Seconds pause{0};
    int games = 20;  // per pairing
};

struct Seen {
    std::mutex mutex;
    std::set<GameId> finished;
    std::size_t twice = 0;
    Seconds longest_claim{0};
    Seconds longest_finish{0};
    std::vector<std::string> errors;

    void fail(const Error& error) {
        const std::lock_guard lock(mutex);
        errors.push_back(error.message);
    }
};

TournamentSettings contest(const Load& load, const std::filesystem::path& place) {
    std::string players;
    for (int i = 0; i < kPlayers; ++i) players += fmt::format("'random@p{}', ", i);
    return *parse_tournament(
        fmt::format("players = [{}]\ngames = {}\nplay_all = true\nbank = 60\nledger = '{}'\n",
                    players, load.games, place.string()),
        ".", "load.toml");
}

Planner begin(const TournamentSettings& settings) {
    Result<Ledger> ledger = Ledger::open_to_play(settings.ledger, settings.identity());
    std::vector<LedgerPlayer> players = settings.players;
    for (LedgerPlayer& player : players) player.fingerprint = player.spec;
    const Result<std::vector<PlayerIndex>> who = ledger->enter(players);
    if (!keep_contest(*ledger, settings, *who)) std::abort();
    Planner planner(std::move(*ledger));
    if (!planner.recall()) std::abort();
    return planner;
}

// A record of the usual size.
const std::string& record() {
    static const std::string text(3000, 'x');
    return text;
}

void work(const TournamentSettings& settings, Seconds game, Seen& seen) {
    Result<Ledger> ledger = Ledger::open_to_work(settings.ledger);
    if (!ledger) return seen.fail(ledger.error());
    Seconds claim{0};
    Seconds finish{0};
    Seconds pause{0.02};
    std::vector<GameId> finished;
    std::optional<PairingId> seated;
    for (;;) {
        const Seconds asked = wall_clock();
        const Result<std::optional<RunningGame>> taken = ledger->take_game(seated);
        if (!taken) return seen.fail(taken.error());
        claim = std::max(claim, wall_clock() - asked);
        if (!*taken) {
            const Result<bool> over = is_complete(*ledger);
            if (!over) return seen.fail(over.error());
            if (*over) break;
            // As a worker does: longer and longer.
            std::this_thread::sleep_for(pause);
            pause = std::min(2 * pause, Seconds{2});
            continue;
        }
        pause = Seconds{0.02};
        const RunningGame& task = **taken;
        seated = task.pairing;
        if (game > Seconds{0}) std::this_thread::sleep_for(game);
        LedgerGame result;
        result.id = task.id;
        result.pairing = task.pairing;
        result.number = task.number;
        result.players = task.players;
        result.winner = 0;
        result.reason = "points";
        const Seconds done = wall_clock();
        const Result<bool> kept = ledger->finish(result, task.attempt, record());
        if (!kept) return seen.fail(kept.error());
        finish = std::max(finish, wall_clock() - done);
        if (*kept) finished.push_back(task.id);
    }
    const std::lock_guard lock(seen.mutex);
    seen.longest_claim = std::max(seen.longest_claim, claim);
    seen.longest_finish = std::max(seen.longest_finish, finish);
    for (const GameId id : finished) seen.twice += seen.finished.insert(id).second ? 0 : 1;
}

void workers_on_one_ledger(benchmark::State& state, const Load& load) {
    const std::size_t expected =
        kPlayers * (kPlayers - 1) / 2 * static_cast<std::size_t>(load.games);
    std::size_t games = 0;
    Seen seen;
    for (auto _ : state) {
        state.PauseTiming();
        std::string folder = "/tmp/ledgerloadXXXXXX";
        if (::mkdtemp(folder.data()) == nullptr) std::abort();
        const std::filesystem::path place =
            load.server ? std::filesystem::path(tests::PostgresServer::get().new_place())
                        : std::filesystem::path(folder) / "load.ledger";
        const TournamentSettings settings = contest(load, place);
        Planner planner = begin(settings);
        state.ResumeTiming();
        {
            std::vector<std::jthread> workers;
            for (int i = 0; i < load.workers; ++i)
                workers.emplace_back([&] { work(settings, load.pause, seen); });
            while (!planner.complete() && seen.errors.empty()) {
                const Result<std::vector<LedgerGame>> fresh = planner.plan();
                if (!fresh) {
                    seen.fail(fresh.error());
                    break;
                }
                games += fresh->size();
                std::this_thread::sleep_for(Seconds{0.02});
            }
        }
        state.PauseTiming();
        std::error_code unused;
        std::filesystem::remove_all(folder, unused);
        state.ResumeTiming();
    }
    if (!seen.errors.empty()) state.SkipWithError(seen.errors.front().c_str());
    const std::size_t all = expected * static_cast<std::size_t>(state.iterations());
    state.counters["games/s"] =
        benchmark::Counter(static_cast<double>(games), benchmark::Counter::kIsRate);
    state.counters["lost"] = static_cast<double>(all - games);
    state.counters["twice"] = static_cast<double>(seen.twice);
    state.counters["claim_ms_max"] = 1e3 * seen.longest_claim.count();
    state.counters["finish_ms_max"] = 1e3 * seen.longest_finish.count();
}

BENCHMARK_CAPTURE(workers_on_one_ledger, sqlite_4, Load{false, 4, Seconds{0}, 20})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);
BENCHMARK_CAPTURE(workers_on_one_ledger, postgres_4, Load{true, 4, Seconds{0}, 20})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);
BENCHMARK_CAPTURE(workers_on_one_ledger, postgres_200_games_of_10_ms,
                  Load{true, 200, Seconds{0.01}, 60})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);

}  // namespace
}  // namespace zerosum
