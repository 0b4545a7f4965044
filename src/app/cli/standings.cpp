// zerosum standings: the tables of a tournament's ledger.

#include "arena/tournament/standings.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/site/site.h"
#include "app/view/ledger_json.h"
#include "arena/play/record.h"
#include "core/counted.h"

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
    std::string site;    // a directory
    std::string roster;  // a file
    std::string names;   // empty: not given
};

// In the order that they ended, with the ids that --record takes.
Result<void> print_games(const Ledger& ledger, bool json) {
    const Result<std::vector<LedgerPlayer>> players = ledger.players();
    if (!players) return tl::unexpected(players.error());
    const Result<std::vector<LedgerGame>> games = ledger.games();
    if (!games) return tl::unexpected(games.error());
    if (!json) {
        fmt::print("{}\n", games_header(*players));
        for (const LedgerGame& game : *games) fmt::print("{}\n", game_line(game, *players));
        return {};
    }
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < games->size(); ++i)
        list.push_back(view::ledger_game_json((*games)[i], i + 1, *players));
    write_json({{"games", std::move(list)}});
    return {};
}

Result<site::ShownNames> shown_names(const StandingsOptions& options) {
    if (options.roster.empty()) {
        if (options.names.empty()) return site::ShownNames();
        return fail("--names {}: expected --roster FILE as well", options.names);
    }
    const Result<std::vector<Person>> people = read_roster(options.roster);
    if (!people) return tl::unexpected(people.error());
    return site::ShownNames(*people, parse_names(options.names).value_or(Names::Nick));
}

Result<int> write_site(const Ledger& ledger, const StandingsOptions& options) {
    const Result<site::ShownNames> names = shown_names(options);
    if (!names) return tl::unexpected(names.error());
    const Result<site::Written> written = site::write_site(ledger, options.site, *names);
    if (!written) return fail("--site {}", written.error().message);
    const auto number = [](std::size_t count, std::string_view noun) {
        return counted(count, noun);
    };
    fmt::print("{}: {}, {}; {}, {:.1f} MB, {} written{}\n",
               printable((std::filesystem::path(options.site) / "index.html").string(), 300),
               number(written->entrants, "entrant"), number(written->games, "game"),
               number(written->files, "file"), static_cast<double>(written->bytes) / 1e6,
               written->changed,
               written->removed > 0 ? fmt::format(", {} removed", written->removed) : "");
    if (written->unshown > 0)
        fmt::print(stderr, "zerosum: {} cannot be shown again: the page of each says why\n",
                   number(written->unshown, "game"));
    if (!written->strangers.empty())
        fmt::print(stderr, "zerosum: not in {}, shown by the ledger's names: {}{}\n",
                   printable(options.roster), printable(written->strangers.front()),
                   written->strangers.size() == 1
                       ? std::string()
                       : fmt::format(" and {} more", written->strangers.size() - 1));
    return kDone;
}

Result<int> run_standings(const StandingsOptions& options) {
    const bool site = !options.site.empty();
    if (!site && !(options.roster + options.names).empty())
        return fail("{}: is for --site", options.roster.empty() ? "--names" : "--roster");
    if (site && (options.games || options.history || !options.record.empty()))
        return fail(
            "--site: holds every game and version, expected neither --games, --record "
            "nor --history");
    if ((options.csv || options.html) && (options.games || !options.record.empty()))
        return fail("{}: {} are for the table", options.games ? "--games" : "--record",
                    "--csv and --html");
    const Result<Ledger> ledger = Ledger::open_to_read(options.ledger);
    if (!ledger) return tl::unexpected(ledger.error());
    if (site) return write_site(*ledger, options);
    if (options.games) return print_games(*ledger, options.json).map([] { return int{kDone}; });
    if (!options.record.empty()) {
        const std::optional<GameId> id = parse_game_id(options.record);
        if (!id)
            return fail("--record {}: expected a game's 16 digits, see --games", options.record);
        // Through the reader: a ledger may come from anybody.
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
        "zerosum standings class.ledger --site public --roster roster.csv --names nick\n"
        "zerosum standings class.ledger --games --json",
        [options] { return run_standings(*options); });
    command
        ->add_option("LEDGER", options->ledger,
                     "where a tournament keeps its results: a file, or "
                     "postgresql://HOST/DATABASE")
        ->required();
    Option* games = command->add_flag("--games", options->games,
                                      "every game with its id, in place of the table");
    Option* record =
        command->add_option("--record", options->record,
                            "the record of the game with this id, for replay, in its place");
    command->add_flag("--history", options->history,
                      "old versions of entrants and their games too; otherwise the current ones");
    Option* json = command->add_flag(
        "--json", options->json,
        "one object; --games: number, id, first, second, points, winner, reason per game");
    Option* csv = command->add_flag("--csv", options->csv, "one line per player, for spreadsheets");
    Option* html = command->add_flag("--html", options->html, "one page, no network");
    Option* site = command->add_option(
        "--site", options->site,
        "write a class site into this directory, new or an earlier site: ranking, "
        "ratings over time, a page per entrant, a replay of every game");
    command->add_option("--roster", options->roster,
                        "with --site: the class (name,nick,...), to show its people by --names");
    command
        ->add_option("--names", options->names,
                     "with --roster: what to call them; nick where there is one, or name")
        ->one_of({"nick", "name"})
        ->show_default("nick");
    command->only_one_of({games, record});
    command->only_one_of({json, csv, html, site});
}

}  // namespace zerosum::cli
