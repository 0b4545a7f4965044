#include "players/programs/command_line.h"

#include <sys/stat.h>

#include "core/text.h"
#include "players/programs/tools.h"
#include "sandbox/job.h"
#include "sandbox/machine.h"

namespace zerosum {

namespace fs = std::filesystem;

Result<std::vector<std::string>> split_command(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool inside = false;  // a word has begun, perhaps an empty quoted one
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == '\0' && (c == ' ' || c == '\t')) {
            if (inside) words.push_back(std::move(word));
            word.clear();
            inside = false;
            continue;
        }
        inside = true;
        if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
            word += text[++i];
        } else if (quote != '\0' && c == quote) {
            quote = '\0';
        } else if (quote == '\0' && (c == '\'' || c == '"')) {
            quote = c;
        } else {
            word += c;
        }
    }
    if (quote != '\0')
        return fail("found an open {} in {}, expected it to be closed", quote,
                    printable(text, 200));
    if (inside) words.push_back(std::move(word));
    if (words.empty() || words[0].empty()) return fail("there is no command to run");
    return words;
}

std::string quoted_word(std::string_view word) {
    std::string out;
    for (const char c : word) {
        if (std::string_view(" \t'\"\\").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

Result<PlacedCommand> place_command(std::string_view text) {
    auto words = split_command(text);
    if (!words) return tl::unexpected(words.error());
    PlacedCommand command;
    for (std::size_t i = 0; i < words->size(); ++i) {
        std::string& word = (*words)[i];
        // The program itself is looked for in PATH unless it is named with a slash.
        const bool named = i > 0 || word.find('/') != std::string::npos;
        std::error_code error;
        const fs::path path = fs::absolute(word, error).lexically_normal();
        if (!word.empty() && named && !error && fs::exists(path, error)) {
            word = path.string();
            command.files.push_back(path);
        } else if (i == 0 && named) {
            return fail("found no file '{}', expected a program", printable(word, 200));
        } else if (i == 0 && !find_tool(word)) {
            return fail("found no program '{}' in {}, expected one, or a path such as ./{}",
                        printable(word, 200), kProgramPath, printable(word, 200));
        }
        command.words.push_back(std::move(word));
    }
    return command;
}

bool open_to_all(const fs::path& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return false;
    const bool directory = S_ISDIR(status.st_mode);
    const mode_t needed = directory ? S_IROTH | S_IXOTH : S_IROTH;
    if ((status.st_mode & needed) != needed) return false;
    for (fs::path above = path.parent_path(); above.has_relative_path();
         above = above.parent_path())
        if (stat(above.c_str(), &status) != 0 || (status.st_mode & S_IXOTH) == 0) return false;
    return true;
}

Result<PlacedCommand> admit(const PlacedCommand& command, const Workspace& space,
                            const Setup& setup) {
    PlacedCommand admitted = command;
    if (!gives_users(setup)) return admitted;
    for (fs::path& file : admitted.files) {
        if (open_to_all(file)) continue;
        Result<fs::path> copy = space.admit(file);
        if (!copy) return tl::unexpected(copy.error());
        for (std::string& word : admitted.words)
            if (word == file.string()) word = copy->string();
        file = *copy;
    }
    return admitted;
}

}  // namespace zerosum
