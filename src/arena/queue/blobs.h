#pragma once
// Contents that travel through a database to other machines: packed directories, kept once by their
// SHA-256, in base64, for a database keeps texts.

#include <optional>
#include <string>
#include <string_view>

#include "arena/storage/sql.h"
#include "core/result.h"

namespace zerosum {

struct Blob {
    std::string hash;   // SHA-256 of the bytes
    std::string bytes;  // see arena/storage/archive.h
};

// Returns the hash. What is there already is not written again.
[[nodiscard]] Result<std::string> keep_blob(const sql::Database& database, std::string_view bytes);
// Nothing when it is not there; an error when it is not what its hash says.
[[nodiscard]] Result<std::optional<Blob>> find_blob(const sql::Database& database,
                                                    std::string_view hash);

}  // namespace zerosum
