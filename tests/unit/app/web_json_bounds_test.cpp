#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/web/json_bounds.h"

namespace zerosum::web {
namespace {

using Tree = nlohmann::json;

std::string repeated(std::string_view text, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += text;
    return out;
}

int status_of(std::string_view body) {
    const Asked<void> checked = check_json_bounds(body);
    return checked ? 200 : checked.error().status;
}

TEST(WebJsonBounds, DepthIsBounded) {
    EXPECT_EQ(status_of(repeated("[", kMaxJsonDepth) + repeated("]", kMaxJsonDepth)), 200);
    EXPECT_EQ(status_of(repeated("[", kMaxJsonDepth + 1)), 400);
    EXPECT_EQ(status_of(repeated(R"({"a":)", kMaxJsonDepth + 1)), 400);
    // What was closed no longer counts.
    EXPECT_EQ(status_of("[" + repeated("[{}],", 1000) + "0]"), 200);
    EXPECT_NE(check_json_bounds(repeated("[", 100)).error().body.find("16 levels"),
              std::string::npos);
}

TEST(WebJsonBounds, KeysOfAnObjectAreBoundedAndValuesInAll) {
    std::string object = "{";
    for (std::size_t i = 0; i < kMaxJsonKeys; ++i) object += "\"" + std::to_string(i) + "\":0,";
    EXPECT_EQ(status_of(object + R"("last":0})"), 413);
    object.back() = '}';
    EXPECT_EQ(status_of(object), 200);
    EXPECT_EQ(status_of("[" + object + "," + object + "]"), 200) << "each object by itself";
    EXPECT_EQ(status_of("[" + repeated("0,", kMaxJsonValues) + "0]"), 413);
    EXPECT_EQ(status_of("[" + repeated("0,", kMaxJsonValues / 2) + "0]"), 200);
}

TEST(WebJsonBounds, WhatStandsInAStringDoesNotCount) {
    const Tree tree{{"text", repeated("[{:,\"\\", 100'000)}, {"\"[[[[[[[[[[[[[[[[[[[[", "\\"}};
    EXPECT_EQ(status_of(tree.dump()), 200);
    EXPECT_EQ(status_of(R"(["\\",)" + repeated("[", 20)), 400) << "the string had ended";
}

TEST(WebJsonBounds, WhatIsNoJsonIsLeftToTheParser) {
    for (const char* body : {"", "]", "}}}}", "\"", "\"\\", "nonsense", ":::"})
        EXPECT_EQ(status_of(body), 200) << body;
}

}  // namespace
}  // namespace zerosum::web
