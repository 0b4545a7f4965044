#pragma once
// Man pages from the table of commands: zerosum(1), which lists the commands, and zerosum-match(1)
// and so on, a page per command.

#include <string>

#include "app/cli/command_text.h"

namespace zerosum::cli {

// The page of a whole program; of one without commands, all there is to say.
[[nodiscard]] std::string man_page(const ProgramText& program);
[[nodiscard]] std::string man_page(const ProgramText& program, const CommandText& command);

}  // namespace zerosum::cli
