#include "arena/play/opponents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace zerosum {

namespace {

// Measured by lab/levels.py on even boards of both games, 200 games per number and fewer for level
// 10 (docs/web.md).
constexpr std::array<std::string_view, 10> kLevels{
    "very easy, wins 2 games of 10 against Greedy",
    "easy, wins 2 to 4 of 10 against Greedy",
    "for a first game, wins 3 to 5 of 10 against Greedy",
    "medium, wins 6 to 7 of 10 against Greedy",
    "medium, wins 7 to 8 of 10 against Greedy",
    "hard, wins 8 to 9 of 10 against Greedy",
    "hard, wins 6 of 10 against level 6",
    "very hard, wins 7 of 10 against level 7",
    "very hard, wins 6 to 7 of 10 against level 8",
    "the hardest, wins 7 of 10 against level 9"};
constexpr std::size_t kFirstLevel = 3;

std::vector<OfferedPlayer> offered() {
    std::vector<OfferedPlayer> out{{"random", "Random", "any legal move"},
                                   {"greedy", "Greedy", "takes the most now"}};
    for (std::size_t i = 0; i < kLevels.size(); ++i)
        out.push_back({fmt::format("engine:level={}", i + 1), fmt::format("Level {}", i + 1),
                       std::string(kLevels[i])});
    out.push_back({"minimax:depth=3", "Minimax", "the course's reference, depth 3"});
    out.push_back({"alphabeta", "Alpha-beta", "what a good student writes"});
    out.push_back({"engine", "Engine", "full strength"});
    return out;
}

const OfferedPlayer* find(std::string_view spec) {
    const std::vector<OfferedPlayer>& all = opponents();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const OfferedPlayer& each) { return each.spec == spec; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace

const std::vector<OfferedPlayer>& opponents() {
    static const std::vector<OfferedPlayer> list = offered();
    return list;
}

const OfferedPlayer& first_opponent() {
    return *find(fmt::format("engine:level={}", kFirstLevel));
}

std::string opponent_name(std::string_view spec) {
    const OfferedPlayer* const known = find(spec);
    return known != nullptr ? known->name : std::string(spec);
}

}  // namespace zerosum
