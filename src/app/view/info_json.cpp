#include "app/view/info_json.h"

#include <nlohmann/json.hpp>
#include <string>

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
    return {{"name", info.name},
            {"title", info.title},
            {"rules", info.rules},
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
