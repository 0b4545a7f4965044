#include "app/ugi/ugi_options.h"

#include <algorithm>
#include <limits>

#include "app/ugi/ugi_words.h"
#include "core/text.h"
#include "games/registry.h"
#include "players/engine.h"

namespace zerosum {

namespace {

constexpr std::int64_t kMostLines = 256;

bool same_name(std::string_view a, std::string_view b) {
    return lower_case(a) == lower_case(b);
}

// The largest that any game allows: which game it is may be said later.
std::int64_t most_of_any_game(int (*most)(const GameInfo&)) {
    int largest = 0;
    for (const AnyGame* game : all_games()) largest = std::max(largest, most(game->info()));
    return largest;
}

std::int64_t option_or(const PlayerSpec& spec, const std::string& key, std::int64_t otherwise) {
    const auto it = spec.options.find(key);
    return it == spec.options.end() ? otherwise : parse_int(it->second).value_or(otherwise);
}

}  // namespace

// A whole number within bounds.
struct UgiOptions::Spin {
    std::string_view name;
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::int64_t usual = 0;
    std::string_view player_option = {};         // of the player's text,
    std::int64_t UgiOptions::*member = nullptr;  // or of ours
};

UgiOptions::UgiOptions(PlayerSpec player, const AnyGame& game)
    : player_(std::move(player)), first_player_(player_), game_(&game), first_game_(&game) {}

std::vector<UgiOptions::Spin> UgiOptions::spins() const {
    std::vector<Spin> spins;
    if (player_.kind == PlayerKind::Engine) {
        const EngineOptions usual;
        const auto hash = static_cast<std::int64_t>(usual.hash_mb);
        spins = {{"Hash", 1, kMostHashMb, hash, "hash"},
                 {"Threads", 1, kMostThreads, usual.threads, "threads"},
                 {"Level", 1, kStrongestLevel, usual.level, "level"},
                 {"MultiPV", 1, kMostLines, 1, {}, &UgiOptions::lines_}};
        for (Spin& spin : spins)
            spin.usual = option_or(first_player_, std::string(spin.player_option), spin.usual);
    }
    const std::int64_t size = most_of_any_game([](const GameInfo& info) { return info.size.most; });
    const std::int64_t kinds =
        most_of_any_game([](const GameInfo& info) { return info.kinds ? info.kinds->most : 0; });
    spins.push_back({"Size", 0, size, 0, {}, &UgiOptions::size_});
    spins.push_back({"Kinds", 0, kinds, 0, {}, &UgiOptions::kinds_});
    spins.push_back(
        {"Seed", 0, std::numeric_limits<std::int32_t>::max(), 1, {}, &UgiOptions::seed_});
    return spins;
}

std::vector<std::string> UgiOptions::announcements() const {
    std::vector<std::string> lines;
    for (const Spin& spin : spins())
        lines.push_back(fmt::format("option name {} type spin default {} min {} max {}", spin.name,
                                    spin.usual, spin.least, spin.most));
    std::string games = fmt::format("option name Game type combo default {}", first_game_->name());
    for (const AnyGame* game : all_games()) games += fmt::format(" var {}", game->name());
    lines.push_back(games);
    return lines;
}

Result<void> UgiOptions::set(std::string_view words) {
    if (take_word(words) != "name") return fail("expected 'setoption name NAME value VALUE'");
    const std::string_view name = take_word(words);
    if (take_word(words) != "value")
        return fail("setoption: expected 'value' and a value after '{}'", printable(name));
    if (same_name(name, "Game")) return set_game(words);
    std::string names = "Game";
    for (const Spin& spin : spins()) {
        names += fmt::format(", {}", spin.name);
        if (!same_name(name, spin.name)) continue;
        const auto number = parse_int(words);
        if (!number || *number < spin.least || *number > spin.most)
            return fail("setoption: {} cannot be '{}', expected a number of {}..{}", spin.name,
                        printable(words), spin.least, spin.most);
        change(spin, *number);
        return {};
    }
    return fail("setoption: there is no option '{}' with this player, expected one of {}",
                printable(name), names);
}

void UgiOptions::change(const Spin& spin, std::int64_t value) {
    if (spin.member != nullptr)
        this->*spin.member = value;
    else
        player_.options[std::string(spin.player_option)] = fmt::format("{}", value);
}

Result<void> UgiOptions::set_game(std::string_view name) {
    const Result<const AnyGame*> found = find_game(name);
    if (!found) return tl::unexpected(found.error());
    game_ = *found;
    return {};
}

Result<PositionPtr> UgiOptions::start() const {
    StartOptions options;
    options.size = static_cast<int>(size_);
    // A client may set every option whatever the game.
    if (game_->info().kinds) options.kinds = static_cast<int>(kinds_);
    Random random(seed());
    return game_->start(options, random);
}

}  // namespace zerosum
