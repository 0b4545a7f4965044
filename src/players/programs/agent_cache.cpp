#include "players/programs/agent_cache.h"

#include <fcntl.h>
#include <gnu/libc-version.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/descriptor.h"
#include "core/files.h"
#include "core/sha256.h"
#include "core/text.h"
#include "sandbox/tree.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kGone = ".gone";
constexpr std::size_t kMostEntries = 500'000;  // that are counted of an agent
constexpr std::int64_t kMostMegabytes = std::int64_t{1} << 40U;

Result<Descriptor> open_lock(const fs::path& file) {
    Descriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!lock.open()) return fail("{}: {}", file.string(), std::strerror(errno));
    return lock;
}

bool same_file(int descriptor, const fs::path& file) {
    struct stat held {};
    struct stat named {};
    return ::fstat(descriptor, &held) == 0 && ::stat(file.c_str(), &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

// The lock of an agent, whose directory is made where there is none, held until it is destroyed;
// from now on the agent counts as used. Another process waits: it wants the same. What it waited
// for may have been removed meanwhile, with the lock: then it begins anew.
Result<Descriptor> hold(const fs::path& agent, int how) {
    const fs::path file = agent / "lock";
    for (;;) {
        std::error_code error;
        fs::create_directories(agent, error);
        if (error) return fail("{}: {}", agent.string(), error.message());
        Result<Descriptor> lock = open_lock(file);
        if (!lock && !fs::exists(agent, error)) continue;
        if (!lock) return lock;
        if (::flock(lock->get(), how) != 0)
            return fail("{}: {}", file.string(), std::strerror(errno));
        if (!same_file(lock->get(), file)) continue;
        (void)::futimens(lock->get(), nullptr);
        return lock;
    }
}

// Makes `place` with what `fill` puts into an empty directory: whole or not at all.
Result<void> make_whole(const fs::path& place, const AgentCache::Fill& fill) {
    const fs::path part = place.string() + ".part";
    if (Result<void> gone = remove_tree(part); !gone) return gone;
    std::error_code error;
    fs::create_directories(part, error);
    if (error) return fail("{}: {}", part.string(), error.message());
    Result<void> filled = fill(part);
    if (filled) fs::rename(part, place, error);
    if (error) filled = fail("{}: {}", place.string(), error.message());
    if (!filled) (void)remove_tree(part);
    return filled;
}

Json to_json(const BuiltAgent& agent) {
    Json readable = Json::array();
    for (const fs::path& path : agent.readable) readable.push_back(path.string());
    return {{"file", agent.file},         {"language", agent.language},
            {"move", agent.move},         {"calibrate", agent.calibrate},
            {"new_game", agent.new_game}, {"readable", std::move(readable)},
            {"notes", agent.notes},       {"lacks", agent.lacks}};
}

std::optional<BuiltAgent> agent_of(const fs::path& file) {
    const Result<std::string> text = read_file(file);
    if (!text) return std::nullopt;
    try {
        const Json json = Json::parse(*text);
        BuiltAgent agent;
        json.at("file").get_to(agent.file);
        json.at("language").get_to(agent.language);
        json.at("move").get_to(agent.move);
        json.at("calibrate").get_to(agent.calibrate);
        json.at("new_game").get_to(agent.new_game);
        json.at("notes").get_to(agent.notes);
        json.at("lacks").get_to(agent.lacks);
        for (const std::string path : json.at("readable")) agent.readable.emplace_back(path);
        return agent;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

// The built agent of `place` in the workspace; nothing when it is not there or damaged. Then the
// workspace holds the sources, as before.
std::optional<BuiltAgent> fetch(const fs::path& place, const fs::path& sources,
                                const Workspace& space) {
    std::optional<BuiltAgent> agent = agent_of(place / "agent.json");
    std::error_code error;
    if (!agent || !fs::is_directory(sources, error)) return std::nullopt;
    if (empty_tree(space.home()) && copy_tree(place / "home", space.home()) && space.hand_over())
        return agent;
    (void)empty_tree(space.home());
    (void)copy_tree(sources, space.home());
    return std::nullopt;
}

Result<void> keep(const fs::path& place, const Workspace& space, const BuiltAgent& agent) {
    if (Result<void> gone = remove_tree(place); !gone) return gone;
    return make_whole(place, [&](const fs::path& to) -> Result<void> {
        std::error_code error;
        fs::create_directory(to / "home", error);
        if (Result<void> copied = copy_tree(space.home(), to / "home"); !copied) return copied;
        return write_file_atomically(to / "agent.json", to_json(agent).dump());
    });
}

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// An agent of the cache, as tidying up sees it.
struct Kept {
    fs::path place;
    fs::file_time_type used;
    std::size_t bytes;
};

// Removed whole, unless a process is at work in it or has used it since it was looked at.
bool remove_agent(const Kept& agent) {
    const Result<Descriptor> lock = open_lock(agent.place / "lock");
    std::error_code error;
    if (!lock || ::flock(lock->get(), LOCK_EX | LOCK_NB) != 0 ||
        fs::last_write_time(agent.place / "lock", error) != agent.used || error)
        return false;
    const fs::path gone = agent.place.string().append(kGone);
    fs::rename(agent.place, gone, error);
    return !error && remove_tree(gone);
}

std::string first_line_with(const fs::path& file, std::string_view word) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(word)) return line;
    return "";
}

}  // namespace

Result<AgentCache> AgentCache::open() {
    CacheBounds bounds;
    if (const std::string text = environment("ZEROSUM_CACHE_MB"); !text.empty()) {
        const std::optional<std::int64_t> size = parse_int(text);
        if (!size || *size < 0 || *size > kMostMegabytes)
            return fail("ZEROSUM_CACHE_MB: found '{}', expected a number of MiB",
                        printable(text, 40));
        bounds.bytes = static_cast<std::size_t>(*size) << 20U;
    }
    if (const std::string named = environment("ZEROSUM_CACHE"); !named.empty())
        return open_at(named, bounds);
    if (const std::string base = environment("XDG_CACHE_HOME"); !base.empty())
        return open_at(fs::path(base) / "zerosum" / "agents", bounds);
    if (const std::string home = environment("HOME"); !home.empty())
        return open_at(fs::path(home) / ".cache" / "zerosum" / "agents", bounds);
    return fail("there is no place for built agents: expected HOME or ZEROSUM_CACHE to name one");
}

// What is found in it is run: so it must be ours, and nobody else's to write.
Result<AgentCache> AgentCache::open_at(const fs::path& place, CacheBounds bounds) {
    const fs::path root = place.has_filename() ? place : place.parent_path();  // "cache/"
    std::error_code error;
    fs::create_directories(root.parent_path(), error);
    struct stat info {};
    // Closed from the first moment: another worker that starts now looks at it as well.
    const bool there = ::mkdir(root.c_str(), S_IRWXU) == 0 || errno == EEXIST;
    if (!there || ::stat(root.c_str(), &info) != 0)
        return fail("{}: cannot be made: {}", root.string(), std::strerror(errno));
    if (info.st_uid != ::geteuid() || (info.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return fail("{}: others may write to it, expected a directory that is this user's alone",
                    root.string());
    return AgentCache(fs::absolute(root, error), bounds);
}

Result<fs::path> AgentCache::sources(const std::string& hash, const Fill& fill) const {
    const fs::path place = root_ / hash / "sources";
    std::error_code error;
    {
        const Result<Descriptor> lock = hold(root_ / hash, LOCK_SH);
        if (!lock) return tl::unexpected(lock.error());
        if (fs::is_directory(place, error)) return place;
    }
    {
        const Result<Descriptor> lock = hold(root_ / hash, LOCK_EX);
        if (!lock) return tl::unexpected(lock.error());
        if (fs::is_directory(place, error)) return place;  // while this one waited
        if (Result<void> made = make_whole(place, fill); !made) return tl::unexpected(made.error());
    }
    tidy_up();
    return place;
}

tl::expected<BuiltAgent, NotReady> AgentCache::built(const std::string& hash,
                                                     const std::string& tools,
                                                     const Workspace& space,
                                                     const Build& build) const {
    const fs::path place = root_ / hash / tools;
    tl::expected<BuiltAgent, NotReady> agent = [&]() -> tl::expected<BuiltAgent, NotReady> {
        // Others may take the sources meanwhile: a build may last for minutes.
        const Result<Descriptor> agent_lock = hold(root_ / hash, LOCK_SH);
        if (!agent_lock) return build();  // a node without a place for it builds for itself
        const Result<Descriptor> lock = open_lock(place.string() + ".lock");
        if (!lock || ::flock(lock->get(), LOCK_EX) != 0) return build();
        const fs::path sources = root_ / hash / "sources";
        if (std::optional<BuiltAgent> found = fetch(place, sources, space))
            return std::move(*found);
        tl::expected<BuiltAgent, NotReady> made = build();
        // Without the sources a build that is damaged could not be made again.
        std::error_code error;
        if (made && fs::is_directory(sources, error)) (void)keep(place, space, *made);
        return made;
    }();
    if (agent) tidy_up();
    return agent;
}

// One process at a time; one that finds another at it has nothing to add.
void AgentCache::tidy_up() const {
    const Result<Descriptor> lock = open_lock(root_ / "lock");
    if (!lock || ::flock(lock->get(), LOCK_EX | LOCK_NB) != 0) return;
    std::vector<Kept> agents;
    std::size_t bytes = 0;
    std::error_code error;
    std::error_code ended;
    for (fs::directory_iterator at(root_, ended), end; !ended && at != end; at.increment(ended)) {
        const fs::path& place = at->path();
        if (!at->is_directory(error)) continue;
        if (place.extension() == kGone) {  // its remover was killed
            (void)remove_tree(place);
            continue;
        }
        const fs::file_time_type used = fs::last_write_time(place / "lock", error);
        if (error) continue;
        agents.push_back({place, used, measure_tree(place, kMostEntries).bytes});
        bytes += agents.back().bytes;
    }
    std::ranges::sort(agents, {}, &Kept::used);
    const fs::file_time_type spared = fs::file_time_type::clock::now() - bounds_.spared;
    for (const Kept& agent : agents) {
        if (bytes <= bounds_.bytes || agent.used > spared) break;
        if (remove_agent(agent)) bytes -= agent.bytes;
    }
}

std::string toolchain_id(const Tools& tools) {
    std::string words = gnu_get_libc_version();
    const auto add = [&](const fs::path& program) {
        std::error_code error;
        const fs::path real = fs::canonical(program, error);
        struct stat info {};
        if (::stat(real.c_str(), &info) != 0) return;
        words += fmt::format("\n{} {} {}", real.string(), info.st_size, info.st_mtim.tv_sec);
    };
    for (const char* name : {"g++", "gcc", "make", "javac", "java", "python3"})
        if (const std::optional<fs::path> program = path_of_tool(name)) add(*program);
    if (const std::optional<Tool> python2 = find_python2(tools)) {
        if (python2->command.find('/') != std::string::npos)
            add(python2->command);
        else if (const std::optional<fs::path> program = path_of_tool(python2->command))
            add(*program);
    }
    // Agents may be built for the processor at hand.
    words += "\n" + first_line_with("/proc/cpuinfo", "model name");
    words += "\n" + first_line_with("/proc/cpuinfo", "flags");
    return sha256(words).substr(0, 16);
}

}  // namespace zerosum
