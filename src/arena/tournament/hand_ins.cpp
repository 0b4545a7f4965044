#include "arena/tournament/hand_ins.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "core/random.h"
#include "players/spec.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 50'000;

// Names, sizes and times of change of everything below a directory, in a few letters. The time of
// change is one that copying programs cannot set back.
struct TreeState {
    std::string stamp;
    Seconds changed{0};  // the latest, since 1970
    bool any_file = false;
};

TreeState state_of(const fs::path& top) {
    TreeState state;
    std::uint64_t sum = 0;  // the order of a directory's entries does not matter
    std::size_t entries = 0;
    const auto add = [&](const fs::path& path) {
        struct stat info {};
        if (::lstat(path.c_str(), &info) != 0) return;
        const Seconds changed{static_cast<double>(info.st_ctim.tv_sec) +
                              1e-9 * static_cast<double>(info.st_ctim.tv_nsec)};
        state.changed = std::max(state.changed, changed);
        state.any_file = state.any_file || S_ISREG(info.st_mode);
        const std::string words =
            fmt::format("{} {} {} {}.{}", path.string(), info.st_ino, info.st_size,
                        info.st_ctim.tv_sec, info.st_ctim.tv_nsec);
        sum += mix(std::hash<std::string>{}(words));
        ++entries;
    };
    add(top);
    std::error_code error;
    for (fs::recursive_directory_iterator at(top, error), end;
         !error && at != end && entries < kMostEntries; at.increment(error))
        add(at->path());
    state.stamp = fmt::format("{} {:016x}{}", entries, sum, error ? " unreadable" : "");
    return state;
}

}  // namespace

std::vector<HandIn> HandIns::look(Seconds now) {
    std::vector<HandIn> whole;
    std::error_code error;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
        const std::string file = at->path().filename().string();
        std::error_code unused;
        if (file.starts_with('.') || !at->is_directory(unused)) continue;
        const TreeState state = state_of(at->path());
        if (!state.any_file) continue;
        HandIn found{display_name(file), at->path(), state.stamp};
        if (const auto old = accepted_.find(found.name);
            old != accepted_.end() && old->second == found.stamp)
            continue;
        Sighting& sighting = seen_[file];
        if (sighting.stamp != found.stamp) sighting = {found.stamp, now};
        // By the files' own times, or by ours where the two clocks disagree.
        const bool rested = state.changed + settle_ <= now || sighting.since + settle_ <= now;
        if (rested) whole.push_back(std::move(found));
    }
    std::sort(whole.begin(), whole.end(),
              [](const HandIn& a, const HandIn& b) { return a.directory < b.directory; });
    return whole;
}

bool HandIns::unchanged(const HandIn& seen) {
    return state_of(seen.directory).stamp == seen.stamp;
}

}  // namespace zerosum
