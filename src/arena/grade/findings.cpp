#include "arena/grade/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "arena/play/record.h"
#include "core/counted.h"

namespace zerosum {

namespace {

bool in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.';
}

// A number, a cell or a column's letter: "20.345", "G8", "J".
bool is_measure(std::string_view word) {
    const std::size_t letters =
        std::min(word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), word.size());
    const bool digits = word.find_first_not_of("0123456789.", letters) == std::string_view::npos;
    return digits && letters <= 2 && (letters < word.size() || letters == 1);
}

// "1 to 5 and 9", "1, 2 and 4".
std::string number_list(const std::vector<const GradeItem*>& items) {
    std::vector<std::string> runs;
    for (std::size_t i = 0; i < items.size();) {
        std::size_t last = i;
        while (last + 1 < items.size() && items[last + 1]->number == items[last]->number + 1)
            ++last;
        if (last < i + 2) last = i;  // two in a row are two numbers
        runs.push_back(last == i ? std::to_string(items[i]->number)
                                 : fmt::format("{} to {}", items[i]->number, items[last]->number));
        i = last + 1;
    }
    if (runs.size() == 1) return runs[0];
    const std::string last = runs.back();
    runs.pop_back();
    return fmt::format("{} and {}", fmt::join(runs, ", "), last);
}

}  // namespace

std::string failure_key(const GradeItem& item) {
    std::string key = item.reason + ":";
    const std::string_view text = item.evidence;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && in_word(text[end])) ++end;
        if (end == i) {
            key += text[i++];
            continue;
        }
        const std::string_view word = text.substr(i, end - i);
        key += is_measure(word) ? "#" : word;
        i = end;
    }
    return key;
}

std::string Finding::sentence() const {
    const std::string& one = first().evidence;
    if (!first().asked) return fmt::format("{}: {}", counted(items.size(), "case"), one);
    if (items.size() == 1) return one;
    if (std::all_of(items.begin(), items.end(),
                    [&](const GradeItem* item) { return item->evidence == one; }))
        return fmt::format("{} times the same: {}", items.size(), one);
    // Of games lost on points the numbers are all there is to tell.
    if (first().reason != to_text(EndReason::Points))
        return fmt::format("{} times like this: {}", items.size(), one);
    std::vector<std::string_view> scores;
    for (const GradeItem* item : items) scores.emplace_back(item->evidence);
    return fmt::format("{} times: {}", items.size(), fmt::join(scores, ", "));
}

std::string Finding::where() const {
    if (items.size() == 1) return first().name;
    const std::string_view noun = std::string_view(first().name).substr(0, 4);  // "case", "game"
    return fmt::format("{}s {}", noun, number_list(items));
}

std::vector<Finding> findings(const GradePart& part) {
    std::vector<Finding> found;
    std::vector<std::string> keys;
    for (const GradeItem& item : part.items) {
        if (item.passed) continue;
        const std::string key = (item.asked ? "" : "not asked:") + failure_key(item);
        const auto known = std::find(keys.begin(), keys.end(), key);
        if (known != keys.end()) {
            found[static_cast<std::size_t>(known - keys.begin())].items.push_back(&item);
            continue;
        }
        keys.push_back(key);
        found.push_back({{&item}});
    }
    return found;
}

}  // namespace zerosum
