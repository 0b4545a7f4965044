#include "app/site/site.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "app/page/assets.h"
#include "app/page/gunzip.h"
#include "app/site/site_data.h"
#include "arena/report/html.h"
#include "core/files.h"
#include "core/sha256.h"
#include "core/text.h"

namespace zerosum::site {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "zerosum-site.txt";
constexpr std::string_view kMarkText =
    "This folder is a class site that `zerosum standings LEDGER --site` writes. It writes it anew\n"
    "when it is called again; keep no files of your own in it.\n";
constexpr std::size_t kShardBytes = 256 << 10;  // a file of games is closed when it is this long

// Files of the embedded page, and what they are called here.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kParts = {
    {{"/class/site.js", "site.js"},
     {"/class/site.css", "site.css"},
     {"/theme.js", "theme.js"},
     {"/favicon.svg", "favicon.svg"}}};

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

Result<std::string> embedded(std::string_view path) {
    const page::Asset* asset = page::find_asset(path);
    if (asset == nullptr)
        return fail("the program holds no {}: it was built without its page, see docs/install.md",
                    path);
    const std::string packed(asset->gzipped.begin(), asset->gzipped.end());
    std::optional<std::string> plain = page::gunzip(packed);
    if (!plain) return fail("the program's {} cannot be unpacked", path);
    return std::move(*plain);
}

// JSON is also JavaScript. Names come from outside: bytes that are not UTF-8 must not throw.
std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string script(std::string_view name, std::string_view json) {
    return fmt::format("siteData(\"{}\",{});\n", name, json);
}

// Writes files of one folder and counts them. A file that holds its bytes already keeps its time,
// so that what copies the site elsewhere copies what is new.
class Folder {
 public:
    Folder(fs::path root, Written& written) : root_(std::move(root)), written_(written) {}

    [[nodiscard]] Result<void> make(const fs::path& name) const {
        std::error_code error;
        const fs::path folder = root_ / name;
        if (fs::is_symlink(folder, error))
            return fail("{}: is a link, expected a folder", printable(folder.string(), 300));
        fs::create_directories(folder, error);
        if (error) return fail("{}: {}", printable(folder.string(), 300), error.message());
        return {};
    }
    [[nodiscard]] Result<void> write(const std::string& name, std::string_view text) {
        kept_.insert(name);
        ++written_.files;
        written_.bytes += text.size();
        if (holds(root_ / name, text)) return {};
        ++written_.changed;
        return write_file_atomically(root_ / name, text);
    }
    // What an earlier, longer site left in a folder of numbered files.
    void remove_others(const std::string& name) {
        std::error_code error;
        for (const fs::directory_entry& entry : fs::directory_iterator(root_ / name, error)) {
            const std::string file = entry.path().filename().string();
            if (file.ends_with(".js") && parse_int(file.substr(0, file.size() - 3)) &&
                !kept_.contains(name + "/" + file)) {
                remove_file(entry.path());
                ++written_.removed;
            }
        }
    }

 private:
    // Whether a file, and no link to one, is there with these bytes.
    [[nodiscard]] static bool holds(const fs::path& file, std::string_view text) {
        std::error_code error;
        return fs::is_regular_file(fs::symlink_status(file, error)) &&
               fs::file_size(file, error) == text.size() && !error &&
               read_file(file, text.size()).value_or("") == text;
    }

    fs::path root_;
    Written& written_;
    std::set<std::string> kept_;
};

// The games, in files of about equal length. Returns the number of the first game of each.
Result<std::vector<std::size_t>> write_games(const Ledger& ledger, const Contents& contents,
                                             const ShownNames& names, Folder& folder,
                                             Written& written) {
    std::vector<std::size_t> shards;
    std::string games;
    const auto close = [&]() -> Result<void> {
        const std::string name = fmt::format("games/{}", shards.size() - 1);
        return folder.write(fmt::format("data/{}.js", name), script(name, games + "}"));
    };
    for (std::size_t number = 1; number <= contents.games.size(); ++number) {
        if (games.size() >= kShardBytes) {
            if (Result<void> closed = close(); !closed) return tl::unexpected(closed.error());
            games.clear();
        }
        if (games.empty()) shards.push_back(number);
        const Json film = film_json(ledger, contents, number, names);
        written.unshown += film.contains("trouble") ? 1 : 0;
        games += fmt::format("{}\"{}\":{}", games.empty() ? "{" : ",\n", number, text_of(film));
    }
    if (!games.empty())
        if (Result<void> closed = close(); !closed) return tl::unexpected(closed.error());
    return shards;
}

}  // namespace

