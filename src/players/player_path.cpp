#include "players/player_path.h"

#include <unistd.h>

#include <algorithm>

#include "core/text.h"
#include "players/programs/command_line.h"

namespace zerosum {

bool is_path(std::string_view text) {
    if (text == "." || text == "..") return true;
    if (text.find('/') == std::string_view::npos) return false;
    const std::vector<std::string_view> words = player_words();
    return std::find(words.begin(), words.end(), text.substr(0, text.find(':'))) == words.end();
}

Result<PlayerSpec> player_at(PlayerSpec spec, std::string_view path,
                             const std::filesystem::path& folder) {
    namespace fs = std::filesystem;
    std::error_code unused;
    const fs::path whole = folder / path;
    if (fs::is_directory(whole, unused)) {
        spec.kind = PlayerKind::Directory;
        spec.argument = std::string(path);
    } else {
        const std::size_t end = fs::exists(whole, unused) ? path.size() : path.find(' ');
        const fs::path program = folder / path.substr(0, end);
        if (!fs::is_regular_file(program, unused))
            return fail("player '{}': found no program and no directory '{}'", spec.text,
                        printable(program.string(), 200));
        if (::access(program.c_str(), X_OK) != 0)
            return fail(
                "player '{}': found a file that is not executable, expected a program or a course "
                "directory",
                spec.text);
        spec.kind = PlayerKind::Command;
        spec.argument = quoted_word(program.string());
        if (end < path.size()) spec.argument += path.substr(end);
    }
    const std::string display = spec.text.substr(path.size());  // "@name" or nothing
    spec.text = fmt::format("{}:{}{}", to_text(spec.kind), spec.argument, display);
    return spec;
}

}  // namespace zerosum
