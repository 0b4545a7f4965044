#pragma once
// The options that say what is played on, the same for match and play.

#include <optional>
#include <string>

#include "app/cli/command.h"
#include "arena/play/match.h"
#include "games/registry.h"

namespace zerosum::cli {

struct BoardOptions {
    std::string game{default_game().name()};
    std::string edition;         // empty: the game's own
    std::optional<double> bank;  // CPU seconds; empty: the edition's
    StartOptions start;
    std::string boards;  // a file of boards; empty: boards are drawn
    Score komi = 0;
    std::uint64_t seed = 1;
    double penalty = -1;  // points per second of overtime; -1: the edition's

    void add_to(Command& command);

    // The settings they mean, without players and number of games.
    [[nodiscard]] Result<MatchSettings> settings() const;
};

}  // namespace zerosum::cli
