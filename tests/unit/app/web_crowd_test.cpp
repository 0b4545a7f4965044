#include <gtest/gtest.h>

#include "app/web/crowd.h"

namespace zerosum::web {
namespace {

struct Someone {};

class WebCrowd : public ::testing::Test {
 protected:
    Someone a, b, c, d;
    Crowd<Someone> crowd;
};

TEST_F(WebCrowd, WhoHasWaitedLongestLeaves) {
    EXPECT_EQ(crowd.leaver(""), nullptr);
    crowd.wait_for(&a, "ann");
    crowd.wait_for(&b, "bob");
    EXPECT_EQ(crowd.leaver(""), &a);
    crowd.wait_for(&a, "ann");  // it asked something, and waits anew
    EXPECT_EQ(crowd.leaver(""), &b);
    crowd.leave(&b);
    EXPECT_EQ(crowd.leaver(""), &a);
    crowd.leave(&b);  // twice is as good as once
    crowd.leave(&a);
    EXPECT_EQ(crowd.leaver(""), nullptr);
}

TEST_F(WebCrowd, AVisitorsOwnConnectionLeavesForItsNextOne) {
    crowd.wait_for(&a, "ann");
    crowd.wait_for(&b, "bob");
    crowd.watch(&c, "bob");
    EXPECT_EQ(crowd.size_of("bob"), 2U);
    EXPECT_EQ(crowd.leaver("bob"), &b);
    crowd.leave(&b);
    EXPECT_EQ(crowd.leaver("bob"), &c);
    crowd.leave(&c);
    EXPECT_EQ(crowd.leaver("bob"), nullptr);
    EXPECT_EQ(crowd.size_of("bob"), 0U);
}

TEST_F(WebCrowd, StreamsLeaveLastAndThoseOfWhoHasMostFirst) {
    crowd.watch(&a, "ann");
    crowd.watch(&b, "bob");
    crowd.watch(&c, "bob");
    crowd.wait_for(&d, "ann");
    EXPECT_EQ(crowd.leaver(""), &d);
    crowd.watch(&d, "dan");
    EXPECT_EQ(crowd.leaver(""), &b);
    EXPECT_EQ(crowd.oldest([](Someone*) { return true; }), nullptr);
}

}  // namespace
}  // namespace zerosum::web
