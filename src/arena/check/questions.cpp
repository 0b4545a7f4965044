#include "arena/check/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "arena/check/samples.h"
#include "core/counted.h"
#include "core/random.h"
#include "search/any_searcher.h"

namespace zerosum {

namespace {

constexpr std::uint64_t kCheckSeed = 2017;
constexpr std::array kSizes{1, 2, 3, 4, 5, 6, 8, 10, 15, 26};
constexpr std::array kKinds{1, 2, 3, 3, 2, 4, 4, 4, 9, 5};
constexpr double kShortBank = 0.4;      // of the others
constexpr std::size_t kShortBoard = 7;  // of the boards: who goes by the clock takes less time

struct FixedDepth {
    int size;
    int depth;
};
constexpr std::array kFixedDepths{FixedDepth{2, 1}, FixedDepth{3, 2}, FixedDepth{4, 2},
                                  FixedDepth{4, 3}, FixedDepth{5, 2}};

PositionPtr board(const AnyGame& game, int size, int kinds, std::uint64_t number) {
    const GameInfo& info = game.info();
    Random random(mix(kCheckSeed) + number);
    StartOptions options;
    options.size = std::clamp(size, info.size.least, info.size.most);
    options.kinds = info.kinds ? std::clamp(kinds, info.kinds->least, info.kinds->most) : 0;
    Result<PositionPtr> start = game.start(options, random);
    return start ? std::move(*start) : nullptr;
}

std::string board_name(const AnyGame& game, const AnyPosition& position) {
    const std::string name = fmt::format("{0} x {0}", position.size());
    if (!game.info().kinds) return name;
    return fmt::format("{}, {}", name, counted(position.start_options().kinds, "kind"));
}

void add_samples(const AnyGame& game, Seconds bank, bool competition_only,
                 std::vector<Question>& questions) {
    int number = 0;
    for (const CourseSample& sample : samples_of(game)) {
        ++number;
        if (competition_only && !sample.answer.empty()) continue;
        AnyTask task = game.read_input(sample.input).value();
        Question& question = questions.emplace_back();
        question.part = "samples";
        question.name = fmt::format("sample {}", number);
        question.bank = task.fixed_depth > 0 ? bank : std::min(bank, task.bank);
        question.input =
            task.bank > bank ? task.position->write_input(bank) : std::string(sample.input);
        question.answer = sample.answer;
        question.position = std::move(task.position);
    }
}

void add_board(std::string_view part, PositionPtr position, Seconds bank,
               std::vector<Question>& questions) {
    if (!position) return;
    Question& question = questions.emplace_back();
    question.part = part;
    question.name = board_name(position->game(), *position);
    question.bank = bank;
    question.input = position->write_input(bank);
    question.position = std::move(position);
}

void add_fixed_depths(const AnyGame& game, Seconds bank, std::vector<Question>& questions) {
    const auto modes = game.info().fixed_depth_modes;
    for (std::size_t i = 0; i < kFixedDepths.size(); ++i) {
        const FixedDepth& shape = kFixedDepths[i];
        const std::string_view mode = modes[i % modes.size()];
        PositionPtr position = board(game, shape.size, 0, 100 + i);
        if (!position) continue;
        Question& question = questions.emplace_back();
        question.part = "fixed depth";
        question.name =
            fmt::format("{}, {}, depth {}", board_name(game, *position), mode, shape.depth);
        question.bank = bank;
        question.input = position->write_input({mode, shape.depth});
        question.answer = position->write_output(fixed_depth_move(*position, shape.depth));
        question.position = std::move(position);
    }
}

}  // namespace

std::vector<Question> questions_of(const AnyGame& game, Seconds bank, bool competition_only) {
    std::vector<Question> questions;
    add_samples(game, bank, competition_only, questions);
    if (!game.info().fixed_depth_modes.empty() && !competition_only)
        add_fixed_depths(game, bank, questions);
    for (std::size_t i = 0; i < kSizes.size(); ++i)
        add_board("boards", board(game, kSizes[i], kKinds[i], i), bank, questions);
    add_board("short bank", board(game, kSizes[kShortBoard], kKinds[kShortBoard], kShortBoard),
              bank * kShortBank, questions);
    return questions;
}

}  // namespace zerosum
