#pragma once
// The embedded page's files, which are stored compressed, as they were.

#include <optional>
#include <string>
#include <string_view>

namespace zerosum::page {

// For what web/embed.mjs packs: one member, no optional fields, up to 4 MiB. Nothing: it is not
// that.
[[nodiscard]] std::optional<std::string> gunzip(std::string_view gzipped);

}  // namespace zerosum::page
