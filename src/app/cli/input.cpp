#include "app/cli/input.h"

#include <filesystem>

#include "core/files.h"
#include "games/registry.h"

namespace zerosum::cli {

namespace {

Result<AnyTask> from_line(std::string_view line, const std::string& name) {
    if (!name.empty()) {
        const Result<const AnyGame*> game = find_game(name);
        if (!game) return tl::unexpected(game.error());
        return (*game)->parse_line(line).map([](PositionPtr position) {
            return AnyTask{std::move(position), Seconds{0}, 0};
        });
    }
    std::string reasons;
    for (const AnyGame* game : all_games()) {
        Result<PositionPtr> position = game->parse_line(line);
        if (position) return AnyTask{std::move(*position), Seconds{0}, 0};
        reasons += fmt::format("{}as {}: {}", reasons.empty() ? "" : "; ", game->name(),
                               position.error().message);
    }
    return fail("{}", reasons);
}

}  // namespace

Result<AnyTask> load_task(const std::string& input, const std::string& game) {
    std::error_code ignored;
    if (!game.empty())
        if (const Result<const AnyGame*> known = find_game(game); !known)
            return tl::unexpected(known.error());
    const bool is_literal = input != "-" && !std::filesystem::exists(input, ignored) &&
                            input.find(' ') != std::string::npos;
    if (is_literal) return from_line(input, game);
    const Result<std::string> text = read_file(input);
    if (!text) return tl::unexpected(text.error());
    const bool one_line = split_lines(*text).size() == 1;
    Result<AnyTask> task =
        one_line ? from_line(trim(*text), game) : game_of_input(*text).read_input(*text);
    if (!task) return fail("{}: {}", input == "-" ? "standard input" : input, task.error().message);
    if (const std::string_view found = task->position->game().name();
        !game.empty() && found != game)
        return fail("{}: a position of {}, expected one of {} (--game)",
                    input == "-" ? "standard input" : input, found, game);
    return task;
}

}  // namespace zerosum::cli
