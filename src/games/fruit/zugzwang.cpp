#include "games/fruit/zugzwang.h"

namespace zerosum::fruit {

namespace {

constexpr std::array<std::uint32_t, ZugzwangTable::places> table = {
#include "games/fruit/zugzwang.inc"  // made by cmake/zugzwang_table.cpp
};

}  // namespace

Score most_lost(const ClassSizes& classes) {
    if (classes.fruits() > zugzwang_fruits) return unknown_loss;
    const std::uint32_t mark = ZugzwangTable::mark(classes.sum());
    for (std::size_t place = ZugzwangTable::first_place(classes.sum());;
         place = (place + 1) % ZugzwangTable::places) {
        const std::uint32_t found = table[place];
        if ((found & ~0xFFU) != mark) continue;
        const std::uint32_t lost = found & 0xFFU;
        return lost == ZugzwangTable::too_large ? unknown_loss : static_cast<Score>(lost);
    }
}

}  // namespace zerosum::fruit
