#pragma once
// "option" and "setoption": what a client of the Universal Game Interface can choose.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "players/spec.h"

namespace zerosum {

// Hash, Threads, Level and MultiPV belong to the engine, and are not there with another player.
// Game, Size, Kinds and Seed say what "position startpos" is.
class UgiOptions {
 public:
    // Defaults are as the player's text has them, and the game's.
    UgiOptions(PlayerSpec player, const AnyGame& game);

    // "option name Hash type spin default 64 min 1 max 4096"
    [[nodiscard]] std::vector<std::string> announcements() const;
    // "name Hash value 128". A refused option stays as it was.
    [[nodiscard]] Result<void> set(std::string_view words);

    [[nodiscard]] const PlayerSpec& player() const { return player_; }
    [[nodiscard]] int lines() const { return static_cast<int>(lines_); }
    [[nodiscard]] std::uint64_t seed() const { return static_cast<std::uint64_t>(seed_); }
    // The board of "position startpos": the same for the same Game, Size, Kinds and Seed.
    [[nodiscard]] Result<PositionPtr> start() const;

 private:
    struct Spin;
    [[nodiscard]] std::vector<Spin> spins() const;
    void change(const Spin& spin, std::int64_t value);
    [[nodiscard]] Result<void> set_game(std::string_view name);

    PlayerSpec player_;
    PlayerSpec first_player_;  // as it was given
    const AnyGame* game_;
    const AnyGame* first_game_;
    std::int64_t size_ = 0;
    std::int64_t kinds_ = 0;
    std::int64_t seed_ = 1;
    std::int64_t lines_ = 1;
};

}  // namespace zerosum
