#pragma once
// Charts as SVG files, drawn by gnuplot.

#include <filesystem>
#include <string>
#include <vector>

#include "arena/rating/statistics.h"
#include "core/result.h"

namespace zerosum {

struct Point {
    double x = 0;
    Interval y;
};
struct Series {
    std::string label;
    std::vector<Point> points;
};

// Lines with their 95 % intervals.
struct Curves {
    std::string title;
    std::string x_label;
    std::string y_label;
    bool log_x = false;
    bool log_y = false;
    std::vector<Series> series;
};

// A grid of coloured cells with their numbers written in them.
struct HeatMap {
    std::string title;
    std::string x_label;
    std::string y_label;
    std::vector<std::string> columns;
    std::vector<std::string> rows;            // from the bottom
    std::vector<std::vector<double>> values;  // a row of columns; NaN: not measured
    double low = 0;                           // the colours' range
    double high = 1;
    std::string format = "%.2f";
};

// gnuplot's own language; `svg` is the file that it will write.
[[nodiscard]] std::string gnuplot_script(const Curves& curves, const std::filesystem::path& svg);
[[nodiscard]] std::string gnuplot_script(const HeatMap& map, const std::filesystem::path& svg);

// Runs the script. Fails with gnuplot's own words, or when gnuplot is not installed.
[[nodiscard]] Result<void> run_gnuplot(const std::string& script,
                                       const std::filesystem::path& folder);

}  // namespace zerosum
