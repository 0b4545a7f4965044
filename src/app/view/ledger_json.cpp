#include "app/view/ledger_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/view/board_json.h"
#include "arena/play/record.h"
#include "arena/tournament/standings.h"
#include "core/take_value.h"
#include "games/registry.h"
#include "players/spec.h"

namespace zerosum::view {

namespace {

constexpr std::size_t kLatest = 50;
constexpr std::size_t kDrawn = 8;  // boards of running games

// Everything of a ledger that pages are made from, read at one go.
struct Contents {
    Identity identity;
    std::string title;  // empty: it has none
    std::vector<LedgerPlayer> players;
    std::vector<ScheduledPairing> pairings;
    std::vector<LedgerGame> games;
    std::vector<RunningGame> running;
};

Result<Contents> read(const Ledger& ledger) {
    Contents contents;
    for (const Result<void>& taken : {take_value(contents.identity, ledger.identity()),
                                      take_value(contents.title, ledger.about("title")),
                                      take_value(contents.players, ledger.players()),
                                      take_value(contents.pairings, ledger.pairings()),
                                      take_value(contents.games, ledger.games()),
                                      take_value(contents.running, ledger.running())})
        if (!taken) return tl::unexpected(taken.error());
    return contents;
}

std::string text_of(const Identity& identity, const std::string& name) {
    const auto found = identity.find(name);
    return found == identity.end() ? std::string{} : found->second;
}

Json running_json(const RunningGame& game, const Contents& contents, bool drawn) {
    Json json{{"first", contents.players[game.players[0]].name},
              {"second", contents.players[game.players[1]].name},
              {"moves", game.moves},
              {"board", nullptr}};
    if (!drawn) return json;
    if (const auto rules = find_game(text_of(contents.identity, "game")); rules)
        if (const auto position = (*rules)->parse_line(game.position); position)
            json["board"] = board_json(**position, Moves::Left);
    return json;
}

// Half of the numbers that nobody sees would differ after every game.
double rounded(double value, double per_unit) {
    return std::round(value * per_unit) / per_unit;
}

Json line_json(const StandingLine& line, std::size_t rank) {
    const bool played = line.all.games() > 0;
    const double error = (line.rating.high - line.rating.low) / 2;
    return {{"id", line.number},
            {"rank", rank},
            {"player", line.name},
            {"pairings", line.pairings},
            {"games", line.all.games()},
            {"wins", line.all.wins},
            {"draws", line.all.draws},
            {"losses", line.all.losses},
            {"points", line.all.points()},
            {"margin", played ? rounded(line.margin.value, 10) : 0.0},
            {"rating", played ? Json(rounded(line.rating.value, 1)) : Json(nullptr)},
            {"error", played ? Json(rounded(error, 1)) : Json(nullptr)}};
}

// Every pair once, from the view of the one with the lower id: 90,000 cells of a large class are
// as many small numbers.
Json cross_json(const Standings& standings) {
    Json cross = Json::object();
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < standings.lines.size(); ++j) {
            const Tally& met = standings.cross[i][j];
            if (met.games() == 0 || standings.lines[j].number < standings.lines[i].number) continue;
            row.push_back(standings.lines[j].number);
            row.push_back(met.points());
            row.push_back(met.games());
        }
        if (!row.empty()) cross[std::to_string(standings.lines[i].number)] = std::move(row);
    }
    return cross;
}

bool wanted(const LedgerGame& game, const Contents& contents, const GamesWanted& asked) {
    const std::string& first = contents.players[game.players[0]].name;
    const std::string& second = contents.players[game.players[1]].name;
    const auto took_part = [&](const std::string& name) {
        return name.empty() || first == name || second == name;
    };
    return took_part(asked.player) && took_part(asked.other);
}

