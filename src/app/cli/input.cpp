#include "app/cli/input.h"

#include <filesystem>

#include "core/files.h"
#include "games/registry.h"

namespace zerosum::cli {

Result<AnyTask> load_task(const std::string& input, const std::string& game) {
    std::error_code ignored;
    const bool is_literal = input != "-" && !std::filesystem::exists(input, ignored) &&
                            input.find(' ') != std::string::npos;
    if (is_literal) return read_task(input, game);
    const Result<std::string> text = read_file(input);
    if (!text) return tl::unexpected(text.error());
    Result<AnyTask> task = read_task(*text, game);
    if (!task) return fail("{}: {}", input == "-" ? "standard input" : input, task.error().message);
    return task;
}

}  // namespace zerosum::cli
