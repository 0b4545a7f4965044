#pragma once
// The page, compressed with gzip, inside the program. web/embed.mjs makes the table.

#include <span>
#include <string_view>

namespace zerosum::page {

struct Asset {
    std::string_view path;  // "/index.html"
    std::string_view content_type;
    std::span<const unsigned char> gzipped;
    bool immutable;  // its name changes with its content
};

// nullptr when there is none.
[[nodiscard]] const Asset* find_asset(std::string_view path);

}  // namespace zerosum::page
