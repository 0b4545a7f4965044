#include "arena/study/spec.h"

#include <initializer_list>
#include <map>

#include "arena/storage/toml_table.h"
#include "core/files.h"
#include "games/registry.h"

namespace zerosum {

namespace {

constexpr int kMaxSize = 32;
constexpr int kMaxKinds = 10;

const AnyGame* game_of(TomlTable& table) {
    const Result<const AnyGame*> game =
        find_game(table.text("game", std::string(default_game().name())));
    if (game) return *game;
    table.complain("game", game.error().message);
    return &default_game();
}

Edition edition_of(TomlTable& table, const AnyGame& game) {
    const Edition usual = default_edition(game);
    const Result<Edition> edition = find_edition(table.text("edition", std::string(usual.name)));
    if (edition) return *edition;
    table.complain("edition", edition.error().message);
    return usual;
}

// Whether a board like that can be drawn is the game's business.
void check_start(TomlTable& table, const AnyGame& game, int size, int kinds) {
    Random random(1);
    StartOptions options;
    options.size = size;
    options.kinds = kinds;
    if (const Result<PositionPtr> start = game.start(options, random); !start)
        table.complain(start.error().message);
}

// The cells so far by their ids, with the lines of the tables that asked for them. A cell is played
// by one thread and stored under its id, so it may be asked for once only.
using Asked = std::map<std::string, int>;

void ask_once(TomlTable& table, const std::string& id, Asked& asked) {
    const auto [first, is_new] = asked.emplace(id, table.line());
    if (!is_new)
        table.complain(
            fmt::format("found the cell {} again, first asked for in line {}, expected "
                        "every combination once",
                        id, first->second));
}

// A player of this game; a complaint when it is none.
PlayerSpec player_of(TomlTable& table, int line, std::string_view key, const std::string& text,
                     const AnyGame& game) {
    const Result<PlayerSpec> spec = parse_player_spec(text);
    const Result<void> sound = spec.and_then([&](const PlayerSpec& parsed) -> Result<void> {
        // A library is loaded when it plays: a study may come from anybody.
        if (parsed.kind == PlayerKind::Plugin) return {};
        return make_player(parsed, game).map([](const PlayerPtr&) {});
    });
    if (!sound) table.complain(line, key, sound.error().message);
    return spec.value_or(PlayerSpec{});
}

void add_games(TomlTable& table, StudySpec& spec, Asked& asked) {
    const AnyGame* game = game_of(table);
    const Edition edition = edition_of(table, *game);
    const std::string text = table.text("player", "engine");
    const std::vector<TomlTable::Text> opponents =
        table.texts("opponents", "a list of players in quotes");
    const std::vector<int> pairs = table.numbers("pairs", {5, 20}, 1, 100'000);
    if (pairs.size() != 2 || pairs[0] > pairs[1])
        table.complain("pairs", fmt::format("found [{}], expected [at least, at most]",
                                            fmt::join(pairs, ", ")));
    const double margin = table.number("margin", 0.0, 0.0, 1e6);
    const double rate = table.number("rate", 0.0, 0.0, 1.0);
    const std::vector<int> sizes = table.numbers("sizes", {10}, 1, kMaxSize);
    const std::vector<int> kinds = table.numbers("kinds", {0}, 0, kMaxKinds);
    const std::vector<double> banks = table.numbers("banks", {1.0}, 0.001, 1e5);
    if (!table.sound()) return;
    const PlayerSpec player = player_of(table, table.line("player"), "player", text, *game);
    for (const auto& [name, line] : opponents) {
        const PlayerSpec opponent = player_of(table, line, "opponents", name, *game);
        for (const int size : sizes)
            for (const int kind : kinds) {
                check_start(table, *game, size, kind);
                for (const double bank : banks) {
                    spec.games.push_back({game, edition, player, opponent, size, kind, bank,
                                          pairs[0], pairs[1], margin, rate});
                    ask_once(table, spec.games.back().id(), asked);
                }
            }
    }
}

void add_exact(TomlTable& table, StudySpec& spec, Asked& asked) {
    const AnyGame* game = game_of(table);
    const int boards = table.number("boards", 100, 1, 1'000'000);
    const double seconds = table.number("seconds", 5.0, 0.001, 1e5);
    const std::vector<int> sizes = table.numbers("sizes", {4}, 1, kMaxSize);
    const std::vector<int> kinds = table.numbers("kinds", {0}, 0, kMaxKinds);
    for (const int size : sizes)
        for (const int kind : kinds) {
            check_start(table, *game, size, kind);
            spec.exact.push_back({game, size, kind, boards, seconds});
            ask_once(table, spec.exact.back().id(), asked);
        }
}

using Add = void (*)(TomlTable&, StudySpec&, Asked&);

Result<void> add_each(const toml::table& file, const char* key,
                      std::initializer_list<std::string_view> known, Add add, StudySpec& spec) {
    const toml::node* node = file.get(key);
    if (node == nullptr) return {};
    if (!node->is_array_of_tables())
        return fail("line {}: found {} named {}, expected [[{}]]", node->source().begin.line,
                    value_text(*node), key, key);
    Asked asked;
    for (const toml::node& item : *node->as_array()) {
        TomlTable table(*item.as_table(), known);
        add(table, spec, asked);
        if (!table.sound()) return table.failure();
    }
    return {};
}

}  // namespace

std::string GamesCell::game_text() const {
    if (edition.name == default_edition(*game).name) return std::string(game->name());
    return fmt::format("{} {}", game->name(), edition.name);
}

std::string GamesCell::id() const {
    return fmt::format("{}/{}/{}/{}/{}/{:g}", game_text(), player.text, opponent.text, size, kinds,
                       bank);
}

std::string ExactCell::id() const {
    return fmt::format("{}/exact/{}/{}", game->name(), size, kinds);
}

Result<StudySpec> parse_study_spec(std::string_view text) {
    const Result<toml::table> parsed = parse_toml(text);
    if (!parsed) return tl::unexpected(parsed.error());
    const toml::table& file = *parsed;
    StudySpec spec;
    spec.text = std::string(text);
    TomlTable top(file, {"title", "seed", "games", "exact"});
    spec.title = top.text("title", "A study");
    spec.seed = static_cast<std::uint64_t>(
        top.number("seed", std::int64_t{1}, std::int64_t{0}, std::int64_t{1'000'000'000'000'000}));
    if (!top.sound()) return top.failure();
    if (const Result<void> added = add_each(file, "games",
                                            {"game", "edition", "player", "opponents", "sizes",
                                             "kinds", "banks", "pairs", "margin", "rate"},
                                            add_games, spec);
        !added)
        return tl::unexpected(added.error());
    if (const Result<void> added = add_each(
            file, "exact", {"game", "sizes", "kinds", "boards", "seconds"}, add_exact, spec);
        !added)
        return tl::unexpected(added.error());
    if (spec.games.empty() && spec.exact.empty())
        return fail("found nothing to study, expected [[games]] or [[exact]]");
    return spec;
}

Result<StudySpec> read_study_spec(const std::filesystem::path& path) {
    const Result<std::string> text = read_file(path);
    if (!text) return tl::unexpected(text.error());
    Result<StudySpec> spec = parse_study_spec(*text);
    if (!spec) return fail("{}: {}", path.string(), spec.error().message);
    return spec;
}

}  // namespace zerosum
