#include "arena/tournament/standings_words.h"

#include <cmath>

#include "arena/tournament/ladder.h"
#include "core/counted.h"

namespace zerosum {

std::string halves(double points) {
    return points == std::floor(points) ? fmt::format("{:.0f}", points)
                                        : fmt::format("{:.1f}", points);
}

namespace {

double half_width(const Interval& interval) {
    return (interval.high - interval.low) / 2;
}

// With its sign; what is 0 in so many digits has none of its own.
std::string with_sign(double value, int digits) {
    std::string text = fmt::format("{:+.{}f}", value, digits);
    if (text.find_first_not_of("-0.") == std::string::npos) text.front() = '+';
    return text;
}

}  // namespace

std::string plus_minus(const Interval& interval, int digits) {
    const std::string value = with_sign(interval.value, digits);
    if (!std::isfinite(half_width(interval))) return value + " +-?";
    return fmt::format("{} +-{:.{}f}", value, half_width(interval), digits);
}

std::string cell(const Tally& tally) {
    if (tally.games() == 0) return "-";
    return fmt::format("{}:{}", halves(tally.points()), halves(tally.games() - tally.points()));
}

std::string endings_in_words(const std::map<std::string, int>& endings) {
    std::string words;
    for (const auto& [reason, count] : endings) {
        words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, reason);
    }
    return words.empty() ? "-" : words;
}

std::string next_in_words(const Standings& standings, std::size_t place) {
    if (place + 1 >= standings.lines.size()) return "";
    if (!standings.lines[place].linked_to_next) return "never met, also not through others";
    return superiority_in_words(standings.lines[place].over_next);
}

std::string first_move_in_words(const Standings& standings) {
    return fmt::format(
        "Moving first is worth {} Elo; the first player took {:.1f} % of the points "
        "({:.1f} to {:.1f} %).",
        plus_minus(standings.first_move_elo, 0), 100 * standings.first_move_share.value,
        100 * standings.first_move_share.low, 100 * standings.first_move_share.high);
}

std::string certainty_in_words(const Standings& standings) {
    std::string words;
    for (const std::size_t k : {std::size_t{1}, std::size_t{3}, kTopPlaces}) {
        if (k > standings.certainty.size() || k >= standings.lines.size()) continue;
        const std::string who = k == 1 ? std::string("the first is the strongest")
                                       : fmt::format("the first {} are the {} strongest", k, k);
        words += fmt::format("{}{} with {:.0f} %", words.empty() ? "By rating " : ", ", who,
                             100 * standings.certainty[k - 1]);
    }
    return words.empty() ? words : words + ".";
}

std::string games_in_words(const Standings& standings) {
    std::string words = counted(standings.games, "game");
    if (standings.running > 0) words += fmt::format(", {} running", standings.running);
    if (standings.old_games > 0)
        words +=
            fmt::format(", and {} of versions that were replaced (--history)", standings.old_games);
    return words;
}

std::string speeds_in_words(const Standings& standings) {
    if (standings.scaled_banks || standings.fastest <= 1.1 * standings.slowest) return "";
    return fmt::format(
        "warning: games were played on machines whose speeds differ ({:.0f} to {:.0f}): the same "
        "bank was worth {:.0f} % more on the fastest. scale_banks = true makes up for it",
        standings.slowest, standings.fastest, 100 * (standings.fastest / standings.slowest - 1));
}

std::map<std::string, int> faults(const StandingLine& line) {
    std::map<std::string, int> found = line.losses_by;
    found.erase("points");
    found.erase("time-left");
    return found;
}

}  // namespace zerosum
