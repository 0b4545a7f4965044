#include "core/base64.h"

#include <array>
#include <cstdint>

namespace zerosum {

namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::uint32_t kNoDigit = 64;

constexpr std::array<std::uint8_t, 256> kValues = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(kNoDigit);
    for (std::size_t i = 0; i < kDigits.size(); ++i)
        values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
    return values;
}();

}  // namespace

// Three bytes are four digits; the last one or two bytes are two or three digits and padding.
std::string to_base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < 3; ++i)
            word = word << 8U |
                   (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i)
            text += at + i > bytes.size() ? '=' : kDigits[word >> (18U - 6U * i) & 63U];
    }
    return text;
}

std::optional<std::string> from_base64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    std::size_t padding = 0;
    while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=')
        ++padding;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    const std::size_t digits = text.size() - padding;
    for (std::size_t at = 0; at < text.size(); at += 4) {
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const std::uint32_t value =
                at + i < digits ? kValues[static_cast<unsigned char>(text[at + i])] : 0U;
            if (value == kNoDigit) return std::nullopt;
            word = word << 6U | value;
        }
        for (std::size_t i = 0; i < 3; ++i) bytes += static_cast<char>(word >> (16U - 8U * i));
    }
    bytes.resize(bytes.size() - padding);
    if (to_base64(std::string_view(bytes).substr(bytes.size() / 3 * 3)) !=
        text.substr(bytes.size() / 3 * 4))
        return std::nullopt;  // bits that are lost in the last digit
    return bytes;
}

}  // namespace zerosum
