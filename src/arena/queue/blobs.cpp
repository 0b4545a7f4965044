#include "arena/queue/blobs.h"

#include "core/base64.h"
#include "core/sha256.h"

namespace zerosum {

Result<std::string> keep_blob(const sql::Database& database, std::string_view bytes) {
    const std::string hash = sha256(bytes);
    const std::string text = to_base64(bytes);
    return database
        .run("INSERT INTO blob (hash, base64) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING", hash,
             text)
        .map([&] { return hash; });
}

Result<std::optional<Blob>> find_blob(const sql::Database& database, std::string_view hash) {
    const Result<std::optional<std::string>> text =
        database.text("SELECT base64 FROM blob WHERE hash = ?", hash);
    if (!text) return tl::unexpected(text.error());
    if (!*text) return std::optional<Blob>();
    std::optional<std::string> bytes = from_base64(**text);
    if (!bytes || sha256(*bytes) != hash) return fail("the file is damaged (an agent's sources)");
    return std::optional(Blob{std::string(hash), std::move(*bytes)});
}

}  // namespace zerosum
