#include "app/ugi/ugi_go.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "app/ugi/ugi_words.h"

namespace zerosum {

namespace {

// More than a year, and still far from the ends of the clocks that are asked to wait for it.
constexpr std::int64_t kMostMilliseconds = 100'000'000'000;

Seconds milliseconds(std::int64_t number) {
    return Seconds{static_cast<double>(std::clamp<std::int64_t>(number, 0, kMostMilliseconds)) /
                   1000};
}

bool takes_number(std::string_view word) {
    constexpr std::string_view known[] = {"p1time", "p2time",   "p1inc", "p2inc",
                                          "nodes",  "movetime", "depth"};
    return std::find(std::begin(known), std::end(known), word) != std::end(known);
}

// A limit of 0 nodes or plies is the smallest that there is.
void set_limit(UgiGo& order, std::string_view word, std::int64_t number) {
    if (word == "p1time") order.bank[Side::One] = milliseconds(number);
    if (word == "p2time") order.bank[Side::Two] = milliseconds(number);
    if (word == "movetime") order.time = milliseconds(number);
    if (word == "nodes")
        order.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(1, number));
    if (word == "depth")
        order.depth =
            static_cast<int>(std::clamp<std::int64_t>(number, 1, std::numeric_limits<int>::max()));
    // p1inc, p2inc: these games know no increment. A bank that grows is never overdrawn.
}

}  // namespace

UgiGo parse_ugi_go(std::string_view words) {
    UgiGo order;
    order.until_stop = trim(words).empty();
    while (!words.empty()) {
        const std::string_view word = take_word(words);
        if (word == "infinite") {
            order.until_stop = true;
        } else if (!takes_number(word)) {
            // A number belongs to the word before it, which has been complained of.
            if (!parse_int(word))
                order.complaints.push_back(fmt::format("go: '{}' is not known", printable(word)));
        } else {
            const std::string_view value = take_word(words);
            if (const auto number = parse_int(value)) {
                set_limit(order, word, *number);
            } else {
                order.complaints.push_back(
                    fmt::format("go: found '{} {}', expected a number", word, printable(value)));
            }
        }
    }
    const bool limited = !order.bank.empty() || order.time || order.nodes != 0 || order.depth != 0;
    if (!limited && !order.until_stop) order.nodes = kNodesWithoutLimit;
    return order;
}

}  // namespace zerosum
