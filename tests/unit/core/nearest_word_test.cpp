#include "core/nearest_word.h"

#include <gtest/gtest.h>

#include <array>

namespace zerosum {
namespace {

constexpr std::array<std::string_view, 5> kWords{"analyze", "match", "move", "standings", "solve"};

TEST(NearestWord, FindsWhatWasMistyped) {
    const std::pair<const char*, const char*> cases[] = {
        {"analize", "analyze"}, {"mtach", "match"},   {"macth", "match"},
        {"mach", "match"},      {"moove", "move"},    {"standing", "standings"},
        {"solv", "solve"},      {"sta", "standings"},  // the only one that begins so
    };
    for (const auto& [text, meant] : cases) EXPECT_EQ(nearest_word(text, kWords), meant) << text;
}

TEST(NearestWord, IsSilentWhenNothingIsNear) {
    for (const char* text : {"", "x", "m", "play", "tournament", "zzzzzzz"})
        EXPECT_EQ(nearest_word(text, kWords), "") << text;
    EXPECT_EQ(nearest_word(std::string(100'000, 'm'), kWords), "");
    EXPECT_EQ(nearest_word("match", {}), "");
}

TEST(NearestWord, AsksInWords) {
    EXPECT_EQ(did_you_mean("mtach", kWords), "; did you mean 'match'?");
    EXPECT_EQ(did_you_mean("zzzzzzz", kWords), "");
}

}  // namespace
}  // namespace zerosum
