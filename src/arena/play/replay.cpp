#include "arena/play/replay.h"

#include "arena/play/edition.h"
#include "arena/play/verdict.h"
#include "games/registry.h"
#include "players/player.h"
#include "players/spec.h"

namespace zerosum {

Result<void> walk(
    const GameRecord& record,
    const std::function<void(std::size_t, const AnyPosition&, const std::vector<Cell>&)>& visit) {
    const Result<const AnyGame*> game = find_game(record.game);
    if (!game) return tl::unexpected(game.error());
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        const Result<PositionPtr> before = (*game)->parse_line(record.moves[i].position);
        if (!before) return fail("move {}: {}", i + 1, before.error().message);
        std::vector<Cell> marked;
        if (!record.moves[i].move.empty()) {
            const Judged<AnyMove> move = (*before)->parse_move(record.moves[i].move);
            if (!move) return fail("move {}: {}", i + 1, move.error().sentence);
            marked = (*before)->affected(*move);
        }
        visit(i, **before, marked);
    }
    return {};
}

Result<MoveAgain> play_again(const GameRecord& record, int number) {
    if (number < 1 || static_cast<std::size_t>(number) > record.moves.size())
        return fail("move {}: expected 1 to {}", number, record.moves.size());
    const MoveRecord& recorded = record.moves[static_cast<std::size_t>(number) - 1];
    const Result<const AnyGame*> game = find_game(record.game);
    if (!game) return tl::unexpected(game.error());
    const Result<PositionPtr> position = (*game)->parse_line(recorded.position);
    if (!position) return fail("move {}: {}", number, position.error().message);
    const Result<Edition> edition = find_edition(record.edition);
    if (!edition) return tl::unexpected(edition.error());
    const auto player_index = static_cast<std::size_t>(recorded.player);
    if (record.players[player_index].person())
        return fail("move {}: a person played it, expected a move of a player that can be asked",
                    number);
    const Result<PlayerPtr> player = make_player(record.players[player_index].spec, **game);
    if (!player) return tl::unexpected(player.error());
    if (const Result<void> ready = (*player)->new_match(); !ready)
        return tl::unexpected(ready.error());
    if (const Result<void> ready = (*player)->new_game(mix(record.seed + player_index)); !ready)
        return tl::unexpected(ready.error());

    const Reply reply = (*player)->choose({**position, recorded.bank_left + recorded.cpu});
    MoveAgain again;
    again.then = recorded.move;
    again.then_cpu = recorded.cpu;
    again.now_cpu = charged(*edition, reply);
    const tl::expected<AnyMove, Loss> move = judge(**position, reply);
    if (move) {
        again.now = (*position)->move_name(*move);
    } else {
        again.sentence = move.error().sentence;
    }
    again.same = again.now == again.then;
    return again;
}

}  // namespace zerosum
