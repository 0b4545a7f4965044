#include "players/java2012/hand_in.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/files.h"
#include "core/text.h"
#include "players/java2012/java_source.h"
#include "players/java2012/runtime.h"
#include "sandbox/limits.h"

namespace zerosum::java2012 {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLongestSource = std::size_t{4} << 20U;
constexpr std::size_t kMostSources = 1000;

constexpr const char* kSourceFolder = "edu/usc/csci561/project2";

struct Found {
    JavaClass declared;
    bool own_file = false;  // Name.java
};

// Every *.java of the package below the folder, but for copies of our own files, in a fixed order.
std::map<std::string, JavaSource> read_sources(const fs::path& folder) {
    std::map<std::string, JavaSource> sources;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end;
         !error && entry != end && sources.size() < kMostSources; entry.increment(error)) {
        std::error_code unread;
        const fs::path& path = entry->path();
        if (path.extension() != ".java" || entry->is_symlink(unread) ||
            !entry->is_regular_file(unread) || in_runtime(path.filename().string()))
            continue;
        const Result<std::string> text = read_file(path, kLongestSource);
        if (!text) continue;
        JavaSource source = read_java(*text);
        if (source.package == kPackage)
            sources.emplace("./" + path.lexically_relative(folder).string(), std::move(source));
    }
    return sources;
}

// Player itself counts, so that a chain of classes has an end.
bool is_player(const std::map<std::string, Found>& classes, std::string name) {
    for (std::size_t steps = 0; steps <= classes.size(); ++steps) {
        if (in_runtime(name + ".java")) return name.ends_with("Player") && name != "IPlayer";
        const auto found = classes.find(name);
        if (found == classes.end()) return false;
        name = found->second.declared.extends;
    }
    return false;  // they extend each other in a ring: javac will say so
}

}  // namespace

Result<std::optional<HandIn>> find_hand_in(const fs::path& folder, const std::string& wanted) {
    HandIn hand_in;
    std::map<std::string, Found> classes;
    for (const auto& [file, source] : read_sources(folder)) {
        hand_in.sources.push_back(file);
        for (const JavaClass& declared : source.classes)
            classes[declared.name] = {declared, fs::path(file).stem() == declared.name};
    }
    std::vector<std::string> players;
    for (const auto& [name, found] : classes)
        if (!found.declared.abstract && found.own_file && is_player(classes, name))
            players.push_back(name);
    if (wanted.empty() && players.size() > 1)
        return fail("{}: holds the players {}, expected one: name it, as in java:{}/{}.java",
                    folder.string(), fmt::join(players, ", "), folder.string(), players.front());
    if (!wanted.empty() && std::find(players.begin(), players.end(), wanted) == players.end())
        return fail("{}: found no class {} of package {} that extends Player", folder.string(),
                    wanted, kPackage);
    if (players.empty()) return std::nullopt;
    hand_in.player = wanted.empty() ? players.front() : wanted;
    return hand_in;
}

Result<PlacedClass> place_class(const std::string& text) {
    std::error_code error;
    fs::path file = text;
    if (file.extension() != ".java") {
        const std::size_t dot = text.rfind('.');
        const std::string name = dot == std::string::npos ? text : text.substr(dot + 1);
        if (name != text && text.substr(0, dot) != kPackage)
            return fail("found a class of package {}, expected {}", printable(text.substr(0, dot)),
                        kPackage);
        file = name + ".java";
        if (!fs::exists(file, error)) file = fs::path(kSourceFolder) / file;
    }
    const std::string name = file.stem().string();
    if (name == "GreedyPlayer" || name == "RandomPlayer") return PlacedClass{{}, {name, {}}};
    if (!fs::is_regular_file(file, error))
        return fail("found no {}, expected the source of a class that extends Player",
                    printable(file.string(), 200));
    const fs::path folder = fs::absolute(file).parent_path();
    const Result<std::optional<HandIn>> hand_in = find_hand_in(folder, name);
    if (!hand_in) return tl::unexpected(hand_in.error());
    return PlacedClass{folder, **hand_in};
}

// Latin-1 takes every byte: comments of that time are in any encoding.
std::vector<std::string> build_command(const HandIn& hand_in) {
    std::vector<std::string> words{"javac",      "-nowarn", "-proc:none", "-encoding",
                                   "ISO-8859-1", "-d",      "."};
    for (const JavaFile& file : runtime()) words.emplace_back(file.name);
    words.insert(words.end(), hand_in.sources.begin(), hand_in.sources.end());
    return words;
}

// The heap stays inside the memory limit, and the JVM's own threads are few: one for collecting.
std::vector<std::string> run_command(const HandIn& hand_in) {
    return {"java",
            fmt::format("-Xmx{}m", (Limits{}.memory >> 20U) * 3 / 4),
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-cp",
            ".",
            fmt::format("{}.PlayerHost", kPackage),
            fmt::format("{}.{}", kPackage, hand_in.player)};
}

}  // namespace zerosum::java2012
