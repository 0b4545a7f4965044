#pragma once
// What a search has proved about positions of a Graph: bounds on the value over a number of plies
// when so many moves are tried at each node, and the square that was best.

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "core/huge_pages.h"
#include "search/raid/graph.h"

namespace zerosum::raid {

struct ProvedBounds {
    static constexpr Score unbounded = Score{1} << 29U;
    static constexpr Graph::Node no_square = 0xFFFF;

    Signature signature;
    Score lower = -unbounded;
    Score upper = unbounded;
    Graph::Node best = no_square;
    std::uint16_t depth = 0;  // the plies that the bounds are for; 0: nothing stored
    std::uint16_t width = 0;  // the moves per node that they are for; 0: all
};
static_assert(sizeof(ProvedBounds) == 32);

// A hash table in pairs of entries: the first of a pair keeps the deepest search, the second takes
// whatever comes. The whole signature is compared, so two positions are never taken for each other
// on graphs of up to 64 nodes, and with a chance of 2^-128 on larger ones.
//
// It begins small and grows while it fills, up to 2^max_log2 entries: most searches visit a few
// thousand positions, and clearing megabytes for them would take longer than the search.
class BoundTable {
 public:
    explicit BoundTable(unsigned max_log2) : max_log2_(std::max(max_log2, min_log2)) {
        resize(min_log2);
    }

    // The entry of this position, of whatever depth, or nullptr. Valid until the next store.
    [[nodiscard]] const ProvedBounds* find(const Signature& signature) const {
        const std::size_t at = pair_of(signature);
        for (const std::size_t i : {at, at + 1}) {
            if (entries_[i].signature == signature && entries_[i].depth > 0) return &entries_[i];
        }
        return nullptr;
    }

    // Starts to fetch what `find` will read: worth it when there is other work to do meanwhile.
    void prefetch(const Signature& signature) const {
        __builtin_prefetch(&entries_[pair_of(signature)]);
    }

    void store(const ProvedBounds& proved) {
        assert(proved.depth > 0);
        if (used_ * 2 > entries_.size() && log2_ < max_log2_) grow();
        put(proved);
    }

 private:
    using Entries = std::vector<ProvedBounds, HugePageAllocator<ProvedBounds>>;
    static constexpr unsigned min_log2 = 8;

    void put(const ProvedBounds& proved) {
        const std::size_t at = pair_of(proved.signature);
        ProvedBounds& deepest = entries_[at];
        ProvedBounds& latest = entries_[at + 1];
        if (deepest.signature == proved.signature) {
            deepest = proved;
        } else if (proved.depth >= deepest.depth) {
            used_ += latest.depth == 0 && deepest.depth > 0 ? 1U : 0U;
            used_ += deepest.depth == 0 ? 1U : 0U;
            latest = deepest;
            deepest = proved;
        } else {
            used_ += latest.depth == 0 ? 1U : 0U;
            latest = proved;
        }
    }
    void resize(unsigned log2) {
        log2_ = log2;
        used_ = 0;
        entries_.assign(std::size_t{1} << log2, ProvedBounds{});
    }
    void grow() {
        const Entries old = std::move(entries_);
        resize(std::min(log2_ + 2, max_log2_));
        for (const ProvedBounds& proved : old)
            if (proved.depth > 0) put(proved);
    }
    [[nodiscard]] std::size_t pair_of(const Signature& s) const {
        const std::uint64_t hash = mix(s.first ^ std::rotl(mix(s.second), 32));
        return static_cast<std::size_t>(hash >> (64U - log2_)) & ~std::size_t{1};
    }

    unsigned max_log2_;
    unsigned log2_ = 0;
    std::size_t used_ = 0;
    Entries entries_;
};

}  // namespace zerosum::raid
