#include "arena/report/plot.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/files.h"
#include "sandbox/run.h"

namespace zerosum {

namespace {

// gnuplot's strings in double quotes; what could end one or start markup is taken out.
std::string in_quotes(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) out += c == '"' || c == '\\' || c == '`' || c == '\n' ? ' ' : c;
    return out + "\"";
}

std::string preamble(std::string_view title, std::string_view x, std::string_view y,
                     const std::filesystem::path& svg) {
    return fmt::format(
        "set terminal svg size 760,480 noenhanced font 'sans,13' background 'white'\n"
        "set output {}\nset title {}\nset xlabel {}\nset ylabel {}\n",
        in_quotes(svg.string()), in_quotes(title), in_quotes(x), in_quotes(y));
}

// Colours that stay apart for the colour-blind (Okabe and Ito 2008).
constexpr std::array kLineColours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                  "#E69F00", "#56B4E9", "#000000", "#999933"};

}  // namespace

std::string gnuplot_script(const Curves& curves, const std::filesystem::path& svg) {
    std::string script = preamble(curves.title, curves.x_label, curves.y_label, svg);
    script += "set grid lc rgb '#dddddd'\nset key outside right top\n";
    if (curves.log_x) script += "set logscale x\n";
    if (curves.log_y) script += "set logscale y\n";
    script += "set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05\n";
    std::string plots;
    for (std::size_t i = 0; i < curves.series.size(); ++i) {
        const Series& series = curves.series[i];
        script += fmt::format("$s{} << EOD\n", i);
        for (const Point& p : series.points) {
            // An interval that nothing is known of is drawn as none.
            const double low = std::isfinite(p.y.low) ? p.y.low : p.y.value;
            const double high = std::isfinite(p.y.high) ? p.y.high : p.y.value;
            script += fmt::format("{} {} {} {}\n", p.x, p.y.value, low, high);
        }
        script += "EOD\n";
        plots += fmt::format("{}$s{} with yerrorlines lw 2 pt {} lc rgb '{}' title {}",
                             i == 0 ? "" : ", ", i, 4 + i, kLineColours[i % kLineColours.size()],
                             in_quotes(series.label));
    }
    return script + "plot " + plots + "\n";
}

std::string gnuplot_script(const HeatMap& map, const std::filesystem::path& svg) {
    std::string script = preamble(map.title, map.x_label, map.y_label, svg);
    script += "$m << EOD\n";
    for (std::size_t row = 0; row < map.rows.size(); ++row)
        for (std::size_t column = 0; column < map.columns.size(); ++column) {
            const double value = map.values[row][column];
            if (!std::isnan(value)) script += fmt::format("{} {} {}\n", column, row, value);
        }
    script += "EOD\n";
    const auto ticks = [&](const char* axis, const std::vector<std::string>& names) {
        script += fmt::format("set {}tics (", axis);
        for (std::size_t i = 0; i < names.size(); ++i)
            script += fmt::format("{}{} {}", i == 0 ? "" : ", ", in_quotes(names[i]), i);
        script += ")\n";
    };
    ticks("x", map.columns);
    ticks("y", map.rows);
    script += fmt::format(
        "set xrange [-0.5:{}]\nset yrange [-0.5:{}]\nset cbrange [{}:{}]\n"
        "set palette defined (0 '#b35806', 0.5 '#f7f7f7', 1 '#2166ac')\nset tics out\nunset key\n"
        "plot $m using 1:2:3 with image pixels, $m using 1:2:(sprintf({}, $3)) with labels\n",
        static_cast<double>(map.columns.size()) - 0.5, static_cast<double>(map.rows.size()) - 0.5,
        map.low, map.high, in_quotes(map.format));
    return script;
}

Result<void> run_gnuplot(const std::string& script, const std::filesystem::path& folder) {
    const std::filesystem::path home = std::filesystem::absolute(folder);
    const std::filesystem::path file = home / "plot.gp";
    if (const Result<void> written = write_file_atomically(file, script); !written) return written;
    Job job;
    job.command = {"gnuplot", file.string()};
    job.directory = home;
    job.temporary = home;
    job.limits.wall = Seconds{60};
    // Our own script and a program of the system's: nothing to confine.
    const Account account = run(job, Setup{});
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    if (account.ok()) return {};
    return fail("gnuplot {}: {}", describe_ending(account),
                account.trouble.empty() ? account.err.text : account.trouble);
}

}  // namespace zerosum
