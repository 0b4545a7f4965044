#include "arena/desk/ladder_folder.h"

#include <set>

#include "core/files.h"
#include "sandbox/tree.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;

// Which hand-in a folder of the ladder is a copy of: a file beside it, which the ladder passes by.
// Nobody's name begins with a dot, so it is nobody's folder either.
fs::path mark_of(const fs::path& copy) {
    return copy.parent_path() / (".." + copy.filename().string());
}

Result<void> put_copy(const fs::path& folder, const LadderEntry& entry) {
    const fs::path place = folder / entry.entrant;
    const std::string id = std::to_string(entry.hand_in);
    std::error_code error;
    if (fs::is_directory(place, error) && read_file(mark_of(place)).value_or("") == id) return {};
    const fs::path copy = folder / ("." + entry.entrant);
    if (Result<void> gone = remove_tree(copy); !gone) return gone;
    fs::create_directory(copy, error);
    if (error) return fail("{}: {}", copy.string(), error.message());
    if (Result<void> copied = copy_tree(entry.files, copy); !copied) return copied;
    // A kill between these three makes it be done again.
    fs::remove(mark_of(place), error);
    if (Result<void> moved = replace_tree(copy, place); !moved) return moved;
    return write_file_atomically(mark_of(place), id);
}

}  // namespace

Result<void> fill_ladder_folder(const fs::path& folder, std::span<const LadderEntry> playing) {
    Result<void> filled;
    std::set<std::string> wanted;
    for (const LadderEntry& entry : playing) {
        wanted.insert(entry.entrant);
        if (Result<void> done = put_copy(folder, entry); !done && filled) filled = done;
    }
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (name.starts_with('.') || wanted.contains(name)) continue;
        std::error_code unused;
        fs::remove(mark_of(at->path()), unused);
        if (Result<void> gone = remove_tree(at->path()); !gone && filled) filled = gone;
    }
    if (error && filled) filled = fail("{}: {}", folder.string(), error.message());
    return filled;
}

}  // namespace zerosum
