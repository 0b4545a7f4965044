#pragma once
// What keeps us from our part of the work on a hand-in: a full disk, say. It costs the others
// nothing: the hand-in is left alone for a while, twice as long after every try, and they go on.

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace zerosum {

// By the number of a hand-in. May be called from several threads.
class Troubles {
 public:
    // Returns how long it is left alone from now on.
    std::chrono::seconds enter(std::int64_t id, std::string message);
    void forget(std::int64_t id);

    [[nodiscard]] bool none() const;
    // The last message; empty: all is well with it.
    [[nodiscard]] std::string of(std::int64_t id) const;
    // Whether it is in trouble and may be tried again.
    [[nodiscard]] bool is_due(std::int64_t id) const;
    [[nodiscard]] std::vector<std::int64_t> left_alone() const;

 private:
    struct Trouble {
        std::string message;
        std::chrono::seconds wait{0};
        std::chrono::steady_clock::time_point until;
        [[nodiscard]] bool due() const { return until <= std::chrono::steady_clock::now(); }
    };
    mutable std::mutex mutex_;
    std::map<std::int64_t, Trouble> troubles_;
};

}  // namespace zerosum
