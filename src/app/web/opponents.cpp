#include "app/web/opponents.h"

#include <algorithm>
#include <array>

#include "players/player_path.h"

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

constexpr std::string_view kExpected = "human, engine, minimax, alphabeta, greedy or random";

}  // namespace

Result<PlayerSpec> check_opponent(std::string_view text, const AnyGame& game) {
    // A page does not learn which files there are.
    if (is_path(text)) return fail("a path cannot be played against here; expected {}", kExpected);
    Result<PlayerSpec> spec = parse_player_spec(text);
    if (!spec) return spec;
    const std::string_view kind = to_text(spec->kind);
    if (text == to_text(PlayerKind::Human)) return spec;
    if (std::find(kKinds.begin(), kKinds.end(), spec->kind) == kKinds.end()) {
        return fail("'{}' cannot be played against here; expected {}", kind, kExpected);
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

}  // namespace zerosum::web
