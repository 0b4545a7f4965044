#pragma once
// Where a test finds the repository's data and the programs built beside it. Functions and not
// macros, so that only paths.cpp depends on where the clone stands and ccache serves all others.

#include <filesystem>

namespace zerosum::tests {

// data_path("fruit/perft.txt")
[[nodiscard]] std::filesystem::path data_path(const std::filesystem::path& name);

// program_path("homework"): of the same build as the test.
[[nodiscard]] std::filesystem::path program_path(const std::filesystem::path& name);

// source_path("tests/hostile/fork_bomb.sh"): from the root of the repository.
[[nodiscard]] std::filesystem::path source_path(const std::filesystem::path& name);

}  // namespace zerosum::tests
