#include "arena/tournament/settings.h"

#include <fnmatch.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <map>
#include <optional>

#include "arena/storage/toml_table.h"
#include "core/counted.h"
#include "core/files.h"
#include "core/text.h"
#include "games/registry.h"
#include "players/player_path.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDirectory = "dir:";
constexpr std::string_view kPlayersExpected = "a list of two players or more, in quotes";

bool is_pattern(std::string_view text) {
    return text.find_first_of("*?[") != std::string_view::npos;
}

// The directories that a pattern such as agents/team* names, sorted, relative to `folder`.
std::vector<fs::path> matching_directories(const fs::path& folder, const fs::path& pattern) {
    std::vector<fs::path> found = {pattern.is_absolute() ? pattern.root_path() : fs::path()};
    for (const fs::path& part : pattern.relative_path()) {
        std::vector<fs::path> deeper;
        for (const fs::path& base : found) {
            std::error_code error;
            if (!is_pattern(part.native())) {
                if (fs::is_directory(folder / base / part, error)) deeper.push_back(base / part);
                continue;
            }
            for (fs::directory_iterator entry(folder / base, error), end; !error && entry != end;
                 entry.increment(error)) {
                const std::string name = entry->path().filename().string();
                std::error_code unused;
                if (::fnmatch(part.c_str(), name.c_str(), FNM_PERIOD) == 0 &&
                    entry->is_directory(unused))
                    deeper.push_back(base / name);
            }
        }
        std::sort(deeper.begin(), deeper.end());
        found = std::move(deeper);
    }
    return found;
}

// What one text of `players` names: a player, or the directories that a pattern matches.
Result<std::vector<PlayerSpec>> expand(const std::string& text, const fs::path& folder) {
    const bool pattern = is_path(text) && is_pattern(text);
    const Result<PlayerSpec> spec =
        parse_player_spec(pattern ? std::string(kDirectory) + text : text, folder);
    if (!spec) return tl::unexpected(spec.error());
    if (spec->kind != PlayerKind::Directory || !is_pattern(spec->argument))
        return std::vector<PlayerSpec>{*spec};
    std::vector<PlayerSpec> players;
    for (const fs::path& directory : matching_directories(folder, spec->argument)) {
        if (holds_control_characters(directory.native()))
            return fail("found the directory '{}', expected no control character in its name",
                        printable(directory.native(), 300));
        const std::string name = display_name(directory.filename().string());
        players.push_back({fmt::format("{}{}@{}", kDirectory, directory.string(), name),
                           PlayerKind::Directory,
                           {},
                           directory.string(),
                           name});
    }
    if (players.empty())
        return fail("found no directory like '{}', expected one or more",
                    printable(spec->argument));
    return players;
}

// The same player, whatever the current directory.
PlayerSpec found_from(const fs::path& folder, PlayerSpec spec) {
    if (spec.kind != PlayerKind::Directory) return spec;
    spec.text = std::string(kDirectory) + (folder / spec.text.substr(kDirectory.size())).string();
    spec.argument = (folder / spec.argument).string();
    return spec;
}

// A directory that is there takes part; whether its agent can be built is a matter of play.
Result<void> check_player(const PlayerSpec& spec, const AnyGame& game) {
    std::error_code unused;
    if (spec.kind == PlayerKind::Directory && fs::is_directory(spec.argument, unused)) return {};
    return make_player(spec, game).map([](const PlayerPtr&) {});
}

void read_players(TomlTable& top, TournamentSettings& settings) {
    constexpr std::string_view key = "players";
    std::map<std::string, int> lines;  // of the names so far
    for (const auto& [text, line] : top.texts(key, kPlayersExpected)) {
        const Result<std::vector<PlayerSpec>> named = expand(text, settings.folder);
        if (!named) return top.complain(line, key, named.error().message);
        for (const PlayerSpec& player : *named) {
            const auto [first, is_new] = lines.emplace(player.name, line);
            if (!is_new) {
                return top.complain(
                    line, key,
                    fmt::format("found a second player called '{}', the first is in line {}, "
                                "expected another name: 'PLAYER@NAME' gives one",
                                printable(player.name), first->second));
            }
            settings.players.push_back({player.name, player.text});
            settings.specs.push_back(found_from(settings.folder, player));
            const Result<void> sound = check_player(settings.specs.back(), *settings.match.game);
            if (!sound) return top.complain(line, key, sound.error().message);
        }
    }
    if (settings.players.size() < 2 && settings.watch.empty())
        top.complain(
            key, fmt::format("found {}, expected {}", counted(settings.players.size(), "player"),
                             kPlayersExpected));
}

