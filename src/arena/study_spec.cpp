#include "arena/study_spec.h"

#include <algorithm>
#include <initializer_list>

#include "arena/toml.h"
#include "core/files.h"
#include "games/registry.h"
#include "players/spec.h"

namespace zerosum {

namespace {

// A table of the file whose every access is checked; the first mistake is kept.
class Table {
 public:
    Table(const toml::table& table, std::initializer_list<std::string_view> known) : table_(table) {
        for (const auto& [key, value] : table) {
            if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
            complain(value, fmt::format("unknown key '{}', expected one of: {}",
                                        printable(key.str()), fmt::join(known, ", ")));
        }
    }

    [[nodiscard]] std::string text(const char* key, const std::string& otherwise) {
        const toml::node* node = table_.get(key);
        if (node == nullptr) return otherwise;
        if (const auto value = node->value_exact<std::string>()) return *value;
        complain(*node, fmt::format("{}: expected a text in quotes", key));
        return otherwise;
    }

    [[nodiscard]] double number(const char* key, double otherwise, double low, double high) {
        const toml::node* node = table_.get(key);
        return node == nullptr ? otherwise : number_of(*node, key, low, high);
    }

    // A list of numbers, or one number for a list of one.
    [[nodiscard]] std::vector<double> numbers(const char* key, std::vector<double> otherwise,
                                              double low, double high) {
        const toml::node* node = table_.get(key);
        if (node == nullptr) return otherwise;
        if (!node->is_array()) return {number_of(*node, key, low, high)};
        std::vector<double> out;
        for (const toml::node& item : *node->as_array())
            out.push_back(number_of(item, key, low, high));
        if (out.empty()) complain(*node, fmt::format("{}: expected at least one value", key));
        return out;
    }

    [[nodiscard]] std::vector<std::string> texts(const char* key) {
        const toml::node* node = table_.get(key);
        std::vector<std::string> out;
        if (node == nullptr || !node->is_array() || node->as_array()->empty()) {
            complain(node == nullptr ? table_ : *node,
                     fmt::format("{}: expected a list of texts in quotes", key));
            return out;
        }
        for (const toml::node& item : *node->as_array()) {
            if (const auto value = item.value_exact<std::string>()) {
                out.push_back(*value);
            } else {
                complain(item, fmt::format("{}: expected texts in quotes", key));
            }
        }
        return out;
    }

    void complain(const toml::node& node, const std::string& what) {
        if (error_.empty()) error_ = fmt::format("line {}: {}", node.source().begin.line, what);
    }
    void complain(const std::string& what) { complain(table_, what); }
    [[nodiscard]] const std::string& error() const { return error_; }

 private:
    double number_of(const toml::node& node, const char* key, double low, double high) {
        const std::optional<double> value = node.value<double>();
        if (value && *value >= low && *value <= high) return *value;
        complain(node, fmt::format("{}: expected a number from {:g} to {:g}", key, low, high));
        return low;
    }

