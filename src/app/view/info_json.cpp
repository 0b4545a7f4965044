#include "app/view/info_json.h"

#include <nlohmann/json.hpp>
#include <string>

#include "core/text.h"

namespace zerosum::view {

namespace {

using Json = nlohmann::ordered_json;

Json range_json(const std::optional<OptionRange>& range) {
    if (!range) return nullptr;
    return {{"least", range->least},
            {"most", range->most},
            {"usual", range->usual},
            {"casual", range->casual}};
}

}  // namespace

Json info_json(const GameInfo& info) {
    Json sides = Json::array();
    for (const SideNames& side : info.sides)
        sides.push_back({{"name", side.name}, {"mark", side.mark}});
    Json names = Json::object();
    for (const CellContent& content : info.contents)
        names[std::string(1, content.mark)] = content.name;
    const std::vector<std::string_view> rules = split(info.rules, '\n');
    return {{"name", info.name},
            {"title", info.title},
            {"rules", rules.front()},
            {"rules_in_full", std::vector(rules.begin() + 1, rules.end())},
            {"editions", info.editions},
            {"size", range_json(info.size)},
            {"kinds", range_json(info.kinds)},
            {"pieces", range_json(info.pieces)},
            {"sides", std::move(sides)},
            {"cells",
             {{"empty", std::string(1, info.empty)},
              {"names", std::move(names)},
              {"values", info.cell_values}}},
            {"move_kinds", info.move_kinds},
            {"score", {{"unit", info.score_unit}, {"meaning", info.score_meaning}}}};
}

}  // namespace zerosum::view
