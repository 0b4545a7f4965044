// zerosum perft: how many positions there are at a depth, the classic check of move generation.

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/counted.h"
#include "core/cpu_clock.h"
#include "games/registry.h"
#include "search/any_searcher.h"

namespace zerosum::cli {

namespace {

struct PerftOptions {
    std::string input;
    std::string game;
    int depth = 1;
    bool json = false;
};

Result<int> run_perft(const PerftOptions& options) {
    if (options.depth < 0 || options.depth > 100)
        return fail("depth {}: expected 0 to 100", options.depth);
    const Result<AnyTask> task = load_task(options.input, options.game);
    if (!task) return tl::unexpected(task.error());
    const Seconds start = thread_cpu();
    const std::uint64_t nodes = perft(*task->position, options.depth);
    const Seconds cpu = thread_cpu() - start;
    if (options.json) {
        write_json({{"depth", options.depth}, {"nodes", nodes}, {"cpu", cpu.count()}});
    } else {
        fmt::print("depth {}: {}, {:.3f} s\n", options.depth, counted(grouped(nodes), "position"),
                   cpu.count());
    }
    return kDone;
}

}  // namespace

void add_perft(Commands& commands) {
    auto options = std::make_shared<PerftOptions>();
    Command* command =
        commands.add("perft", "Count the positions at a depth: a check of move generation",
                     "zerosum perft input.txt 4\nzerosum perft '***/*10/000 1 0 0' 3 --game fruit",
                     [options] { return run_perft(*options); });
    command
        ->add_option("INPUT", options->input,
                     "course file, one-line position, or - for standard input")
        ->required();
    command->add_option("DEPTH", options->depth, "plies")->required();
    command
        ->add_option("--game", options->game,
                     game_names("or") + "; recognised by the position otherwise")
        ->suggests(game_suggestions());
    command->add_flag("--json", options->json, "one object: depth, nodes, cpu");
}

}  // namespace zerosum::cli
