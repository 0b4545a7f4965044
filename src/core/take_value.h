#pragma once
// Several things that can each fail, gathered in one place; the first error is the one that counts:
//
//   for (const Result<void>& taken :
//        {take_value(all.games, games()), take_value(all.players, players())})
//       if (!taken) return tl::unexpected(taken.error());

#include <utility>

#include "core/result.h"

namespace zerosum {

// Puts the value where it belongs, or says why there is none.
template <typename Place, typename T>
[[nodiscard]] Result<void> take_value(Place& place, Result<T> result) {
    if (!result) return tl::unexpected(result.error());
    place = std::move(*result);
    return {};
}

}  // namespace zerosum
