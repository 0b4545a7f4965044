#include "arena/study_spec.h"

#include <algorithm>
#include <initializer_list>
#include <map>

#include "arena/toml.h"
#include "core/files.h"
#include "core/text.h"
#include "games/registry.h"
#include "players/spec.h"

namespace zerosum {

namespace {

// A value of the file as a message names it.
std::string found(const toml::node& node) {
    if (const auto value = node.value_exact<std::string>())
        return fmt::format("\"{}\"", printable(*value));
    if (const auto value = node.value_exact<std::int64_t>()) return fmt::format("{}", *value);
    if (const auto value = node.value_exact<double>()) return fmt::format("{}", *value);
    if (const auto value = node.value_exact<bool>()) return *value ? "true" : "false";
    if (const toml::array* list = node.as_array())
        return list->empty() ? "an empty list" : fmt::format("a list of {}", list->size());
    return node.is_table() ? "a table" : "a date or a time";
}

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
        wrong(*node, key, "a text in quotes");
        return otherwise;
    }

    // `Number` says what is wanted: with an integer, 4.7 is refused, and 4.0 as well.
    template <typename Number>
    [[nodiscard]] Number number(const char* key, Number otherwise, Number low, Number high) {
        const toml::node* node = table_.get(key);
        return node == nullptr ? otherwise : number_of(*node, key, low, high);
    }

    // A list of numbers, or one number for a list of one.
    template <typename Number>
    [[nodiscard]] std::vector<Number> numbers(const char* key, std::vector<Number> otherwise,
                                              Number low, Number high) {
        const toml::node* node = table_.get(key);
        if (node == nullptr) return otherwise;
        if (!node->is_array()) return {number_of(*node, key, low, high)};
        std::vector<Number> out;
        for (const toml::node& item : *node->as_array())
            out.push_back(number_of(item, key, low, high));
        if (out.empty()) wrong(*node, key, "at least one value");
        return out;
    }

    [[nodiscard]] std::vector<std::string> texts(const char* key) {
        const toml::node* node = table_.get(key);
        std::vector<std::string> out;
        constexpr const char* expected = "a list of texts in quotes";
        if (node == nullptr) {
            complain(fmt::format("no {}, expected {}", key, expected));
        } else if (!node->is_array() || node->as_array()->empty()) {
            wrong(*node, key, expected);
        } else {
            for (const toml::node& item : *node->as_array()) {
                if (const auto value = item.value_exact<std::string>()) {
                    out.push_back(*value);
                } else {
                    wrong(item, key, expected);
                }
            }
        }
        return out;
    }

    // The line that the table begins on.
    [[nodiscard]] int line() const { return line_of(table_); }

    void complain(const toml::node& node, const std::string& what) {
        if (error_.empty()) error_ = fmt::format("line {}: {}", line_of(node), what);
    }
    void complain(const std::string& what) { complain(table_, what); }
    void complain(const char* key, const std::string& what) {
        const toml::node* node = table_.get(key);
        complain(node == nullptr ? table_ : *node, fmt::format("{}: {}", key, what));
    }
    void wrong(const toml::node& node, const char* key, const std::string& expected) {
        complain(node, fmt::format("{}: found {}, expected {}", key, found(node), expected));
    }
    [[nodiscard]] const std::string& error() const { return error_; }

 private:
    [[nodiscard]] static int line_of(const toml::node& node) {
        return static_cast<int>(node.source().begin.line);
    }

    template <typename Number>
    Number number_of(const toml::node& node, const char* key, Number low, Number high) {
        constexpr bool whole = std::is_integral_v<Number>;
        const auto value = [&] {
            if constexpr (whole) {
                return node.value_exact<std::int64_t>();
            } else {
                return node.value<double>();
            }
        }();
        if (value && *value >= low && *value <= high) return static_cast<Number>(*value);
        wrong(node, key, fmt::format("a {}number from {} to {}", whole ? "whole " : "", low, high));
        return low;
    }

    const toml::table& table_;
    std::string error_;
};

constexpr int max_size = 32;
constexpr int max_kinds = 10;

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

// The cells so far by their ids, with the lines of the tables that asked for them. A cell is played
// by one thread and stored under its id, so it may be asked for once only.
using Asked = std::map<std::string, int>;

void ask_once(Table& table, const std::string& id, Asked& asked) {
    const auto [first, is_new] = asked.emplace(id, table.line());
    if (!is_new)
        table.complain(
            fmt::format("found the cell {} again, first asked for in line {}, expected "
                        "every combination once",
                        id, first->second));
}

void add_games(Table& table, StudySpec& spec, Asked& asked) {
    const AnyGame* game = game_of(table);
    const std::string player = table.text("player", "engine");
    const std::vector<std::string> opponents = table.texts("opponents");
    const std::vector<int> pairs = table.numbers("pairs", {5, 20}, 1, 100'000);
    if (pairs.size() != 2 || pairs[0] > pairs[1])
        table.complain("pairs", fmt::format("found [{}], expected [at least, at most]",
                                            fmt::join(pairs, ", ")));
    const double margin = table.number("margin", 0.0, 0.0, 1e6);
    const double rate = table.number("rate", 0.0, 0.0, 1.0);
    const std::vector<int> sizes = table.numbers("sizes", {10}, 1, max_size);
    const std::vector<int> kinds = table.numbers("kinds", {0}, 0, max_kinds);
    const std::vector<double> banks = table.numbers("banks", {1.0}, 0.001, 1e5);
    if (!table.error().empty()) return;
    for (const std::string& opponent : opponents) {
        for (const std::string& name : {player, opponent})
            if (const Result<PlayerPtr> made = make_player(name, *game); !made)
                return table.complain(made.error().message);
        for (const int size : sizes)
            for (const int kind : kinds) {
                check_start(table, *game, size, kind);
                for (const double bank : banks) {
                    spec.games.push_back({game, player, opponent, size, kind, bank, pairs[0],
                                          pairs[1], margin, rate});
                    ask_once(table, spec.games.back().id(), asked);
                }
            }
    }
}

void add_exact(Table& table, StudySpec& spec, Asked& asked) {
    const AnyGame* game = game_of(table);
    const int boards = table.number("boards", 100, 1, 1'000'000);
    const double seconds = table.number("seconds", 5.0, 0.001, 1e5);
    const std::vector<int> sizes = table.numbers("sizes", {4}, 1, max_size);
    const std::vector<int> kinds = table.numbers("kinds", {0}, 0, max_kinds);
    for (const int size : sizes)
        for (const int kind : kinds) {
            check_start(table, *game, size, kind);
            spec.exact.push_back({game, size, kind, boards, seconds});
            ask_once(table, spec.exact.back().id(), asked);
        }
}

using Add = void (*)(Table&, StudySpec&, Asked&);

Result<void> add_each(const toml::table& file, const char* key,
                      std::initializer_list<std::string_view> known, Add add, StudySpec& spec) {
    const toml::node* node = file.get(key);
    if (node == nullptr) return {};
    if (!node->is_array_of_tables())
        return fail("line {}: found {} named {}, expected [[{}]]", node->source().begin.line,
                    found(*node), key, key);
    Asked asked;
    for (const toml::node& item : *node->as_array()) {
        Table table(*item.as_table(), known);
        add(table, spec, asked);
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
    spec.seed = static_cast<std::uint64_t>(
        top.number("seed", std::int64_t{1}, std::int64_t{0}, std::int64_t{1'000'000'000'000'000}));
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
