#pragma once
// Completions for three shells from the table of commands: commands, options, and the words that an
// option or an argument can be; where there are none, files.

#include <string>

#include "app/cli/command_text.h"

namespace zerosum::cli {

[[nodiscard]] std::string bash_completion(const ProgramText& program);
[[nodiscard]] std::string zsh_completion(const ProgramText& program);
[[nodiscard]] std::string fish_completion(const ProgramText& program);

}  // namespace zerosum::cli
