#include "core/nearest_word.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace zerosum {

namespace {

// Letters changed, left out, added, or two neighbours swapped, to get from one word to the other
// (Damerau's distance of optimal alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last;
    std::vector<std::size_t> last(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = a[i - 1] == b[j - 1];
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last = std::move(last);
        last = std::move(row);
    }
    return last.back();
}

constexpr std::size_t kLongestMistyped = 64;  // what is longer was no slip

}  // namespace

std::string_view nearest_word(std::string_view text, std::span<const std::string_view> known) {
    if (text.empty() || text.size() > kLongestMistyped) return {};
    std::string_view best;
    std::size_t least = std::max<std::size_t>(1, text.size() / 3) + 1;
    for (const std::string_view word : known) {
        const std::size_t distance = edit_distance(text, word);
        if (distance >= least || distance >= word.size()) continue;
        least = distance;
        best = word;
    }
    if (!best.empty()) return best;
    for (const std::string_view word : known) {
        if (!word.starts_with(text)) continue;
        if (!best.empty()) return {};  // several begin so
        best = word;
    }
    return best;
}

std::string did_you_mean(std::string_view text, std::span<const std::string_view> known) {
    const std::string_view meant = nearest_word(text, known);
    return meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant);
}

}  // namespace zerosum
