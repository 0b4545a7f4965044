#include "app/view/ledger_changes.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace zerosum::view {

namespace {

using Json = nlohmann::ordered_json;
using Number = std::int64_t;

void change_standings(const Json& before, const Json& after, Json& changes) {
    std::map<Number, const Json*> old;
    for (const Json& line : before) old[line["id"].get<Number>()] = &line;
    Json lines = Json::array();
    for (const Json& line : after) {
        const auto known = old.find(line["id"].get<Number>());
        if (known == old.end() || *known->second != line) lines.push_back(line);
        if (known != old.end()) old.erase(known);
    }
    changes["standings"] = std::move(lines);
    if (old.empty()) return;
    Json left = Json::array();
    for (const auto& [id, line] : old) left.push_back(id);
    changes["left"] = std::move(left);
}

// A row of the cross table: for every other player three numbers, its id first.
Json changed_pairs(const Json& before, const Json& after) {
    std::map<Number, std::pair<const Json*, const Json*>> old;
    for (std::size_t i = 0; i + 2 < before.size(); i += 3)
        old[before[i].get<Number>()] = {&before[i + 1], &before[i + 2]};
    Json pairs = Json::array();
    for (std::size_t i = 0; i + 2 < after.size(); i += 3) {
        const auto known = old.find(after[i].get<Number>());
        if (known != old.end() && *known->second.first == after[i + 1] &&
            *known->second.second == after[i + 2])
            continue;
        for (std::size_t k = 0; k < 3; ++k) pairs.push_back(after[i + k]);
    }
    return pairs;
}

Json changed_cross(const Json& before, const Json& after) {
    Json cross = Json::object();
    for (const auto& [id, row] : after.items()) {
        const auto known = before.find(id);
        if (known != before.end() && *known == row) continue;
        if (Json pairs = known == before.end() ? row : changed_pairs(*known, row); !pairs.empty())
            cross[id] = std::move(pairs);
    }
    return cross;
}

// The latest come first, and a game's number is never given again.
Json new_games(const Json& before, const Json& after) {
    const Number last = before.empty() ? 0 : before[0]["number"].get<Number>();
    Json games = Json::array();
    for (const Json& game : after)
        if (game["number"].get<Number>() > last) games.push_back(game);
    return games;
}

}  // namespace

Json ledger_changes(const Json& before, const Json& after) {
    Json changes = Json::object();
    for (const auto& [name, value] : after.items()) {
        const auto known = before.find(name);
        if (known != before.end() && *known == value) continue;
        if (known == before.end()) {
            changes[name] = value;
        } else if (name == "standings") {
            change_standings(*known, value, changes);
        } else if (name == "cross") {
            changes[name] = changed_cross(*known, value);
        } else if (name == "games") {
            changes[name] = new_games(*known, value);
        } else {
            changes[name] = value;
        }
    }
    return changes;
}

}  // namespace zerosum::view
