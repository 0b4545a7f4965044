#include "players/course/course_answer.h"

#include <algorithm>
#include <optional>

#include "core/cpu_clock.h"
#include "games/registry.h"
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
std::size_t table_bytes(Seconds bank) {
    return static_cast<std::size_t>(std::clamp(bank.count() * 2, 1.0, 64.0) * (1U << 20U) / 2);
}

// What the last answer cost beyond what it saw itself use, by the bank that is left now. Smoothed:
// it falls by a tenth per move at most, and at most doubles.
Seconds overhead_seen(const GameMemory& memory, Seconds bank) {
    const Seconds cost = memory.bank - bank - memory.cpu;
    return std::min(
        std::clamp(cost, memory.overhead * 0.9, std::max(memory.overhead, kUsualOverhead) * 2),
        GameMemory::most_overhead);
}

// What is known when a file asks for a move.
struct Question {
    const AnyPosition* position = nullptr;  // with points, known or guessed
    Seconds bank{0};
    Seconds first_bank{0};  // what the game began with
    std::optional<Score> lead;
    bool lead_at_least = false;
    Seconds overhead{0};  // what an answer was seen to cost beyond the search
};

// Charged is the CPU time of this process from its start.
SearchLimits limits_for(const Question& question, const CourseAnswerOptions& options) {
    SearchLimits limits;
    limits.timer = CpuTimer(process_cpu, Seconds{0});
    limits.bank = question.bank;
    limits.nodes = options.nodes;
    limits.solve = limits.adapt = true;
    limits.lead = question.lead;
    limits.lead_at_least = question.lead_at_least;
    limits.time.first_bank = question.first_bank;
    limits.time.overhead =
        std::max({kUsualOverhead, options.overhead, question.overhead}) * kOverheadMargin;
    return limits;
}

// What to know at the next move.
std::string remember(const Question& question, const CourseAnswer& answer,
                     const KnownOpponent& opponent) {
    GameMemory memory;
    memory.lead_at_least = question.lead_at_least;
    memory.left = question.position->clone();
    memory.left->play(answer.move);
    memory.first_bank = question.first_bank;
    memory.bank = question.bank;
    memory.overhead = question.overhead;
    memory.opponent = opponent;
    // Without a search there is no expectation, but that of an earlier move.
    if (!answer.thought || answer.thought->line.size() < 2) memory.opponent.expected.reset();
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
    Question question;
    question.position = position;
    question.bank = question.first_bank = task->bank;
    // What another game's memory says of the machine is trusted as far as it is usual.
    if (memory) question.overhead = std::min(memory->overhead, kUsualOverhead * 5);
    if (recalled) {
        question.lead_at_least = memory->lead_at_least;
        question.first_bank = std::max(question.first_bank, memory->first_bank);
        question.position = recalled.get();
        question.overhead = overhead_seen(*memory, task->bank);
    } else if (task->guess) {
        question.lead_at_least = task->guess_at_least;
        question.position = task->guess.get();
    }
    if (task->points_known || recalled)
        question.lead = question.position->lead(question.position->mover());

    CourseAnswer answer;
    const auto searcher = make_searcher(position->game(), table_bytes(task->bank));
    if (task->fixed_depth > 0) {
        answer.move = searcher->fixed_depth_move(*question.position, task->fixed_depth);
    } else {
        if (memory) searcher->recall(memory->opponent, *memory->left);
        const auto found = searcher->search(*question.position, limits_for(question, options));
        answer.move = found.best().move;
        answer.thought = thought_of(found);
    }
    if (answer.move != quick) {
        if (const Result<void> written =
                options.publish(question.position->write_output(answer.move));
            !written)
            return tl::unexpected(written.error());
    }
    answer.memory = remember(question, answer, searcher->opponent());
    return answer;
}

}  // namespace zerosum
