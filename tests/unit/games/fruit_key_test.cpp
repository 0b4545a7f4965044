#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/random.h"
#include "games/fruit/rules.h"

namespace zerosum::fruit {
namespace {

// Every board of a small side is seen: two of them with one key would make the search believe a
// value of another board.
TEST(FruitKey, SmallBoardsAllHaveKeysOfTheirOwn) {
    std::map<Key, std::string> seen;
    for (int code = 0; code < 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3; ++code) {
        std::string cells;
        for (int rest = code, i = 0; i < 9; ++i, rest /= 3) cells += "*01"[rest % 3];
        const std::string text =
            cells.substr(0, 3) + "/" + cells.substr(3, 3) + "/" + cells.substr(6, 3) + " 1 0 0";
        const Result<Position> position = parse_line(text);
        if (!position) continue;  // a fruit above a hole
        const auto [other, is_new] = seen.emplace(position->key(), text);
        ASSERT_TRUE(is_new) << text << " has the key of " << other->second;
    }
    EXPECT_EQ(seen.size(), 15U * 15 * 15);
}

}  // namespace
}  // namespace zerosum::fruit
