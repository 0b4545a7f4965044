#include "search/fruit/zugzwang.h"

namespace zerosum::fruit {

namespace {

// Defines `losses` and `wins`, arrays of ZugzwangTable::places words and values of u.
#include "search/fruit/zugzwang.inc"  // made by cmake/zugzwang_table.cpp

// Where these classes stand, which have at most kZugzwangFruits.
std::size_t place_of(const ClassSizes& classes) {
    const std::uint32_t mark = ZugzwangTable::mark(classes.sum());
    std::size_t place = ZugzwangTable::first_place(classes.sum());
    while ((losses[place] & ~0xFFU) != mark) place = (place + 1) % ZugzwangTable::places;
    return place;
}

}  // namespace

Score most_lost(const ClassSizes& classes) {
    if (classes.fruits() > kZugzwangFruits) return kUnknownLoss;
    const std::uint32_t lost = losses[place_of(classes)] & 0xFFU;
    return lost == ZugzwangTable::too_large ? kUnknownLoss : static_cast<Score>(lost);
}

Score most_won(const ClassSizes& classes) {
    if (classes.fruits() > kZugzwangFruits) return kUnknownLoss;
    const std::uint16_t won = wins[place_of(classes)];
    return won == ZugzwangTable::too_much ? kUnknownLoss : static_cast<Score>(won);
}

}  // namespace zerosum::fruit
