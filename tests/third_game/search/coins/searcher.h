#pragma once
// Coin Rows is searched by the general searcher, which is told nothing but the rules.

#include "games/coins/rules.h"
#include "search/general/searcher.h"
#include "search/searcher.h"

namespace zerosum {

namespace coins {
struct Knowledge : PlainKnowledge<Knowledge, Coins> {};
}  // namespace coins

template <>
class Searcher<coins::Coins> : public GeneralSearcher<coins::Knowledge> {
    using GeneralSearcher::GeneralSearcher;
};

}  // namespace zerosum
