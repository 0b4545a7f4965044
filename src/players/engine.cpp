#include "players/engine.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "core/nearest_word.h"
#include "core/text.h"

namespace zerosum {

namespace {

void weaken(SearchLimits& limits, const Level& level) {
    limits.depth = tighter(limits.depth, level.depth);
    limits.nodes = tighter(limits.nodes, level.nodes);
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
        limits.nodes = tighter(options_.nodes, turn.nodes);
        limits.depth = tighter(options_.depth, turn.depth);
        limits.threads = options_.threads;
        limits.lines = turn.lines;
        // A proof has one line, and a trap for this opponent is no good advice for others.
        limits.solve = turn.lines == 1;
        limits.adapt = options_.adapt && turn.lines == 1;
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
    const auto of_line = [&](const SearchLine<AnyMove>& line) {
        return Thought{line.depth, result.nodes, line.score, line.exact, result.cpu, line.pv, {}};
    };
    Thought thought = of_line(result.best());
    for (std::size_t i = 1; i < result.lines.size(); ++i)
        thought.next.push_back(of_line(result.lines[i]));
    return thought;
}

PlayerPtr make_engine(const EngineOptions& options, const AnyGame& game, std::string name) {
    return std::make_unique<EnginePlayer>(options, game, std::move(name));
}

Result<PlayerPtr> make_engine(const PlayerSpec& spec, const AnyGame& game) {
    constexpr std::array<std::string_view, 6> kOptions{"level",   "nodes", "depth",
                                                       "threads", "adapt", "hash"};
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
            if (!within(1, kMostHashMb))
                return fail("engine: hash={} is out of range, expected 1..{} (MB)", printable(text),
                            kMostHashMb);
            options.hash_mb = static_cast<std::size_t>(*number);
        } else {
            return fail(
                "engine has no option '{}', expected level, nodes, depth, threads, adapt or hash{}",
                printable(key), did_you_mean(key, kOptions));
        }
    }
    return make_engine(options, game, spec.name);
}

}  // namespace zerosum
