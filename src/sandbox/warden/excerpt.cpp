#include "sandbox/warden/excerpt.h"

#include <fmt/format.h>

#include <algorithm>

namespace zerosum::warden {

void ExcerptBuilder::add(std::string_view bytes) {
    total_ += bytes.size();
    const std::size_t room = half_ - std::min(half_, head_.size());
    head_.append(bytes.substr(0, room));
    bytes.remove_prefix(std::min(room, bytes.size()));
    if (bytes.size() > half_) bytes.remove_prefix(bytes.size() - half_);
    tail_.append(bytes);
    if (tail_.size() > 2 * half_) tail_.erase(0, tail_.size() - half_);
}

Excerpt ExcerptBuilder::take() const {
    const std::size_t kept = std::min(half_, tail_.size());
    const std::string_view end = std::string_view(tail_).substr(tail_.size() - kept);
    const std::size_t cut = total_ - head_.size() - end.size();
    Excerpt excerpt;
    excerpt.total = total_;
    excerpt.text = head_;
    if (cut > 0) excerpt.text += fmt::format("\n[... {} bytes cut ...]\n", cut);
    excerpt.text += end;
    return excerpt;
}

}  // namespace zerosum::warden
