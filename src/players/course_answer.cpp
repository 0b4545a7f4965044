#include "players/course_answer.h"

#include <algorithm>

#include "games/registry.h"
#include "players/engine.h"
#include "players/game_memory.h"
#include "players/greedy_player.h"

namespace zerosum {

namespace {

// Touching fresh memory costs CPU time as well: a short bank gets a small table.
std::size_t table_megabytes(Seconds bank) {
    if (bank < Seconds{0.1}) return 1;
    if (bank < Seconds{2}) return 16;
    return 128;
}

AnyMove search(const AnyPosition& position, Seconds bank, bool lead_known,
               const CourseAnswerOptions& options, std::optional<Thought>& thought) {
    EngineOptions engine;
    engine.clock = ChargedClock::Process;
    engine.hash_mb = table_megabytes(bank);
    engine.nodes = options.nodes;
    engine.time.overhead = std::max(engine.time.overhead, options.overhead);
    const PlayerPtr player = make_engine(engine, position.game());
    Turn turn{position, bank};
    turn.lead_known = lead_known;
    Reply reply = player->choose(turn);
    thought = std::move(reply.thought);
    return std::get<AnyMove>(reply.answer);
}

}  // namespace

Result<CourseAnswer> answer_course_file(std::string_view input,
                                        const CourseAnswerOptions& options) {
    const Result<AnyTask> task = game_of_input(input).read_input(input);
    if (!task) return tl::unexpected(task.error());
    const AnyPosition* position = task->position.get();

    const AnyMove quick = greedy_move(*position);
    if (const Result<void> written = options.publish(position->write_output(quick)); !written)
        return tl::unexpected(written.error());

    PositionPtr recalled;
    if (!task->points_known && options.memory) recalled = recall(*options.memory, *position);
    if (recalled) position = recalled.get();
    const bool lead_known = task->points_known || recalled != nullptr;

    CourseAnswer answer;
    const std::optional<AnyMove> fixed =
        task->fixed_depth > 0 ? position->fixed_depth_move(task->fixed_depth) : std::nullopt;
    answer.move =
        fixed ? *fixed : search(*position, task->bank, lead_known, options, answer.thought);
    answer.memory = remember(*position, answer.move);
    if (answer.move == quick) return answer;
    if (const Result<void> written = options.publish(position->write_output(answer.move)); !written)
        return tl::unexpected(written.error());
    return answer;
}

}  // namespace zerosum