Result<void> check_folder(const fs::path& folder) {
    std::error_code error;
    const std::string shown = printable(folder.string(), 300);
    if (!fs::exists(fs::symlink_status(folder, error))) {
        const fs::path parent = fs::absolute(folder).parent_path();
        if (fs::is_directory(parent, error)) return {};
        return fail("{}: there is no folder {}", shown, printable(parent.string(), 300));
    }
    if (!fs::is_directory(folder, error)) return fail("{}: is a file, expected a folder", shown);
    if (fs::is_regular_file(fs::symlink_status(folder / kMark, error))) return {};
    const fs::directory_iterator entries(folder, error);
    if (error) return fail("{}: {}", shown, error.message());
    if (entries == fs::directory_iterator()) return {};
    return fail("{}: found {} and no {}, expected a new folder or one of a class site", shown,
                printable(entries->path().filename().string()), kMark);
}

Result<Written> write_site(const Ledger& ledger, const fs::path& place, const ShownNames& names) {
    if (Result<void> free = check_folder(place); !free) return tl::unexpected(free.error());
    const Result<Contents> contents = read_contents(ledger);
    if (!contents) return tl::unexpected(contents.error());
    if (Result<void> differ = names.check(contents->entrants); !differ)
        return tl::unexpected(differ.error());
    Written written;
    written.entrants = contents->entrants.size();
    written.games = contents->games.size();
    written.strangers = names.strangers(contents->entrants);
    Folder folder(place, written);
    // The mark first: a folder that a kill left half-way is ours.
    if (Result<void> made = folder.make(""); !made) return tl::unexpected(made.error());
    if (Result<void> kept = folder.write(std::string(kMark), kMarkText); !kept)
        return tl::unexpected(kept.error());
    for (const char* const name : {"data", "data/players", "data/games"})
        if (Result<void> made = folder.make(name); !made) return tl::unexpected(made.error());

    const Result<std::vector<std::size_t>> shards =
        write_games(ledger, *contents, names, folder, written);
    if (!shards) return tl::unexpected(shards.error());
    for (std::size_t entrant = 0; entrant < contents->entrants.size(); ++entrant) {
        const std::string name = fmt::format("players/{}", entrant);
        if (Result<void> kept =
                folder.write(fmt::format("data/{}.js", name),
                             script(name, text_of(entrant_json(*contents, entrant))));
            !kept)
            return tl::unexpected(kept.error());
    }
    // The ranking and the page come last: until then the old ones show what is still there.
    const std::string ranking = script("class", text_of(class_json(*contents, names, *shards)));
    std::string stamped = ranking;
    for (const auto& [path, name] : kParts) {
        const Result<std::string> text = embedded(path);
        if (!text) return tl::unexpected(text.error());
        stamped += *text;
        if (Result<void> kept = folder.write(std::string(name), *text); !kept)
            return tl::unexpected(kept.error());
    }
    Result<std::string> page = embedded("/class/index.html");
    if (!page) return tl::unexpected(page.error());
    // A browser's cache must not mix two versions of a site.
    const std::string stamp = sha256(stamped).substr(0, 12);
    while (page->find("STAMP") != std::string::npos) *page = replaced(*page, "STAMP", stamp);
    *page = replaced(*page, "TITLE", escape_html(contents->standings.title));
    if (Result<void> kept = folder.write("data/class.js", ranking); !kept)
        return tl::unexpected(kept.error());
    if (Result<void> kept = folder.write("index.html", *page); !kept)
        return tl::unexpected(kept.error());
    folder.remove_others("data/players");
    folder.remove_others("data/games");
    return written;
}

}  // namespace zerosum::site
