#include "arena/study/cell_play.h"

#include <algorithm>

#include "arena/rating/statistics.h"
#include "players/reference/greedy_player.h"
#include "search/any_searcher.h"

namespace zerosum {

namespace {

// The same boards for every opponent and bank, so that their cells can be compared.
std::uint64_t board_seed(const StudySpec& spec, const AnyGame& game, int size, int kinds) {
    std::uint64_t seed = mix(spec.seed);
    for (const char c : game.name()) seed = mix(seed + static_cast<unsigned char>(c));
    return mix(seed + static_cast<std::uint64_t>(size * 64 + kinds));
}

}  // namespace

MatchSettings settings_of(const StudySpec& spec, const GamesCell& cell) {
    MatchSettings settings;
    settings.game = cell.game;
    settings.players = {cell.player, cell.opponent};
    settings.start.size = cell.size;
    settings.start.kinds = cell.kinds;
    settings.edition = cell.edition;
    settings.bank = Seconds{cell.bank};
    settings.paired = true;
    settings.seed = board_seed(spec, *cell.game, cell.size, cell.kinds);
    return settings;
}

StudyGame study_game(int number, const GameRecord& record) {
    StudyGame game;
    game.game = number;
    game.first = record.first == 0;
    if (record.winner >= 0) game.won = record.winner == 0;
    game.points = record.points[0];
    game.other_points = record.points[1];
    game.cpu = record.cpu[0].count();
    game.other_cpu = record.cpu[1].count();
    game.moves = static_cast<int>(record.moves.size());
    game.reason = std::string(to_text(record.reason));
    Sample depth;
    Sample nodes;
    for (const MoveRecord& move : record.moves) {
        if (move.player != 0 || !move.score) continue;
        depth.add(move.depth);
        nodes.add(static_cast<double>(move.nodes));
    }
    if (depth.count() > 0) {
        game.depth = depth.mean();
        game.nodes = nodes.mean();
    }
    return game;
}

Result<std::optional<StudyBoard>> solve_board(const StudySpec& spec, const ExactCell& cell,
                                              int number, const std::stop_token& stop) {
    Random random(mix(board_seed(spec, *cell.game, cell.size, cell.kinds) +
                      static_cast<std::uint64_t>(number)));
    StartOptions options;
    options.size = cell.size;
    options.kinds = cell.kinds;
    const Result<PositionPtr> start = cell.game->start(options, random);
    if (!start) return tl::unexpected(start.error());
    SearchLimits limits;
    limits.set_time(Seconds{cell.seconds});
    limits.stop = stop;
    const SearchResult<AnyMove> solution = solve(**start, limits);
    if (!solution.solved && stop.stop_requested()) return std::optional<StudyBoard>();
    StudyBoard board;
    board.board = number;
    board.position = (*start)->line();
    if (solution.solved) board.value = solution.lower;
    const AnyMove greedy = greedy_move(**start);
    board.greedy_optimal =
        std::any_of(solution.lines.begin(), solution.lines.end(),
                    [&](const SearchLine<AnyMove>& line) { return line.move == greedy; });
    board.nodes = solution.nodes;
    board.cpu = solution.cpu.count();
    board.seconds = cell.seconds;
    return std::optional(std::move(board));
}

}  // namespace zerosum
