#include "arena/check/category.h"

#include <array>

namespace zerosum {

namespace {

// In the order of Category.
constexpr std::array<std::string_view, 11> kCategoryWords{
    "sound",        "weak",    "wrong",         "late",     "illegal", "no answer",
    "over a limit", "crashes", "did not build", "no agent", "not run"};
static_assert(kCategoryWords.size() == static_cast<std::size_t>(Category::NotRun) + 1);

}  // namespace

std::string_view to_text(Category category) {
    return kCategoryWords[static_cast<std::size_t>(category)];
}

std::optional<Category> parse_category(std::string_view text) {
    for (std::size_t i = 0; i < kCategoryWords.size(); ++i)
        if (kCategoryWords[i] == text) return static_cast<Category>(i);
    return std::nullopt;
}

std::optional<Category> category_of(EndReason reason) {
    switch (reason) {
        case EndReason::Points:
        case EndReason::TimeLeft:
        case EndReason::Resigned:
            return Category::Weak;
        case EndReason::Draw:
        case EndReason::Void:
        case EndReason::Aborted:
            return std::nullopt;
        case EndReason::Time:
        case EndReason::Killed:
            return Category::Late;
        case EndReason::IllegalMove:
        case EndReason::WrongBoard:
        case EndReason::MalformedAnswer:
            return Category::Illegal;
        case EndReason::NoAnswer:
            return Category::NoAnswer;
        case EndReason::Limit:
            return Category::OverLimit;
        case EndReason::Crash:
            return Category::Crashes;
        case EndReason::NotStarted:
            return Category::DidNotBuild;
    }
    return std::nullopt;
}

Category category_of(Obstacle obstacle) {
    switch (obstacle) {
        case Obstacle::NoAgent:
            return Category::NoAgent;
        case Obstacle::NotBuilt:
            return Category::DidNotBuild;
        case Obstacle::NotRun:
        case Obstacle::Ours:
            return Category::NotRun;
    }
    return Category::NotRun;
}

}  // namespace zerosum