// The interpreters that directories need: of players, and of hand-ins that come.
Result<void> read_tools(TomlTable& top, TournamentSettings& settings) {
    const toml::table* table = top.table("tools");
    if (table == nullptr) return {};
    TomlTable named(*table, {"python2"}, "tools.");
    Tools tools;
    if (const std::string file = named.file("python2", ""); !file.empty())
        tools.python2 = (settings.folder / file).string();
    if (const Result<void> sound = check_tools(tools); !sound)
        named.complain("python2", sound.error().message);
    if (!named.sound()) return named.failure();
    for (PlayerSpec& spec : settings.specs) spec.tools = tools;
    settings.tools = std::move(tools);
    return {};
}

// The board's keys, and whether such a board can be.
Result<void> read_board(TomlTable& top, TournamentSettings& settings) {
    StartOptions& start = settings.match.start;
    if (const toml::table* table = top.table("board")) {
        TomlTable board(*table, {"size", "kinds", "pieces", "file"}, "board.");
        start.size = board.number("size", start.size, 1, TournamentLimits::size);
        start.kinds = board.number("kinds", start.kinds, 1, TournamentLimits::kinds);
        start.pieces = board.number("pieces", start.pieces, 0, TournamentLimits::pieces);
        const std::string file = board.file("file", "");
        if (board.sound() && !file.empty()) {
            Result<std::vector<std::string>> boards =
                read_boards(*settings.match.game, settings.folder / file);
            if (boards) {
                settings.match.boards = std::move(*boards);
            } else {
                board.complain("file", boards.error().message);
            }
        }
        if (!board.sound()) return board.failure();
    }
    Random random(settings.seed);
    const Result<PositionPtr> drawn = settings.match.game->start(start, random);
    // Without a [board], the board is the edition's.
    if (!drawn) top.complain(top.has("board") ? "board" : "edition", drawn.error().message);
    return {};
}

// "sure", a number of games, or a date with a time.
void read_until(TomlTable& top, TournamentSettings& settings) {
    constexpr std::string_view key = "until";
    const toml::node* node = top.find(key);
    if (node == nullptr) return;
    if (settings.format != Format::Ladder)
        return top.complain(key,
                            "a ladder alone has no end of its own, expected format = \"ladder\"");
    if (const auto games = node->value_exact<std::int64_t>();
        games && *games >= 1 && *games <= TournamentLimits::games_each) {
        settings.until.games_each = static_cast<int>(*games);
    } else if (node->value_exact<std::string>() == "sure") {
        settings.until.sure = true;
    } else if (const auto moment = node->value_exact<toml::date_time>()) {
        std::tm local{};
        local.tm_year = moment->date.year - 1900;
        local.tm_mon = moment->date.month - 1;
        local.tm_mday = moment->date.day;
        local.tm_hour = moment->time.hour;
        local.tm_min = moment->time.minute;
        local.tm_sec = moment->time.second;
        local.tm_isdst = -1;
        settings.until.time = moment->offset
                                  ? ::timegm(&local) - std::int64_t{moment->offset->minutes} * 60
                                  : ::mktime(&local);
    } else {
        top.complain(key, fmt::format("found {}, expected \"sure\", a number of games per entrant, "
                                      "or a time such as 2017-12-01T18:00:00",
                                      value_text(*node)));
    }
}

// How many games a pairing has, and on which boards.
void read_games(TomlTable& top, TournamentSettings& settings) {
    MatchSettings& match = settings.match;
    const bool ladder = settings.format == Format::Ladder;
    match.paired = top.boolean("paired", true);
    match.games = top.number("games",
                             ladder         ? 2
                             : match.paired ? 12
                                            : 11,
                             1, TournamentLimits::games);
    settings.play_all = top.boolean("play_all", settings.play_all) || ladder;
    if (!match.paired || match.games % 2 == 0) return;
    settings.notice = fmt::format(
        "{} on paired boards would leave one board with one start: {} are played "
        "(paired = false for {})",
        counted(match.games, "game"), match.games + 1, match.games);
    ++match.games;
}

