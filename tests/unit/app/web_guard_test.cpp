#include "app/web/guard.h"

#include <gtest/gtest.h>

namespace zerosum::web {
namespace {

Request from(std::string host, std::string origin = "", std::string token = "") {
    Request request;
    request.method = "GET";
    request.target = "/";
    request.host = std::move(host);
    request.origin = std::move(origin);
    request.token = std::move(token);
    return request;
}

TEST(WebGuard, LetsThisMachineIn) {
    const Guard guard("");
    for (const char* host :
         {"localhost:8017", "127.0.0.1:8017", "127.0.0.2:8017", "[::1]:8017", "localhost"})
        EXPECT_FALSE(guard.refuse(from(host), "")) << host;
    EXPECT_FALSE(guard.refuse(from("localhost:8017", "http://localhost:8017"), ""));
}

TEST(WebGuard, RefusesNamesThatWereMadeToPointHere) {
    const Guard guard("");
    for (const char* host : {"evil.example", "evil.example:8017", "localhost.evil.example",
                             "127.0.0.1.evil", "", "[::1].evil", "192.168.1.5:8017"}) {
        const auto refused = guard.refuse(from(host), "");
        ASSERT_TRUE(refused) << host;
        EXPECT_EQ(refused->status, 403);
    }
}

TEST(WebGuard, RefusesOtherSites) {
    const Guard guard("");
    for (const char* origin : {"http://evil.example", "null", "http://localhost:9999",
                               "http://localhost:80170", "file://", "http://localhost:8017/"}) {
        const auto refused = guard.refuse(from("localhost:8017", origin), "");
        ASSERT_TRUE(refused) << origin;
        EXPECT_EQ(refused->status, 403);
    }
}

TEST(WebGuard, AsksForTheTokenAndTakesItEitherWay) {
    const Guard guard("secret");
    EXPECT_EQ(guard.refuse(from("class.example:8017"), "")->status, 401);
    EXPECT_EQ(guard.refuse(from("class.example:8017", "", "secre"), "")->status, 401);
    EXPECT_EQ(guard.refuse(from("class.example:8017"), "secrets")->status, 401);
    EXPECT_FALSE(guard.refuse(from("class.example:8017", "", "secret"), ""));
    EXPECT_FALSE(guard.refuse(from("class.example:8017"), "secret"));
    EXPECT_EQ(guard.refuse(from("class.example:8017", "http://evil.example", "secret"), "")->status,
              403);
}

}  // namespace
}  // namespace zerosum::web
