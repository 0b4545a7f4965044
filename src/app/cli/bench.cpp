// zerosum bench: one number that changes when, and only when, the search does.

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "games/registry.h"
#include "search/bench.h"

namespace zerosum::cli {

namespace {

struct BenchOptions {
    std::string game;
    bool json = false;
};

Result<int> run_bench(const BenchOptions& options) {
    std::uint64_t signature = 0;
    Seconds cpu{0};
    for (const AnyGame* game : all_games()) {
        if (!options.game.empty() && options.game != game->name()) continue;
        const BenchResult result = bench(*game);
        signature += result.signature;
        cpu += result.cpu;
        if (!options.json)
            fmt::print("{:<9}  {:>14} nodes  {:>12} nodes/s\n", game->name(),
                       grouped(result.signature),
                       grouped(static_cast<std::uint64_t>(result.nodes_per_second())));
    }
    const double nps = static_cast<double>(signature) / std::max(cpu.count(), 1e-9);
    if (options.json) {
        write_json({{"signature", signature},
                    {"nodes", signature},
                    {"nps", static_cast<std::uint64_t>(nps)},
                    {"cpu", cpu.count()}});
    } else {
        fmt::print("signature  {}\n", signature);
    }
    return kDone;
}

}  // namespace

void add_bench(Commands& commands) {
    auto options = std::make_shared<BenchOptions>();
    Command* command = commands.add("bench", "The search's node signature and speed",
                                    "zerosum bench\nzerosum bench --game fruit --json",
                                    [options]() -> Result<int> {
                                        if (!options->game.empty())
                                            if (const auto game = find_game(options->game); !game)
                                                return tl::unexpected(game.error());
                                        return run_bench(*options);
                                    });
    command->add_option("--game", options->game, "only this game");
    command->add_flag("--json", options->json, "one object: signature, nodes, nps, cpu");
}

}  // namespace zerosum::cli
