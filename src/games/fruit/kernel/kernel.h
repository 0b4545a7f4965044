#pragma once
// The few functions that the packed board spends its time in, once for every x86-64 and once for
// AVX2 and BMI2. Which one runs is decided when the program starts: one binary runs everywhere.

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "games/fruit/kernel/survey.h"
#include "games/fruit/moves.h"

namespace zerosum::fruit {

inline constexpr int kEmptyCell = -1;

// One word per column; bit 0 is the bottom row.
using Columns = std::array<std::uint32_t, kMaxSize>;

// Bit b of every cell's code (0 empty, else kind + 1) is in plane b: see the picture in board.h.
inline constexpr std::size_t kPlaneCapacity = 4;
struct alignas(64) Planes {
    std::array<Columns, kPlaneCapacity> plane{};

    Planes() = default;
    ~Planes() = default;
    // The search copies a board per node. A compiler left alone takes `rep movs`, which is slow to
    // start: spelling the moves out saves almost half of the time.
    Planes(const Planes& other) { copy(other, std::make_index_sequence<lines>{}); }  // NOLINT
    Planes& operator=(const Planes& other) {  // NOLINT: right for other == *this, too
        copy(other, std::make_index_sequence<lines>{});
        return *this;
    }
    friend bool operator==(const Planes& a, const Planes& b) { return a.plane == b.plane; }

 private:
    typedef std::uint32_t Line __attribute__((vector_size(64), may_alias));  // NOLINT
    static constexpr std::size_t lines = sizeof(plane) / sizeof(Line);

    template <std::size_t... i>
    void copy(const Planes& other, std::index_sequence<i...> /*lines*/) {
        auto* to = reinterpret_cast<Line*>(plane.data());
        const auto* from = reinterpret_cast<const Line*>(other.plane.data());
        ((to[i] = from[i]), ...);
    }
};

// A group: its cells, how many, and the first of them in row-major order.
struct Group {
    Columns cells;
    std::uint32_t columns;  // a bit for each column that has cells
    int size;
    int first_bit;  // of the first cell: its bit in the column's word
    int first_column;
};

struct Kernel {
    // Every group of a board as a move, in row-major order of the first cells. `used` planes of a
    // board of side `size` are read.
    void (*find_groups)(const Planes& planes, std::size_t used, int size, MoveList& list);
    // The same groups, without a list of the small ones.
    void (*survey_groups)(const Planes& planes, std::size_t used, int size, Survey& survey);
    // The group of the fruit at a bit of a column.
    void (*find_group)(const Planes& planes, std::size_t used, int size, int bit, int column,
                       Group& group);
    // Takes the group of `count` fruits whose first cell is given and lets what is above it fall.
    // The key of the board is brought up to date.
    void (*take)(Planes& planes, std::size_t used, int size, int bit, int column, int count,
                 Key& key);
};

[[nodiscard]] const Kernel& portable_kernel();
// Null when this CPU, or this build, has no AVX2 and BMI2.
[[nodiscard]] const Kernel* avx2_kernel();
// The best for this CPU; ZEROSUM_PORTABLE=1 asks for the portable one.
[[nodiscard]] const Kernel& best_kernel();

}  // namespace zerosum::fruit
