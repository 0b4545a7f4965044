// Agents' sources in a ledger: packed, as text, kept once per content.

#include "arena/tournament/ledger.h"

namespace zerosum {

Result<bool> Ledger::holds_sources(PlayerIndex number) const {
    return database_.integer("SELECT count(*) FROM source WHERE version = ?", number)
        .map([](std::int64_t count) { return count > 0; })
        .map_error([this](const Error& error) { return named(error); });
}

Result<void> Ledger::keep_sources(PlayerIndex number, std::string_view packed) {
    return database_
        .transaction([&]() -> Result<void> {
            const Result<std::string> hash = keep_blob(database_, packed);
            if (!hash) return tl::unexpected(hash.error());
            return database_.run(
                "INSERT INTO source (version, blob) VALUES (?, ?) ON CONFLICT (version) DO NOTHING",
                number, *hash);
        })
        .map_error([this](const Error& error) { return named(error); });
}

Result<std::optional<Blob>> Ledger::sources(PlayerIndex number) const {
    const Result<std::optional<std::string>> hash =
        database_.text("SELECT blob FROM source WHERE version = ?", number);
    if (!hash) return tl::unexpected(named(hash.error()));
    if (!*hash) return std::optional<Blob>();
    return named(find_blob(database_, **hash));
}

}  // namespace zerosum
