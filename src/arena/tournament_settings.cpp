#include "arena/tournament_settings.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "arena/toml.h"
#include "core/files.h"
#include "games/registry.h"
#include "players/spec.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDirectory = "dir:";

// Reads one table's keys, remembers which were asked for, and refuses the others.
class Reader {
 public:
    Reader(const toml::table& table, std::string_view file, std::string_view prefix)
        : table_(table), file_(file), prefix_(prefix) {}

    template <typename T>
    void text(std::string_view key, T& target) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        if (const auto value = node->value_exact<std::string>()) {
            target = *value;
        } else {
            wrong(key, *node, "a text in quotes");
        }
    }

    template <typename Integer>
    void integer(std::string_view key, Integer& target, std::int64_t low, std::int64_t high) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        const auto value = node->value_exact<std::int64_t>();
        if (value && *value >= low && *value <= high) {
            target = static_cast<Integer>(*value);
        } else {
            wrong(key, *node, fmt::format("a whole number from {} to {}", low, high));
        }
    }

    void seconds(std::string_view key, std::optional<Seconds>& target) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        const auto value = node->value<double>();
        if (value && std::isfinite(*value) && *value > 0 && *value <= most_bank.count()) {
            target = Seconds{*value};
        } else {
            wrong(key, *node,
                  fmt::format("a number of seconds above 0 and up to {}", most_bank.count()));
        }
    }

    void boolean(std::string_view key, bool& target) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        if (const auto value = node->value_exact<bool>()) {
            target = *value;
        } else {
            wrong(key, *node, "true or false");
        }
    }

    void texts(std::string_view key, std::vector<std::string>& target) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        const toml::array* list = node->as_array();
        if (list == nullptr) return wrong(key, *node, "a list of texts");
        for (const toml::node& item : *list) {
            const auto value = item.value_exact<std::string>();
            if (!value) return wrong(key, item, "a list of texts");
            target.push_back(*value);
        }
    }

    [[nodiscard]] const toml::table* subtable(std::string_view key) {
        const toml::node* node = find(key);
        if (node == nullptr) return nullptr;
        if (!node->is_table()) wrong(key, *node, "a table");
        return node->as_table();
    }

    // The line a key stands on, for errors found later.
    [[nodiscard]] std::string where(std::string_view key) const {
        const toml::node* node = table_.get(key);
        return node == nullptr ? std::string(file_) : place(*node);
    }

    // The first error, an unknown key included. Call after all keys were asked for.
    [[nodiscard]] Result<void> finish() {
        for (const auto& [key, node] : table_) {
            if (known_.contains(std::string(key.str()))) continue;
            std::string names;
            for (const std::string& name : known_) names += (names.empty() ? "" : ", ") + name;
            complain(fmt::format("{}: there is no key '{}{}', expected one of: {}", place(node),
                                 prefix_, key.str(), names));
        }
        if (!error_.empty()) return fail("{}", error_);
        return {};
    }

 private:
    [[nodiscard]] const toml::node* find(std::string_view key) {
        known_.emplace(key);
        return table_.get(key);
    }
    [[nodiscard]] std::string place(const toml::node& node) const {
        return fmt::format("{}, line {}", file_, node.source().begin.line);
    }
    void wrong(std::string_view key, const toml::node& node, std::string_view expected) {
        complain(fmt::format("{}: '{}{}' must be {}", place(node), prefix_, key, expected));
    }
    void complain(std::string message) {
        if (error_.empty()) error_ = std::move(message);
    }

    const toml::table& table_;
    std::string_view file_;
    std::string_view prefix_;
    std::set<std::string> known_;
    std::string error_;
};

bool is_pattern(std::string_view text) {
    return text.find_first_of("*?[") != std::string_view::npos;
}

// The directories that a pattern such as agents/team* names, sorted, relative to `folder`.
std::vector<fs::path> matching_directories(const fs::path& folder, const fs::path& pattern) {
    std::vector<fs::path> found = {pattern.is_absolute() ? pattern.root_path() : fs::path()};
    for (const fs::path& part : pattern.relative_path()) {
        std::vector<fs::path> deeper;
        for (const fs::path& base : found) {
            std::error_code error;
            if (!is_pattern(part.native())) {
                if (fs::is_directory(folder / base / part, error)) deeper.push_back(base / part);
                continue;
            }
            for (fs::directory_iterator entry(folder / base, error), end; !error && entry != end;
                 entry.increment(error)) {
                const std::string name = entry->path().filename().string();
                std::error_code unused;
                if (::fnmatch(part.c_str(), name.c_str(), FNM_PERIOD) == 0 &&
                    entry->is_directory(unused))
                    deeper.push_back(base / name);
            }
        }
        std::sort(deeper.begin(), deeper.end());
        found = std::move(deeper);
    }
    return found;
}

