#include "arena/study/report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "arena/report/csv.h"
#include "arena/report/document.h"
#include "arena/study/plots.h"
#include "core/files.h"

namespace zerosum {

namespace {

using Json = nlohmann::ordered_json;

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

// ---- What both the CSV files and the JSON hold: a row per cell, its keys are the columns -----

// An infinite bound is not known.
Json number(double x) {
    return std::isfinite(x) ? Json(x) : Json();
}
void add_interval(Json& row, const std::string& name, const std::string& bounds,
                  const Interval& interval) {
    row[name] = number(interval.value);
    row[bounds + "_low"] = number(interval.low);
    row[bounds + "_high"] = number(interval.high);
}

Json row_of(const StudyCell& studied) {
    const auto& [cell, r] = studied;
    Json row{
        {"game", cell.game_text()}, {"player", cell.player.text}, {"opponent", cell.opponent.text},
        {"size", cell.size},        {"kinds", cell.kinds},        {"bank", cell.bank},
        {"games", r.tally.games()}, {"won", r.tally.wins},        {"lost", r.tally.losses},
        {"drawn", r.tally.draws}};
    add_interval(row, "rate", "rate", r.rate);
    add_interval(row, "margin", "margin", r.margin);
    add_interval(row, "first_rate", "first_rate", r.first_rate);
    row["first_margin"] = number(r.first_margin.value);
    row["depth"] = number(r.depth);
    row["nodes_per_move"] = number(r.nodes);
    row["cpu_per_game"] = number(r.cpu);
    row["moves_per_game"] = number(r.moves);
    return row;
}

Json row_of(const SolvedCell& solved) {
    const auto& [cell, r] = solved;
    Json row{{"game", cell.game->name()},
             {"size", cell.size},
             {"kinds", cell.kinds},
             {"boards", r.boards},
             {"solved", r.solved}};
    Json values = Json::object();
    add_interval(values, "mean", "mean", r.value);
    values["median"] = r.median;
    values["lowest"] = r.lowest;
    values["highest"] = r.highest;
    add_interval(values, "greedy_optimal", "greedy", r.greedy_optimal);
    add_interval(values, "mover_ahead", "ahead", r.mover_ahead);
    if (r.solved == 0)
        for (Json& value : values) value = nullptr;
    row.update(values);
    return row;
}

template <typename Found>
Json rows_of(const std::vector<Found>& cells) {
    Json rows = Json::array();
    for (const Found& cell : cells) rows.push_back(row_of(cell));
    return rows;
}

// What is not known is left empty.
std::string csv_field(const Json& value) {
    if (value.is_null()) return "";
    if (value.is_string()) return quoted_csv(value.get_ref<const std::string&>());
    if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
    return value.dump();
}

std::string csv_of(const Json& rows) {
    std::vector<std::string> fields;
    for (const auto& [name, value] : rows.front().items()) fields.push_back(name);
    std::string text = fmt::format("{}\n", fmt::join(fields, ","));
    for (const Json& row : rows) {
        fields.clear();
        for (const Json& value : row) fields.push_back(csv_field(value));
        text += fmt::format("{}\n", fmt::join(fields, ","));
    }
    return text;
}

struct Findings {
    std::vector<StudyCell> cells;
    std::vector<SolvedCell> solved;
};

Result<Findings> findings_of(const StudySpec& spec, const StudyStore& store) {
    Findings findings;
    for (const GamesCell& cell : spec.games) {
        const Result<std::vector<StudyGame>> games = store.games(cell.id());
        if (!games) return tl::unexpected(games.error());
        findings.cells.push_back({cell, sum_up(cell, *games)});
    }
    for (const ExactCell& cell : spec.exact) {
        const Result<std::vector<StudyBoard>> boards = store.boards(cell.id());
        if (!boards) return tl::unexpected(boards.error());
        findings.solved.push_back({cell, sum_up(cell, *boards)});
    }
    return findings;
}

// ---- The report -----------------------------------------------------------------------------

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
        if (cell.cell.player.text != cell.cell.opponent.text)
            pairings[fmt::format("{} against {} ({})", cell.cell.player.text,
                                 cell.cell.opponent.text, cell.cell.game_text())]
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
            group.front()->cell.player.text, won, group.size(), lost,
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
        if (cell.cell.player.text != cell.cell.opponent.text) continue;
        rows.push_back({cell.cell.game_text(), board(cell.cell.size, cell.cell.kinds),
                        cell.cell.player.text, fmt::format("{:g} s", cell.cell.bank),
                        std::to_string(cell.result.tally.games()), percent(cell.result.first_rate),
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
    rows.reserve(cells.size());
    for (const auto& [cell, r] : cells)
        rows.push_back({fmt::format("{} {}", cell.game->name(), board(cell.size, cell.kinds)),
                        cell.player.text, cell.opponent.text, fmt::format("{:g} s", cell.bank),
                        std::to_string(r.tally.games()), percent(r.rate), points(r.margin),
                        r.depth > 0 ? fmt::format("{:.1f}", r.depth) : "",
                        r.nodes > 0 ? fmt::format("{:.0f}", r.nodes) : ""});
    document.table({"boards", "player", "opponent", "bank", "games", "wins", "margin", "depth",
                    "nodes per move"},
                   rows);
}

}  // namespace

Result<void> write_study_report(const StudySpec& spec, const StudyStore& store,
                                const std::filesystem::path& out, const std::string& command) {
    const Result<Findings> findings = findings_of(spec, store);
    if (!findings) return tl::unexpected(findings.error());
    const auto& [cells, solved] = *findings;

    Document document(spec.title);
    document.paragraph(
        "Intervals in brackets hold the true value with 95 % confidence. Each board is played "
        "twice with the start reversed; margins are points per game from the player's view.");
    document.paragraph("This report and its data are made by:");
    document.code(command);
    boundaries(document, cells);
    first_move(document, cells);
    exact_values(document, solved);
    if (Result<void> drawn = add_plots(document, cells, solved, out); !drawn) return drawn;
    all_cells(document, cells);

    const std::pair<const char*, std::string> files[] = {
        {"cells.csv", cells.empty() ? "" : csv_of(rows_of(cells))},
        {"exact.csv", solved.empty() ? "" : csv_of(rows_of(solved))},
        {"report.md", document.markdown()},
        {"report.html", document.html()}};
    for (const auto& [name, text] : files) {
        if (text.empty()) continue;
        if (Result<void> written = write_file_atomically(out / name, text); !written)
            return written;
    }
    return {};
}

Result<std::string> study_json(const StudySpec& spec, const StudyStore& store,
                               const std::optional<std::filesystem::path>& report) {
    const Result<Findings> findings = findings_of(spec, store);
    if (!findings) return tl::unexpected(findings.error());
    const Json json{{"title", spec.title},
                    {"cells", rows_of(findings->cells)},
                    {"exact", rows_of(findings->solved)},
                    {"stopped", !report},
                    {"report", report ? Json(report->string()) : Json()}};
    // Players' texts and paths come from outside: bytes that are not UTF-8 must not throw.
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace zerosum
