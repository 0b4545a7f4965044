#include "arena/desk/troubles.h"

#include <algorithm>

namespace zerosum {

namespace {

constexpr std::chrono::seconds kFirstWait{1};
constexpr std::chrono::seconds kLongestWait{600};

}  // namespace

std::chrono::seconds Troubles::enter(std::int64_t id, std::string message) {
    const std::lock_guard lock(mutex_);
    Trouble& trouble = troubles_[id];
    trouble.message = std::move(message);
    trouble.wait = std::clamp(2 * trouble.wait, kFirstWait, kLongestWait);
    trouble.until = std::chrono::steady_clock::now() + trouble.wait;
    return trouble.wait;
}

void Troubles::forget(std::int64_t id) {
    const std::lock_guard lock(mutex_);
    troubles_.erase(id);
}

bool Troubles::none() const {
    const std::lock_guard lock(mutex_);
    return troubles_.empty();
}

std::string Troubles::of(std::int64_t id) const {
    const std::lock_guard lock(mutex_);
    const auto found = troubles_.find(id);
    return found == troubles_.end() ? std::string() : found->second.message;
}

bool Troubles::is_due(std::int64_t id) const {
    const std::lock_guard lock(mutex_);
    const auto found = troubles_.find(id);
    return found != troubles_.end() && found->second.due();
}

std::vector<std::int64_t> Troubles::left_alone() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::int64_t> ids;
    for (const auto& [id, trouble] : troubles_)
        if (!trouble.due()) ids.push_back(id);
    return ids;
}

}  // namespace zerosum