// One line of `players`: a player, or the directories a pattern names.
Result<std::vector<LedgerPlayer>> expand(const std::string& text, const fs::path& folder) {
    const Result<PlayerSpec> spec = parse_player_spec(text);
    if (!spec) return tl::unexpected(spec.error());
    if (spec->kind != "dir" || !is_pattern(spec->argument)) {
        return std::vector<LedgerPlayer>{{spec->name, spec->text}};
    }
    std::vector<LedgerPlayer> players;
    for (const fs::path& directory : matching_directories(folder, spec->argument)) {
        const std::string name = display_name(directory.filename().string());
        players.push_back({name, fmt::format("{}{}@{}", kDirectory, directory.string(), name)});
    }
    if (players.empty()) return fail("no directory matches '{}'", spec->argument);
    return players;
}

Result<std::vector<LedgerPlayer>> expand_all(const std::vector<std::string>& lines,
                                             const fs::path& folder) {
    std::vector<LedgerPlayer> players;
    std::set<std::string> names;
    for (const std::string& line : lines) {
        const Result<std::vector<LedgerPlayer>> expanded = expand(line, folder);
        if (!expanded) return tl::unexpected(expanded.error());
        for (const LedgerPlayer& player : *expanded) {
            if (!names.insert(player.name).second) {
                return fail("two players are called '{}': give one another name with '{}@name'",
                            player.name, player.spec);
            }
            players.push_back(player);
        }
    }
    if (players.size() < 2) return fail("a tournament needs two players or more");
    return players;
}

// Everything that can be told to be wrong only by trying it.
Result<void> check(const TournamentSettings& settings) {
    Random random(settings.seed);
    const Result<PositionPtr> board = settings.match.game->start(settings.match.start, random);
    if (!board) return tl::unexpected(board.error());
    for (PlayerIndex i = 0; i < settings.players.size(); ++i) {
        // A directory that is there takes part; whether its agent can be built is a matter of play.
        std::error_code unused;
        const Result<PlayerSpec> spec = parse_player_spec(settings.spec_of(i));
        if (spec && spec->kind == "dir" && fs::is_directory(spec->argument, unused)) continue;
        const Result<PlayerPtr> player = make_player(settings.spec_of(i), *settings.match.game);
        if (!player)
            return fail("player '{}': {}", settings.players[i].name, player.error().message);
    }
    if (settings.format == Format::Gauntlet &&
        static_cast<std::size_t>(settings.challengers) >= settings.players.size()) {
        return fail("{} challengers leave nobody to meet among {} players", settings.challengers,
                    settings.players.size());
    }
    return {};
}

}  // namespace

Identity TournamentSettings::identity() const {
    const auto number = [](double x) { return fmt::format("{:g}", x); };
    Identity identity = {
        {"game", std::string(match.game->name())},
        {"edition", std::string(match.edition.name)},
        {"size", number(match.start.size)},
        {"kinds", number(match.start.kinds)},
        {"pieces", number(match.start.pieces)},
        {"bank", number(match.bank.count())},
        {"komi", number(match.komi)},
        {"games", number(match.games)},
        {"paired", match.paired ? "true" : "false"},
        {"format", std::string(to_text(format))},
        {"rounds", number(rounds)},
        {"challengers", number(challengers)},
        {"seed", fmt::format("{}", seed)},
    };
    if (format == Format::Swiss) identity["play_all"] = play_all ? "true" : "false";
    for (std::size_t i = 0; i < match.boards.size(); ++i) {
        identity[fmt::format("board {:03}", i + 1)] = match.boards[i];
    }
    for (std::size_t i = 0; i < players.size(); ++i) {
        identity[fmt::format("player {:03}", i + 1)] =
            fmt::format("{} ({})", players[i].name, players[i].spec);
    }
    return identity;
}

