#pragma once
// Bytes as text (RFC 4648, with padding), for places that keep text only.

#include <optional>
#include <string>
#include <string_view>

namespace zerosum {

[[nodiscard]] std::string to_base64(std::string_view bytes);
// Nothing when the text is not base64 as to_base64 writes it.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

}  // namespace zerosum
