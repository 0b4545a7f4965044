#pragma once
// The transposition table: what is already known of positions met before.
//
// An entry holds two proven or searched bounds on the future difference from the mover's view,
// the depth they were searched to, and the best move as a code of the game's move picker (so that
// the table needs to know nothing about a game's moves). Two words per entry, four
// entries per cache line:
//
//   word 0   63..16 upper 48 bits of the key      15..0 code of the move + 1 (0: none)
//   word 1   63..40 lower bound   39..16 upper bound   15..8 depth   7..0 generation
//
// The cluster is chosen by the low bits of the key, so from 2^16 clusters on all 64 bits of the
// key are checked, and smaller tables check at least 48. Word 0 is stored xor word 1
// (cluster_table.h).

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "core/units.h"
#include "search/general/cluster_table.h"
#include "search/general/limits.h"
#include "search/general/packed_bounds.h"

namespace zerosum {

// What the table knows of a position at the asked depth.
struct TableHit {
    Score lower = -kScoreInfinity;
    Score upper = kScoreInfinity;
    int depth = -1;  // of the bounds; -1: the position is not in the table
    int move = -1;   // its code (move_picker.h), -1: none
};

class TranspositionTable {
 public:
    static constexpr int max_depth = 255;  // also marks bounds that hold at every depth

    // Room for about `bytes`, rounded down to a power of two of clusters, at least one.
    explicit TranspositionTable(std::size_t bytes) : clusters_(ClusterTable::clusters_in(bytes)) {}

    // Entries of earlier generations are the first to be replaced. Called once per move.
    void next_generation() { ++generation_; }

    // Starts to fetch what `probe` will read.
    void prefetch(Key key) const { clusters_.prefetch(key); }

    [[nodiscard]] TableHit probe(Key key) const {
        for (TableEntry& entry : clusters_.of(key).entries) {
            const std::uint64_t data = load(entry.data);
            const std::uint64_t check = load(entry.check) ^ data;
            if (((check ^ key) >> 16U) != 0 || data == 0) continue;
            return TableHit{PackedBounds::lower(data), PackedBounds::upper(data),
                            static_cast<int>((data >> 8U) & 0xFFU),
                            static_cast<int>(check & 0xFFFFU) - 1};
        }
        return {};
    }

    // Adds what a search found out. Bounds of the same position and depth narrow each other; a
    // move of -1 keeps the move already there.
    void store(Key key, int depth, Score lower, Score upper, int move) {
        assert(lower <= upper && depth >= 0 && depth <= max_depth);
        TableEntry* victim = nullptr;
        int worst = 0;
        for (TableEntry& entry : clusters_.of(key).entries) {
            const std::uint64_t data = load(entry.data);
            const std::uint64_t check = load(entry.check) ^ data;
            const int known_depth = static_cast<int>((data >> 8U) & 0xFFU);
            if (((check ^ key) >> 16U) == 0 && data != 0) {
                if (known_depth == depth) {
                    const Score narrow_lower = std::max(lower, PackedBounds::lower(data));
                    const Score narrow_upper = std::min(upper, PackedBounds::upper(data));
                    // Heuristic searches may contradict themselves: the newest one stands.
                    if (narrow_lower <= narrow_upper) {
                        lower = narrow_lower;
                        upper = narrow_upper;
                    }
                }
                if (move < 0) move = static_cast<int>(check & 0xFFFFU) - 1;
                victim = &entry;
                break;
            }
            const auto age =
                static_cast<std::uint8_t>(generation_ - static_cast<std::uint8_t>(data));
            const int worth = data == 0 ? -1'000'000 : known_depth - 8 * static_cast<int>(age);
            if (victim == nullptr || worth < worst) {
                victim = &entry;
                worst = worth;
            }
        }
        const std::uint64_t data = PackedBounds::pack(lower, upper) |
                                   (static_cast<std::uint64_t>(depth & 0xFF) << 8U) | generation_;
        const std::uint64_t check =
            (key & ~std::uint64_t{0xFFFF}) | (static_cast<std::uint64_t>(move + 1) & 0xFFFFU);
        save(victim->data, data);
        save(victim->check, check ^ data);
    }

 private:
    static constexpr auto& load = ClusterTable::load<std::uint64_t>;
    static constexpr auto& save = ClusterTable::save<std::uint64_t>;

    ClusterTable clusters_;
    std::uint8_t generation_ = 1;
};

}  // namespace zerosum