ScheduleSettings TournamentSettings::schedule() const {
    return {format, players.size(), seed, rounds, challengers};
}

std::string TournamentSettings::spec_of(PlayerIndex player) const {
    const std::string& spec = players[player].spec;
    if (!spec.starts_with(kDirectory)) return spec;
    return std::string(kDirectory) + (folder / spec.substr(kDirectory.size())).string();
}

MatchSettings TournamentSettings::match_of(const ScheduledPairing& pairing) const {
    MatchSettings settings = match;
    settings.seed = pairing.id.bits;
    // The match draws who starts; seat the players so that the draw falls on the planned one.
    const auto drawn = static_cast<std::size_t>(starter(settings, 0));
    settings.players[drawn] = spec_of(pairing.first);
    settings.players[1 - drawn] = spec_of(pairing.second);
    settings.jobs = 1;
    return settings;
}

Result<TournamentSettings> parse_tournament(std::string_view text, const fs::path& folder,
                                            std::string_view name) {
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        return fail("{}, line {}: {}", name, parsed.error().source().begin.line,
                    parsed.error().description());
    }
    TournamentSettings settings;
    settings.folder = folder;
    settings.ledger = fs::path(name).stem().string() + ".ledger";
    std::string game = "fruit";
    std::string edition;
    std::string format = "round-robin";
    std::string ledger;
    std::optional<Seconds> bank;
    std::vector<std::string> players;

    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    Reader top(parsed.table(), name, "");
    top.text("title", settings.title);
    top.text("game", game);
    top.text("edition", edition);
    top.text("format", format);
    top.integer("rounds", settings.rounds, 1, 1000);
    top.integer("challengers", settings.challengers, 1, 100'000);
    top.integer("games", settings.match.games, 1, 100'000);
    top.boolean("play_all", settings.play_all);
    top.boolean("paired", settings.match.paired);
    top.integer("seed", settings.seed, 0, most);
    top.seconds("bank", bank);
    top.integer("komi", settings.match.komi, -most_komi, most_komi);
    top.integer("jobs", settings.jobs, 1, 1024);
    top.text("ledger", ledger);
    top.texts("players", players);
    const toml::table* board = top.subtable("board");
    if (Result<void> read = top.finish(); !read) return tl::unexpected(read.error());

    const Result<const AnyGame*> found = find_game(game);
    if (!found) return fail("{}: {}", top.where("game"), found.error().message);
    settings.match.game = *found;
    const Result<Edition> rules =
        edition.empty() ? Result<Edition>(default_edition(**found)) : find_edition(edition);
    if (!rules) return fail("{}: {}", top.where("edition"), rules.error().message);
    settings.match.edition = *rules;
    settings.match.bank = bank.value_or(rules->bank);
    settings.match.start = rules->start;
    if (board != nullptr) {
        Reader reader(*board, name, "board.");
        reader.integer("size", settings.match.start.size, 1, 100);
        reader.integer("kinds", settings.match.start.kinds, 1, 10);
        reader.integer("pieces", settings.match.start.pieces, 0, 1000);
        std::string file;
        reader.text("file", file);
        if (Result<void> read = reader.finish(); !read) return tl::unexpected(read.error());
        if (!file.empty()) {
            Result<std::vector<std::string>> boards = read_boards(**found, folder / file);
            if (!boards) return fail("{}: {}", reader.where("file"), boards.error().message);
            settings.match.boards = std::move(*boards);
        }
    }
    const std::optional<Format> known = parse_format(format);
    if (!known) {
        return fail(
            "{}: there is no format '{}', expected round-robin, gauntlet, swiss or knockout",
            top.where("format"), printable(format));
    }
    settings.format = *known;
    if (!ledger.empty()) settings.ledger = ledger;
    settings.ledger = folder / settings.ledger;

    Result<std::vector<LedgerPlayer>> expanded = expand_all(players, folder);
    if (!expanded) return fail("{}: {}", top.where("players"), expanded.error().message);
    settings.players = std::move(*expanded);
    if (Result<void> sound = check(settings); !sound) {
        return fail("{}: {}", name, sound.error().message);
    }
    return settings;
}

Result<TournamentSettings> read_tournament(const fs::path& file) {
    const Result<std::string> text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    return parse_tournament(*text, file.parent_path(), file.filename().string());
}

}  // namespace zerosum
