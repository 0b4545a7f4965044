#include "app/site/site_data.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "app/site/film.h"
#include "app/view/info_json.h"
#include "app/view/ledger_json.h"
#include "arena/play/record.h"
#include "arena/tournament/standings_words.h"
#include "core/take_value.h"
#include "games/registry.h"

namespace zerosum::site {

namespace {

constexpr std::size_t kMoments = 24;  // of ratings over time
constexpr std::size_t kLatest = 50;   // games on the first page

double thousandths(double value) {
    return std::round(value * 1000) / 1000;
}

// [number, first, second, its points, its points, winner, how it ended, CPU, CPU, ended]: the
// players by their versions, the winner as a seat or -1.
Json row(const LedgerGame& game, std::size_t number) {
    return Json::array({number, game.players[0], game.players[1], game.points[0], game.points[1],
                        game.winner, game.reason, thousandths(game.cpu[0].count()),
                        thousandths(game.cpu[1].count()), game.ended});
}

Json whole_elo(const std::optional<Interval>& rating) {
    return rating ? Json(std::round(rating->value)) : Json(nullptr);
}

Json history_json(const Contents& contents) {
    Json games = Json::array();
    Json ended = Json::array();
    for (const RatingHistory::Moment& moment : contents.history.moments) {
        games.push_back(moment.games);
        ended.push_back(moment.ended);
    }
    Json ratings = Json::array();
    for (const std::string& entrant : contents.entrants) {
        Json& line = ratings.emplace_back(Json::array());
        for (const std::optional<Interval>& rating : contents.history.ratings.at(entrant))
            line.push_back(whole_elo(rating));
    }
    return {{"games", std::move(games)}, {"ended", std::move(ended)}, {"ratings", ratings}};
}

Json entrants_json(const Contents& contents, const ShownNames& names) {
    Json list = Json::array();
    for (const std::string& entrant : contents.entrants) list.push_back(names.of(entrant));
    return list;
}

// [entrant, version, current as 0 or 1, entered] per version, by their numbers in the ledger.
Json versions_json(const Contents& contents) {
    Json list = Json::array();
    for (std::size_t i = 0; i < contents.versions.size(); ++i) {
        const LedgerPlayer& version = contents.versions[i];
        list.push_back(Json::array(
            {contents.entrant_of[i], version.version, version.current ? 1 : 0, version.entered}));
    }
    return list;
}

}  // namespace

Result<Contents> read_contents(const Ledger& ledger) {
    Contents contents;
    // Versions last: all who play in the games that were read are among them.
    for (const Result<void>& taken :
         {take_value(contents.identity, ledger.identity()),
          take_value(contents.games, ledger.games()),
          take_value(contents.standings, make_standings(ledger)),
          take_value(contents.history, rating_history(ledger, kMoments)),
          take_value(contents.versions, ledger.players())})
        if (!taken) return tl::unexpected(taken.error());
    std::map<std::string, std::size_t> numbers;
    for (const LedgerPlayer& version : contents.versions) {
        const auto [entry, fresh] = numbers.try_emplace(version.name, contents.entrants.size());
        if (fresh) contents.entrants.push_back(version.name);
        contents.entrant_of.push_back(entry->second);
        // One that entered meanwhile has no history yet.
        contents.history.ratings[version.name].resize(contents.history.moments.size());
    }
    return contents;
}

Json class_json(const Contents& contents, const ShownNames& names,
                const std::vector<std::size_t>& shards) {
    Standings standings = contents.standings;
    for (StandingLine& line : standings.lines) line.name = names.of(line.name);
    Json tables = view::tables_json(standings);
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        Json& line = tables["standings"][i];
        line["entrant"] = contents.entrant_of[standings.lines[i].number];
        line["cpu"] = thousandths(standings.lines[i].cpu);
    }
    const auto text = [&](const char* name) {
        const auto found = contents.identity.find(name);
        return found == contents.identity.end() ? std::string() : found->second;
    };
    const Result<const AnyGame*> game = find_game(text("game"));
    Json latest = Json::array();
    const std::size_t played = contents.games.size();
    for (std::size_t i = played; i > played - std::min(played, kLatest); --i)
        latest.push_back(row(contents.games[i - 1], i));
    Json json{{"title", standings.title},
              {"game", game ? view::info_json((*game)->info()) : Json(nullptr)},
              {"format", text("format")},
              {"played", played},
              {"certainty", certainty_in_words(standings)},
              {"first_move", standings.games == 0 ? "" : first_move_in_words(standings)}};
    json.update(tables);
    json["entrants"] = entrants_json(contents, names);
    json["versions"] = versions_json(contents);
    json["history"] = history_json(contents);
    json["shards"] = shards;
    json["latest"] = std::move(latest);
    return json;
}

Json entrant_json(const Contents& contents, std::size_t entrant) {
    Json games = Json::array();
    for (std::size_t i = 0; i < contents.games.size(); ++i) {
        const auto& players = contents.games[i].players;
        if (contents.entrant_of[players[0]] == entrant ||
            contents.entrant_of[players[1]] == entrant)
            games.push_back(row(contents.games[i], i + 1));
    }
    Json errors = Json::array();
    for (const std::optional<Interval>& rating :
         contents.history.ratings.at(contents.entrants[entrant]))
        errors.push_back(rating ? Json(std::round((rating->high - rating->low) / 2))
                                : Json(nullptr));
    return {{"errors", std::move(errors)}, {"games", std::move(games)}};
}

Json film_json(const Ledger& ledger, const Contents& contents, std::size_t number,
               const ShownNames& names) {
    const LedgerGame& game = contents.games[number - 1];
    Json json = Json::object();
    json["id"] = to_text(game.id);
    json["row"] = row(game, number);
    Result<GameRecord> record =
        ledger.record(game.id).and_then([](const std::string& text) { return parse_record(text); });
    const auto named = [&](std::string text) {
        for (const PlayerIndex player : game.players)
            text = names.in(std::move(text), contents.versions[player].name);
        return text;
    };
    if (record) {
        record->sentence = named(view::public_sentence(*record));
        for (MoveRecord& move : record->moves) move.why = named(move.why);
    }
    Result<Json> film = record ? short_film(*record) : tl::unexpected(record.error());
    if (!film) {
        json["trouble"] = named(film.error().message);
        return json;
    }
    // Sides: the ledger knows who moved first, the first board which side that is.
    const std::size_t one = (*film)["board"]["to_move"] == 1 ? 0 : 1;
    json["sides"] = {game.players[one], game.players[1 - one]};
    for (auto& [key, value] : film->items()) json[key] = std::move(value);
    return json;
}

}  // namespace zerosum::site
