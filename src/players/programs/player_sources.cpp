#include "players/programs/player_sources.h"

#include "players/programs/command_line.h"
#include "sandbox/tree_fingerprint.h"

namespace zerosum {

Result<std::string> sources_of(const PlayerSpec& spec, AgentStore& store) {
    if (spec.kind == PlayerKind::Directory) return store.take(spec.argument);
    std::vector<std::filesystem::path> files;
    if (spec.kind == PlayerKind::Plugin) {
        files.emplace_back(spec.argument);
    } else if (is_program(spec.kind)) {
        Result<PlacedCommand> command = place_command(spec.argument);
        if (!command) return tl::unexpected(command.error());
        files = std::move(command->files);
    }
    std::string print = spec.text;
    for (const std::filesystem::path& file : files) {
        std::error_code unused;
        if (!std::filesystem::is_regular_file(file, unused)) continue;
        const Result<std::string> contents = fingerprint_tree(file);
        if (!contents) return contents;
        print += " " + *contents;
    }
    return print;
}

}  // namespace zerosum
