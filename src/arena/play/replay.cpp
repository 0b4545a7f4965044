#include "arena/play/replay.h"

#include "arena/play/edition.h"
#include "arena/play/verdict.h"
#include "core/text.h"
#include "games/registry.h"
#include "players/player.h"
#include "sandbox/machine.h"

namespace zerosum {

Result<RecordedTurn> turn_of(const AnyGame& game, const GameRecord& record, std::size_t index) {
    const MoveRecord& played = record.moves[index];
    Result<PositionPtr> before = game.parse_line(played.position);
    if (!before) return fail("move {}: {}", index + 1, before.error().message);
    RecordedTurn turn{std::move(*before), std::nullopt};
    if (played.move.empty()) return turn;
    if (turn.before->over()) return fail("move {}: the game is over already", index + 1);
    if (played.passed()) return turn;
    const Judged<AnyMove> move = turn.before->parse_move(played.move);
    if (!move) return fail("move {}: {}", index + 1, move.error().sentence);
    turn.move = *move;
    return turn;
}

Result<void> walk(
    const GameRecord& record,
    const std::function<void(std::size_t, const AnyPosition&, const std::vector<Cell>&)>& visit) {
    const Result<const AnyGame*> game = find_game(record.game);
    if (!game) return tl::unexpected(game.error());
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        const Result<RecordedTurn> turn = turn_of(**game, record, i);
        if (!turn) return tl::unexpected(turn.error());
        std::vector<Cell> marked;
        if (turn->move) marked = turn->before->affected(*turn->move);
        visit(i, *turn->before, marked);
    }
    return {};
}

std::vector<std::string> rows_with_holes(const AnyGame& game, const MoveRecord& move) {
    const PositionPtr before = *game.parse_line(move.position);
    std::vector<std::string> rows = before->rows();
    if (move.passed()) return rows;
    for (const Cell cell : before->affected(*before->parse_move(move.move)))
        rows[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)] =
            game.info().empty;
    return rows;
}

Result<PlayerSpec> who_played(const GameRecord& record, int number) {
    if (number < 1 || static_cast<std::size_t>(number) > record.moves.size())
        return fail("move {}: expected 1 to {}", number, record.moves.size());
    const int index = record.moves[static_cast<std::size_t>(number) - 1].player;
    const PlayerRecord& player = record.players[static_cast<std::size_t>(index)];
    if (player.person())
        return fail("move {}: a person played it, expected a move of a player that can be asked",
                    number);
    Result<PlayerSpec> spec = parse_player_spec(player.spec);
    if (!spec) return fail("move {}: {}", number, spec.error().message);
    if (spec->kind == PlayerKind::Plugin)
        return fail(
            "move {}: '{}' played it, a shared library that would run inside this program: what a "
            "record names is never loaded. A match with that player asks it again",
            number, printable(player.spec, 200));
    return spec;
}

Result<MoveAgain> play_again(const GameRecord& record, int number, const PlayerSpec& spec) {
    if (const Result<PlayerSpec> recorded = who_played(record, number); !recorded)
        return tl::unexpected(recorded.error());
    if (is_program(spec.kind) && best_setup().confinement == Confinement{})
        return fail("move {}: this machine has no walls to run a record's program in: see {}",
                    number, "zerosum doctor");
    const MoveRecord& recorded = record.moves[static_cast<std::size_t>(number) - 1];
    const Result<const AnyGame*> game = find_game(record.game);
    if (!game) return tl::unexpected(game.error());
    const Result<PositionPtr> position = (*game)->parse_line(recorded.position);
    if (!position) return fail("move {}: {}", number, position.error().message);
    const Result<Edition> edition = find_edition(record.edition);
    if (!edition) return tl::unexpected(edition.error());
    const auto player_index = static_cast<std::size_t>(recorded.player);
    const Result<PlayerPtr> player = make_player(spec, **game);
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
        if (edition->faults_pass) again.now = kPass;
    }
    again.same = again.now == again.then;
    return again;
}

}  // namespace zerosum
