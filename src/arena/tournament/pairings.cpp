#include "arena/tournament/pairings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>
#include <utility>

#include "arena/tournament/ladder.h"
#include "arena/tournament/swiss.h"
#include "core/random.h"

namespace zerosum {

namespace {

constexpr std::array<std::pair<Format, std::string_view>, 5> kFormatNames = {{
    {Format::RoundRobin, "round-robin"},
    {Format::Gauntlet, "gauntlet"},
    {Format::Swiss, "swiss"},
    {Format::Knockout, "knockout"},
    {Format::Ladder, "ladder"},
}};

std::optional<std::uint64_t> parse_id(std::string_view text) {
    std::uint64_t bits = 0;
    const char* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, bits, 16);
    if (text.size() != 16 || error != std::errc{} || last != end) return std::nullopt;
    return bits;
}

int last_round(std::span<const FinishedPairing> finished) {
    int round = 0;
    for (const FinishedPairing& f : finished) round = std::max(round, f.pairing.round);
    return round;
}

// How often each two players have met, and who started last.
class Meetings {
 public:
    explicit Meetings(std::span<const FinishedPairing> finished) {
        for (const FinishedPairing& f : finished) {
            const auto key = std::minmax(f.pairing.first, f.pairing.second);
            ++times_[key];
            last_starter_[key] = f.pairing.first;
        }
    }
    [[nodiscard]] int times(PlayerIndex a, PlayerIndex b) const {
        const auto found = times_.find(std::minmax(a, b));
        return found == times_.end() ? 0 : found->second;
    }
    [[nodiscard]] bool started_last(PlayerIndex starter, PlayerIndex other) const {
        const auto found = last_starter_.find(std::minmax(starter, other));
        return found != last_starter_.end() && found->second == starter;
    }

 private:
    std::map<std::pair<PlayerIndex, PlayerIndex>, int> times_;
    std::map<std::pair<PlayerIndex, PlayerIndex>, PlayerIndex> last_starter_;
};

// The order in which seeds stand in a bracket of `size` (a power of two), such that the two best
// can meet only in the final: 0 | 0 1 | 0 3 1 2 | 0 7 3 4 1 6 2 5 | ...
std::vector<std::size_t> bracket_order(std::size_t size) {
    std::vector<std::size_t> order = {0};
    while (order.size() < size) {
        const std::size_t next = order.size() * 2;
        std::vector<std::size_t> wider;
        for (const std::size_t seed : order) {
            wider.push_back(seed);
            wider.push_back(next - 1 - seed);
        }
        order = std::move(wider);
    }
    return order;
}

}  // namespace

PairingId pairing_id(std::uint64_t seed, int round, PlayerIndex first, PlayerIndex second) {
    const std::uint64_t who = (std::uint64_t{first} << 32U) ^ std::uint64_t{second};
    return {mix(mix(mix(seed) ^ static_cast<std::uint64_t>(round)) ^ who)};
}
GameId game_id(PairingId pairing, int game) {
    return {mix(mix(pairing.bits) ^ static_cast<std::uint64_t>(game))};
}
std::string to_text(PairingId id) {
    return fmt::format("{:016x}", id.bits);
}
std::string to_text(GameId id) {
    return fmt::format("{:016x}", id.bits);
}
std::optional<GameId> parse_game_id(std::string_view text) {
    const std::optional<std::uint64_t> bits = parse_id(text);
    return bits ? std::optional(GameId{*bits}) : std::nullopt;
}
std::optional<PairingId> parse_pairing_id(std::string_view text) {
    const std::optional<std::uint64_t> bits = parse_id(text);
    return bits ? std::optional(PairingId{*bits}) : std::nullopt;
}

std::string_view to_text(Format format) {
    for (const auto& [value, text] : kFormatNames) {
        if (value == format) return text;
    }
    return "";
}
std::optional<Format> parse_format(std::string_view text) {
    for (const auto& [value, known] : kFormatNames) {
        if (known == text) return value;
    }
    return std::nullopt;
}

