#include "players/course/course_answer.h"

#include <algorithm>
#include <optional>

#include "core/cpu_clock.h"
#include "games/registry.h"
#include "players/analysis.h"
#include "players/course/game_memory.h"
#include "players/engine.h"
#include "players/reference/greedy_player.h"

namespace zerosum {

namespace {

// What an answer costs beyond what the process sees of itself: its start and its end. Charged by
// the referee, so it has to be kept back for every move to come.
constexpr Seconds kUsualOverhead{0.003};
// No two runs cost the same.
constexpr double kOverheadMargin = 1.25;

// Touching fresh memory costs CPU time as well, and so does giving it back. A move gets a twentieth
// of the bank, rarely more: a table larger than what it can fill only slows it down.
std::size_t table_megabytes(Seconds bank) {
    return static_cast<std::size_t>(std::clamp(bank.count() * 2, 1.0, 64.0));
}

// What the last answer cost beyond what it saw itself use, by the bank that is left now. Falls
// slowly: one cheap run does not make the next one cheap. Nor does one dear run make all later ones
// dear, so that it rises to twice of what it was at most.
Seconds overhead_seen(const GameMemory& memory, Seconds bank) {
    const Seconds cost = memory.bank - bank - memory.cpu;
    return std::min(
        std::clamp(cost, memory.overhead * 0.9, std::max(memory.overhead, kUsualOverhead) * 2),
        GameMemory::most_overhead);
}

AnyMove search(const AnyPosition& position, Seconds first_bank, Seconds bank, bool lead_known,
               bool lead_at_least, const CourseAnswerOptions& options, Seconds overhead,
               const std::optional<GameMemory>& memory, std::optional<Thought>& thought) {
    EngineOptions engine;
    engine.clock = ChargedClock::Process;
    engine.hash_mb = table_megabytes(bank);
    engine.nodes = options.nodes;
    engine.time.first_bank = first_bank;
    engine.time.overhead = std::max({kUsualOverhead, options.overhead, overhead}) * kOverheadMargin;
    if (memory) engine.opponent = {memory->beliefs, memory->left.get(), memory->expected};
    const PlayerPtr player = make_engine(engine, position.game());
    Turn turn{position, bank};
    turn.lead_known = lead_known;
    turn.lead_at_least = lead_at_least;
    Reply reply = player->choose(turn);
    thought = std::move(reply.thought);
    return std::get<AnyMove>(reply.answer);
}

// What to know at the next move. An opponent who is foreseen is not expected to play well.
std::string remember(const AnyPosition& position, const CourseAnswer& answer, bool lead_at_least,
                     Seconds first_bank, Seconds bank, Seconds overhead) {
    GameMemory memory;
    memory.lead_at_least = lead_at_least;
    memory.left = position.clone();
    memory.left->play(answer.move);
    memory.first_bank = first_bank;
    memory.bank = bank;
    memory.overhead = overhead;
    if (answer.thought) {
        memory.beliefs = answer.thought->opponent;
        if (memory.beliefs.plain_depth == 0 && answer.thought->line.size() > 1)
            memory.expected = answer.thought->line[1];
    }
    memory.cpu = process_cpu();
    return write_memory(memory);
}

}  // namespace

Result<CourseAnswer> answer_course_file(std::string_view input,
                                        const CourseAnswerOptions& options) {
    const Result<AnyTask> task = game_of_input(input).read_input(input);
    if (!task) return fail("{}: {}", options.input_name, task.error().message);
    const AnyPosition* position = task->position.get();

    const AnyMove quick = greedy_move(*position);
    if (const Result<void> written = options.publish(position->write_output(quick)); !written)
        return tl::unexpected(written.error());

    std::optional<GameMemory> memory;
    if (!task->points_known && options.memory)
        memory = read_memory(*options.memory, position->game());
    const PositionPtr recalled = memory ? recall(*memory, *position) : nullptr;
    const bool lead_known = task->points_known || recalled != nullptr;
    // What another game's memory says of the machine is believed as far as it is usual.
    Seconds overhead = memory ? std::min(memory->overhead, kUsualOverhead * 5) : Seconds{0};
    Seconds first_bank = task->bank;
    bool lead_at_least = false;
    if (recalled) {
        lead_at_least = memory->lead_at_least;
        first_bank = std::max(first_bank, memory->first_bank);
        position = recalled.get();
        overhead = overhead_seen(*memory, task->bank);
    } else if (task->guess) {
        position = task->guess.get();
        lead_at_least = task->guess_at_least;
    }

    CourseAnswer answer;
    answer.move = task->fixed_depth > 0
                      ? fixed_depth_move(*position, task->fixed_depth)
                      : search(*position, first_bank, task->bank, lead_known, lead_at_least,
                               options, overhead, memory, answer.thought);
    if (answer.move != quick) {
        if (const Result<void> written = options.publish(position->write_output(answer.move));
            !written)
            return tl::unexpected(written.error());
    }
    answer.memory = remember(*position, answer, lead_at_least, first_bank, task->bank, overhead);
    return answer;
}

}  // namespace zerosum
