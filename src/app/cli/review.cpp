// zerosum review: a recorded game, move by move, with what would have been better.

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "arena/exchange/record_source.h"
#include "arena/review/review_report.h"
#include "games/registry.h"

namespace zerosum::cli {

namespace {

struct ReviewOptions {
    std::string record;
    std::optional<std::uint64_t> nodes;
    bool html = false;
    bool json = false;
    bool quiet = false;
};

Result<int> run_review(const ReviewOptions& options) {
    if (options.html && options.json) return fail("--html --json: expected one of them");
    if (options.nodes == 0U) return fail("--nodes 0: expected 1 or more");
    const Result<GameRecord> record = read_one_record(options.record);
    if (!record) return tl::unexpected(record.error());
    const Result<const AnyGame*> game = find_game(record->game);
    if (!game) return fail("{}: {}", options.record, game.error().message);
    const Interrupt interrupt;
    Judge judge(**game,
                JudgeLimits{.nodes = options.nodes.value_or(review_nodes(record->moves.size())),
                            .stop = interrupt.token()});
    Progress progress(!options.quiet);
    const Result<GameReview> review = review_game(*record, judge, [&](std::size_t done) {
        progress.show(static_cast<double>(done), static_cast<double>(record->moves.size()),
                      "reviewing");
        return !interrupt.token().stop_requested();
    });
    progress.clear();
    if (!review) return fail("{}: {}", options.record, review.error().message);
    if (options.json) {
        write_json(review_json(*record, *review));
    } else {
        write_out(options.html ? review_html(*record, *review) : review_text(*record, *review));
    }
    return kDone;
}

}  // namespace

void add_review(Commands& commands) {
    auto options = std::make_shared<ReviewOptions>();
    Command* command =
        commands.add("review", "What every move of a recorded game lost, and which ones decided it",
                     "zerosum review game.json\nzerosum review game.json --html > review.html\n"
                     "zerosum review games/game-0003.json --json",
                     [options] { return run_review(*options); });
    command
        ->add_option("RECORD", options->record,
                     "a game record made with --record, or a ledger or a PGN "
                     "file of one game; zerosum convert makes records of several")
        ->required();
    command->add_option("--nodes", options->nodes,
                        "positions looked at for each belief, proof and search; default: 100000 to "
                        "1000000, the more the fewer moves there are");
    command->add_flag("--html", options->html, "one HTML file, on standard output");
    command->add_flag("--json", options->json, "one object: game, players, moments, moves");
    command->add_flag("--quiet", options->quiet, "no progress line");
}

}  // namespace zerosum::cli
