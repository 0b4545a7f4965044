// run_worker: a worker that plans when nobody else does; and players as a ledger names them.

#include <map>
#include <random>

#include "arena/queue/carried_agent.h"
#include "arena/tournament/planner.h"
#include "arena/tournament/stage.h"
#include "arena/tournament/worker.h"
#include "core/cpu_clock.h"

namespace zerosum {

namespace {

constexpr Seconds kOfferEvery{2};     // whether a process plans
constexpr Seconds kYieldEvery{0.25};  // whether a process came that runs the tournament

// Plans while nobody else does, and makes way for a process that runs the tournament.
class Understudy {
 public:
    Understudy(Worker& worker, const std::filesystem::path& ledger)
        : worker_(worker), ledger_(ledger), spread_(std::random_device{}()) {}

    // True: there may be new games.
    Result<bool> attend() {
        if (!planner_) return step_up();
        const Seconds now = wall_clock();
        if (now - looked_ > kYieldEvery) {
            looked_ = now;
            const Result<bool> host = planner_->ledger().has_host();
            if (!host) return step_down(host.error());
            if (*host) {
                planner_.reset();
                return false;
            }
        }
        const Result<std::vector<LedgerGame>> games = planner_->plan();
        if (!games) return step_down(games.error());
        return planner_->added();
    }

 private:
    Result<bool> step_up() {
        const Seconds now = wall_clock();
        if (looked_ > Seconds{0} && now < looked_) return false;
        // Workers that were started together do not ask together.
        looked_ = now + kOfferEvery * std::uniform_real_distribution<>(0.5, 1.5)(spread_);
        const Result<bool> wanted = worker_.wants_planner();
        if (!wanted) return tl::unexpected(wanted.error());
        if (!*wanted) return false;
        std::optional<Ledger> ledger = Ledger::open_to_plan(ledger_);
        if (!ledger) return false;
        planner_.emplace(std::move(*ledger));
        looked_ = now;
        if (const Result<std::vector<LedgerGame>> begun = planner_->recall(); !begun)
            return step_down(begun.error());
        return true;
    }

    // A server that went away is waited for by the worker; what was planned is in the ledger.
    Result<bool> step_down(const Error& error) {
        const bool lost = planner_->ledger().lost();
        planner_.reset();
        looked_ = wall_clock() + kYieldEvery;
        if (!lost) return tl::unexpected(error);
        return false;
    }

    Worker& worker_;
    std::filesystem::path ledger_;
    std::optional<Planner> planner_;
    Seconds looked_{0};  // as long as it does not plan: when to look next
    std::mt19937 spread_;
};

// Agents are taken and built once per version.
class LedgerPlayers {
 public:
    explicit LedgerPlayers(Libraries libraries) : libraries_(libraries) {}

    Result<std::optional<Seating>> find(const ReadSources& read, const Contest& contest,
                                        PlayerIndex first, PlayerIndex second) {
        Seating seating;
        for (const auto& [player, spec] :
             {std::pair(first, &seating.first), std::pair(second, &seating.second)}) {
            Result<PlayerSpec> made = spec_of(read, contest, player);
            if (!made) return tl::unexpected(made.error());
            *spec = std::move(*made);
        }
        seating.agents = store_;
        return seating;
    }

 private:
    Result<PlayerSpec> spec_of(const ReadSources& read, const Contest& contest,
                               PlayerIndex number) {
        const LedgerPlayer& player = contest.players[number];
        Result<PlayerSpec> spec = parse_player_spec(player.spec);
        if (!spec) return spec;
        Result<void> ready = check_program(*spec, libraries_);
        if (spec->kind == PlayerKind::Directory) {
            const std::filesystem::path& folder = contest.settings.folder;
            const std::filesystem::path home = folder / spec->argument;
            spec->text = "dir:" + (folder / spec->text.substr(4)).string();
            spec->argument = home.string();
            spec->tools = contest.tools;
            ready = take(read, number, player, *spec);
        }
        if (!ready) return tl::unexpected(ready.error());
        return spec;
    }

    // A directory has one version at a time: what it held before is not in the store any more.
    Result<void> take(const ReadSources& read, PlayerIndex number, const LedgerPlayer& player,
                      const PlayerSpec& spec) {
        const auto held = held_.find(spec.argument);
        if (held != held_.end() && held->second == number) return {};
        const Result<std::optional<Blob>> sources = read(number);
        if (!sources) return tl::unexpected(sources.error());
        // Who is seated keeps the store it has; this one gets the newcomer.
        auto store = std::make_shared<AgentStore>(*store_);
        if (Result<void> taken = take_staged(*sources, player, spec, *store); !taken) return taken;
        store_ = std::move(store);
        held_[spec.argument] = number;
        return {};
    }

    Libraries libraries_;
    std::shared_ptr<AgentStore> store_ = std::make_shared<AgentStore>();
    std::map<std::string, PlayerIndex> held_;  // by directory
};

}  // namespace

FindPlayers players_of_ledger(Libraries libraries) {
    return [players = std::make_shared<LedgerPlayers>(libraries)](
               const ReadSources& read, const Contest& contest, PlayerIndex first,
               PlayerIndex second) { return players->find(read, contest, first, second); };
}

Result<WorkerReport> run_worker(const WorkerSettings& settings, const WorkerWatch& watch) {
    const Result<std::unique_ptr<Worker>> worker = Worker::make(settings, watch);
    if (!worker) return tl::unexpected(worker.error());
    Understudy understudy(**worker, settings.ledger);
    const Result<void> played = (*worker)->run([&] { return understudy.attend(); });
    if (!played) return tl::unexpected(played.error());
    return WorkerReport{(*worker)->counts(), !watch.stop.stop_requested()};
}

}  // namespace zerosum
