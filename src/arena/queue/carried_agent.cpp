#include "arena/queue/carried_agent.h"

#include <unistd.h>

#include <array>

#include "arena/storage/archive.h"
#include "core/text.h"
#include "players/programs/agent_cache.h"
#include "players/programs/command_line.h"
#include "players/programs/tools.h"

namespace zerosum {

namespace {

bool is_here(const std::string& program) {
    if (program.find('/') == std::string::npos) return path_of_tool(program).has_value();
    return ::access(program.c_str(), X_OK) == 0;
}

}  // namespace

std::string this_host() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "this machine";
}

Result<std::string> take_carried(const Blob& sources, const std::filesystem::path& directory,
                                 AgentStore& store) {
    const Result<AgentCache> cache = AgentCache::open();
    if (!cache) return tl::unexpected(cache.error());
    const Result<std::filesystem::path> place =
        cache->sources(sources.hash, [&](const std::filesystem::path& to) {
            return unpack_archive(sources.bytes, to, kTreeRules);
        });
    if (!place) return tl::unexpected(place.error());
    return store.take_cached(directory, *place, *cache, sources.hash);
}

Result<void> check_program(const PlayerSpec& spec, Libraries libraries) {
    if (spec.kind == PlayerKind::Plugin && libraries == Libraries::Refused)
        return fail(
            "{}: '{}' is a shared library that would run inside this worker: --load-libraries lets "
            "the ledger name one",
            spec.name, printable(spec.text, 200));
    if (spec.kind != PlayerKind::Command && spec.kind != PlayerKind::Ugi) return {};
    const Result<std::vector<std::string>> words = split_command(spec.argument);
    if (!words) return tl::unexpected(words.error());
    if (words->empty() || is_here(words->front())) return {};
    return fail(
        "{}: found no program {} on {}: a {} player is not carried to other machines, expected it "
        "to be installed there",
        spec.name, printable(words->front(), 200), this_host(), to_text(spec.kind));
}

}  // namespace zerosum
