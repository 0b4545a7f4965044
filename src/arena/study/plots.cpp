#include "arena/study/plots.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "arena/report/plot.h"
#include "core/files.h"

namespace zerosum {

namespace {

using Cells = std::vector<const StudyCell*>;
using Value = std::function<Interval(const GamesResult&)>;

// The different values of a key over cells, in order.
template <typename Key>
std::vector<double> values_of(const Cells& cells, Key key) {
    std::set<double> values;
    for (const StudyCell* cell : cells) values.insert(key(cell->cell));
    return {values.begin(), values.end()};
}

double size_of(const GamesCell& cell) {
    return cell.size;
}
double kinds_of(const GamesCell& cell) {
    return cell.kinds;
}
double bank_of(const GamesCell& cell) {
    return cell.bank;
}

std::vector<std::string> names(const std::vector<double>& values) {
    std::vector<std::string> out;
    for (const double value : values) out.push_back(fmt::format("{:g}", value));
    return out;
}

// "engine-vs-greedy" fit for a file name.
std::string file_name(std::string text) {
    std::replace_if(
        text.begin(), text.end(),
        [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-'; }, '_');
    return text;
}

class Gallery {
 public:
    Gallery(Document& document, const std::filesystem::path& out)
        : document_(document), folder_(std::filesystem::absolute(out) / "plots") {}

    template <typename Chart>
    Result<void> add(const Chart& chart, const std::string& name) {
        std::error_code error;
        std::filesystem::create_directories(folder_, error);
        if (error) return fail("{}: {}", folder_.string(), error.message());
        const std::filesystem::path svg = folder_ / (name + ".svg");
        if (Result<void> drawn = run_gnuplot(gnuplot_script(chart, svg), folder_); !drawn)
            return drawn;
        const Result<std::string> picture = read_file(svg);
        if (!picture) return tl::unexpected(picture.error());
        document_.image(chart.title, "plots/" + name + ".svg", *picture);
        return {};
    }

 private:
    Document& document_;
    std::filesystem::path folder_;
};

template <typename XKey, typename YKey>
HeatMap heat_map(const Cells& cells, XKey x_key, YKey y_key, const Value& value) {
    HeatMap map;
    const std::vector<double> xs = values_of(cells, x_key);
    const std::vector<double> ys = values_of(cells, y_key);
    map.columns = names(xs);
    map.rows = names(ys);
    map.values.assign(ys.size(),
                      std::vector<double>(xs.size(), std::numeric_limits<double>::quiet_NaN()));
    for (const StudyCell* cell : cells) {
        const auto column = std::find(xs.begin(), xs.end(), x_key(cell->cell)) - xs.begin();
        const auto row = std::find(ys.begin(), ys.end(), y_key(cell->cell)) - ys.begin();
        map.values[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] =
            value(cell->result).value;
    }
    return map;
}

template <typename XKey>
Series series(const Cells& cells, std::string label, XKey x_key, const Value& value) {
    Series out{std::move(label), {}};
    for (const StudyCell* cell : cells)
        out.points.push_back({x_key(cell->cell), value(cell->result)});
    std::sort(out.points.begin(), out.points.end(),
              [](const Point& a, const Point& b) { return a.x < b.x; });
    return out;
}

template <typename Key>
Cells where(const Cells& cells, Key key, double value) {
    Cells out;
    std::copy_if(cells.begin(), cells.end(), std::back_inserter(out),
                 [&](const StudyCell* cell) { return key(cell->cell) == value; });
    return out;
}

Interval rate(const GamesResult& r) {
    return r.rate;
}
Interval margin(const GamesResult& r) {
    return r.margin;
}
Interval first_rate(const GamesResult& r) {
    return r.first_rate;
}
Interval first_margin(const GamesResult& r) {
    return r.first_margin;
}
Interval depth(const GamesResult& r) {
    return {r.depth, r.depth, r.depth};
}
Interval nodes(const GamesResult& r) {
    return {r.nodes, r.nodes, r.nodes};
}

// One line per value of `line_key`, over `x_key`.
template <typename XKey, typename LineKey>
Curves curves(const Cells& cells, XKey x_key, LineKey line_key, const char* line_name,
              const Value& value) {
    Curves out;
    for (const double line : values_of(cells, line_key))
        out.series.push_back(series(where(cells, line_key, line),
                                    fmt::format("{} {:g}", line_name, line), x_key, value));
    return out;
}

// Everything about one player against one opponent in one game.
Result<void> plot_pairing(Gallery& gallery, const std::string& title, const std::string& file,
                          const Cells& all) {
    const std::vector<double> banks = values_of(all, bank_of);
    const std::vector<double> kinds = values_of(all, kinds_of);
    const std::vector<double> sizes = values_of(all, size_of);
    const double middle_kinds = kinds[kinds.size() / 2];
    const Cells largest_bank = where(all, bank_of, banks.back());
    const Cells middle = where(all, kinds_of, middle_kinds);
    const std::string of_kinds =
        middle_kinds > 0 ? fmt::format(", {:g} kinds", middle_kinds) : std::string{};

    const auto add_heat = [&](const char* what, const Value& value, const char* format,
                              bool symmetric) -> Result<void> {
        const auto finish = [&](HeatMap map, const std::string& suffix, const std::string& name,
                                const char* y_label) {
            map.title = fmt::format("{}: {}{}", title, what, suffix);
            map.x_label = "size of the board";
            map.y_label = y_label;
            map.format = format;
            if (symmetric) {
                double reach = 1;
                for (const auto& row : map.values)
                    for (const double x : row)
                        if (!std::isnan(x)) reach = std::max(reach, std::abs(x));
                map.low = -reach;
                map.high = reach;
            }
            return gallery.add(map, name);
        };
        const std::string base = fmt::format("{}-{}", file, file_name(what));
        if (sizes.size() > 1 && kinds.size() > 1)
            if (Result<void> drawn =
                    finish(heat_map(largest_bank, size_of, kinds_of, value),
                           fmt::format(", bank {:g} s", banks.back()), base + "-kinds", "kinds");
                !drawn)
                return drawn;
        if (sizes.size() > 1 && banks.size() > 1)
            return finish(heat_map(middle, size_of, bank_of, value), of_kinds, base + "-bank",
                          "bank, CPU seconds per game");
        return {};
    };
    if (Result<void> drawn = add_heat("win rate", rate, "%.2f", false); !drawn) return drawn;
    if (Result<void> drawn = add_heat("margin", margin, "%+.0f", true); !drawn) return drawn;

    const auto add_curve = [&](Curves chart, const char* y_label, const char* what, bool over_bank,
                               bool log_y) -> Result<void> {
        chart.title = fmt::format("{}: {}{}", title, what, of_kinds);
        chart.x_label = over_bank ? "bank, CPU seconds per game" : "size of the board";
        chart.y_label = y_label;
        chart.log_x = over_bank;
        chart.log_y = log_y;
        return gallery.add(chart, fmt::format("{}-{}", file, file_name(what)));
    };
    const bool searches = std::any_of(all.begin(), all.end(), [](const StudyCell* cell) {
        return cell->result.depth > 0 && cell->result.nodes > 0;
    });
    if (banks.size() > 1) {
        if (Result<void> drawn =
                add_curve(curves(middle, bank_of, size_of, "size", rate), "share of games won",
                          "strength against time", true, false);
            !drawn)
            return drawn;
        if (searches)
            if (Result<void> drawn = add_curve(curves(middle, bank_of, size_of, "size", nodes),
                                               "nodes per move", "nodes per move", true, true);
                !drawn)
                return drawn;
    }
    if (searches && banks.size() > 1)
        return add_curve(curves(middle, bank_of, size_of, "size", depth), "mean depth per move",
                         "depth per move", true, false);
    return {};
}

Result<void> plot_first_move(Gallery& gallery, const std::string& title, const std::string& file,
                             const Cells& all) {
    const Cells cells = where(all, bank_of, values_of(all, bank_of).back());
    if (values_of(cells, size_of).size() < 2) return {};
    Curves share = curves(cells, size_of, kinds_of, "kinds", first_rate);
    share.title = title + ": how often the first player wins";
    share.x_label = "size of the board";
    share.y_label = "share of decided games";
    if (Result<void> drawn = gallery.add(share, file + "-first-rate"); !drawn) return drawn;
    Curves lead = curves(cells, size_of, kinds_of, "kinds", first_margin);
    lead.title = title + ": by how much the first player is ahead";
    lead.x_label = "size of the board";
    lead.y_label = "points";
    return gallery.add(lead, file + "-first-margin");
}

Result<void> plot_exact(Gallery& gallery, const std::vector<SolvedCell>& solved) {
    std::map<int, Series> value_by_size;
    std::map<int, Series> greedy_by_size;
    for (const auto& [cell, result] : solved) {
        if (result.solved == 0) continue;
        const std::string label = fmt::format("{0}x{0}", cell.size);
        value_by_size[cell.size].label = label;
        greedy_by_size[cell.size].label = label;
        value_by_size[cell.size].points.push_back({double(cell.kinds), result.value});
        greedy_by_size[cell.size].points.push_back({double(cell.kinds), result.greedy_optimal});
    }
    const bool varies = std::any_of(value_by_size.begin(), value_by_size.end(),
                                    [](const auto& of) { return of.second.points.size() > 1; });
    if (!varies) return {};
    Curves values{"Mean exact value of random boards", "kinds", "points", false, false, {}};
    Curves greedy{
        "How often the greedy first move is optimal", "kinds", "share of boards", false, false, {}};
    for (const auto& [size, series] : value_by_size) values.series.push_back(series);
    for (const auto& [size, series] : greedy_by_size) greedy.series.push_back(series);
    if (Result<void> drawn = gallery.add(values, "exact-values"); !drawn) return drawn;
    return gallery.add(greedy, "exact-greedy");
}

}  // namespace

Result<void> add_plots(Document& document, const std::vector<StudyCell>& cells,
                       const std::vector<SolvedCell>& solved, const std::filesystem::path& out) {
    Gallery gallery(document, out);
    std::map<std::string, Cells> pairings;
    for (const StudyCell& cell : cells)
        if (cell.result.tally.games() > 0)
            pairings[fmt::format("{}: {} against {}", cell.cell.game_text(), cell.cell.player.text,
                                 cell.cell.opponent.text)]
                .push_back(&cell);
    if (!pairings.empty() || !solved.empty()) document.heading("Plots");
    for (const auto& [title, group] : pairings) {
        const std::string file = file_name(title);
        const bool itself = group.front()->cell.player.text == group.front()->cell.opponent.text;
        if (Result<void> drawn = itself ? plot_first_move(gallery, title, file, group)
                                        : plot_pairing(gallery, title, file, group);
            !drawn)
            return drawn;
    }
    return plot_exact(gallery, solved);
}

}  // namespace zerosum
