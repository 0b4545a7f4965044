#pragma once
// Who the opponent may be, and how likely that is: see search/opponent.h.

#include <algorithm>
#include <array>
#include <cstddef>

namespace zerosum {

struct Beliefs {
    static constexpr int deepest = 4;
    static constexpr std::size_t count = deepest + 1;

    // Probabilities: [0] strong, [d] a plain program that looks d plies ahead.
    std::array<double, count> weight{0.6, 0.1, 0.1, 0.1, 0.1};

    // How many plies the opponent looks ahead, when it is surely a plain program; else 0.
    [[nodiscard]] int plain_depth() const {
        const auto likeliest = std::max_element(weight.begin() + 1, weight.end());
        return *likeliest < sure ? 0 : static_cast<int>(likeliest - weight.begin());
    }

    // Lets a part of the belief return to where it began.
    void blur(double part) {
        const Beliefs before{};
        for (std::size_t i = 0; i < count; ++i)
            weight[i] = (1 - part) * weight[i] + part * before.weight[i];
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
    static constexpr double sure = 0.8;
    static constexpr double forget = 0.03;
};

}  // namespace zerosum
