#pragma once
// Game records wherever they are kept, one after the other: a record's file, a directory of them, a
// file with one record per line, a PGN file that we wrote, or a tournament's ledger.

#include <cstdint>
#include <functional>
#include <string>

#include "arena/play/record.h"

namespace zerosum {

struct SourcedRecord {
    GameRecord record;
    std::string place;       // of this record, for messages: "games/game-0003.json"
    std::size_t number = 0;  // within its source, from 1
    std::int64_t ended = 0;  // seconds since 1970; 0: not known
};

// False: no more are wanted.
using TakeRecord = std::function<Result<bool>(const SourcedRecord& record)>;

// Files of a directory by name, games of a ledger in the order that they ended. An error names the
// place where it was found; the records before it were taken.
[[nodiscard]] Result<void> for_each_record(const std::string& source, const TakeRecord& take);

// The only record of a source, for who looks at one game. Of a source with several the error says
// how each becomes a record of its own.
[[nodiscard]] Result<GameRecord> read_one_record(const std::string& source);

}  // namespace zerosum
