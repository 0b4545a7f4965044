#include "players/course/game_memory.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/text.h"
#include "players/programs/ugi_move.h"

namespace zerosum {

namespace {

constexpr std::string_view kMemoryHeader = "zerosum 6 ";
constexpr std::string_view kKnown = "points known";
constexpr std::string_view kAtLeast = "points at-least";
constexpr std::string_view kTime = "time ";
constexpr std::string_view kCosts = "costs";
constexpr std::string_view kOpponent = "opponent ";

// The words of a line after its name; nothing when it has another name.
std::optional<std::vector<std::string_view>> words_after(std::string_view name,
                                                         std::string_view line) {
    if (line.substr(0, name.size()) != name) return std::nullopt;
    return split(line.substr(name.size()), ' ');
}

std::optional<Seconds> read_seconds(std::string_view word) {
    const auto number = parse_decimal(word);
    if (!number || !(*number >= 0)) return std::nullopt;
    return Seconds{*number};
}

bool read_time(std::string_view line, GameMemory& memory) {
    const auto words = words_after(kTime, line);
    if (!words || words->size() != 3) return false;
    const std::array<Seconds*, 3> fields{&memory.first_bank, &memory.bank, &memory.search};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto seconds = read_seconds((*words)[i]);
        if (!seconds) return false;
        *fields[i] = *seconds;
    }
    return true;
}

bool read_costs(std::string_view line, GameMemory& memory) {
    const auto words = words_after(kCosts, line);
    if (!words || words->size() > GameMemory::costs_kept + 1) return false;
    for (std::size_t i = 1; i < words->size(); ++i) {  // the first is empty
        const auto cost = read_seconds((*words)[i]);
        if (!cost || *cost > GameMemory::most_overhead) return false;
        memory.costs.push_back(*cost);
    }
    return true;
}

bool read_opponent(std::string_view line, GameMemory& memory) {
    const auto words = words_after(kOpponent, line);
    constexpr std::size_t count = Beliefs::count;
    if (!words || words->size() < count + 1 || words->size() > count + 2) return false;
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto number = parse_decimal((*words)[i]);
        if (!number || !(*number >= 0) || *number > 1) return false;
        sum += memory.opponent.beliefs.weight[i] = *number;
    }
    if (!(sum > 0.9 && sum < 1.1)) return false;
    const auto depth = parse_int((*words)[count]);
    if (!depth || *depth < 0 || *depth > Beliefs::deepest) return false;
    memory.opponent.beliefs.plain_depth = static_cast<int>(*depth);
    if (words->size() == count + 1) return true;
    const Judged<AnyMove> move = memory.left->parse_move(move_of_word((*words)[count + 1]));
    if (move) memory.opponent.expected = *move;
    return move.has_value();
}

}  // namespace

void GameMemory::add_cost(Seconds cost) {
    if (costs.size() == costs_kept) costs.erase(costs.begin());
    costs.push_back(std::clamp(cost, Seconds{0}, most_overhead));
}

Seconds GameMemory::overhead(Seconds usual) const {
    std::vector<Seconds> sorted = costs;
    sorted.insert(sorted.end(), 2, usual);
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

std::string write_memory(const GameMemory& memory) {
    std::string out =
        fmt::format("{}{}\n{}\n{}{:.6f} {:.6f} {:.6f}\n{}", kMemoryHeader, memory.left->line(),
                    memory.lead_at_least ? kAtLeast : kKnown, kTime, memory.first_bank.count(),
                    memory.bank.count(), memory.search.count(), kCosts);
    for (const Seconds cost : memory.costs) out += fmt::format(" {:.6f}", cost.count());
    out += fmt::format("\n{}", kOpponent.substr(0, 8));
    for (const double weight : memory.opponent.beliefs.weight)
        out += fmt::format(" {:.4f}", weight);
    out += fmt::format(" {}", memory.opponent.beliefs.plain_depth);
    if (memory.opponent.expected)
        out += fmt::format(" {}", word_of_move(memory.left->move_name(*memory.opponent.expected)));
    out += '\n';
    return out;
}

std::optional<GameMemory> read_memory(std::string_view text, const AnyGame& game) {
    const std::vector<std::string_view> lines = split_lines(trim(text));
    if (lines.size() != 5 || lines[0].substr(0, kMemoryHeader.size()) != kMemoryHeader)
        return std::nullopt;
    Result<PositionPtr> left = game.parse_line(lines[0].substr(kMemoryHeader.size()));
    if (!left) return std::nullopt;
    GameMemory memory;
    memory.left = std::move(*left);
    memory.lead_at_least = lines[1] == kAtLeast;
    if (!memory.lead_at_least && lines[1] != kKnown) return std::nullopt;
    if (!read_time(lines[2], memory) || !read_costs(lines[3], memory) ||
        !read_opponent(lines[4], memory))
        return std::nullopt;
    return memory;
}

PositionPtr recall(const GameMemory& memory, const AnyPosition& now) {
    for (const AnyMove move : memory.left->moves()) {
        PositionPtr after = memory.left->clone();
        after->play(move);
        // The key is there already; the rows, which cost more, have the last word.
        if (after->key() == now.key() && after->rows() == now.rows()) return after;
    }
    PositionPtr passed = memory.left->clone();
    passed->pass();
    return passed->key() == now.key() && passed->rows() == now.rows() ? std::move(passed) : nullptr;
}

}  // namespace zerosum
