#include "app/web/address.h"

#include <gtest/gtest.h>

namespace zerosum::web {
namespace {

TEST(WebAddress, LoopbackIsWhatOnlyThisMachineReaches) {
    for (const char* host : {"localhost", "127.0.0.1", "127.0.0.2", "127.255.1.9", "::1", "[::1]"})
        EXPECT_TRUE(is_loopback(host)) << host;
    for (const char* host :
         {"", "0.0.0.0", "128.0.0.1", "127.evil.example", "127.0.0.1.evil", "127.0.0", "127.1",
          "[127.0.0.1]", "::", "[::1", "::1]", "[]", "localhost.evil.example", "10.127.0.0"})
        EXPECT_FALSE(is_loopback(host)) << host;
}

TEST(WebAddress, ALinkHoldsTheAddressThePortAndTheToken) {
    EXPECT_EQ(links("127.0.0.2", 8017, ""), (std::vector<std::string>{"http://127.0.0.2:8017/"}));
    EXPECT_EQ(links("localhost", 8017, ""), (std::vector<std::string>{"http://localhost:8017/"}));
    EXPECT_EQ(links("::1", 80, "abc", "desk"),
              (std::vector<std::string>{"http://[::1]:80/desk?token=abc"}));
    EXPECT_EQ(links("::1", 80, "abc"), (std::vector<std::string>{"http://[::1]:80/?token=abc"}));
}

TEST(WebAddress, LinksOfEveryAddressLeadSomewhere) {
    for (const char* everywhere : {"0.0.0.0", "::"}) {
        const std::vector<std::string> found = links(everywhere, 8017, "abc");
        ASSERT_FALSE(found.empty());
        for (const std::string& link : found) {
            EXPECT_TRUE(link.ends_with(":8017/?token=abc")) << link;
            EXPECT_EQ(link.find("//0.0.0.0"), std::string::npos) << link;
            EXPECT_EQ(link.find("//[::]"), std::string::npos) << link;
        }
    }
}

TEST(WebAddress, AVisitorIsAnAddressOrItsIpv6Network) {
    EXPECT_EQ(visitor_of("192.168.1.5"), "192.168.1.5");
    EXPECT_EQ(visitor_of("::ffff:192.168.1.5"), "192.168.1.5");
    EXPECT_EQ(visitor_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    EXPECT_EQ(visitor_of("2001:db8:1:2::7"), visitor_of("2001:db8:1:2:3:4:5:6"));
    EXPECT_NE(visitor_of("2001:db8:1:3::7"), visitor_of("2001:db8:1:2::7"));
    EXPECT_EQ(visitor_of("fe80::1%eth0"), "fe80::/64");
    EXPECT_EQ(visitor_of("::1"), "::/64");
}

}  // namespace
}  // namespace zerosum::web
