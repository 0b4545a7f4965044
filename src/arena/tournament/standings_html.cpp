// The standings as one page that needs no network and no scripts.

#include <algorithm>
#include <cmath>

#include "arena/report/html.h"
#include "arena/tournament/standings_words.h"
#include "core/counted.h"

namespace zerosum {

namespace {

constexpr std::size_t kMostGames = 2000;  // listed: more make a page that browsers are slow with

// Every rating as a dot with its 95 % interval, best first.
std::string rating_plot(const Standings& standings) {
    double low = 0;
    double high = 0;
    for (const StandingLine& line : standings.lines) {
        if (line.all.games() == 0) continue;
        low = std::min(low, line.rating.low);
        high = std::max(high, line.rating.high);
    }
    if (high - low < 1) return "";
    constexpr double left = 190;
    constexpr double width = 600;
    constexpr double row = 22;
    const auto x = [&](double elo) { return left + width * (elo - low) / (high - low); };
    const double bottom = row * static_cast<double>(standings.lines.size()) + 10;
    std::string svg = fmt::format(
        "<h2>Ratings</h2>\n<div class=\"scroll\"><svg role=\"img\" width=\"{0}\" "
        "height=\"{1:.0f}\" aria-label=\"Ratings with their 95 % intervals\" font-size=\"13\" "
        "fill=\"currentColor\" stroke=\"currentColor\">\n",
        left + width + 60, bottom + 24);
    double step = 50;
    while ((high - low) / step > 10) step *= 2;
    for (double tick = std::ceil(low / step) * step; tick <= high; tick += step) {
        svg += fmt::format(
            "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1:.0f}\" opacity=\"0.2\"/>"
            "<text x=\"{0:.1f}\" y=\"{2:.0f}\" text-anchor=\"middle\" stroke=\"none\">{3:+.0f}"
            "</text>\n",
            x(tick), bottom, bottom + 16, tick);
    }
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        const StandingLine& line = standings.lines[i];
        const double y = row * static_cast<double>(i) + 15;
        svg +=
            fmt::format("<text x=\"{}\" y=\"{:.0f}\" text-anchor=\"end\" stroke=\"none\">{}</text>",
                        left - 10, y + 4, escape_html(line.name));
        if (line.all.games() > 0)
            svg += fmt::format(
                "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.0f}\" y2=\"{:.0f}\" "
                "stroke-width=\"2\"/><circle cx=\"{:.1f}\" cy=\"{:.0f}\" r=\"4\"/>",
                x(line.rating.low), x(line.rating.high), y, y, x(line.rating.value), y);
        svg += '\n';
    }
    return svg + "</svg></div>\n";
}

// The latest games, with the ids that `standings --record` takes.
std::string games_table(const Standings& standings) {
    const std::size_t shown = std::min(standings.played.size(), kMostGames);
    std::string table = fmt::format("<h2>Games</h2>\n<p>{}The latest first.</p>\n",
                                    shown < standings.played.size()
                                        ? fmt::format("{} of {}. ", shown, standings.played.size())
                                        : std::string());
    table +=
        "<div class=\"scroll\"><table>\n<tr><th>Game</th><th class=\"name\">First</th>"
        "<th class=\"name\">Second</th><th>Points</th><th class=\"name\">Winner</th>"
        "<th class=\"name\">Ended by</th><th>CPU of the first</th><th>CPU of the "
        "second</th></tr>\n";
    for (std::size_t i = standings.played.size(); i > standings.played.size() - shown; --i) {
        const LedgerGame& game = standings.played[i - 1];
        const auto name = [&](std::size_t seat) {
            return escape_html(standings.names[game.players[seat]]);
        };
        table += fmt::format(
            "<tr><td><code>{}</code></td><td class=\"name\">{}</td><td class=\"name\">{}</td>"
            "<td>{} : {}</td><td class=\"name\">{}</td><td class=\"name\">{}</td><td>{:.2f} s</td>"
            "<td>{:.2f} s</td></tr>\n",
            to_text(game.id), name(0), name(1), game.points[0], game.points[1],
            game.winner < 0 ? std::string("-") : name(static_cast<std::size_t>(game.winner)),
            escape_html(game.reason), game.cpu[0].count(), game.cpu[1].count());
    }
    return table + "</table></div>\n";
}

}  // namespace

std::string standings_html(const Standings& standings) {
    // As wide as the window: a table that is wider still scrolls in its own box.
    std::string body = "<style>body { max-width: none; }</style>\n";
    body += fmt::format("<p>{}. {}</p>\n", escape_html(standings.kind),
                        escape_html(games_in_words(standings)));
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
    body += fmt::format("</table></div>\n<p>{}</p>\n<p>{}</p>\n<p>Games ended by: {}.</p>\n",
                        escape_html(certainty_in_words(standings)),
                        escape_html(first_move_in_words(standings)),
                        escape_html(endings_in_words(standings.endings)));
    if (standings.groups > 1) {
        body += fmt::format(
            "<p>Players form {} groups that never met: ratings compare only inside one.</p>\n",
            standings.groups);
    }
    if (const std::string warning = speeds_in_words(standings); !warning.empty())
        body += fmt::format("<p>{}</p>\n", escape_html(warning));
    body += rating_plot(standings);
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
    body += "</table></div>\n" + games_table(standings);
    return html_page("Standings: " + standings.title, body);
}

}  // namespace zerosum
