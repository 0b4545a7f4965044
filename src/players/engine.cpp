#include "players/engine.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "games/all_games.h"
#include "players/analysis.h"
#include "search/general/thinker.h"

namespace zerosum {

namespace {

template <Game G>
Thought thought_of(const SearchResult<typename G::Move>& result) {
    Thought thought;
    thought.depth = result.best().depth;
    thought.nodes = result.nodes;
    thought.score = result.best().score;
    thought.exact = result.best().exact;
    thought.cpu = result.cpu;
    for (const auto& move : result.best().pv) thought.line.push_back(PositionOf<G>::pack(move));
    return thought;
}

// What a level sees: how far, and how many of the moves go unnoticed.
struct Level {
    int depth;  // 0: as far as the game's level_9_nodes reach, and the end is solved
    double overlook;
};
constexpr std::array<Level, strongest_level - 1> kLevels{{
    {1, 0.60},
    {1, 0.40},
    {1, 0.22},
    {1, 0.08},
    {2, 0.12},
    {3, 0.02},
    {4, 0.00},
    {5, 0.00},
    {0, 0.00},
}};

template <Game G>
void weaken(ThinkLimits& limits, int level) {
    const Level& seen = kLevels[static_cast<std::size_t>(level - 1)];
    const std::uint64_t nodes = seen.depth == 0 ? hooks::tuning<G>().level_9_nodes : 0;
    if (seen.depth > 0 && (limits.depth == 0 || limits.depth > seen.depth))
        limits.depth = seen.depth;
    if (nodes > 0 && (limits.nodes == 0 || limits.nodes > nodes)) limits.nodes = nodes;
    limits.overlook = seen.overlook;
    limits.solve = seen.depth == 0;
    limits.adapt = false;
    limits.lead.reset();
}

template <Game G>
class EnginePlayer final : public Player {
 public:
    EnginePlayer(const EngineOptions& options, std::string name)
        : options_(options), name_(std::move(name)), thinker_(options.hash_mb << 20U) {
        const KnownOpponent& known = options.opponent;
        if (known.left == nullptr) return;
        std::optional<typename G::Move> expected;
        if (known.expected) expected = PositionOf<G>::unpack(*known.expected);
        thinker_.opponent().recall(known.beliefs, position_of<G>(*known.left), expected);
    }

    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] Result<void> new_game(std::uint64_t /*seed*/) override {
        first_bank_ = Seconds{0};
        return {};
    }

    [[nodiscard]] Reply choose(const Turn& turn) override {
        const Seconds began = wall_clock();
        ThinkLimits limits;
        limits.timer = options_.clock == ChargedClock::Thread ? CpuTimer(thread_cpu)
                                                              : CpuTimer(process_cpu, Seconds(0));
        if (options_.use_bank) limits.bank = turn.bank;
        limits.move_time = turn.move_time;
        limits.nodes = options_.nodes;
        limits.depth = options_.depth;
        limits.threads = options_.threads;
        limits.adapt = options_.adapt;
        if (turn.lead_known) limits.lead = turn.position.lead(turn.position.mover());
        limits.lead_at_least = turn.lead_at_least;
        if (options_.level < strongest_level) weaken<G>(limits, options_.level);
        limits.stop = turn.stop;
        limits.time = time_settings(turn.bank);
        const auto on_depth = [&](const SearchResult<typename G::Move>& result) {
            turn.on_thought(thought_of<G>(result));
        };
        const auto result = turn.on_thought
                                ? thinker_.think(position_of<G>(turn.position), limits, on_depth)
                                : thinker_.think(position_of<G>(turn.position), limits);

        Reply reply;
        reply.answer = PositionOf<G>::pack(result.best().move);
        reply.thought = thought_of<G>(result);
        reply.thought->opponent = thinker_.opponent().beliefs();
        reply.cpu = options_.threads > 1 ? result.cpu : limits.timer.elapsed();
        reply.cpu_user = reply.cpu;
        reply.wall = wall_clock() - began;
        return reply;
    }

 private:
    [[nodiscard]] TimeSettings time_settings(Seconds bank) {
        first_bank_ = std::max(first_bank_, bank);
        TimeSettings settings = options_.time;
        settings.first_bank = std::max(settings.first_bank, first_bank_);
        settings.overhead += Seconds(0.0002) * (options_.threads - 1);  // to start and end them
        return settings;
    }

    EngineOptions options_;
    std::string name_;
    Thinker<G> thinker_;
    Seconds first_bank_{0};  // what this game began with
};

}  // namespace

PlayerPtr make_engine(const EngineOptions& options, const AnyGame& game, std::string name) {
    return with_game(game, [&]<Game G>() -> PlayerPtr {
        return std::make_unique<EnginePlayer<G>>(options, std::move(name));
    });
}

Result<PlayerPtr> make_engine(const PlayerSpec& spec, const AnyGame& game) {
    EngineOptions options;
    for (const auto& [key, text] : spec.options) {
        const auto number = parse_int(text);
        const auto within = [&](std::int64_t low, std::int64_t high) {
            return number && *number >= low && *number <= high;
        };
        if (key == "level") {
            if (!within(1, strongest_level))
                return fail("engine: level={} is out of range, expected 1..10", printable(text));
            options.level = static_cast<int>(*number);
        } else if (key == "threads") {
            if (!within(1, most_threads))
                return fail("engine: threads={} is out of range, expected 1..{}", printable(text),
                            most_threads);
            options.threads = static_cast<int>(*number);
        } else if (key == "nodes") {
            if (!within(1, 1'000'000'000'000))
                return fail("engine: nodes={} is not a number of nodes, expected 1 or more",
                            printable(text));
            options.nodes = static_cast<std::uint64_t>(*number);
        } else if (key == "depth") {
            if (!within(1, 200))
                return fail("engine: depth={} is out of range, expected 1..200", printable(text));
            options.depth = static_cast<int>(*number);
        } else if (key == "adapt") {
            if (!within(0, 1))
                return fail("engine: adapt={} is not known, expected 0 or 1", printable(text));
            options.adapt = *number == 1;
        } else if (key == "hash") {
            if (!within(1, 4096))
                return fail("engine: hash={} is out of range, expected 1..4096 (MB)",
                            printable(text));
            options.hash_mb = static_cast<std::size_t>(*number);
        } else {
            return fail(
                "engine has no option '{}', expected level, nodes, depth, threads, adapt or hash",
                printable(key));
        }
    }
    return make_engine(options, game, spec.name);
}

}  // namespace zerosum
