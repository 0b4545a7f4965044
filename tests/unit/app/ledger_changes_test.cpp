#include "app/view/ledger_changes.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace zerosum::view {
namespace {

using Json = nlohmann::ordered_json;

Json ledger() {
    return Json::parse(R"({"name": "class", "played": 2, "running": [],
        "standings": [{"id": 1, "rank": 1, "points": 2}, {"id": 0, "rank": 2, "points": 0}],
        "cross": {"0": [1, 0, 2, 2, 1, 1], "1": [2, 0.5, 1]},
        "games": [{"number": 2}, {"number": 1}]})");
}

TEST(LedgerChanges, OfAnEqualLedgerThereAreNone) {
    EXPECT_EQ(ledger_changes(ledger(), ledger()), Json::object());
}

TEST(LedgerChanges, HoldOnlyTheLinesPairsAndGamesThatDiffer) {
    Json after = ledger();
    after["played"] = 3;
    after["standings"][1]["points"] = 1;
    after["cross"]["0"] = {1, 1, 3, 2, 1, 1};
    after["games"] = Json::parse(R"([{"number": 3}, {"number": 2}])");
    EXPECT_EQ(ledger_changes(ledger(), after), Json::parse(R"({"played": 3,
        "standings": [{"id": 0, "rank": 2, "points": 1}],
        "cross": {"0": [1, 1, 3]},
        "games": [{"number": 3}]})"));
}

TEST(LedgerChanges, NameThePlayersThatLeftAndHoldThoseThatCame) {
    Json after = ledger();
    after["standings"] =
        Json::parse(R"([{"id": 1, "rank": 1, "points": 2}, {"id": 3, "rank": 2}])");
    after["cross"]["3"] = {4, 1, 1};
    const Json changes = ledger_changes(ledger(), after);
    EXPECT_EQ(changes["standings"], Json::parse(R"([{"id": 3, "rank": 2}])"));
    EXPECT_EQ(changes["left"], Json::parse("[0]"));
    EXPECT_EQ(changes["cross"], Json::parse(R"({"3": [4, 1, 1]})"));
}

}  // namespace
}  // namespace zerosum::view
