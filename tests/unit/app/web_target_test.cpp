#include "app/web/target.h"

#include <gtest/gtest.h>

namespace zerosum::web {
namespace {

TEST(WebTarget, TakesPathAndQueryApart) {
    const auto target = parse_target("/api/analysis?game=fruit&position=*0%2F11+1+0%200");
    ASSERT_TRUE(target);
    EXPECT_EQ(target->path, "/api/analysis");
    EXPECT_EQ(target->segments, (std::vector<std::string>{"api", "analysis"}));
    EXPECT_EQ(target->query.at("game"), "fruit");
    EXPECT_EQ(target->query.at("position"), "*0/11 1 0 0");
}

TEST(WebTarget, TheRootHasOneEmptySegment) {
    const auto target = parse_target("/");
    ASSERT_TRUE(target);
    EXPECT_EQ(target->path, "/");
    EXPECT_EQ(target->segments, std::vector<std::string>{""});
}

TEST(WebTarget, RefusesToClimbInAnySpelling) {
    for (const char* text : {"/../etc/passwd", "/api/../../x", "/%2e%2e/x", "/.%2E/x", "/a%2fb",
                             "/a%5cb", "/./x", "/%2E", "/..", "http://elsewhere/", "*", "", "x"})
        EXPECT_FALSE(parse_target(text)) << text;
}

TEST(WebTarget, RefusesBrokenPercentSignsAndControlCharacters) {
    for (const char* text :
         {"/%", "/%1", "/%zz", "/a%00b", "/a%0Ab", "/x?a=%", "/x?%00=1", "/a%7f"})
        EXPECT_FALSE(parse_target(text)) << text;
}

}  // namespace
}  // namespace zerosum::web
