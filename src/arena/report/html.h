#pragma once
// The frame of our HTML reports: one file, nothing from the network, readable without scripts.

#include <string>
#include <string_view>

namespace zerosum {

// Text made safe between tags and inside quoted attributes.
[[nodiscard]] std::string escape_html(std::string_view text);

// A whole page. `title` is escaped here; `body` is HTML.
[[nodiscard]] std::string html_page(std::string_view title, std::string_view body);

}  // namespace zerosum
