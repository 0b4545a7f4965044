#include "players/spec.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/nearest_word.h"
#include "core/text.h"
#include "players/engine.h"
#include "players/player_path.h"
#include "players/programs/plugin_player.h"
#include "players/programs/program_player.h"
#include "players/programs/ugi_player.h"
#include "players/reference/alphabeta_player.h"
#include "players/reference/greedy_player.h"
#include "players/reference/minimax_player.h"
#include "players/reference/random_player.h"

namespace zerosum {

namespace {

using Maker = Result<PlayerPtr> (*)(const PlayerSpec&, const AnyGame&);

// What there is to know of a PlayerKind.
struct KindRow {
    std::string_view name;
    bool takes_argument;  // the text after the colon belongs to a program
    Maker make;
};

Result<void> only_options(const PlayerSpec& spec, std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : spec.options) {
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        const std::span<const std::string_view> names(known.begin(), known.size());
        return fail("player '{}': unknown option '{}', expected {}{}", spec.text, printable(key),
                    names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")),
                    did_you_mean(key, names));
    }
    return {};
}

Result<PlayerPtr> make_random(const PlayerSpec& spec, const AnyGame& /*game*/) {
    if (auto known = only_options(spec, {"by"}); !known) return tl::unexpected(known.error());
    RandomBy by = RandomBy::Pick;
    if (const auto it = spec.options.find("by"); it != spec.options.end()) {
        if (it->second != "move" && it->second != "pick")
            return fail("player '{}': by={} is not known, expected by=pick or by=move", spec.text,
                        printable(it->second));
        by = it->second == "move" ? RandomBy::Move : RandomBy::Pick;
    }
    return std::make_unique<RandomPlayer>(spec.name, by);
}

Result<PlayerPtr> make_greedy(const PlayerSpec& spec, const AnyGame& /*game*/) {
    if (auto known = only_options(spec, {}); !known) return tl::unexpected(known.error());
    return std::make_unique<GreedyPlayer>(spec.name);
}

Result<PlayerPtr> make_minimax_from(const PlayerSpec& spec, const AnyGame& game) {
    if (auto known = only_options(spec, {"depth"}); !known) return tl::unexpected(known.error());
    const Result<std::int64_t> depth = int_option(spec, "depth", 3, 1, 100);
    if (!depth) return tl::unexpected(depth.error());
    return make_minimax(spec.name, game, static_cast<int>(*depth));
}

Result<PlayerPtr> make_alphabeta_from(const PlayerSpec& spec, const AnyGame& game) {
    if (auto known = only_options(spec, {}); !known) return tl::unexpected(known.error());
    return make_alphabeta(spec.name, game);
}

// What follows the colon belongs to the program, so it has no options of ours.
template <Result<PlayerPtr> (*make)(const PlayerSpec&)>
Result<PlayerPtr> make_from_argument(const PlayerSpec& spec, const AnyGame& /*game*/) {
    if (auto known = only_options(spec, {}); !known) return tl::unexpected(known.error());
    return make(spec);
}
Result<PlayerPtr> make_directory(const PlayerSpec& spec) {
    return make_directory_player(spec);
}

Result<PlayerPtr> refuse_human(const PlayerSpec& spec, const AnyGame& /*game*/) {
    return fail(
        "player '{}': found a person, expected a player that moves by itself: people play with "
        "zerosum play and zerosum serve",
        spec.text);
}

// In the order of PlayerKind.
constexpr std::array kKinds{
    KindRow{"alphabeta", false, make_alphabeta_from},
    KindRow{"cmd", true, make_from_argument<make_command_player>},
    KindRow{"dir", true, make_from_argument<make_directory>},
    KindRow{"engine", false, make_engine},
    KindRow{"greedy", false, make_greedy},
    KindRow{"human", false, refuse_human},
    KindRow{"java", true, make_from_argument<make_java_player>},
    KindRow{"minimax", false, make_minimax_from},
    KindRow{"random", false, make_random},
    KindRow{"so", true, make_from_argument<make_plugin>},
    KindRow{"ugi", true, make_from_argument<make_ugi_player>},
};
static_assert(kKinds.size() == static_cast<std::size_t>(PlayerKind::Ugi) + 1);

const KindRow& row_of(PlayerKind kind) {
    return kKinds[static_cast<std::size_t>(kind)];
}

std::optional<PlayerKind> find_kind(std::string_view name) {
    for (std::size_t i = 0; i < kKinds.size(); ++i)
        if (kKinds[i].name == name) return static_cast<PlayerKind>(i);
    return std::nullopt;
}

// A word as files are named, of which the path is shown that would name one here.
bool could_be_a_file(std::string_view word) {
    return !word.empty() && word.size() <= 64 &&
           std::all_of(word.begin(), word.end(), [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
           });
}

// "engine, greedy, cmd:..., or a path such as ./mine", of the word 'mine' that is no player.
// Whether there is such a file is not said: the page asks here, too.
std::string expected_players(std::string_view word) {
    std::string names;
    for (const KindRow& known : kKinds)
        if (known.make != refuse_human)
            names += fmt::format("{}{}, ", known.name, known.takes_argument ? ":..." : "");
    const bool meant = could_be_a_file(word) && nearest_word(word, player_words()).empty();
    return fmt::format("{}or a path such as ./{}", names, meant ? word : "agent");
}

// A display name may not contain what a path or a command line may, so that the @ of
// cmd:./agent --user me@host is not taken for one.
constexpr std::string_view kUnfitForName = "/ \t";
bool fit_for_name(std::string_view text) {
    return !text.empty() && text.find_first_of(kUnfitForName) == std::string_view::npos;
}
// Whether a control character stands at `i`, ASCII's (C0) or Unicode's second set (C1) in UTF-8.
// Names are printed on terminals, which obey such characters.
bool is_control(std::string_view text, std::size_t i) {
    const auto byte = [&](std::size_t at) {
        return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    return byte(i) < ' ' || byte(i) == 0x7F ||
           (byte(i) == 0xC2 && byte(i + 1) >= 0x80 && byte(i + 1) <= 0x9F);
}

// How many bytes a character has at the start that reverses what stands behind it, in the rest of a
// line of a table, too, or begins a line; 0: there is none. In UTF-8: U+061C, U+200E and F,
// U+2028 to 202E, U+2066 to 2069.
std::size_t direction_bytes(std::string_view text) {
    if (text.starts_with("\xD8\x9C")) return 2;
    if (text.size() < 3 || text[0] != '\xE2') return 0;
    const auto last = static_cast<unsigned char>(text[2]);
    const bool marks = text[1] == '\x80' && (last == 0x8E || last == 0x8F);
    const bool breaks = text[1] == '\x80' && last >= 0xA8 && last <= 0xAE;
    const bool isolates = text[1] == '\x81' && last >= 0xA6 && last <= 0xA9;
    return marks || breaks || isolates ? 3 : 0;
}

}  // namespace

std::string_view to_text(PlayerKind kind) {
    return row_of(kind).name;
}

std::string display_name(std::string_view file) {
    std::string name;
    for (std::size_t i = 0; i < file.size(); ++i) {
        const char c = file[i];
        const bool control = is_control(file, i);
        const std::size_t direction = direction_bytes(file.substr(i));
        const bool unfit = c == '@' || kUnfitForName.find(c) != std::string_view::npos;
        name += control || unfit || direction > 0 ? '_' : c;
        if (control && c == '\xC2') ++i;  // it has two bytes
        if (direction > 0) i += direction - 1;
    }
    return name;
}

bool holds_control_characters(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\t' && is_control(text, i)) return true;
    return false;
}

std::vector<std::string_view> player_words() {
    std::vector<std::string_view> words;
    for (const KindRow& known : kKinds)
        if (known.make != refuse_human) words.push_back(known.name);
    return words;
}

std::vector<std::string> player_beginnings() {
    std::vector<std::string> beginnings;
    for (const KindRow& known : kKinds)
        if (known.make != refuse_human)
            beginnings.push_back(fmt::format("{}{}", known.name, known.takes_argument ? ":" : ""));
    return beginnings;
}

Result<PlayerSpec> parse_player_spec(std::string_view text) {
    return parse_player_spec(text, {});
}

Result<PlayerSpec> parse_player_spec(std::string_view text, const std::filesystem::path& folder) {
    if (holds_control_characters(text))
        return fail("player '{}': found a control character, expected printable text",
                    printable(text));
    PlayerSpec spec;
    spec.text = std::string(text);
    std::string_view body = text;
    if (const std::size_t at = text.rfind('@');
        at != std::string_view::npos && fit_for_name(text.substr(at + 1))) {
        spec.name = std::string(text.substr(at + 1));
        body = text.substr(0, at);
    } else {
        spec.name = std::string(text);
    }

    const std::size_t colon = body.find(':');
    const std::optional<PlayerKind> kind = find_kind(body.substr(0, colon));
    if (!kind && is_path(body)) return player_at(std::move(spec), body, folder);
    if (!kind)
        return fail("'{}' is not a player, expected one of: {}{}", printable(text),
                    expected_players(body), did_you_mean(body.substr(0, colon), player_words()));
    spec.kind = *kind;
    const bool has_rest = colon != std::string_view::npos;
    const std::string_view rest = has_rest ? body.substr(colon + 1) : std::string_view{};
    if (row_of(spec.kind).takes_argument) {
        if (trim(rest).empty())
            return fail("player '{}': found nothing after the colon, expected a {}", spec.text,
                        spec.kind == PlayerKind::Directory ? "directory" : "program");
        spec.argument = std::string(trim(rest));
        return spec;
    }
    if (!has_rest) return spec;
    for (const std::string_view option : split(rest, ',')) {
        const std::size_t equals = option.find('=');
        if (equals == std::string_view::npos || equals == 0)
            return fail("player '{}': found '{}', expected key=value", spec.text,
                        printable(option));
        spec.options[std::string(option.substr(0, equals))] =
            std::string(option.substr(equals + 1));
    }
    return spec;
}

Result<std::int64_t> int_option(const PlayerSpec& spec, std::string_view key,
                                std::int64_t otherwise, std::int64_t low, std::int64_t high) {
    const auto it = spec.options.find(std::string(key));
    if (it == spec.options.end()) return otherwise;
    const std::optional<std::int64_t> value = parse_int(it->second);
    if (!value || *value < low || *value > high)
        return fail("player '{}': {}={} is out of range, expected {}..{}", spec.text, key,
                    printable(it->second), low, high);
    return *value;
}

Result<PlayerPtr> make_player(const PlayerSpec& spec, const AnyGame& game) {
    return row_of(spec.kind).make(spec, game);
}

Result<PlayerPtr> make_player(std::string_view text, const AnyGame& game) {
    return parse_player_spec(text).and_then(
        [&](const PlayerSpec& spec) { return make_player(spec, game); });
}

}  // namespace zerosum
