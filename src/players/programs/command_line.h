#pragma once
// The command of a cmd: or ugi: player taken apart.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "sandbox/setup.h"
#include "sandbox/workspace.h"

namespace zerosum {

// The words of a command as a shell would see them: blanks separate, '...' and "..." and \ quote.
// Nothing else is special.
[[nodiscard]] Result<std::vector<std::string>> split_command(std::string_view text);

// A word that split_command reads back as it is.
[[nodiscard]] std::string quoted_word(std::string_view word);

// A command that can be run from another directory. Words that name an existing file or directory
// of ours are made absolute, and those are what the program may read beside the system's files.
struct PlacedCommand {
    std::vector<std::string> words;
    std::vector<std::filesystem::path> files;
};
[[nodiscard]] Result<PlacedCommand> place_command(std::string_view text);

// May any user read this file or enter this directory? A program that is run as a user of its own
// needs that.
[[nodiscard]] bool open_to_all(const std::filesystem::path& path);

// The command as the program's user can run it. Where that is another than ours, files that it
// could not reach (below a closed home, say) are replaced by copies in the workspace; the error
// says which cannot be, and the way out.
[[nodiscard]] Result<PlacedCommand> admit(const PlacedCommand& command, const Workspace& space,
                                          const Setup& setup);

}  // namespace zerosum
