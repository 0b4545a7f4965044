#include "app/web/opponents.h"

#include <algorithm>
#include <array>

#include "games/registry.h"

namespace zerosum::web {

namespace {

struct Bound {
    PlayerKind kind;
    std::string_view option;
    std::int64_t low;
    std::int64_t high;
};

// Every option that may be set, and how far.
constexpr std::array kBounds{
    Bound{PlayerKind::Engine, "level", 1, 10},
    Bound{PlayerKind::Engine, "nodes", 1, 2'000'000},
    Bound{PlayerKind::Engine, "depth", 1, 12},
    Bound{PlayerKind::Minimax, "depth", 1, 3},
};
constexpr std::array kKinds{PlayerKind::Engine, PlayerKind::Minimax, PlayerKind::Alphabeta,
                            PlayerKind::Greedy, PlayerKind::Random};

constexpr std::array<std::string_view, 10> kLevels{"a first game",
                                                   "a careful beginner",
                                                   "sees the next answer",
                                                   "plans a little",
                                                   "a good student",
                                                   "rarely gives away",
                                                   "hard",
                                                   "very hard",
                                                   "close to the best",
                                                   "everything but the clock"};

std::vector<OfferedPlayer> offered() {
    std::vector<OfferedPlayer> out{{"random", "Random", "any legal move"},
                                   {"greedy", "Greedy", "takes the most now"}};
    for (std::size_t i = 0; i < kLevels.size(); ++i)
        out.push_back({fmt::format("engine:level={}", i + 1), fmt::format("Level {}", i + 1),
                       std::string(kLevels[i])});
    out.push_back({"minimax:depth=3", "Minimax", "the course's reference, depth 3"});
    out.push_back({"alphabeta", "Alpha-beta", "what a good student writes"});
    out.push_back({"engine", "Engine", "full strength, thinks on its bank, 10 s per move at most"});
    std::erase_if(out, [](const OfferedPlayer& each) {
        return !check_opponent(each.spec, *all_games().front());
    });
    return out;
}

}  // namespace

const std::vector<OfferedPlayer>& opponents() {
    static const std::vector<OfferedPlayer> list = offered();
    return list;
}

const OfferedPlayer& first_opponent() {
    const std::vector<OfferedPlayer>& all = opponents();
    const auto found = std::find_if(all.begin(), all.end(), [](const OfferedPlayer& each) {
        return each.spec == "engine:level=3";
    });
    return found == all.end() ? all.at(1) : *found;
}

Result<PlayerSpec> check_opponent(std::string_view text, const AnyGame& game) {
    Result<PlayerSpec> spec = parse_player_spec(text);
    if (!spec) return spec;
    const std::string_view kind = to_text(spec->kind);
    if (text == to_text(PlayerKind::Human)) return spec;
    if (std::find(kKinds.begin(), kKinds.end(), spec->kind) == kKinds.end()) {
        return fail(
            "'{}' cannot be played against here; expected human, engine, minimax, "
            "alphabeta, greedy or random",
            kind);
    }
    for (const auto& option : spec->options) {
        const std::string& key = option.first;
        const auto* const bound = std::find_if(
            kBounds.begin(), kBounds.end(),
            [&](const Bound& each) { return each.kind == spec->kind && each.option == key; });
        if (bound == kBounds.end()) return fail("'{}' of '{}' cannot be set here", key, kind);
        const Result<std::int64_t> checked = int_option(*spec, key, 0, bound->low, bound->high);
        if (!checked) return tl::unexpected(checked.error());
    }
    // Making it once finds everything else that may be wrong with it.
    if (const Result<PlayerPtr> made = make_player(*spec, game); !made)
        return tl::unexpected(made.error());
    return spec;
}

std::string opponent_name(std::string_view spec) {
    for (const OfferedPlayer& each : opponents())
        if (each.spec == spec) return each.name;
    return std::string(spec);
}

}  // namespace zerosum::web
