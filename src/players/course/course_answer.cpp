#include "players/course/course_answer.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/cpu_clock.h"
#include "games/registry.h"
#include "players/course/game_memory.h"
#include "players/engine.h"
#include "players/reference/greedy_player.h"

namespace zerosum {

namespace {

// What an answer costs without its search: the start and the end of the process, which it cannot
// see all of, and the files. Charged by the referee, so it has to be kept back for every move to
// come.
constexpr Seconds kUsualOverhead{0.003};
// No two runs cost the same. The number of moves to come has a margin of its own.
constexpr double kOverheadMargin = 1.1;
// So much is kept back for starts that a quarter of the rest is little for one of the last
// positions that are not solved at once.
constexpr double kLargestLate = 0.5;

// Touching fresh memory costs CPU time as well, and so does giving it back. A move gets a twentieth
// of the bank, rarely more: a table larger than what it can fill only slows it down.
std::size_t table_bytes(Seconds bank) {
    return static_cast<std::size_t>(std::clamp(bank.count() * 2, 1.0, 64.0) * (1U << 20U) / 2);
}

// What is known when a file asks for a move.
struct Question {
    const AnyPosition* position = nullptr;  // with points, known or guessed
    Seconds bank{0};
    Seconds first_bank{0};  // what the game began with
    std::optional<Score> lead;
    bool lead_at_least = false;
    std::vector<Seconds> costs;  // of the last answers, without their searches (game_memory.h)
    Seconds overhead{0};         // what to keep back for each answer to come
};

// Called when the search begins: what the process has used until now is gone.
SearchLimits limits_for(const Question& question, std::uint64_t nodes) {
    SearchLimits limits;
    limits.timer = CpuTimer(process_cpu);
    limits.bank = question.bank - process_cpu();
    limits.nodes = nodes;
    limits.solve = limits.adapt = true;
    limits.lead = question.lead;
    limits.lead_at_least = question.lead_at_least;
    limits.time.first_bank = question.first_bank;
    limits.time.overhead = question.overhead;
    limits.time.margin = kOverheadMargin;
    limits.time.largest_late = kLargestLate;
    return limits;
}

// What to know at the next move.
std::string remember(const Question& question, const CourseAnswer& answer, Seconds search,
                     const KnownOpponent& opponent) {
    GameMemory memory;
    memory.lead_at_least = question.lead_at_least;
    memory.left = question.position->clone();
    memory.left->play(answer.move);
    memory.first_bank = question.first_bank;
    memory.bank = question.bank;
    memory.costs = question.costs;
    memory.opponent = opponent;
    // Without a search there is no expectation, but that of an earlier move.
    if (!answer.thought || answer.thought->line.size() < 2) memory.opponent.expected.reset();
    memory.search = search;
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
    if (options.memory) memory = read_memory(*options.memory, position->game());
    const PositionPtr recalled = memory ? recall(*memory, *position) : nullptr;
    Question question;
    question.position = position;
    question.bank = question.first_bank = task->bank;
    if (recalled && task->fixed_depth == 0 && memory->bank > Seconds{0}) {
        question.first_bank = std::max(question.first_bank, memory->first_bank);
        memory->add_cost(memory->bank - task->bank - memory->search);
    }
    if (recalled && !task->points_known) {
        question.lead_at_least = memory->lead_at_least;
        question.position = recalled.get();
    } else if (task->guess) {
        question.lead_at_least = task->guess_at_least;
        question.position = task->guess.get();
    }
    question.overhead = std::max(kUsualOverhead, options.overhead);
    if (memory) {  // also another game's: it was the same machine
        question.costs = memory->costs;
        question.overhead = memory->overhead(question.overhead);
    }
    if (task->points_known || recalled)
        question.lead = question.position->lead(question.position->mover());

    CourseAnswer answer;
    const auto searcher = make_searcher(position->game(), table_bytes(task->bank));
    if (memory) searcher->recall(memory->opponent, *memory->left);
    const Seconds began = process_cpu();
    if (task->fixed_depth > 0) {
        answer.move = searcher->fixed_depth_move(*question.position, task->fixed_depth);
    } else {
        const auto found =
            searcher->search(*question.position, limits_for(question, options.nodes));
        answer.move = found.best().move;
        answer.thought = thought_of(found);
    }
    const Seconds search = process_cpu() - began;
    if (answer.move != quick) {
        if (const Result<void> written =
                options.publish(question.position->write_output(answer.move));
            !written)
            return tl::unexpected(written.error());
    }
    answer.memory = remember(question, answer, search, searcher->opponent());
    return answer;
}

}  // namespace zerosum
