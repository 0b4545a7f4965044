#include "arena/puzzle/problems.h"

#include "arena/play/verdict.h"
#include "games/registry.h"

namespace zerosum {

namespace {

Result<ProblemAnswer> ask(const Puzzle& puzzle, Player& player, Seconds bank,
                          const std::stop_token& stop) {
    const Result<const AnyGame*> game = find_game(puzzle.game);
    if (!game) return tl::unexpected(game.error());
    const Result<PositionPtr> position = (*game)->parse_line(puzzle.position);
    if (!position) return tl::unexpected(position.error());
    Turn turn{.position = **position, .bank = bank};
    // Points decide, not who is ahead: the best move is the one that is worth most.
    turn.lead_known = false;
    turn.stop = stop;
    const Reply reply = player.choose(turn);
    ProblemAnswer answer;
    answer.cpu = reply.cpu;
    const tl::expected<AnyMove, Loss> move = judge(**position, reply);
    if (!move) {
        answer.sentence = move.error().sentence;
        return answer;
    }
    answer.move = (*position)->move_name(*move);
    answer.lost = puzzle.value - puzzle.value_of(answer.move).value_or(puzzle.value);
    answer.solved = answer.lost == 0;
    return answer;
}

}  // namespace

ProblemTally& ProblemTally::operator+=(const ProblemTally& other) {
    asked += other.asked;
    solved += other.solved;
    failed += other.failed;
    lost += other.lost;
    cpu += other.cpu;
    return *this;
}

ProblemTally total(const ProblemTallies& tallies) {
    ProblemTally sum;
    for (const ProblemTally& tally : tallies) sum += tally;
    return sum;
}

Result<ProblemTallies> run_problems(std::span<const Puzzle> puzzles, Player& player, Seconds bank,
                                    const ProblemWatch& watch) {
    ProblemTallies tallies;
    if (const Result<void> ready = player.new_match(); !ready) return tl::unexpected(ready.error());
    for (std::size_t i = 0; i < puzzles.size() && !watch.stop.stop_requested(); ++i) {
        const Puzzle& puzzle = puzzles[i];
        if (const Result<void> ready = player.new_game(i); !ready)
            return tl::unexpected(ready.error());
        const Result<ProblemAnswer> answer = ask(puzzle, player, bank, watch.stop);
        if (!answer) return fail("puzzle {}: {}", i + 1, answer.error().message);
        if (watch.stop.stop_requested()) break;  // what was interrupted is no answer
        tallies[static_cast<std::size_t>(puzzle.grade - kEasiestGrade)] += ProblemTally{
            1, answer->solved ? 1 : 0, answer->move.empty() ? 1 : 0, answer->lost, answer->cpu};
        if (watch.on_answer) watch.on_answer(i + 1, puzzle, *answer);
    }
    return tallies;
}

}  // namespace zerosum
