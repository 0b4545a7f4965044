#pragma once
// A request's target taken apart: "/api/analysis?game=fruit&position=..%20.." is the path
// {"api", "analysis"} and the query {game: ..., position: ...}, percent signs decoded.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zerosum::web {

struct Target {
    std::string path;  // decoded; begins with /
    std::vector<std::string> segments;
    std::map<std::string, std::string, std::less<>> query;

    // What the query gives for a name; empty where it is not there.
    [[nodiscard]] std::string_view given(std::string_view name) const;
};

// Nothing when it is not a plain path of this server: no leading slash, a broken percent sign, a
// control character or zero byte, or a segment . or .. in any spelling.
[[nodiscard]] std::optional<Target> parse_target(std::string_view text);

}  // namespace zerosum::web
