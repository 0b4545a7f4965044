#include "arena/play/edition.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.h"
#include "games/registry.h"

namespace zerosum {

namespace {

const std::array<Edition, 4>& editions() {
    static const std::array<Edition, 4> all{
        Edition{
            .name = "2017", .bank = Seconds{300}, .zero_loses = true, .tie = TieRule::MoreTimeLeft},
        Edition{.name = "2016", .bank = Seconds{200}, .user_time_only = true},
        // As a surviving copy of the course's engine has it: 400 points for each millisecond over,
        // and a pick of an empty cell scores 0.
        Edition{.name = "2012",
                .bank = Seconds{10},
                .thread_time_only = true,
                .overtime_loses = false,
                .penalty = 400'000,
                .faults_pass = true,
                .start = {.size = 32, .kinds = 5}},
        // A clock that shows 0 has lost, in both games. Where a person's time is not charged there
        // is none to compare at a tie.
        Edition{.name = "casual",
                .bank = Seconds{300},
                .zero_loses = true,
                .reply = Seconds{2},
                .fair_starts = true},
    };
    return all;
}

}  // namespace

Result<Edition> find_edition(std::string_view name) {
    for (const Edition& edition : editions())
        if (edition.name == name) return edition;
    return fail("'{}' is not an edition, expected 2017, 2016, 2012 or casual", printable(name));
}

Edition default_edition(const AnyGame& game) {
    return *find_edition(game.edition());
}

Result<const AnyGame*> game_of_edition(std::string_view name) {
    for (const AnyGame* game : all_games())
        for (const std::string_view edition : game->info().editions)
            if (edition == name) return game;
    return fail("no game is played by edition {} alone", printable(name));
}

Seconds charged(const Edition& edition, const Reply& reply) {
    if (edition.thread_time_only && reply.cpu_thread) return *reply.cpu_thread;
    return edition.user_time_only ? reply.cpu_user : reply.cpu;
}

bool lost_on_time(const Edition& edition, Seconds left) {
    if (!edition.overtime_loses) return false;
    return edition.zero_loses ? left <= Seconds{0} : left < Seconds{0};
}

Score overtime_cost(const Edition& edition, Seconds left) {
    if (edition.overtime_loses || left >= Seconds{0}) return 0;
    // To the nanosecond: sums of seconds round beyond that.
    const Seconds over = std::min(-left, kMostBank);
    const long long milliseconds = std::llround(over.count() * 1e9) / 1'000'000;
    const double cost = static_cast<double>(milliseconds) * edition.penalty / 1000;
    return static_cast<Score>(std::min(1e9, std::round(cost)));
}

}  // namespace zerosum
