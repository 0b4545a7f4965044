#pragma once
// The Fruit Rage is searched by the general searcher.

#include "search/fruit/knowledge.h"
#include "search/general/searcher.h"
#include "search/searcher.h"

namespace zerosum {

template <>
class Searcher<fruit::Fruit> : public GeneralSearcher<fruit::Knowledge> {
    using GeneralSearcher::GeneralSearcher;
};

}  // namespace zerosum
