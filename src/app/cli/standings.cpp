// zerosum standings: the tables of a tournament's ledger.

#include "arena/standings.h"

#include <memory>

#include "app/cli/command.h"

namespace zerosum::cli {

namespace {

struct StandingsOptions {
    std::string ledger;
    bool json = false;
    bool csv = false;
    bool html = false;
    bool games = false;
    std::string record;
};

// A line a game, with the ids that --record takes.
Result<void> print_games(const Ledger& ledger) {
    const Result<std::vector<LedgerPlayer>> players = ledger.players();
    if (!players) return tl::unexpected(players.error());
    const Result<std::vector<LedgerGame>> games = ledger.games();
    if (!games) return tl::unexpected(games.error());
    for (const LedgerGame& game : *games) {
        fmt::print(
            "{}  {} : {}  {} : {}  {} by {}\n", to_text(game.id), players->at(game.players[0]).name,
            players->at(game.players[1]).name, game.points[0], game.points[1],
            game.winner < 0 ? "nobody"
                            : players->at(game.players[static_cast<std::size_t>(game.winner)]).name,
            game.reason);
    }
    return {};
}

Result<int> run_standings(const StandingsOptions& options) {
    const Result<Ledger> ledger = Ledger::open_to_read(options.ledger);
    if (!ledger) return tl::unexpected(ledger.error());
    if (options.games) return print_games(*ledger).map([] { return int{kDone}; });
    if (!options.record.empty()) {
        const std::optional<GameId> id = parse_game_id(options.record);
        if (!id)
            return fail("--record {}: expected a game's 16 digits, see --games", options.record);
        const Result<std::string> record = ledger->record(*id);
        if (!record) return tl::unexpected(record.error());
        fmt::print("{}\n", *record);
        return kDone;
    }
    const Result<Standings> standings = make_standings(*ledger);
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
        "zerosum standings class.ledger --games",
        [options] { return run_standings(*options); });
    command->add_option("LEDGER", options->ledger, "the file a tournament keeps its results in")
        ->required();
    Command* form = command->add_choice("form", "what to print");
    form->add_flag("--json", options->json, "one object");
    form->add_flag("--csv", options->csv, "a line a player, for spreadsheets");
    form->add_flag("--html", options->html, "one page, no network");
    form->add_flag("--games", options->games, "every game with its id");
    form->add_option("--record", options->record,
                     "the record of the game with this id, for replay");
}

}  // namespace zerosum::cli