Json games_json(const Contents& contents, const GamesWanted& asked) {
    Json games = Json::array();
    std::size_t found = 0;
    for (std::size_t i = contents.games.size(); i > 0; --i) {
        const LedgerGame& game = contents.games[i - 1];
        if (!wanted(game, contents, asked)) continue;
        if (found >= asked.skip && games.size() < asked.count)
            games.push_back(ledger_game_json(game, i, contents.players));
        ++found;
    }
    return {{"total", found}, {"games", std::move(games)}};
}

}  // namespace

Json ledger_game_json(const LedgerGame& game, std::size_t number,
                      const std::vector<LedgerPlayer>& players) {
    const auto name = [&](std::size_t seat) { return players[game.players[seat]].name; };
    return {{"id", to_text(game.id)},
            {"number", number},
            {"first", name(0)},
            {"second", name(1)},
            {"points", game.points},
            {"winner",
             game.winner < 0 ? Json(nullptr) : Json(name(static_cast<std::size_t>(game.winner)))},
            {"reason", game.reason}};
}

Json tables_json(const Standings& standings) {
    Json lines = Json::array();
    for (std::size_t i = 0; i < standings.lines.size(); ++i)
        lines.push_back(line_json(standings.lines[i], i + 1));
    std::vector<std::pair<std::string, int>> by_count(standings.endings.begin(),
                                                      standings.endings.end());
    std::stable_sort(by_count.begin(), by_count.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    Json endings = Json::array();
    for (const auto& [reason, times] : by_count)
        endings.push_back({{"reason", reason}, {"count", times}});
    const Json first = rounded(standings.first_move_elo.value, 1);
    return {{"standings", std::move(lines)},
            {"cross", cross_json(standings)},
            {"first_advantage", standings.games == 0 ? Json(nullptr) : first},
            {"endings", std::move(endings)}};
}

Result<Json> ledger_json(const std::string& file) {
    const Result<Ledger> ledger = Ledger::open_to_read(file);
    if (!ledger) return tl::unexpected(ledger.error());
    const Result<Contents> contents = read(*ledger);
    if (!contents) return tl::unexpected(contents.error());
    const Result<Standings> standings = make_standings(*ledger);
    if (!standings) return tl::unexpected(standings.error());
    Json running = Json::array();
    for (const RunningGame& game : contents->running)
        running.push_back(running_json(game, *contents, running.size() < kDrawn));
    Json json{{"title", contents->title},
              {"game", text_of(contents->identity, "game")},
              {"format", text_of(contents->identity, "format")},
              {"played", contents->games.size()},
              {"pairings", contents->pairings.size()},
              {"running", running}};
    json.update(tables_json(*standings));
    json["games"] = games_json(*contents, {.count = kLatest})["games"];
    return json;
}

Result<Json> ledger_games_json(const std::string& file, const GamesWanted& asked) {
    const Result<Ledger> ledger = Ledger::open_to_read(file);
    if (!ledger) return tl::unexpected(ledger.error());
    return read(*ledger).map([&](const Contents& contents) { return games_json(contents, asked); });
}

// What a build said follows in further lines.
std::string public_sentence(const GameRecord& record) {
    return record.sentence.substr(0, record.sentence.find('\n'));
}

Result<Json> ledger_frames_json(const std::string& file, std::string_view game) {
    const std::optional<GameId> id = parse_game_id(game);
    if (!id) return fail("'{}' is not a game's id", game);
    const Result<Ledger> ledger = Ledger::open_to_read(file);
    if (!ledger) return tl::unexpected(ledger.error());
    const Result<std::string> text = ledger->record(*id);
    if (!text) return tl::unexpected(text.error());
    Result<GameRecord> record = parse_record(*text);
    if (!record) return tl::unexpected(record.error());
    // Where a hand-in stands is nobody's business, nor is the person after whom its folder is
    // called where the ladder goes by nicks.
    for (PlayerRecord& player : record->players) {
        const Result<PlayerSpec> spec = parse_player_spec(player.spec);
        if (!spec || !spec->argument.empty()) player.spec = player.name;
    }
    record->sentence = public_sentence(*record);
    return frames_json(*record);
}

}  // namespace zerosum::view
