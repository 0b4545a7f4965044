#include "search/raid/gains.h"

#include <algorithm>
#include <array>

#include "core/bits.h"

namespace zerosum::raid {

namespace {

constexpr int kLanes = Graph::lanes;
using Lanes = std::array<Score, kLanes>;

// The bodies are inlined into one function for each kind of CPU. A lane is a vector element: the
// loops over `i` have no dependence between their turns.
#define ZEROSUM_BODY [[gnu::always_inline]] inline

ZEROSUM_BODY Score gain_at(const Score* values, const Score* own, const Score* enemy, int i) {
    return values[i] + (own[i] > 0 ? Graph::turned_value(enemy[i]) : 0);
}

// The two largest of every lane, and then of all.
struct TopLanes {
    Lanes first;
    Lanes second;

    ZEROSUM_BODY TopLanes() {
        first.fill(Graph::taken);
        second.fill(Graph::taken);
    }
    ZEROSUM_BODY void add(int i, Score gain) {
        const auto lane = static_cast<std::size_t>(i);
        second[lane] = std::max(second[lane], std::min(first[lane], gain));
        first[lane] = std::max(first[lane], gain);
    }
    ZEROSUM_BODY TopTwo of_all() {
        for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
            for (std::size_t i = 0; i < half; ++i) {
                const Score lower = std::min(first[i], first[i + half]);
                second[i] = std::max(lower, std::max(second[i], second[i + half]));
                first[i] = std::max(first[i], first[i + half]);
            }
        }
        return {first[0], second[0]};
    }
};

ZEROSUM_BODY TopGains both_body(const GainInput& in, Score* __restrict own,
                                Score* __restrict enemy) {
    TopLanes top_own;
    TopLanes top_enemy;
    for (int block = 0; block < in.squares; block += kLanes) {
        for (int i = 0; i < kLanes; ++i) {
            const int at = block + i;
            own[at] = gain_at(in.values, in.touching_own, in.touching_enemy, at);
            enemy[at] = gain_at(in.values, in.touching_enemy, in.touching_own, at);
            top_own.add(i, own[at]);
            top_enemy.add(i, enemy[at]);
        }
    }
    return {top_own.of_all(), top_enemy.of_all()};
}

ZEROSUM_BODY Score best_body(const GainInput& in) {
    Lanes best;
    best.fill(Graph::taken);
    for (int block = 0; block < in.squares; block += kLanes) {
        for (int i = 0; i < kLanes; ++i) {
            const auto lane = static_cast<std::size_t>(i);
            best[lane] = std::max(
                best[lane], gain_at(in.values, in.touching_own, in.touching_enemy, block + i));
        }
    }
    return *std::max_element(best.begin(), best.end());
}

ZEROSUM_BODY int next_body(const Score* gains, int from, int squares, Score least) {
    for (int at = from; at < squares;) {
        if (at % kLanes == 0) {
            // Whole blocks without one are passed over.
            Lanes above;
            for (int i = 0; i < kLanes; ++i)
                above[static_cast<std::size_t>(i)] = gains[at + i] > least ? 1 : 0;
            Score any = 0;
            for (const Score one : above) any |= one;
            if (any == 0) {
                at += kLanes;
                continue;
            }
        }
        if (gains[at] > least) return at;
        ++at;
    }
    return squares;
}

#undef ZEROSUM_BODY

TopGains both_portable(const GainInput& in, Score* own, Score* enemy) {
    return both_body(in, own, enemy);
}
Score best_portable(const GainInput& in) {
    return best_body(in);
}
int next_portable(const Score* gains, int from, int squares, Score least) {
    return next_body(gains, from, squares, least);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] TopGains both_avx2(const GainInput& in, Score* own, Score* enemy) {
    return both_body(in, own, enemy);
}
[[gnu::target("avx2")]] Score best_avx2(const GainInput& in) {
    return best_body(in);
}
[[gnu::target("avx2")]] int next_avx2(const Score* gains, int from, int squares, Score least) {
    return next_body(gains, from, squares, least);
}
#endif

}  // namespace

GainKernels GainKernels::choose() {
#if defined(__x86_64__)
    if (cpu_features().avx2) return {both_avx2, best_avx2, next_avx2};
#endif
    return portable();
}

GainKernels GainKernels::portable() {
    return {both_portable, best_portable, next_portable};
}

}  // namespace zerosum::raid
