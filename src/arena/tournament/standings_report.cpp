// The standings as text, JSON, CSV and HTML.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "arena/report/csv.h"
#include "arena/report/html.h"
#include "arena/tournament/standings.h"
#include "core/counted.h"

namespace zerosum {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidestCross = 16;  // more players than this do not fit a terminal

// "6", "6.5": points come in halves.
std::string halves(double points) {
    return points == std::floor(points) ? fmt::format("{:.0f}", points)
                                        : fmt::format("{:.1f}", points);
}

double half_width(const Interval& interval) {
    return (interval.high - interval.low) / 2;
}

std::string plus_minus(const Interval& interval, int digits) {
    if (!std::isfinite(half_width(interval)))
        return fmt::format("{:+.{}f} +-?", interval.value, digits);
    return fmt::format("{:+.{}f} +-{:.{}f}", interval.value, digits, half_width(interval), digits);
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

// How a line compares with the next one.
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

// Tallies of every game lost otherwise than on points.
std::map<std::string, int> faults(const StandingLine& line) {
    std::map<std::string, int> found = line.losses_by;
    found.erase("points");
    found.erase("time-left");
    return found;
}

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

    std::string text = fmt::format("{}: {}", standings.title, counted(standings.games, "game"));
    if (standings.running > 0) text += fmt::format(", {} running", standings.running);
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
                         {"cpu", number(line.cpu)},
                         {"losses_by", line.losses_by},
                         {"against", std::move(cross)}});
    }
    const Json whole = {{"title", standings.title},
                        {"games", standings.games},
                        {"running", standings.running},
                        {"groups", standings.groups},
                        {"first_move_elo", interval_json(standings.first_move_elo)},
                        {"first_move_share", interval_json(standings.first_move_share)},
                        {"endings", standings.endings},
                        {"players", std::move(lines)}};
    // Names come from outside: bytes that are not UTF-8 must not throw.
    return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string standings_csv(const Standings& standings) {
    std::string csv =
        "rank,name,pairings,points,games,wins,draws,losses,wins_as_first,games_as_first,"
        "wins_as_second,games_as_second,rating,rating_low,rating_high,margin,cpu";
    for (const StandingLine& line : standings.lines)
        csv += fmt::format(",{}", quoted_csv("against " + line.name));
    csv += '\n';
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        const StandingLine& line = standings.lines[i];
        csv += fmt::format(
            "{},{},{:g},{:g},{},{},{},{},{},{},{},{},{:.1f},{:.1f},{:.1f},{:.3f},{:.3f}", i + 1,
            quoted_csv(line.name), line.pairings, line.all.points(), line.all.games(),
            line.all.wins, line.all.draws, line.all.losses, line.as_first.wins,
            line.as_first.games(), line.as_second.wins, line.as_second.games(), line.rating.value,
            line.rating.low, line.rating.high, line.margin.value, line.cpu);
        for (std::size_t j = 0; j < standings.lines.size(); ++j) {
            const Tally& tally = standings.cross[i][j];
            csv += tally.games() == 0 ? std::string(",") : fmt::format(",{:g}", tally.points());
        }
        csv += '\n';
    }
    return csv;
}

std::string standings_html(const Standings& standings) {
    std::string body = fmt::format(
        "<p>{}{}</p>\n", counted(standings.games, "game"),
        standings.running > 0 ? fmt::format(", {} running", standings.running) : std::string());
    body +=
        "<div class=\"scroll\"><table>\n<tr><th>Rank</th><th class=\"name\">Player</th>"
        "<th>Pairings</th><th>Won</th><th>Drawn</th><th>Lost</th><th>Won as first</th>"
        "<th>Won as second</th><th>Rating</th><th>Points per game</th><th>CPU per game</th>"
        "<th class=\"words\">Lost by</th><th class=\"words\">Against the next</th></tr>\n";
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        const StandingLine& line = standings.lines[i];
        body += fmt::format(
            "<tr><td>{}</td><td class=\"name\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
            "<td>{} of {}</td><td>{} of {}</td><td>{}</td><td>{}</td><td>{:.2f} s</td>"
            "<td class=\"words\">{}</td><td class=\"words\">{}</td></tr>\n",
            i + 1, escape_html(line.name), halves(line.pairings), line.all.wins, line.all.draws,
            line.all.losses, line.as_first.wins, line.as_first.games(), line.as_second.wins,
            line.as_second.games(), plus_minus(line.rating, 0), plus_minus(line.margin, 1),
            line.cpu, escape_html(endings_in_words(faults(line))),
            escape_html(next_in_words(standings, i)));
    }
    body += fmt::format("</table></div>\n<p>{}</p>\n<p>Games ended by: {}.</p>\n",
                        escape_html(first_move_in_words(standings)),
                        escape_html(endings_in_words(standings.endings)));
    if (standings.groups > 1) {
        body += fmt::format(
            "<p>Players form {} groups that never met: ratings compare only inside one.</p>\n",
            standings.groups);
    }
    body += "<h2>Cross table</h2>\n<div class=\"scroll\"><table>\n<tr><th></th><th></th>";
    for (std::size_t j = 0; j < standings.lines.size(); ++j) {
        body +=
            fmt::format("<th title=\"{}\">{}</th>", escape_html(standings.lines[j].name), j + 1);
    }
    body += "</tr>\n";
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        body += fmt::format("<tr><th>{}</th><th class=\"name\">{}</th>", i + 1,
                            escape_html(standings.lines[i].name));
        for (std::size_t j = 0; j < standings.lines.size(); ++j) {
            const Tally& tally = standings.cross[i][j];
            const char* style = tally.wins > tally.losses   ? " class=\"good\""
                                : tally.wins < tally.losses ? " class=\"bad\""
                                                            : "";
            body += i == j ? std::string("<td></td>")
                           : fmt::format("<td{}>{}</td>", style, cell(tally));
        }
        body += "</tr>\n";
    }
    body += "</table></div>\n";
    return html_page("Standings: " + standings.title, body);
}

}  // namespace zerosum
