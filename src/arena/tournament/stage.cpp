#include "arena/tournament/stage.h"

#include "arena/queue/carried_agent.h"
#include "arena/storage/archive.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> changed(const LedgerPlayer& player, std::string_view where) {
    return fail("{}: {} is not what was entered (version {}, {})", player.name, where,
                player.version, player.fingerprint);
}

// Sources of the ledger in the node's cache; what they unpack to is compared with what was entered.
Result<void> take_from_ledger(const Blob& sources, const LedgerPlayer& player,
                              const fs::path& directory, AgentStore& store) {
    const Result<std::string> taken = take_carried(sources, directory, store);
    if (!taken) return fail("{}: {}", player.name, taken.error().message);
    if (*taken != player.fingerprint) return changed(player, fmt::format("blob {}", sources.hash));
    return {};
}

Result<void> take_from_folder(const LedgerPlayer& player, const fs::path& directory,
                              AgentStore& store) {
    std::error_code error;
    if (!fs::is_directory(directory, error))
        return fail(
            "{}: found no folder {} on {}, and the ledger does not hold its sources: expected one "
            "of them. Enter it again (zerosum tournament FILE) to keep them",
            player.name, directory.string(), this_host());
    const Result<std::string> taken = store.take(directory);
    if (!taken) return tl::unexpected(taken.error());
    if (*taken != player.fingerprint) return changed(player, directory.string());
    return {};
}

}  // namespace

Result<void> keep_sources(Ledger& ledger, const Lineup& lineup,
                          std::span<const PlayerIndex> numbers) {
    for (std::size_t i = 0; i < lineup.entrants.size(); ++i) {
        const Entrant& entrant = lineup.entrants[i];
        if (entrant.spec.kind != PlayerKind::Directory) continue;
        const Result<bool> there = ledger.holds_sources(numbers[i]);
        if (!there) return tl::unexpected(there.error());
        if (*there || !lineup.agents->holds(entrant.spec.argument)) continue;
        const Result<std::string> packed = pack_tree(lineup.agents->source(entrant.spec.argument));
        if (!packed && !ledger.on_server()) continue;
        if (!packed)
            return fail("{}: its sources cannot go through the ledger to other machines: {}",
                        entrant.player.name, packed.error().message);
        if (Result<void> kept = ledger.keep_sources(numbers[i], *packed); !kept) return kept;
    }
    return {};
}

Result<void> take_staged(const std::optional<Blob>& sources, const LedgerPlayer& player,
                         const PlayerSpec& spec, AgentStore& store) {
    if (sources) return take_from_ledger(*sources, player, spec.argument, store);
    return take_from_folder(player, spec.argument, store);
}

}  // namespace zerosum
