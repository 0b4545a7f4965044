#include "arena/study_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "arena/csv.h"
#include "arena/document.h"
#include "arena/study_plots.h"
#include "core/files.h"

namespace zerosum {

namespace {

std::string percent(const Interval& i) {
    return fmt::format("{:.0f} % [{:.0f}, {:.0f}]", 100 * i.value, 100 * i.low, 100 * i.high);
}
std::string points(const Interval& i) {
    return std::isfinite(i.low) ? fmt::format("{:+.1f} [{:+.1f}, {:+.1f}]", i.value, i.low, i.high)
                                : fmt::format("{:+.1f}", i.value);
}
std::string board(int size, int kinds) {
    return kinds > 0 ? fmt::format("{0}x{0} p{1}", size, kinds) : fmt::format("{0}x{0}", size);
}
// An infinite bound is left empty.
std::string csv(double x) {
    return std::isfinite(x) ? fmt::format("{:.6g}", x) : "";
}

std::string cells_csv(const std::vector<StudyCell>& cells) {
    std::string text =
        "game,player,opponent,size,kinds,bank,games,won,lost,drawn,rate,rate_low,rate_high,margin,"
        "margin_low,margin_high,first_rate,first_rate_low,first_rate_high,first_margin,depth,"
        "nodes_a_move,cpu_a_game,moves_a_game\n";
    for (const auto& [cell, r] : cells)
        text += fmt::format(
            "{},{},{},{},{},{:g},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
            cell.game->name(), quoted_csv(cell.player), quoted_csv(cell.opponent), cell.size,
            cell.kinds, cell.bank, r.games, r.won, r.lost, r.drawn, csv(r.rate.value),
            csv(r.rate.low), csv(r.rate.high), csv(r.margin.value), csv(r.margin.low),
            csv(r.margin.high), csv(r.first_rate.value), csv(r.first_rate.low),
            csv(r.first_rate.high), csv(r.first_margin.value), csv(r.depth), csv(r.nodes),
            csv(r.cpu), csv(r.moves));
    return text;
}

std::string exact_csv(const std::vector<SolvedCell>& cells) {
    std::string text =
        "game,size,kinds,boards,solved,mean,mean_low,mean_high,median,lowest,highest,"
        "greedy_optimal,greedy_low,greedy_high,mover_ahead,ahead_low,ahead_high\n";
    for (const auto& [cell, r] : cells) {
        text += fmt::format("{},{},{},{},{}", cell.game->name(), cell.size, cell.kinds, r.boards,
                            r.solved);
        text += r.solved == 0
                    ? ",,,,,,,,,,,,\n"
                    : fmt::format(",{},{},{},{},{},{},{},{},{},{},{},{}\n", csv(r.value.value),
                                  csv(r.value.low), csv(r.value.high), csv(r.median), r.lowest,
                                  r.highest, csv(r.greedy_optimal.value), csv(r.greedy_optimal.low),
                                  csv(r.greedy_optimal.high), csv(r.mover_ahead.value),
                                  csv(r.mover_ahead.low), csv(r.mover_ahead.high));
    }
    return text;
}

bool beats(const GamesResult& r) {
    return r.rate.low > 0.5;
}
bool loses(const GamesResult& r) {
    return r.rate.high < 0.5;
}

// Where a player stops beating an opponent: for each board, the least bank from which on it does.
void boundaries(Document& document, const std::vector<StudyCell>& cells) {
    std::map<std::string, std::vector<const StudyCell*>> pairings;
    for (const StudyCell& cell : cells)
        if (cell.cell.player != cell.cell.opponent)
            pairings[fmt::format("{} against {} ({})", cell.cell.player, cell.cell.opponent,
                                 cell.cell.game->name())]
                .push_back(&cell);
    for (const auto& [name, group] : pairings) {
        document.heading(name);
        const auto won = std::count_if(group.begin(), group.end(),
                                       [](const StudyCell* c) { return beats(c->result); });
        const auto lost = std::count_if(group.begin(), group.end(),
                                        [](const StudyCell* c) { return loses(c->result); });
        std::string text = fmt::format(
            "{} wins more than half of the games, with 95 % confidence, in {} of {} cells; it "
            "loses more than half in {}, and {} are not decided by the games played.",
            group.front()->cell.player, won, group.size(), lost,
            static_cast<std::ptrdiff_t>(group.size()) - won - lost);
        document.paragraph(text);

        std::map<std::pair<int, int>, std::vector<const StudyCell*>> boards;
        for (const StudyCell* cell : group)
            boards[{cell->cell.size, cell->cell.kinds}].push_back(cell);
        std::vector<std::vector<std::string>> rows;
        for (auto& [key, banks] : boards) {
            std::sort(banks.begin(), banks.end(), [](const StudyCell* a, const StudyCell* b) {
                return a->cell.bank < b->cell.bank;
            });
            // From the largest bank down as long as it still wins.
            auto from = banks.rend();
            for (auto it = banks.rbegin(); it != banks.rend() && beats((*it)->result); ++it)
                from = it;
            std::string boundary;
            if (from == banks.rend()) {
                boundary = "at no bank studied";
            } else if (*from == banks.front()) {
                boundary = "at every bank studied";
            } else {
                boundary = fmt::format("from {:g} s on", (*from)->cell.bank);
            }
            rows.push_back({board(key.first, key.second), boundary,
                            percent(banks.front()->result.rate), percent(banks.back()->result.rate),
                            points(banks.back()->result.margin)});
        }
        document.table({"board", "wins the majority", "wins at the smallest bank",
                        "wins at the largest bank", "margin at the largest bank"},
                       rows);
    }
}

// Players against themselves: what the start is worth.
void first_move(Document& document, const std::vector<StudyCell>& cells) {
    std::vector<std::vector<std::string>> rows;
    for (const StudyCell& cell : cells) {
        if (cell.cell.player != cell.cell.opponent) continue;
        rows.push_back({std::string(cell.cell.game->name()), board(cell.cell.size, cell.cell.kinds),
                        cell.cell.player, fmt::format("{:g} s", cell.cell.bank),
                        std::to_string(cell.result.games), percent(cell.result.first_rate),
                        points(cell.result.first_margin),
                        fmt::format("{:.0f}", std::round(cell.result.first_margin.value))});
    }
    if (rows.empty()) return;
    document.heading("The first move");
    document.paragraph(
        "Equal players: who starts wins this share of the decided games, and is ahead by this many "
        "points at the end. That lead, rounded, is the komi that would balance the start.");
    document.table(
        {"game", "board", "player", "bank", "games", "who starts wins", "ahead by", "komi"}, rows);
}

void exact_values(Document& document, const std::vector<SolvedCell>& cells) {
    if (cells.empty()) return;
    document.heading("Exact values of random boards");
    document.paragraph(
        "The value is what the player to move gains over the other with best play of both.");
    std::vector<std::vector<std::string>> rows;
    std::vector<SolvedCell> known;
    for (const auto& [cell, r] : cells) {
        std::vector<std::string>& row = rows.emplace_back(
            std::vector{fmt::format("{} {}", cell.game->name(), board(cell.size, cell.kinds)),
                        fmt::format("{} of {}", r.solved, r.boards)});
        if (r.solved == 0) {
            row.resize(7);
            continue;
        }
        known.push_back({cell, r});
        row.insert(row.end(), {points(r.value), fmt::format("{:+g}", r.median),
                               fmt::format("{:+} to {:+}", r.lowest, r.highest),
                               percent(r.mover_ahead), percent(r.greedy_optimal)});
    }
    document.table({"boards", "solved", "mean value", "median", "range", "mover ahead",
                    "greedy first move optimal"},
                   rows);
    const auto by_greedy = [](const SolvedCell& a, const SolvedCell& b) {
        return a.result.greedy_optimal.value < b.result.greedy_optimal.value;
    };
    if (known.empty()) return;
    const SolvedCell& least = *std::min_element(known.begin(), known.end(), by_greedy);
    const SolvedCell& most = *std::max_element(known.begin(), known.end(), by_greedy);
    document.paragraph(fmt::format(
        "Taking the largest group first is optimal most often on {} ({}), and least often on {} "
        "({}).",
        board(most.cell.size, most.cell.kinds), percent(most.result.greedy_optimal),
        board(least.cell.size, least.cell.kinds), percent(least.result.greedy_optimal)));
}

void all_cells(Document& document, const std::vector<StudyCell>& cells) {
    if (cells.empty()) return;
    document.heading("Every cell");
    std::vector<std::vector<std::string>> rows;
    for (const auto& [cell, r] : cells)
        rows.push_back({fmt::format("{} {}", cell.game->name(), board(cell.size, cell.kinds)),
                        cell.player, cell.opponent, fmt::format("{:g} s", cell.bank),
                        std::to_string(r.games), percent(r.rate), points(r.margin),
                        r.depth > 0 ? fmt::format("{:.1f}", r.depth) : "",
                        r.nodes > 0 ? fmt::format("{:.0f}", r.nodes) : ""});
    document.table({"boards", "player", "opponent", "bank", "games", "wins", "margin", "depth",
                    "nodes a move"},
                   rows);
}

}  // namespace

Result<void> write_study_report(const StudySpec& spec, const StudyStore& store,
                                const std::filesystem::path& out, const std::string& command) {
    std::vector<StudyCell> cells;
    for (const GamesCell& cell : spec.games) {
        const Result<std::vector<StudyGame>> games = store.games(cell.id());
        if (!games) return tl::unexpected(games.error());
        cells.push_back({cell, sum_up(cell, *games)});
    }
    std::vector<SolvedCell> solved;
    for (const ExactCell& cell : spec.exact) {
        const Result<std::vector<StudyBoard>> boards = store.boards(cell.id());
        if (!boards) return tl::unexpected(boards.error());
        solved.push_back({cell, sum_up(cell, *boards)});
    }

    Document document(spec.title);
    document.paragraph(
        "Intervals in brackets hold the true value with 95 % confidence. Each board is played "
        "twice with the start reversed; margins are points a game from the player's view.");
    document.paragraph("This report and its data are made by:");
    document.code(command);
    boundaries(document, cells);
    first_move(document, cells);
    exact_values(document, solved);
    if (const Result<void> drawn = add_plots(document, cells, solved, out); !drawn) return drawn;
    all_cells(document, cells);

    const std::pair<const char*, std::string> files[] = {
        {"cells.csv", cells.empty() ? "" : cells_csv(cells)},
        {"exact.csv", solved.empty() ? "" : exact_csv(solved)},
        {"report.md", document.markdown()},
        {"report.html", document.html()}};
    for (const auto& [name, text] : files) {
        if (text.empty()) continue;
        if (Result<void> written = write_file_atomically(out / name, text); !written)
            return written;
    }
    return {};
}

}  // namespace zerosum