double share_of_first(const FinishedPairing& finished) {
    if (finished.pairing.bye()) return 1;
    const Tally& first = finished.first;
    if (first.lead() != 0) return first.lead() > 0 ? 1 : 0;
    return first.margin > 0 ? 1 : first.margin < 0 ? 0 : 0.5;
}

PlayerIndex pairing_winner(const FinishedPairing& finished) {
    const ScheduledPairing& pairing = finished.pairing;
    const double share = share_of_first(finished);
    if (share == 0.5) return std::min(pairing.first, pairing.second);
    return share == 1 ? pairing.first : pairing.second;
}

std::vector<RatedGame> rated_games(std::span<const PlayerIndex> who,
                                   std::span<const FinishedPairing> finished) {
    std::map<PlayerIndex, std::size_t> places;
    for (std::size_t i = 0; i < who.size(); ++i) places[who[i]] = i;
    std::vector<RatedGame> games;
    for (const FinishedPairing& f : finished) {
        if (!places.contains(f.pairing.first) || !places.contains(f.pairing.second)) continue;
        const std::size_t a = places[f.pairing.first];
        const std::size_t b = places[f.pairing.second];
        for (const PairingGame& game : f.games) {
            const Outcome starter = game.started ? game.outcome : opposite(game.outcome);
            games.push_back({game.started ? a : b, game.started ? b : a, starter, 0, game.fault});
        }
    }
    return games;
}

Schedule::Schedule(const ScheduleSettings& settings) : settings_(settings) {
    std::vector<PlayerIndex>& who = settings_.who;
    if (who.empty()) {
        who.resize(settings.players);
        std::iota(who.begin(), who.end(), PlayerIndex{0});
    }
    settings_.players = who.size();
    seats_ = who;
    Random(settings.seed).shuffle(std::span(seats_));
}

std::vector<ScheduledPairing> Schedule::next(std::span<const FinishedPairing> finished) const {
    switch (settings_.format) {
        case Format::RoundRobin:
            return round_robin(finished);
        case Format::Gauntlet:
            return gauntlet(finished);
        case Format::Swiss:
            return swiss(finished);
        case Format::Knockout:
            return knockout(finished);
        case Format::Ladder:
            return ladder(finished);
    }
    return {};
}

std::size_t Schedule::total_pairings() const {
    const std::size_t n = settings_.players;
    const auto rounds = static_cast<std::size_t>(settings_.rounds);
    const auto challengers = std::min(n, static_cast<std::size_t>(settings_.challengers));
    switch (settings_.format) {
        case Format::RoundRobin:
            return n < 2 ? 0 : n * (n - 1) / 2 * rounds;
        case Format::Gauntlet:
            return challengers * (n - challengers);
        case Format::Swiss:
            return n / 2 * rounds;
        case Format::Knockout:
            return n == 0 ? 0 : n - 1;
        case Format::Ladder:
            return 0;
    }
    return 0;
}

ScheduledPairing Schedule::pair(int round, PlayerIndex first, PlayerIndex second) const {
    return {pairing_id(settings_.seed, round, first, second), round, first, second};
}

// The circle method: seat 0 stays, the others move one place per round, opposite seats meet.
// Of two seats the lower one starts when their sum is odd, so that each player starts half of its
// games; the next cycle reverses it. Pairings that are missing because a player came late follow
// after the rounds that there are: a pairing's id is never given twice.
std::vector<ScheduledPairing> Schedule::round_robin(
    std::span<const FinishedPairing> finished) const {
    const std::size_t n = seats_.size() + seats_.size() % 2;  // with an odd number one player rests
    const Meetings met(finished);
    const int before = last_round(finished);
    std::vector<ScheduledPairing> list;
    for (int cycle = 0; cycle < settings_.rounds; ++cycle) {
        for (std::size_t turn = 0; turn + 1 < n; ++turn) {
            const int round = before + cycle * static_cast<int>(n - 1) + static_cast<int>(turn) + 1;
            const auto seat_at = [&](std::size_t place) {
                return place == 0 ? 0 : 1 + (place - 1 + turn) % (n - 1);
            };
            for (std::size_t place = 0; place < n / 2; ++place) {
                const auto [low, high] = std::minmax({seat_at(place), seat_at(n - 1 - place)});
                if (high >= seats_.size()) continue;
                const bool low_starts = ((low + high) % 2 == 1) == (cycle % 2 == 0);
                PlayerIndex first = seats_[low_starts ? low : high];
                PlayerIndex second = seats_[low_starts ? high : low];
                const int times = met.times(first, second);
                if (times > cycle) continue;
                if (times == cycle && met.started_last(first, second)) std::swap(first, second);
                list.push_back(pair(round, first, second));
            }
        }
    }
    return list;
}

