#include "players/engine.h"

#include <memory>
#include <utility>

#include "games/registry.h"
#include "search/thinker.h"

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

template <Game G>
class EnginePlayer final : public Player {
 public:
    EnginePlayer(const EngineOptions& options, std::string name)
        : options_(options), name_(std::move(name)), thinker_(options.hash_mb << 20U) {}

    [[nodiscard]] std::string name() const override { return name_; }

    [[nodiscard]] Reply choose(const Turn& turn) override {
        const Seconds began = wall_clock();
        ThinkLimits limits;
        limits.timer = options_.clock == ChargedClock::Thread ? CpuTimer(thread_cpu)
                                                              : CpuTimer(process_cpu, Seconds(0));
        if (options_.use_bank) limits.bank = turn.bank;
        limits.nodes = options_.nodes;
        limits.depth = options_.depth;
        limits.stop = turn.stop;
        limits.time = options_.time;
        const auto on_depth = [&](const SearchResult<typename G::Move>& result) {
            turn.on_thought(thought_of<G>(result));
        };
        const auto result = turn.on_thought
                                ? thinker_.think(position_of<G>(turn.position), limits, on_depth)
                                : thinker_.think(position_of<G>(turn.position), limits);

        Reply reply;
        reply.answer = PositionOf<G>::pack(result.best().move);
        reply.thought = thought_of<G>(result);
        reply.cpu = limits.timer.elapsed();
        reply.cpu_user = reply.cpu;
        reply.wall = wall_clock() - began;
        return reply;
    }

 private:
    EngineOptions options_;
    std::string name_;
    Thinker<G> thinker_;
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
        if (key == "nodes") {
            if (!within(1, 1'000'000'000'000))
                return fail("engine: nodes={} is not a number of nodes, expected 1 or more",
                            printable(text));
            options.nodes = static_cast<std::uint64_t>(*number);
        } else if (key == "depth") {
            if (!within(1, 200))
                return fail("engine: depth={} is out of range, expected 1..200", printable(text));
            options.depth = static_cast<int>(*number);
        } else if (key == "hash") {
            if (!within(1, 4096))
                return fail("engine: hash={} is out of range, expected 1..4096 (MB)",
                            printable(text));
            options.hash_mb = static_cast<std::size_t>(*number);
        } else {
            return fail("engine has no option '{}', expected nodes, depth or hash", printable(key));
        }
    }
    return make_engine(options, game, spec.name);
}

}  // namespace zerosum
