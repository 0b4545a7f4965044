#pragma once
// Collects what a stream says within a fixed amount of memory: its beginning and its end.

#include <string>
#include <string_view>

#include "sandbox/account.h"

namespace zerosum::warden {

class ExcerptBuilder {
 public:
    explicit ExcerptBuilder(std::size_t keep) : half_(keep / 2) {}
    void add(std::string_view bytes);
    [[nodiscard]] std::size_t total() const { return total_; }
    [[nodiscard]] Excerpt take() const;

 private:
    std::size_t half_;
    std::size_t total_ = 0;
    std::string head_;
    std::string tail_;  // up to twice half_, cut back when it is full
};

}  // namespace zerosum::warden
