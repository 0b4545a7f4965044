// zerosum standings: the tables of a tournament's ledger.

#include "arena/tournament/standings.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/view/ledger_json.h"
#include "arena/play/record.h"

namespace zerosum::cli {

namespace {

struct StandingsOptions {
    std::string ledger;
    bool json = false;
    bool csv = false;
    bool html = false;
    bool games = false;
    bool history = false;
    std::string record;
};

// In the order that they ended, with the ids that --record takes.
Result<void> print_games(const Ledger& ledger, bool json) {
    const Result<std::vector<LedgerPlayer>> players = ledger.players();
    if (!players) return tl::unexpected(players.error());
    const Result<std::vector<LedgerGame>> games = ledger.games();
    if (!games) return tl::unexpected(games.error());
    if (!json) {
        for (const LedgerGame& game : *games) fmt::print("{}\n", game_line(game, *players));
        return {};
    }
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < games->size(); ++i)
        list.push_back(view::ledger_game_json((*games)[i], i + 1, *players));
    write_json({{"games", std::move(list)}});
    return {};
}

Result<int> run_standings(const StandingsOptions& options) {
    if ((options.csv || options.html) && (options.games || !options.record.empty()))
        return fail("{}: {} are for the table", options.games ? "--games" : "--record",
                    "--csv and --html");
    const Result<Ledger> ledger = Ledger::open_to_read(options.ledger);
    if (!ledger) return tl::unexpected(ledger.error());
    if (options.games) return print_games(*ledger, options.json).map([] { return int{kDone}; });
    if (!options.record.empty()) {
        const std::optional<GameId> id = parse_game_id(options.record);
        if (!id)
            return fail("--record {}: expected a game's 16 digits, see --games", options.record);
        // Through the reader: a ledger may be somebody else's file.
        const Result<GameRecord> record = ledger->record(*id).and_then(
            [](const std::string& text) { return parse_record(text); });
        if (!record) return tl::unexpected(record.error());
        const std::string text = to_json_text(*record);
        fmt::print("{}\n", stdout_is_terminal() ? printable_lines(text, text.size()) : text);
        return kDone;
    }
    const Result<Standings> standings =
        make_standings(*ledger, options.history ? Versions::All : Versions::Current);
    if (!standings) return tl::unexpected(standings.error());
    fmt::print("{}", options.json   ? standings_json(*standings)
                     : options.csv  ? standings_csv(*standings)
                     : options.html ? standings_html(*standings)
                                    : standings_text(*standings));
    return kDone;
}

}  // namespace

void add_standings(Commands& commands) {
    auto options = std::make_shared<StandingsOptions>();
    Command* command = commands.add(
        "standings", "A tournament's table: points, ratings with error bars, how games ended",
        "zerosum standings class.ledger\nzerosum standings class.ledger --html > class.html\n"
        "zerosum standings class.ledger --games --json",
        [options] { return run_standings(*options); });
    command->add_option("LEDGER", options->ledger, "the file a tournament keeps its results in")
        ->required();
    Command* subject = command->add_choice("subject", "what to print in place of the table");
    subject->add_flag("--games", options->games, "every game with its id");
    subject->add_option("--record", options->record,
                        "the record of the game with this id, for replay");
    command->add_flag("--history", options->history,
                      "old versions of entrants and their games too; otherwise the current ones");
    Command* form = command->add_choice("form", "how to print it");
    form->add_flag(
        "--json", options->json,
        "one object; --games: number, id, first, second, points, winner, reason per game");
    form->add_flag("--csv", options->csv, "one line per player, for spreadsheets");
    form->add_flag("--html", options->html, "one page, no network");
}

}  // namespace zerosum::cli
