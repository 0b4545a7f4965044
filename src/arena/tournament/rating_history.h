#pragma once
// How the ratings of a tournament came about: what the table said at moments of the past.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/rating/statistics.h"
#include "arena/tournament/ledger.h"

namespace zerosum {

struct RatingHistory {
    struct Moment {
        std::size_t games = 0;   // that had ended, of all versions
        std::int64_t ended = 0;  // when the last of them did, in seconds since 1970
    };
    std::vector<Moment> moments;
    // Elo by entrant, a value per moment; none: it had not played yet, or no longer took part.
    std::map<std::string, std::vector<std::optional<Interval>>> ratings;
};

// At most this many moments, each after about as many games as the others. A rating is that of the
// entrant's newest version of the time, from the games among such versions: what make_standings
// would have said. The last moment is now, and says what make_standings does.
[[nodiscard]] Result<RatingHistory> rating_history(const Ledger& ledger, std::size_t moments);

}  // namespace zerosum
