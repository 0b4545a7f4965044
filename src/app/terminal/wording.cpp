#include "app/terminal/wording.h"

#include <algorithm>

#include "app/view/board_json.h"
#include "players/analysis.h"

namespace zerosum::terminal {

std::string line_names(const AnyPosition& position, const std::vector<AnyMove>& line,
                       std::size_t limit) {
    std::vector<std::string> names = view::line_names(position, line);
    names.resize(std::min(names.size(), limit));
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string describe(const AnyPosition& position, const Thought& thought) {
    constexpr std::size_t moves_shown = 5;
    const std::string depth =
        thought.exact ? std::string("proved") : fmt::format("depth {}", thought.depth);
    return fmt::format("{}, {:+}: {}", depth, thought.score,
                       line_names(position, thought.line, moves_shown));
}

Thought think_of_hint(const AnyPosition& position, const std::stop_token& stop,
                      const std::function<void(const Thought&)>& report) {
    const auto thought_of = [](const Analysis& analysis) {
        Thought thought;
        if (analysis.lines.empty()) return thought;  // stopped before it began
        const AnalysisLine& best = analysis.lines.front();
        thought.depth = best.depth;
        thought.nodes = analysis.nodes;
        thought.score = best.score;
        thought.exact = best.exact;
        thought.cpu = analysis.cpu;
        thought.line = best.pv.empty() ? std::vector{best.move} : best.pv;
        return thought;
    };
    AnalysisLimits limits;
    limits.time = Seconds{1};
    limits.stop = stop;
    return thought_of(analyze(position, limits, [&](const Analysis& analysis) {
        if (report) report(thought_of(analysis));
    }));
}

}  // namespace zerosum::terminal
