#include "core/bits.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace zerosum {
namespace {

TEST(Pext, KeepsTheOrderOfTheSelectedBits) {
    //                            abcdefgh     selects b c f h
    static_assert(pext_portable(0b01010101U, 0b01100101U) == 0b1011U);
    static_assert(pext_portable(0xFFFFFFFFU, 0x80000001U) == 0b11U);
    static_assert(pext_portable(0x12345678U, 0U) == 0U);
    static_assert(pext_portable(0x12345678U, 0xFFFFFFFFU) == 0x12345678U);
}

#if defined(__x86_64__)
TEST(Pext, InstructionAndPortableFormAgree) {
    if (!cpu_features().bmi2) GTEST_SKIP() << "this CPU has no BMI2";
    const bool held = rc::check([](std::uint32_t word, std::uint32_t mask) {
        RC_ASSERT(pext_bmi2(word, mask) == pext_portable(word, mask));
    });
    EXPECT_TRUE(held);
}
#endif

}  // namespace
}  // namespace zerosum
