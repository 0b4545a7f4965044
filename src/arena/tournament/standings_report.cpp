// The standings as text, JSON and CSV; standings_html.cpp has the page.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "arena/report/csv.h"
#include "arena/tournament/ladder.h"
#include "arena/tournament/standings_words.h"
#include "core/counted.h"

namespace zerosum {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidestCross = 16;  // more players than this do not fit a terminal

Json number(double x) {
    return std::isfinite(x) ? Json(std::round(x * 1000) / 1000) : Json();
}
Json interval_json(const Interval& i) {
    return {{"value", number(i.value)}, {"low", number(i.low)}, {"high", number(i.high)}};
}
Json tally_json(const Tally& tally) {
    return {{"wins", tally.wins}, {"draws", tally.draws}, {"losses", tally.losses}};
}

}  // namespace

std::string standings_text(const Standings& standings) {
    std::size_t widest = 6;
    for (const StandingLine& line : standings.lines) widest = std::max(widest, line.name.size());

    std::string text = fmt::format("{}: {}", standings.title, games_in_words(standings));
    text += fmt::format("\n\n{:>4}  {:<{}}  {:>8}  {:>14}  {:>9}  {:>9}  {:>13}  {:>16}  {}\n",
                        "rank", "player", widest, "pairings", "won-drawn-lost", "as first",
                        "as second", "rating", "points per game", "lost by");
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        const StandingLine& line = standings.lines[i];
        text += fmt::format("{:>4}  {:<{}}  {:>8}  {:>14}  {:>9}  {:>9}  {:>13}  {:>16}  {}\n",
                            i + 1, line.name, widest, halves(line.pairings),
                            fmt::format("{}-{}-{}", line.all.wins, line.all.draws, line.all.losses),
                            fmt::format("{} of {}", line.as_first.wins, line.as_first.games()),
                            fmt::format("{} of {}", line.as_second.wins, line.as_second.games()),
                            plus_minus(line.rating, 0), plus_minus(line.margin, 1),
                            endings_in_words(faults(line)));
    }

    text += "\nHow sure is the order?\n";
    for (std::size_t i = 0; i + 1 < standings.lines.size(); ++i) {
        text += fmt::format("  {} against {}: {}\n", standings.lines[i].name,
                            standings.lines[i + 1].name, next_in_words(standings, i));
    }
    if (const std::string top = certainty_in_words(standings); !top.empty())
        text += fmt::format("  {}\n", top);
    if (standings.groups > 1) {
        text += fmt::format(
            "  Players form {} groups that never met: ratings compare only inside one.\n",
            standings.groups);
    }

    if (standings.lines.size() <= kWidestCross) {
        text += fmt::format("\n{:>4}  {:<{}}", "", "", widest);
        for (std::size_t j = 0; j < standings.lines.size(); ++j)
            text += fmt::format("  {:>9}", j + 1);
        text += '\n';
        for (std::size_t i = 0; i < standings.lines.size(); ++i) {
            text += fmt::format("{:>4}  {:<{}}", i + 1, standings.lines[i].name, widest);
            for (std::size_t j = 0; j < standings.lines.size(); ++j) {
                text += fmt::format("  {:>9}", i == j ? "" : cell(standings.cross[i][j]));
            }
            text += '\n';
        }
    } else {
        text += "\nThe cross table is too wide for text: see --html or --csv.\n";
    }
    text += fmt::format("\n{}\nGames ended by: {}.\n", first_move_in_words(standings),
                        endings_in_words(standings.endings));
    if (const std::string warning = speeds_in_words(standings); !warning.empty())
        text += warning + '\n';
    return text;
}

std::string standings_json(const Standings& standings) {
    Json lines = Json::array();
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        const StandingLine& line = standings.lines[i];
        Json cross = Json::object();
        for (std::size_t j = 0; j < standings.lines.size(); ++j) {
            if (standings.cross[i][j].games() > 0) {
                cross[standings.lines[j].name] = tally_json(standings.cross[i][j]);
            }
        }
        lines.push_back({{"rank", i + 1},
                         {"name", line.name},
                         {"spec", line.spec},
                         {"version", line.version},
                         {"current", line.current},
                         {"pairings", line.pairings},
                         {"points", line.all.points()},
                         {"games", line.all.games()},
                         {"all", tally_json(line.all)},
                         {"as_first", tally_json(line.as_first)},
                         {"as_second", tally_json(line.as_second)},
                         {"rating", interval_json(line.rating)},
                         {"margin", interval_json(line.margin)},
                         {"stronger_than_next", number(line.over_next)},
                         {"stronger_than_next_words", next_in_words(standings, i)},
                         {"in_top_ten", number(line.in_top)},
                         {"cpu", number(line.cpu)},
                         {"losses_by", line.losses_by},
                         {"against", std::move(cross)}});
    }
    Json certainty = Json::array();
    for (const double sure : standings.certainty) certainty.push_back(number(sure));
    const Json whole = {{"title", standings.title},
                        {"kind", standings.kind},
                        {"games", standings.games},
                        {"old_games", standings.old_games},
                        {"running", standings.running},
                        {"groups", standings.groups},
                        {"slowest", number(standings.slowest)},
                        {"fastest", number(standings.fastest)},
                        {"scaled_banks", standings.scaled_banks},
                        {"first_move_elo", interval_json(standings.first_move_elo)},
                        {"first_move_share", interval_json(standings.first_move_share)},
                        {"top_certainty", std::move(certainty)},
                        {"endings", standings.endings},
                        {"players", std::move(lines)}};
    // Names come from outside: bytes that are not UTF-8 must not throw.
    return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string standings_csv(const Standings& standings) {
    std::string csv =
        "rank,name,version,current,spec,pairings,points,games,wins,draws,losses,wins_as_first,"
        "games_as_first,wins_as_second,games_as_second,rating,rating_low,rating_high,margin,"
        "margin_low,margin_high,stronger_than_next,in_top_ten,cpu";
    for (const auto& [reason, count] : standings.endings)
        csv += fmt::format(",{}", quoted_csv("lost by " + reason));
    for (const StandingLine& line : standings.lines)
        csv += fmt::format(",{}", quoted_csv("against " + line.name));
    csv += '\n';
    const auto finite = [](double x, int digits) {
        return std::isfinite(x) ? fmt::format("{:.{}f}", x, digits) : std::string();
    };
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        const StandingLine& line = standings.lines[i];
        csv += fmt::format("{},{},{},{},{},{:g},{:g},{},{},{},{},{},{},{},{}", i + 1,
                           quoted_csv(line.name), line.version, line.current, quoted_csv(line.spec),
                           line.pairings, line.all.points(), line.all.games(), line.all.wins,
                           line.all.draws, line.all.losses, line.as_first.wins,
                           line.as_first.games(), line.as_second.wins, line.as_second.games());
        for (const Interval& interval : {line.rating, line.margin})
            for (const double x : {interval.value, interval.low, interval.high})
                csv += "," + finite(x, 3);
        csv += fmt::format(",{},{},{}", finite(line.over_next, 3), finite(line.in_top, 3),
                           finite(line.cpu, 3));
        for (const auto& [reason, unused] : standings.endings) {
            const auto lost = line.losses_by.find(reason);
            csv += fmt::format(",{}", lost == line.losses_by.end() ? 0 : lost->second);
        }
        for (std::size_t j = 0; j < standings.lines.size(); ++j) {
            const Tally& tally = standings.cross[i][j];
            csv += tally.games() == 0 ? std::string(",") : fmt::format(",{:g}", tally.points());
        }
        csv += '\n';
    }
    return csv;
}

}  // namespace zerosum
