#include "app/cli/input.h"

#include <algorithm>
#include <filesystem>

#include "core/files.h"
#include "core/text.h"
#include "games/registry.h"

namespace zerosum::cli {

namespace {
bool stands_on_boards(std::string_view row) {
    return std::all_of(row.begin(), row.end(), [](char mark) {
        return std::ranges::any_of(all_games(), [&](const AnyGame* game) {
            const auto& contents = game->info().contents;
            return std::ranges::any_of(contents, [&](const auto& one) { return one.mark == mark; });
        });
    });
}

// "3102/0121/302": several rows, each of what stands on boards. There may be a slip in it.
bool looks_like_rows(std::string_view text) {
    const std::vector<std::string_view> rows = split(text, '/');
    return rows.size() > 1 && rows.front() != "." && rows.front() != ".." &&
           std::all_of(rows.begin(), rows.end(), stands_on_boards);
}
}  // namespace

Result<AnyTask> load_task(const std::string& input, const std::string& game) {
    std::error_code ignored;
    if (input != "-" && !std::filesystem::exists(input, ignored)) {
        if (input.find(' ') != std::string::npos) return read_task(input, game);
        // Neither a file nor a whole position: if it is the rows of one, say what is missing.
        if (looks_like_rows(input)) {
            Result<AnyTask> task = read_task(input, game);
            if (task) return task;
            return fail("found no file '{}', and as a position it is not whole: {}",
                        printable(input), task.error().message);
        }
    }
    const Result<std::string> text = read_file(input);
    if (!text) return tl::unexpected(text.error());
    Result<AnyTask> task = read_task(*text, game);
    if (!task) return fail("{}: {}", input == "-" ? "standard input" : input, task.error().message);
    return task;
}

}  // namespace zerosum::cli
