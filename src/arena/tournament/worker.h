#pragma once
// Takes games from a ledger, plays them and brings their results, on any machine that reaches it.
//
// All that a worker needs to know stands in the ledger. It owns a game for a lease, which it renews
// while it plays; when it dies, the game is free for others after the lease (on the same machine at
// once). A worker that was believed dead and comes back too late throws its result away.

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "arena/queue/carried_agent.h"
#include "arena/tournament/contest.h"
#include "core/worker_pool.h"

namespace zerosum {

// The two players of a pairing, ready to be seated.
struct Seating {
    PlayerSpec first;
    PlayerSpec second;
    std::shared_ptr<AgentStore> agents;
};
// What the worker's ledger holds of a version's sources (Ledger::sources).
using ReadSources = std::function<Result<std::optional<Blob>>(PlayerIndex number)>;
// Where a worker has its players from. One call at a time, which may take long: leases are renewed
// meanwhile. Nothing: they take no part any more.
using FindPlayers = std::function<Result<std::optional<Seating>>(
    const ReadSources& read, const Contest& contest, PlayerIndex first, PlayerIndex second)>;

// Work of other kinds that the same threads do, before games (queue/task_worker.h). May be empty.
struct OtherWork {
    // One piece of it, on the calling thread; false: there is none now.
    std::function<Result<bool>(const std::stop_token& stop)> serve_one = {};
    // Keeps what is under way its owner's; called four times per lease.
    std::function<Result<void>()> beat = {};
};

struct WorkerSettings {
    std::filesystem::path ledger;
    int jobs = 1;  // games at once; 0: it plays none and waits for the end
    Seconds lease = kLease;
    FindPlayers find = {};                    // empty: players_of_ledger
    Libraries libraries = Libraries::Loaded;  // of those
    OtherWork other = {};
};

// May be empty.
struct WorkerWatch {
    // A game was played here, and its result kept.
    std::function<void(const Contest& contest, const LedgerGame& game)> on_game = {};
    // What the user should know: a result thrown away, a server that went away or is back. May come
    // from any thread.
    std::function<void(const std::string& sentence)> on_notice = {};
    // Ends the running games without a result and gives them back.
    std::stop_token stop = {};
};

class Worker {
 public:
    [[nodiscard]] static Result<std::unique_ptr<Worker>> make(WorkerSettings settings,
                                                              WorkerWatch watch);

    // Plays until every game of the tournament is played, or a stop is requested. `meanwhile` is
    // called on the calling thread: after games ended, when nothing is open, four times per second,
    // and a last time when all threads have returned. True: there may be new games to take.
    [[nodiscard]] Result<void> run(const std::function<Result<bool>()>& meanwhile);

    struct Counts {
        std::size_t kept = 0;
        std::size_t thrown_away = 0;
    };
    [[nodiscard]] Counts counts() const { return counts_; }  // after run()
    // Whether nobody plans, and this process may.
    [[nodiscard]] Result<bool> wants_planner();

 private:
    Worker(WorkerSettings settings, WorkerWatch watch, Ledger ledger, Contest contest);

    [[nodiscard]] Result<void> work();
    [[nodiscard]] Result<void> await_end();
    struct Taken {
        std::optional<RunningGame> game;
        bool over = false;  // there will be none
    };
    [[nodiscard]] Taken take(std::optional<PairingId> seated, Seconds& pause);
    // Null: the two take no part any more.
    [[nodiscard]] Result<std::unique_ptr<Seats>> seat(const RunningGame& game);
    [[nodiscard]] Result<std::shared_ptr<const Contest>> contest_now();
    void play(RunningGame& game, Seats& seats);
    void show(RunningGame& game, const AnyPosition& after);
    // Whether it was kept.
    [[nodiscard]] Result<bool> give(const RunningGame& game, const GameRecord& record,
                                    Seconds wall);
    [[nodiscard]] Result<void> check_clock(const GameRecord& record);
    void put_back(const RunningGame& game);
    void beat(const std::stop_token& ended);
    void attend(const std::function<Result<bool>()>& meanwhile, const std::stop_token& ended);
    void end_on_error(const Result<void>& done);

    const WorkerSettings settings_;
    const WorkerWatch watch_;
    WorkerPool pool_;
    std::mutex finding_;  // for settings_.find; taken before the other
    std::mutex mutex_;    // for all below
    std::condition_variable_any changed_;
    std::condition_variable_any due_;  // never notified: `beat` waits on it for its time
    Ledger ledger_;
    std::shared_ptr<const Contest> contest_;
    std::map<GameId, RunningGame> playing_;
    std::deque<LedgerGame> unreported_;
    Counts counts_;
    std::string clock_;   // of the external programs, once one has played
    bool news_ = false;   // a game ended, or a thread found nothing to do
    bool idle_ = false;   // the latter
    unsigned wakes_ = 0;  // how often threads that wait were told to look again
};

struct WorkerReport {
    Worker::Counts games;
    bool complete = false;  // nothing is left to play; false: stopped before
};
// A worker by itself: it plays, and plans when nobody else does.
[[nodiscard]] Result<WorkerReport> run_worker(const WorkerSettings& settings,
                                              const WorkerWatch& watch = {});

// The players as a ledger's texts name them: built-in ones, programs that must be here, and agents
// whose sources the ledger holds (stage.h).
[[nodiscard]] FindPlayers players_of_ledger(Libraries libraries = Libraries::Loaded);

}  // namespace zerosum