std::vector<ScheduledPairing> Schedule::gauntlet(std::span<const FinishedPairing> finished) const {
    const std::vector<PlayerIndex>& who = settings_.who;
    const auto challengers = std::min(who.size(), static_cast<std::size_t>(settings_.challengers));
    const Meetings met(finished);
    const int before = last_round(finished);
    std::vector<ScheduledPairing> list;
    for (std::size_t other = challengers; other < who.size(); ++other) {
        for (std::size_t challenger = 0; challenger < challengers; ++challenger) {
            if (met.times(who[challenger], who[other]) > 0) continue;
            const bool starts = (other + challenger) % 2 == challengers % 2;
            list.push_back(pair(before + static_cast<int>(other - challengers) + 1,
                                who[starts ? challenger : other],
                                who[starts ? other : challenger]));
        }
    }
    return list;
}

// Everybody meets a few others drawn by the seed, so that the ratings have a scale; then those meet
// whose meeting tells most.
std::vector<ScheduledPairing> Schedule::ladder(std::span<const FinishedPairing> finished) const {
    if (seats_.size() < 2) return {};
    const int round = last_round(finished) + 1;
    const std::vector<RatedGame> games = rated_games(settings_.who, finished);
    std::vector<ScheduledPairing> list;
    const std::uint64_t coin = pairing_id(settings_.seed, round, 0, 0).bits;
    for (const auto& [a, b] : ladder_round(settings_.who.size(), games, coin)) {
        const bool straight = (list.size() + static_cast<std::size_t>(round)) % 2 == 0;
        list.push_back(
            pair(round, settings_.who[straight ? a : b], settings_.who[straight ? b : a]));
    }
    return list;
}

std::vector<ScheduledPairing> Schedule::swiss(std::span<const FinishedPairing> finished) const {
    const int round = last_round(finished) + 1;
    if (round > settings_.rounds || seats_.size() < 2) return {};
    std::vector<ScheduledPairing> list;
    for (const auto& [first, second] : swiss_round(seats_, finished, settings_.seed, round))
        list.push_back(pair(round, first, second));
    return list;
}

// The list's order is the seeding. Byes go to the best seeds, in the first round only.
std::vector<ScheduledPairing> Schedule::knockout(std::span<const FinishedPairing> finished) const {
    const std::size_t n = settings_.players;
    std::vector<PlayerIndex> left;
    const int round = last_round(finished) + 1;
    if (round == 1) {
        std::size_t size = 1;
        while (size < n) size *= 2;
        for (const std::size_t seed : bracket_order(size))
            left.push_back(seed < n ? settings_.who[seed] : kNoPlayer);
    } else {
        for (const FinishedPairing& f : finished) {
            if (f.pairing.round == round - 1) left.push_back(pairing_winner(f));
        }
    }
    std::vector<ScheduledPairing> list;
    for (std::size_t i = 0; i + 1 < left.size(); i += 2) {
        const bool coin = (pairing_id(settings_.seed, round, left[i], left[i + 1]).bits & 1U) != 0;
        const bool straight = left[i + 1] == kNoPlayer || coin;
        list.push_back(
            pair(round, straight ? left[i] : left[i + 1], straight ? left[i + 1] : left[i]));
    }
    return list;
}

}  // namespace zerosum
