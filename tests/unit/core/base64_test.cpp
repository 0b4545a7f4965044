#include "core/base64.h"

#include <gtest/gtest.h>

#include <utility>

#include "core/random.h"

namespace zerosum {
namespace {

TEST(Base64, AgreesWithTheExamplesOfTheRfc) {
    const std::pair<const char*, const char*> examples[] = {{"", ""},
                                                            {"f", "Zg=="},
                                                            {"fo", "Zm8="},
                                                            {"foo", "Zm9v"},
                                                            {"foob", "Zm9vYg=="},
                                                            {"fooba", "Zm9vYmE="},
                                                            {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, text] : examples) {
        EXPECT_EQ(to_base64(bytes), text);
        EXPECT_EQ(from_base64(text), bytes);
    }
}

TEST(Base64, BytesOfAnyKindAndLengthComeBack) {
    std::string bytes;
    for (std::uint64_t i = 0; i < 300; ++i) {
        EXPECT_EQ(from_base64(to_base64(bytes)), bytes) << i;
        bytes += static_cast<char>(mix(i));
    }
}

TEST(Base64, OtherTextIsRefused) {
    for (const char* text :
         {"Zg=", "Zg", "Z===", "Zm8 ", "Zm\n8", "=Zg=", "Zh==", "Zg==Zg==", "Zm8-"})
        EXPECT_EQ(from_base64(text), std::nullopt) << text;
}

}  // namespace
}  // namespace zerosum
