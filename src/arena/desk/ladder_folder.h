#pragma once
// The folder that a class's ladder watches: a copy of every hand-in that plays, called after its
// entrant.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "core/result.h"

namespace zerosum {

struct LadderEntry {
    std::string entrant;
    std::int64_t hand_in = 0;
    std::filesystem::path files;
};

// The folder holds these and nothing else afterwards. What is there already is left as it is. What
// cannot be copied costs the others nothing: the first error is returned when all else is done.
// One call at a time; after a kill in the middle the next one completes it.
[[nodiscard]] Result<void> fill_ladder_folder(const std::filesystem::path& folder,
                                              std::span<const LadderEntry> playing);

}  // namespace zerosum
