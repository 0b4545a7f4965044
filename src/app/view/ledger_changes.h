#pragma once
// What became different in a ledger between two looks at it: a page that has the first needs no
// more to show the second.

#include <nlohmann/json_fwd.hpp>

namespace zerosum::view {

// Both are what ledger_json makes. Members that are equal are left out, and of the large ones only
// what changed is there: `standings` has the lines that differ, and `left` the ids of those that
// are gone; `cross` has the pairs that differ; `games` has the games that are new.
[[nodiscard]] nlohmann::ordered_json ledger_changes(const nlohmann::ordered_json& before,
                                                    const nlohmann::ordered_json& after);

}  // namespace zerosum::view
