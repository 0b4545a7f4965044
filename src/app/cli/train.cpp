// zerosum train: learns the estimate of The Fruit Rage from self-play.

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "arena/training/training_task.h"
#include "core/counted.h"
#include "core/files.h"
#include "search/fruit/training.h"

namespace zerosum::cli {

namespace {

struct TrainOptions {
    TrainingOptions training;
    std::string out = "shares.txt";
    int jobs = 1;
    std::string ledger;
    bool json = false;
    bool quiet = false;
};

void print_table(const Training& training, const TrainOptions& options) {
    fmt::print("groups   share now   learnt   positions\n");
    for (std::size_t i = 0; i < training.shares.size(); ++i) {
        const int groups = fruit::kShareKnots[i];
        const double now = static_cast<double>(fruit::share_of(static_cast<std::size_t>(groups))) /
                           fruit::kWholeShare;
        fmt::print("{:>6}   {:>9.3f}   {:>6.3f}   {:>9}\n", groups, now, training.shares[i],
                   grouped(training.samples[i]));
    }
    fmt::print("error on {} left out: {:.4f} now, {:.4f} learnt\n",
               counted(grouped(training.held_out), "position"), training.error_before,
               training.error_after);
    fmt::print("wrote {}: build again to play with it\n", options.out);
}

Result<int> run_train(const TrainOptions& options) {
    if (options.training.games < 10 || options.training.games > 1'000'000)
        return fail("--games {}: expected 10 to 1000000", options.training.games);
    if (options.training.nodes < 100)
        return fail("--nodes {}: expected 100 or more", options.training.nodes);
    const int least_jobs = options.ledger.empty() ? 1 : 0;
    if (options.jobs < least_jobs || options.jobs > 256)
        return fail("--jobs {}: expected {} to 256", options.jobs, least_jobs);
    if (const Result<void> place = check_place(options.out); !place)
        return fail("--out {}", place.error().message);
    const Interrupt interrupt;
    Progress progress(!options.quiet && !options.json);
    int played = 0;
    const auto show = [&](int games) {
        played = games;
        progress.show(games, options.training.games, counted(games, "game"));
    };
    const TrainingQueue queue{options.ledger, kLease,
                              [](const std::string& sentence) { print_error(sentence); }};
    const Result<std::optional<Training>> learnt =
        options.ledger.empty()
            ? train_fruit(options.training, options.jobs, show, interrupt.token())
            : train_fruit(options.training, queue, options.jobs, show, interrupt.token());
    progress.clear();
    if (!learnt) return tl::unexpected(learnt.error());
    if (!*learnt) {
        print_error(fmt::format("stopped after {} of {}: nothing is written",
                                counted(played, "game"), options.training.games));
        return kAnswerIsNo;
    }
    const Training& training = **learnt;
    const Result<void> written = write_file_atomically(options.out, write_shares(training.shares));
    if (!written) return tl::unexpected(written.error());
    if (options.json) {
        write_json({{"groups", fruit::kShareKnots},
                    {"shares", training.shares},
                    {"positions", training.samples},
                    {"held_out", training.held_out},
                    {"error_before", training.error_before},
                    {"error_after", training.error_after},
                    {"file", options.out}});
    } else if (!options.quiet) {
        print_table(training, options);
    }
    return kDone;
}

}  // namespace

void add_train(Commands& commands) {
    auto options = std::make_shared<TrainOptions>();
    Command* command = commands.add(
        "train", "Learn The Fruit Rage's estimate from self-play",
        "zerosum train --jobs 2\nzerosum train --games 5000 --nodes 20000 --out shares.txt\n"
        "zerosum train --games 100000 --ledger postgresql://db.example.org/class --jobs 0",
        [options] { return run_train(*options); });
    command->add_option("--games", options->training.games, "games of self-play")->show_default();
    command->add_option("--nodes", options->training.nodes, "nodes of the search behind a value")
        ->show_default();
    command->add_option("--seed", options->training.seed, "for boards and moves")->show_default();
    command->add_option("--out", options->out, "where the shares go")->show_default();
    command
        ->add_option("--jobs", options->jobs,
                     "games at once; with --ledger tasks of some games each, and 0 leaves all to "
                     "zerosum worker")
        ->show_default();
    command->add_option("--ledger", options->ledger,
                        "let zerosum worker play the games from here: a file, or "
                        "postgresql://HOST/DATABASE");
    command->add_flag(
        "--json", options->json,
        "one object: groups, shares, positions, held_out, error_before, error_after, file");
    command->add_flag("--quiet", options->quiet, "print nothing but errors");
}

}  // namespace zerosum::cli
