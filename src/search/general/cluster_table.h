#pragma once
// The memory under the hash tables: a power of two of clusters, each one cache line, chosen by the
// low bits of a key. Threads read and write the words of a cluster without locks, each word with
// relaxed atomic operations; a table that spreads an entry over two words stores one of them xor
// the other, so that halves of different writes match no key (Hyatt and Mann, "A lockless
// transposition-table implementation for parallel search", 2002).

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>

#include "core/units.h"

namespace zerosum {

// What one entry looks like in memory. Both words 0: empty.
struct TableEntry {
    std::uint64_t check = 0;
    std::uint64_t data = 0;
};

class ClusterTable {
 public:
    static constexpr std::size_t entries_per_cluster = 4;
    struct alignas(64) Cluster {
        TableEntry entries[entries_per_cluster];
    };
    static_assert(sizeof(Cluster) == 64);

    // The most clusters that fit into `bytes`, at least one.
    [[nodiscard]] static std::size_t clusters_in(std::size_t bytes) {
        return std::bit_floor(std::max<std::size_t>(bytes / sizeof(Cluster), 1));
    }

    // Zeroed. Pages cost CPU time when first touched, not here: a short search in a large table
    // stays cheap. Without memory there is one cluster inside the object, which keeps every caller
    // working, only slower.
    explicit ClusterTable(std::size_t clusters)
        : count_(clusters),
          memory_(static_cast<std::byte*>(std::calloc(clusters + 1, sizeof(Cluster)))) {
        assert(std::has_single_bit(clusters));
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        const std::size_t skip = (sizeof(Cluster) - address % sizeof(Cluster)) % sizeof(Cluster);
        if (memory_ == nullptr) count_ = 1;
        first_ = memory_ == nullptr ? &fallback_ : reinterpret_cast<Cluster*>(memory_.get() + skip);
    }
    ClusterTable(const ClusterTable&) = delete;
    ClusterTable& operator=(const ClusterTable&) = delete;

    // Takes the place of this table. `other` must have memory.
    void replace_by(ClusterTable& other) {
        assert(other.allocated());
        std::swap(count_, other.count_);
        std::swap(memory_, other.memory_);
        std::swap(first_, other.first_);
        if (other.memory_ == nullptr) {  // its one cluster was inside this object
            other.fallback_ = fallback_;
            other.first_ = &other.fallback_;
        }
    }

    [[nodiscard]] bool allocated() const { return memory_ != nullptr; }
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] Cluster& of(Key key) const { return first_[key & (count_ - 1)]; }
    [[nodiscard]] const Cluster* begin() const { return first_; }
    [[nodiscard]] const Cluster* end() const { return first_ + count_; }

    // Starts to fetch a cluster: worth it when there is other work to do meanwhile.
    void prefetch(Key key) const { __builtin_prefetch(&of(key)); }

    template <typename Word>
    [[nodiscard]] static Word load(const Word& word) {
        return std::atomic_ref(const_cast<Word&>(word)).load(std::memory_order_relaxed);
    }
    template <typename Word>
    static void save(Word& word, Word value) {
        std::atomic_ref(word).store(value, std::memory_order_relaxed);
    }

 private:
    struct Free {
        void operator()(std::byte* memory) const { std::free(memory); }
    };
    std::size_t count_;
    std::unique_ptr<std::byte, Free> memory_;
    Cluster* first_ = nullptr;
    Cluster fallback_{};
};

}  // namespace zerosum
