#include "app/view/ledger_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/view/board_json.h"
#include "arena/play/record.h"
#include "arena/tournament/standings.h"
#include "games/registry.h"

namespace zerosum::view {

namespace {

constexpr std::size_t kLatest = 50;

// Everything of a ledger that pages are made from, read at one go.
struct Contents {
    Identity identity;
    std::vector<LedgerPlayer> players;
    std::vector<ScheduledPairing> pairings;
    std::vector<LedgerGame> games;
    std::vector<RunningGame> running;
};

Result<Contents> read(const Ledger& ledger) {
    Contents contents;
    const auto take = [](auto& into, auto result) -> Result<void> {
        if (!result) return tl::unexpected(result.error());
        into = std::move(*result);
        return {};
    };
    for (const Result<void>& taken :
         {take(contents.identity, ledger.identity()), take(contents.players, ledger.players()),
          take(contents.pairings, ledger.pairings()), take(contents.games, ledger.games()),
          take(contents.running, ledger.running())})
        if (!taken) return tl::unexpected(taken.error());
    return contents;
}

std::string text_of(const Identity& identity, const std::string& name) {
    const auto found = identity.find(name);
    return found == identity.end() ? std::string{} : found->second;
}

Json running_json(const RunningGame& game, const Contents& contents) {
    Json json{{"first", contents.players[game.players[0]].name},
              {"second", contents.players[game.players[1]].name},
              {"moves", game.moves},
              {"board", nullptr}};
    if (const auto rules = find_game(text_of(contents.identity, "game")); rules)
        if (const auto position = (*rules)->parse_line(game.position); position)
            json["board"] = board_json(**position, Moves::Left);
    return json;
}

Json tables_json(const Standings& standings) {
    Json lines = Json::array();
    Json cross = Json::array();
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        const StandingLine& line = standings.lines[i];
        const bool played = line.all.games() > 0;
        const double error = (line.rating.high - line.rating.low) / 2;
        lines.push_back({{"player", line.name},
                         {"pairings", line.pairings},
                         {"games", line.all.games()},
                         {"wins", line.all.wins},
                         {"draws", line.all.draws},
                         {"losses", line.all.losses},
                         {"points", line.all.points()},
                         {"margin", played ? line.margin.value : 0.0},
                         {"rating", played ? Json(line.rating.value) : Json(nullptr)},
                         {"error", played ? Json(error) : Json(nullptr)}});
        Json row = Json::array();
        for (const Tally& met : standings.cross[i])
            row.push_back(met.games() == 0
                              ? Json(nullptr)
                              : Json{{"points", met.points()}, {"games", met.games()}});
        cross.push_back(std::move(row));
    }
    std::vector<std::pair<std::string, int>> by_count(standings.endings.begin(),
                                                      standings.endings.end());
    std::stable_sort(by_count.begin(), by_count.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    Json endings = Json::array();
    for (const auto& [reason, times] : by_count)
        endings.push_back({{"reason", reason}, {"count", times}});
    return {{"standings", lines},
            {"cross", cross},
            {"first_advantage",
             standings.games == 0 ? Json(nullptr) : Json(standings.first_move_elo.value)},
            {"endings", endings}};
}

Json games_json(const Contents& contents, std::string_view player, std::size_t at_most) {
    Json games = Json::array();
    for (std::size_t i = contents.games.size(); i > 0 && games.size() < at_most; --i) {
        const LedgerGame& game = contents.games[i - 1];
        const bool wanted = player.empty() || contents.players[game.players[0]].name == player ||
                            contents.players[game.players[1]].name == player;
        if (wanted) games.push_back(ledger_game_json(game, i, contents.players));
    }
    return games;
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

Result<Json> ledger_json(const std::string& file) {
    const Result<Ledger> ledger = Ledger::open_to_read(file);
    if (!ledger) return tl::unexpected(ledger.error());
    const Result<Contents> contents = read(*ledger);
    if (!contents) return tl::unexpected(contents.error());
    const Result<Standings> standings = make_standings(*ledger);
    if (!standings) return tl::unexpected(standings.error());
    Json running = Json::array();
    for (const RunningGame& game : contents->running)
        running.push_back(running_json(game, *contents));
    Json json{{"game", text_of(contents->identity, "game")},
              {"format", text_of(contents->identity, "format")},
              {"played", contents->games.size()},
              {"pairings", contents->pairings.size()},
              {"running", running}};
    json.update(tables_json(*standings));
    json["games"] = games_json(*contents, "", kLatest);
    return json;
}

Result<Json> ledger_games_json(const std::string& file, std::string_view player) {
    const Result<Ledger> ledger = Ledger::open_to_read(file);
    if (!ledger) return tl::unexpected(ledger.error());
    return read(*ledger).map([&](const Contents& contents) {
        return Json{{"games", games_json(contents, player, contents.games.size())}};
    });
}

Result<Json> ledger_frames_json(const std::string& file, std::string_view game) {
    const std::optional<GameId> id = parse_game_id(game);
    if (!id) return fail("'{}' is not a game's id", game);
    const Result<Ledger> ledger = Ledger::open_to_read(file);
    if (!ledger) return tl::unexpected(ledger.error());
    const Result<std::string> text = ledger->record(*id);
    if (!text) return tl::unexpected(text.error());
    const Result<GameRecord> record = parse_record(*text);
    if (!record) return tl::unexpected(record.error());
    return frames_json(*record);
}

}  // namespace zerosum::view
