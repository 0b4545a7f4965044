#include "core/counted.h"

#include <gtest/gtest.h>

namespace zerosum {
namespace {

TEST(Counted, OneThingIsNamedInTheSingular) {
    EXPECT_EQ(counted(1, "game"), "1 game");
    EXPECT_EQ(counted(0, "game"), "0 games");
    EXPECT_EQ(counted(2U, "game"), "2 games");
    EXPECT_EQ(counted(-1, "point"), "-1 points");
    EXPECT_EQ(counted("1", "node"), "1 node");
    EXPECT_EQ(counted("1,001", "node"), "1,001 nodes");
}

}  // namespace
}  // namespace zerosum
