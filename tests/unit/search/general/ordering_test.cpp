#include "search/general/ordering.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/random.h"
#include "games/fruit/rules.h"
#include "games/raid/rules.h"

namespace zerosum {
namespace {

template <Game G>
std::vector<int> taken(const typename G::Position& position, const typename G::MoveList& list,
                       int first) {
    MoveOrder<G> order;
    order.prepare(position, list, first);
    std::vector<int> indices;
    while (!order.empty()) {
        const auto choice = order.take();
        EXPECT_EQ(choice.gain, G::gain(position, list[static_cast<std::size_t>(choice.index)]));
        indices.push_back(choice.index);
    }
    return indices;
}

// The order as it is described: a stable sort by gain, after the table's move.
template <Game G>
std::vector<int> expected(const typename G::Position& position, const typename G::MoveList& list,
                          int first) {
    std::vector<int> indices(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) indices[i] = static_cast<int>(i);
    std::stable_sort(indices.begin(), indices.end(), [&](int a, int b) {
        if (a == first || b == first) return a == first && b != first;
        return G::gain(position, list[static_cast<std::size_t>(a)]) >
               G::gain(position, list[static_cast<std::size_t>(b)]);
    });
    return indices;
}

template <typename G>
class MoveOrderOf : public testing::Test {};
using Games = testing::Types<fruit::Fruit, raid::Raid>;
TYPED_TEST_SUITE(MoveOrderOf, Games);

TYPED_TEST(MoveOrderOf, EveryMoveComesOnceBestGainFirstAfterTheTablesMove) {
    Random random(7);
    for (int size = 1; size <= 26; ++size) {
        auto start = TypeParam::start({.size = size}, random);
        ASSERT_TRUE(start.has_value());
        typename TypeParam::MoveList list;
        TypeParam::moves(*start, list);
        const int count = static_cast<int>(list.size());
        for (const int first : {-1, 0, count / 2, count - 1, count})
            ASSERT_EQ(taken<TypeParam>(*start, list, first),
                      expected<TypeParam>(*start, list, first))
                << "size " << size << ", first " << first;
    }
}

}  // namespace
}  // namespace zerosum