// Messages begin with the line.
Result<TournamentSettings> parse(std::string_view text, const fs::path& folder,
                                 const std::string& ledger, const fs::path& watch) {
    const Result<toml::table> file = parse_toml(text);
    if (!file) return tl::unexpected(file.error());
    TomlTable top(*file,
                  {"title", "game",        "edition", "players", "format", "rounds", "challengers",
                   "games", "play_all",    "paired",  "until",   "seed",   "bank",   "komi",
                   "jobs",  "scale_banks", "ledger",  "board",   "tools",  "class"});
    TournamentSettings settings;
    settings.watch = watch;
    settings.folder = folder;
    settings.title = top.text("title", "");

    const Result<const AnyGame*> game =
        find_game(top.text("game", std::string(default_game().name())));
    if (!game) top.complain("game", game.error().message);
    if (!top.sound()) return top.failure();
    if (!top.has("players") && watch.empty())
        return fail("found no players, expected {}", kPlayersExpected);
    settings.match.game = *game;
    const Result<Edition> edition =
        find_edition(top.text("edition", std::string((*game)->edition())));
    if (!edition) top.complain("edition", edition.error().message);
    if (!top.sound()) return top.failure();
    settings.match.edition = *edition;
    settings.match.start = edition->start;

    const std::string format = top.text("format", std::string(to_text(settings.format)));
    if (const std::optional<Format> known = parse_format(format)) {
        settings.format = *known;
    } else {
        top.complain("format",
                     fmt::format("found \"{}\", expected round-robin, gauntlet, swiss, knockout "
                                 "or ladder",
                                 printable(format)));
    }
    settings.rounds = top.number("rounds", settings.rounds, 1, TournamentLimits::rounds);
    settings.challengers =
        top.number("challengers", settings.challengers, 1, TournamentLimits::challengers);
    read_games(top, settings);
    read_until(top, settings);
    settings.seed = static_cast<std::uint64_t>(
        top.number("seed", static_cast<std::int64_t>(settings.seed), std::int64_t{0},
                   std::numeric_limits<std::int64_t>::max()));
    settings.match.bank = top.seconds("bank", edition->bank, kMostBank);
    settings.match.komi = top.number("komi", settings.match.komi, -kMostKomi, kMostKomi);
    settings.jobs = top.number("jobs", settings.jobs, 1, 1024);
    settings.scale_banks = top.boolean("scale_banks", settings.scale_banks);
    const fs::path place = top.file("ledger", ledger);
    settings.ledger = sql::is_server(place) ? place : folder / place;
    if (sql::is_server(place))
        if (const Result<void> sound = sql::check_server(place.native()); !sound)
            top.complain("ledger", sound.error().message);
    if (!top.sound()) return top.failure();

    if (const Result<void> board = read_board(top, settings); !board)
        return tl::unexpected(board.error());
    if (top.has("players")) read_players(top, settings);
    if (const Result<void> tools = read_tools(top, settings); !tools)
        return tl::unexpected(tools.error());
    if (settings.format == Format::Gauntlet && watch.empty() &&
        static_cast<std::size_t>(settings.challengers) >= settings.players.size()) {
        top.complain("challengers",
                     fmt::format("found {} among {} players, expected fewer, as they meet all the "
                                 "others",
                                 settings.challengers, settings.players.size()));
    }
    if (!top.sound()) return top.failure();
    return settings;
}

}  // namespace

Identity TournamentSettings::identity() const {
    // Workers read the settings from here: every digit counts.
    const auto number = [](double x) { return fmt::format("{}", x); };
    Identity identity = {
        {"game", std::string(match.game->name())},
        {"edition", std::string(match.edition.name)},
        {"size", number(match.start.size)},
        {"kinds", number(match.start.kinds)},
        {"pieces", number(match.start.pieces)},
        {"bank", number(match.bank.count())},
        {"komi", number(match.komi)},
        {"games", number(match.games)},
        {"paired", match.paired ? "true" : "false"},
        {"format", std::string(to_text(format))},
        {"challengers", number(challengers)},
        {"seed", fmt::format("{}", seed)},
    };
    if (scale_banks) identity["scale_banks"] = "true";
    if (format == Format::Swiss) identity["play_all"] = play_all ? "true" : "false";
    for (std::size_t i = 0; i < match.boards.size(); ++i) {
        identity[fmt::format("board {:03}", i + 1)] = match.boards[i];
    }
    return identity;
}

ScheduleSettings TournamentSettings::schedule() const {
    return {format, players.size(), seed, rounds, challengers};
}

MatchSettings TournamentSettings::match_of(const ScheduledPairing& pairing, const PlayerSpec& first,
                                           const PlayerSpec& second) const {
    MatchSettings settings = match;
    settings.seed = pairing.id.bits;
    // The match draws who starts; seat the players so that the draw falls on the planned one.
    const auto drawn = static_cast<std::size_t>(starter(settings, 0));
    settings.players[drawn] = first;
    settings.players[1 - drawn] = second;
    settings.jobs = 1;
    return settings;
}

Result<TournamentSettings> parse_tournament(std::string_view text, const fs::path& folder,
                                            std::string_view name, const fs::path& watch) {
    const std::string ledger = fs::path(name).stem().string() + ".ledger";
    Result<TournamentSettings> settings = parse(text, folder, ledger, watch);
    if (!settings) return fail("{}: {}", name, settings.error().message);
    return settings;
}

Result<TournamentSettings> read_tournament(const fs::path& file, const fs::path& watch) {
    const Result<std::string> text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    return parse_tournament(*text, file.parent_path(), file.filename().string(), watch);
}

}  // namespace zerosum
