#include "players/engine.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/text.h"

namespace zerosum {

namespace {

void weaken(SearchLimits& limits, const Level& level) {
    if (level.depth > 0 && (limits.depth == 0 || limits.depth > level.depth))
        limits.depth = level.depth;
    if (level.nodes > 0 && (limits.nodes == 0 || limits.nodes > level.nodes))
        limits.nodes = level.nodes;
    limits.overlook = level.overlook;
    limits.solve = level.depth == 0;
    limits.adapt = false;
    limits.lead.reset();
}

class EnginePlayer final : public Player {
 public:
    EnginePlayer(const EngineOptions& options, const AnyGame& game, std::string name)
        : options_(options),
          name_(std::move(name)),
          // Half of the memory for what is searched, half for what is proved.
          searcher_(make_searcher(game, (options.hash_mb << 20U) / 2)) {}

    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] Result<void> new_game(std::uint64_t /*seed*/) override {
        first_bank_ = Seconds{0};
        return {};
    }

    [[nodiscard]] Reply choose(const Turn& turn) override {
        const Seconds began = wall_clock();
        SearchLimits limits;
        if (options_.use_bank) limits.bank = turn.bank;
        if (turn.move_time) limits.set_time(*turn.move_time);
        limits.nodes = options_.nodes;
        limits.depth = options_.depth;
        limits.threads = options_.threads;
        limits.solve = true;
        limits.adapt = options_.adapt;
        if (turn.lead_known) limits.lead = turn.position.lead(turn.position.mover());
        if (options_.level < kStrongestLevel)
            weaken(limits, searcher_->levels()[static_cast<std::size_t>(options_.level - 1)]);
        limits.stop = turn.stop;
        limits.time = time_settings(turn.bank);
        OnUpdate<AnyMove> on_depth;
        if (turn.on_thought)
            on_depth = [&](const SearchResult<AnyMove>& result) {
                turn.on_thought(thought_of(result));
            };
        const SearchResult<AnyMove> result = searcher_->search(turn.position, limits, on_depth);

        Reply reply;
        reply.answer = result.best().move;
        reply.thought = thought_of(result);
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
    std::unique_ptr<AnySearcher> searcher_;
    Seconds first_bank_{0};  // what this game began with
};

}  // namespace

Thought thought_of(const SearchResult<AnyMove>& result) {
    Thought thought;
    thought.depth = result.best().depth;
    thought.nodes = result.nodes;
    thought.score = result.best().score;
    thought.exact = result.best().exact;
    thought.cpu = result.cpu;
    thought.line = result.best().pv;
    return thought;
}

PlayerPtr make_engine(const EngineOptions& options, const AnyGame& game, std::string name) {
    return std::make_unique<EnginePlayer>(options, game, std::move(name));
}

Result<PlayerPtr> make_engine(const PlayerSpec& spec, const AnyGame& game) {
    EngineOptions options;
    for (const auto& [key, text] : spec.options) {
        const auto number = parse_int(text);
        const auto within = [&](std::int64_t low, std::int64_t high) {
            return number && *number >= low && *number <= high;
        };
        if (key == "level") {
            if (!within(1, kStrongestLevel))
                return fail("engine: level={} is out of range, expected 1..10", printable(text));
            options.level = static_cast<int>(*number);
        } else if (key == "threads") {
            if (!within(1, kMostThreads))
                return fail("engine: threads={} is out of range, expected 1..{}", printable(text),
                            kMostThreads);
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
