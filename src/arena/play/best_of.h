#pragma once
// When a best-of-N is decided.

namespace zerosum {

// A best-of-N stops when its result is certain. Which games are played must not depend on how many
// run at once, so a game starts only when it will be needed however the running ones end: the
// games played are then always 1..k for the smallest k that decides.
struct BestOf {
    int games = 1;
    bool play_all = false;

    // `lead`: games won by one player minus games won by the other, of either sign.
    [[nodiscard]] constexpr bool decided(int finished, int lead) const {
        return finished >= games || (!play_all && size(lead) > games - finished);
    }
    [[nodiscard]] constexpr bool next_is_needed(int finished, int running, int lead) const {
        const int left = games - finished - running;
        return left > 0 && (play_all || size(lead) + running <= left);
    }

 private:
    [[nodiscard]] static constexpr int size(int lead) { return lead < 0 ? -lead : lead; }
};

}  // namespace zerosum
