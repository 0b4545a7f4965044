#pragma once
// Who the opponent may be, and how likely that is: see search/general/opponent.h.

#include <algorithm>
#include <array>
#include <cstddef>

namespace zerosum {

struct Beliefs {
    static constexpr int deepest = 4;
    static constexpr std::size_t count = deepest + 1;

    // Probabilities: [0] strong, [d] a plain program that searches d plies.
    std::array<double, count> weight{0.6, 0.1, 0.1, 0.1, 0.1};

    // How many plies the opponent searches while it is taken for a plain program, else 0. It
    // takes more to come to that view than to keep it: at the end of a game all programs play
    // alike, and the beliefs fade without having been wrong.
    int plain_depth = 0;

    // Lets a part of the belief return to where it began.
    void blur(double part) {
        const Beliefs before{};
        for (std::size_t i = 0; i < count; ++i)
            weight[i] = (1 - part) * weight[i] + part * before.weight[i];
        const auto likeliest = std::max_element(weight.begin() + 1, weight.end());
        const int depth = static_cast<int>(likeliest - weight.begin());
        plain_depth = *likeliest >= (depth == plain_depth ? still_sure : sure) ? depth : 0;
    }

    // Bayes' rule, given how likely each model was to make the move that was made. It is
    // blurred a little each time: programs change their depth with the time they have.
    void update(const std::array<double, count>& likelihood) {
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += weight[i] *= likelihood[i];
        for (double& w : weight) w /= sum;
        blur(forget);
    }

 private:
    static constexpr double sure = 0.9;
    static constexpr double still_sure = 0.5;
    static constexpr double forget = 0.03;
};

}  // namespace zerosum
