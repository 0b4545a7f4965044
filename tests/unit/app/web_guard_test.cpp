#include "app/web/guard.h"

#include <gtest/gtest.h>

namespace zerosum::web {
namespace {

using Wanted = Guard::Wanted;

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
        EXPECT_FALSE(guard.refuse(from(host), Wanted::Api, "")) << host;
    EXPECT_FALSE(guard.refuse(from("localhost:8017", "http://localhost:8017"), Wanted::Api, ""));
}

TEST(WebGuard, RefusesNamesThatWereMadeToPointHere) {
    const Guard guard("");
    for (const char* host : {"evil.example", "evil.example:8017", "localhost.evil.example",
                             "127.0.0.1.evil", "", "[::1].evil", "192.168.1.5:8017"}) {
        const auto refused = guard.refuse(from(host), Wanted::Api, "");
        ASSERT_TRUE(refused) << host;
        EXPECT_EQ(refused->status, 403);
    }
}

TEST(WebGuard, RefusesOtherSites) {
    const Guard guard("");
    for (const char* origin : {"http://evil.example", "null", "http://localhost:9999",
                               "http://localhost:80170", "file://", "http://localhost:8017/"}) {
        const auto refused = guard.refuse(from("localhost:8017", origin), Wanted::Api, "");
        ASSERT_TRUE(refused) << origin;
        EXPECT_EQ(refused->status, 403);
    }
}

// A browser sends no Origin with an image, a script or a link of another site.
TEST(WebGuard, RefusesWhatAPageOfAnotherSiteMakesABrowserFetch) {
    const Guard guard("");
    Request request = from("localhost:8017");
    for (const char* site : {"cross-site", "same-site", "nonsense"}) {
        request.fetch_site = site;
        const auto refused = guard.refuse(request, Wanted::Api, "");
        ASSERT_TRUE(refused) << site;
        EXPECT_EQ(refused->status, 403);
        EXPECT_FALSE(guard.refuse(request, Wanted::Page, "")) << "a link leads to the page";
    }
    for (const char* site : {"", "same-origin", "none"}) {
        request.fetch_site = site;
        EXPECT_FALSE(guard.refuse(request, Wanted::Api, "")) << site;
    }
    request.origin = "http://evil.example";
    request.fetch_site = "same-origin";
    EXPECT_TRUE(guard.refuse(request, Wanted::Api, "")) << "either header is enough";
    EXPECT_TRUE(guard.refuse(request, Wanted::Page, ""));
}

TEST(WebGuard, AsksForTheTokenAndTakesItEitherWay) {
    const Guard guard("secret");
    EXPECT_EQ(guard.refuse(from("class.example:8017"), Wanted::Api, "")->status, 401);
    EXPECT_EQ(guard.refuse(from("class.example:8017", "", "secre"), Wanted::Api, "")->status, 401);
    EXPECT_EQ(guard.refuse(from("class.example:8017"), Wanted::Api, "secrets")->status, 401);
    EXPECT_FALSE(guard.refuse(from("class.example:8017", "", "secret"), Wanted::Api, ""));
    EXPECT_FALSE(guard.refuse(from("class.example:8017"), Wanted::Api, "secret"));
    EXPECT_EQ(
        guard.refuse(from("class.example:8017", "http://evil.example", "secret"), Wanted::Api, "")
            ->status,
        403);
}

}  // namespace
}  // namespace zerosum::web
