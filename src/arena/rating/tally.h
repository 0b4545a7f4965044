#pragma once
// Wins, draws and losses, counted.

#include <cstdint>

namespace zerosum {

// What one game gave to a player.
enum class Outcome : std::uint8_t { Loss = 0, Draw = 1, Win = 2 };

// A game's outcome for a player, 0 or 1. `winner`: the player who won, -1: neither.
[[nodiscard]] constexpr Outcome outcome_for(int player, int winner) {
    return winner < 0 ? Outcome::Draw : winner == player ? Outcome::Win : Outcome::Loss;
}

// The same for the other player.
[[nodiscard]] constexpr Outcome opposite(Outcome outcome) {
    return outcome == Outcome::Draw  ? Outcome::Draw
           : outcome == Outcome::Win ? Outcome::Loss
                                     : Outcome::Win;
}

// Games from one player's view.
struct Tally {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    std::int64_t margin = 0;  // sum over the games of its points on the board minus the other's

    constexpr void add(Outcome outcome, std::int64_t game_margin) {
        wins += outcome == Outcome::Win ? 1 : 0;
        draws += outcome == Outcome::Draw ? 1 : 0;
        losses += outcome == Outcome::Loss ? 1 : 0;
        margin += game_margin;
    }
    [[nodiscard]] constexpr int games() const { return wins + draws + losses; }
    [[nodiscard]] constexpr double points() const { return wins + draws / 2.0; }
    [[nodiscard]] constexpr int lead() const { return wins - losses; }
    // The same games from the other player's view.
    [[nodiscard]] constexpr Tally reversed() const { return {losses, draws, wins, -margin}; }
};

}  // namespace zerosum
