#pragma once
// What the exact solver has proved: bounds on the future difference of positions met before.
//
// Unlike the transposition table of the search it has no depths, keeps the whole key, and grows:
// a table of many megabytes costs CPU time for every page of it that is touched for the first
// time, more than most positions take to solve. And in a large table every probe costs more. So it
// starts with a few pages and gets twice as large when seven eighths of it are in use, up to the
// size asked for: by then it forgets a few cheap proofs.
//
//   word 0   63..0 key, xor word 1
//   word 1   63..40 lower bound   39..16 upper bound   15..6 move + 1 (0: none)   5..0 work
//
// `work` is the logarithm of the nodes that the proof took: when a cluster of four is full, the
// cheapest proof is replaced. Several threads may probe and store at the same time
// (cluster_table.h). Only one may grow it, while no other uses it.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/units.h"
#include "search/general/cluster_table.h"
#include "search/general/limits.h"
#include "search/general/packed_bounds.h"

namespace zerosum {

struct ProvedBounds {
    Score lower = -kScoreInfinity;
    Score upper = kScoreInfinity;
    int move = -1;  // index into the position's moves as the solver lists them, -1: none
};

class ProofTable {
 public:
    // Room for about `bytes`, rounded down to a power of two of clusters, at least one.
    explicit ProofTable(std::size_t bytes)
        : most_clusters_(ClusterTable::clusters_in(bytes)),
          clusters_(std::min(first_clusters, most_clusters_)) {}

    // Growing cannot be interrupted, and takes up to 1.5 ms per megabyte where fresh pages are
    // expensive. So for a solve that has to end after `limit` the table grows no further than what
    // takes a small part of that.
    void grow_within(std::optional<Seconds> limit) {
        constexpr double bytes_per_second = 5e7;
        most_now_ = most_clusters_;
        if (!limit) return;
        const double affordable = limit->count() * bytes_per_second / sizeof(Cluster);
        if (affordable < static_cast<double>(most_now_))
            most_now_ = static_cast<std::size_t>(std::max(affordable, 0.0));
    }

    // Whether `store` makes the table grow when it is crowded, which is the default.
    // Where several threads store it must not: one of them grows it while the others wait.
    void grow_by_itself(bool yes) { grows_by_itself_ = yes; }
    [[nodiscard]] bool crowded() const {
        return load(used_) * 8 > clusters_.size() * ClusterTable::entries_per_cluster * 7 &&
               clusters_.size() < most_now_;
    }
    // No other thread may use the table meanwhile. After it the table is not crowded, also when
    // there was no memory to be had.
    void grow() { grow_to(clusters_.size() * growth); }
    // Grows at once to where it would get in several steps with this many proofs.
    void make_room(std::uint64_t proofs) {
        const std::uint64_t clusters =
            std::min<std::uint64_t>(std::bit_ceil(proofs / ClusterTable::entries_per_cluster + 1),
                                    std::bit_floor(most_now_));
        if (clusters > clusters_.size()) grow_to(static_cast<std::size_t>(clusters));
    }

    // Copies the moves of another table where this one knows none. Their entries have no bounds and
    // the least work, so that they are the first to be replaced.
    void take_moves(const ProofTable& from) {
        for (const Cluster& cluster : from.clusters_) {
            for (const TableEntry& entry : cluster.entries) {
                if (entry.data == 0) continue;
                const Key key = entry.check ^ entry.data;
                const int move = proof_of(entry.data).move;
                if (move >= 0 && probe(key).move < 0)
                    store(key, {-kScoreInfinity, kScoreInfinity, move}, 1);
            }
        }
    }

    // What is in use now; at most what was asked for.
    [[nodiscard]] std::size_t bytes() const { return clusters_.size() * sizeof(Cluster); }

    // Starts to fetch what `probe` will read.
    void prefetch(Key key) const { clusters_.prefetch(key); }

    [[nodiscard]] ProvedBounds probe(Key key) const {
        for (const TableEntry& entry : clusters_.of(key).entries) {
            const std::uint64_t data = load(entry.data);
            if ((load(entry.check) ^ data) == key && data != 0) return proof_of(data);
        }
        return {};
    }

    // Adds what was proved, with `nodes` visited for it. Bounds of one position narrow each
    // other; a move of -1 keeps the move already there.
    void store(Key key, ProvedBounds proof, std::uint64_t nodes) {
        if (grows_by_itself_ && crowded()) grow();
        TableEntry& entry = place_for(key);
        const std::uint64_t old = load(entry.data);
        if (old == 0) save(used_, load(used_) + 1);  // threads may miss a few of each other's
        if (old != 0 && (load(entry.check) ^ old) == key) {
            const ProvedBounds known = proof_of(old);
            proof.lower = std::max(proof.lower, known.lower);
            proof.upper = std::min(proof.upper, known.upper);
            if (proof.move < 0) proof.move = known.move;
        }
        const auto work =
            static_cast<unsigned>(std::clamp<std::uint64_t>(std::bit_width(nodes), 1, 63));
        const std::uint64_t move =
            proof.move >= 0 && proof.move < most_moves ? static_cast<unsigned>(proof.move + 1) : 0U;
        const std::uint64_t data =
            PackedBounds::pack(proof.lower, proof.upper) | (move << 6U) | work;
        save(entry.data, data);
        save(entry.check, key ^ data);
    }

 private:
    using Cluster = ClusterTable::Cluster;
    static constexpr std::size_t first_clusters = 256;  // 16 KiB
    static constexpr std::size_t growth = 2;
    static constexpr int most_moves = 1023;

    template <typename Word>
    [[nodiscard]] static Word load(const Word& word) {
        return ClusterTable::load(word);
    }
    template <typename Word>
    static void save(Word& word, Word value) {
        ClusterTable::save(word, value);
    }

    [[nodiscard]] TableEntry& place_for(Key key) {
        TableEntry* place = nullptr;
        std::uint64_t least = 0;
        for (TableEntry& entry : clusters_.of(key).entries) {
            const std::uint64_t data = load(entry.data);
            if (data == 0 || (load(entry.check) ^ data) == key) return entry;
            const std::uint64_t work = data & 0x3FU;
            if (place != nullptr && work >= least) continue;
            place = &entry;
            least = work;
        }
        return *place;
    }

    void grow_to(std::size_t clusters);

    static ProvedBounds proof_of(std::uint64_t data) {
        return {PackedBounds::lower(data), PackedBounds::upper(data),
                static_cast<int>((data >> 6U) & 0x3FFU) - 1};
    }

    std::size_t most_clusters_;
    std::size_t most_now_ = most_clusters_;  // until the next grow_within()
    ClusterTable clusters_;
    std::size_t used_ = 0;
    bool grows_by_itself_ = true;
};

inline void ProofTable::grow_to(std::size_t clusters) {
    const std::size_t larger = std::min(clusters, most_clusters_);
    if (larger > most_now_) {
        most_now_ = clusters_.size();
        return;
    }
    ClusterTable old(larger);
    if (!old.allocated()) {  // as large as it gets
        most_now_ = most_clusters_ = clusters_.size();
        return;
    }
    clusters_.replace_by(old);
    used_ = 0;
    for (const Cluster& cluster : old) {
        for (const TableEntry& entry : cluster.entries) {
            if (entry.data == 0) continue;
            TableEntry& place = place_for(entry.check ^ entry.data);
            if (place.data == 0) ++used_;
            place = entry;
        }
    }
}

}  // namespace zerosum
