#pragma once
// What a study asks, as read from its TOML file.
//
//   title = "Where does engine stop beating greedy?"
//   seed = 1
//   [[games]]                        # cells played as games: every combination of the lists
//   game = 'fruit'
//   edition = "2012"                 # rules of the games; without it the game's usual edition
//   player = "engine"
//   opponents = ["greedy", "random"]
//   sizes = [4, 8, 16]
//   kinds = [2, 5, 9]                # fruit only
//   banks = [0.02, 0.1, 1.0]         # CPU seconds per game, for each player
//   pairs = [5, 40]                  # at least, at most; a pair is one board from both sides
//   margin = 5.0                     # enough when the margin's 95 % interval is this narrow ...
//   rate = 0.1                       # ... or the win rate's half width is
//   [[exact]]                        # cells solved: the value of random boards
//   game = 'fruit'
//   sizes = [4, 5]
//   kinds = [2, 3]
//   boards = 100
//   seconds = 5.0                    # CPU time per board at most

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/play/edition.h"
#include "core/result.h"
#include "core/units.h"
#include "players/spec.h"

namespace zerosum {

// One cell: one combination of everything that is varied, played until it is known well enough.
struct GamesCell {
    const AnyGame* game = nullptr;
    Edition edition;
    PlayerSpec player;
    PlayerSpec opponent;
    int size = 0;
    int kinds = 0;  // 0: the game has none
    double bank = 0;
    int min_pairs = 0;
    int max_pairs = 0;
    double margin_width = 0;  // half width of the 95 % interval, points; 0: not asked for
    double rate_width = 0;    // half width, share of games; 0: not asked for

    // The game's name, with the edition ("2012") behind it where the edition is not the game's
    // usual one.
    [[nodiscard]] std::string game_text() const;
    // "fruit/engine/greedy/8/5/0.1": the cell's name in the store, in CSV and in seeds.
    [[nodiscard]] std::string id() const;
};

struct ExactCell {
    const AnyGame* game = nullptr;
    int size = 0;
    int kinds = 0;
    int boards = 0;
    double seconds = 0;

    [[nodiscard]] std::string id() const;  // "fruit/exact/4/2"
};

struct StudySpec {
    std::string title;
    std::string text;  // the file, kept beside the results
    std::uint64_t seed = 1;
    std::vector<GamesCell> games;
    std::vector<ExactCell> exact;
};

// Errors say what was found, in which line, and what was expected.
[[nodiscard]] Result<StudySpec> read_study_spec(const std::filesystem::path& path);
[[nodiscard]] Result<StudySpec> parse_study_spec(std::string_view text);

}  // namespace zerosum
