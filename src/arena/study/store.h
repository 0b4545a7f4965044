#pragma once
// A study's results on disk: one SQLite file that a killed study goes on from.
//
//   study(title, seed, spec)                       one row
//   games(cell, game, first, winner, points, other_points, cpu, other_cpu, moves, depth, nodes,
//         reason)
//   boards(cell, board, position, solved, value, greedy_optimal, nodes, cpu, seconds)
//
// `winner` and points are from the studied player's view (winner 1: it won, 0: it lost, null:
// neither); depth and nodes are its means per move, null when it does not search. `seconds` is the
// CPU time that the solver was allowed; a file made before there was this column gets the time that
// the solver took, which for an unsolved board is the limit it ran into.

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/storage/sqlite.h"
#include "arena/study/spec.h"

namespace zerosum {

struct StudyGame {
    int game = 0;        // 2k and 2k+1 are one board from both sides
    bool first = false;  // the studied player started
    std::optional<bool> won;
    Score points = 0;
    Score other_points = 0;
    double cpu = 0;
    double other_cpu = 0;
    int moves = 0;
    std::optional<double> depth;
    std::optional<double> nodes;
    std::string reason;
};

struct StudyBoard {
    int board = 0;
    std::string position;
    std::optional<Score> value;  // nothing: not solved in time
    bool greedy_optimal = false;
    std::uint64_t nodes = 0;
    double cpu = 0;
    double seconds = 0;  // CPU time that the solver was allowed
};

// May be called from several threads.
class StudyStore {
 public:
    // Refuses a file that belongs to a study with another seed: its boards would mix.
    [[nodiscard]] static Result<std::unique_ptr<StudyStore>> open(const std::filesystem::path& path,
                                                                  const StudySpec& spec);

    [[nodiscard]] Result<void> add(const std::string& cell, const StudyGame& game);
    // In place of what was known of the board before.
    [[nodiscard]] Result<void> add(const std::string& cell, const StudyBoard& board);
    // In the order of their numbers.
    [[nodiscard]] Result<std::vector<StudyGame>> games(const std::string& cell) const;
    [[nodiscard]] Result<std::vector<StudyBoard>> boards(const std::string& cell) const;

 private:
    explicit StudyStore(sqlite::Database database) : database_(std::move(database)) {}
    mutable std::mutex mutex_;
    sqlite::Database database_;
};

}  // namespace zerosum