    const toml::table& table_;
    std::string error_;
};

constexpr double max_size = 32;
constexpr double max_kinds = 10;

const AnyGame* game_of(Table& table) {
    const Result<const AnyGame*> game = find_game(table.text("game", "fruit"));
    if (game) return *game;
    table.complain(game.error().message);
    return all_games().front();
}

// Whether a board like that can be drawn is the game's business.
void check_start(Table& table, const AnyGame& game, int size, int kinds) {
    Random random(1);
    StartOptions options;
    options.size = size;
    options.kinds = kinds;
    if (const Result<PositionPtr> start = game.start(options, random); !start)
        table.complain(start.error().message);
}

void add_games(Table& table, StudySpec& spec) {
    const AnyGame* game = game_of(table);
    const std::string player = table.text("player", "engine");
    const std::vector<std::string> opponents = table.texts("opponents");
    const std::vector<double> pairs = table.numbers("pairs", {5, 20}, 1, 100'000);
    if (pairs.size() != 2 || pairs[0] > pairs[1])
        table.complain("pairs: expected [at least, at most]");
    const double margin = table.number("margin", 0, 0, 1e6);
    const double rate = table.number("rate", 0, 0, 1);
    const std::vector<double> sizes = table.numbers("sizes", {10}, 1, max_size);
    const std::vector<double> kinds = table.numbers("kinds", {0}, 0, max_kinds);
    const std::vector<double> banks = table.numbers("banks", {1}, 0.001, 1e5);
    if (!table.error().empty()) return;
    for (const std::string& opponent : opponents) {
        for (const std::string& name : {player, opponent})
            if (const Result<PlayerPtr> made = make_player(name, *game); !made)
                return table.complain(made.error().message);
        for (const double size : sizes)
            for (const double kind : kinds) {
                check_start(table, *game, static_cast<int>(size), static_cast<int>(kind));
                for (const double bank : banks)
                    spec.games.push_back({game, player, opponent, static_cast<int>(size),
                                          static_cast<int>(kind), bank, static_cast<int>(pairs[0]),
                                          static_cast<int>(pairs[1]), margin, rate});
            }
    }
}

void add_exact(Table& table, StudySpec& spec) {
    const AnyGame* game = game_of(table);
    const auto boards = static_cast<int>(table.number("boards", 100, 1, 1e6));
    const double seconds = table.number("seconds", 5, 0.001, 1e5);
    const std::vector<double> sizes = table.numbers("sizes", {4}, 1, max_size);
    const std::vector<double> kinds = table.numbers("kinds", {0}, 0, max_kinds);
    for (const double size : sizes)
        for (const double kind : kinds) {
            check_start(table, *game, static_cast<int>(size), static_cast<int>(kind));
            spec.exact.push_back(
                {game, static_cast<int>(size), static_cast<int>(kind), boards, seconds});
        }
}

using Add = void (*)(Table&, StudySpec&);

Result<void> add_each(const toml::table& file, const char* key,
                      std::initializer_list<std::string_view> known, Add add, StudySpec& spec) {
    const toml::node* node = file.get(key);
    if (node == nullptr) return {};
    if (!node->is_array_of_tables())
        return fail("line {}: expected [[{}]]", node->source().begin.line, key);
    for (const toml::node& item : *node->as_array()) {
        Table table(*item.as_table(), known);
        add(table, spec);
        if (!table.error().empty()) return fail("{}", table.error());
    }
    return {};
}

}  // namespace

std::string GamesCell::id() const {
    return fmt::format("{}/{}/{}/{}/{}/{:g}", game->name(), player, opponent, size, kinds, bank);
}

std::string ExactCell::id() const {
    return fmt::format("{}/exact/{}/{}", game->name(), size, kinds);
}

Result<StudySpec> parse_study_spec(std::string_view text) {
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed)
        return fail("line {}: {}", parsed.error().source().begin.line,
                    parsed.error().description());
    const toml::table& file = parsed.table();
    StudySpec spec;
    spec.text = std::string(text);
    Table top(file, {"title", "seed", "games", "exact"});
    spec.title = top.text("title", "A study");
    spec.seed = static_cast<std::uint64_t>(top.number("seed", 1, 0, 1e15));
    if (!top.error().empty()) return fail("{}", top.error());
    if (const Result<void> added = add_each(
            file, "games",
            {"game", "player", "opponents", "sizes", "kinds", "banks", "pairs", "margin", "rate"},
            add_games, spec);
        !added)
        return tl::unexpected(added.error());
    if (const Result<void> added = add_each(
            file, "exact", {"game", "sizes", "kinds", "boards", "seconds"}, add_exact, spec);
        !added)
        return tl::unexpected(added.error());
    if (spec.games.empty() && spec.exact.empty())
        return fail("nothing to study, expected [[games]] or [[exact]]");
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
