#include "app/terminal/wording.h"

#include <algorithm>

#include "core/text.h"
#include "players/engine.h"

namespace zerosum::terminal {

std::string line_names(const AnyPosition& position, const std::vector<AnyMove>& line,
                       std::size_t limit) {
    std::vector<std::string> names = zerosum::line_names(position, line);
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

std::vector<std::string_view> rules_in_full(const GameInfo& info) {
    std::vector<std::string_view> lines = split(info.rules, '\n');
    if (lines.size() > 1) lines.erase(lines.begin());  // the brief form
    return lines;
}

Thought think_of_hint(const AnyPosition& position, const std::stop_token& stop,
                      const std::function<void(const Thought&)>& report) {
    SearchLimits limits;
    limits.set_time(Seconds{1});
    limits.stop = stop;
    return thought_of(analyze(position, limits, [&](const SearchResult<AnyMove>& analysis) {
        if (report) report(thought_of(analysis));
    }));
}

}  // namespace zerosum::terminal
