#pragma once
// What a grade asks, in which order, when it ends, and what it is worth. A function of the settings
// and of what was asked so far, and of nothing else: a grading that was stopped goes on as if it
// had not been.
//
// Where any legal move is an answer (2017):
//   25 generated cases, 1 % each: a legal move with the right board, in the right format;
//   a majority of 11 games against `random`: 25 %; against `minimax:depth=3`: 50 %.
// Where course files ask for the one answer of a fixed depth (2016):
//   50 generated cases: all right 100 %, otherwise 50 % minus 1 % per failure.
//
// Cases and boards depend on the seed alone: the same agent gets the same questions again. Unless
// everything is asked for (play_all), a grade ends early
//   - when the agent cannot be built or started: that is told once;
//   - cases: when five have failed in the same way and none was right;
//   - games: when the majority is decided;
//   - when moves that never came and were killed have cost three banks (of a quick grade: at most
//     two minutes): then games are not begun unless one was won, nor cases that are as hard as one
//     that was never answered.

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "arena/grade/cases.h"
#include "arena/grade/grade.h"
#include "arena/play/match.h"
#include "players/programs/agent_directory.h"

namespace zerosum {

// The questions of this version: raised when cases, boards or what ends a grade early change.
inline constexpr std::string_view kQuestions = "2";

// The next thing to be asked: a case or a game.
struct GradeStep {
    std::size_t part = 0;
    int number = 0;
};

class GradePlan {
 public:
    // An error when a setting names what there is not.
    [[nodiscard]] static Result<GradePlan> make(const GradeSettings& settings);

    // Nothing: the grade is complete.
    [[nodiscard]] std::optional<GradeStep> next(std::span<const GradeItem> items) const;

    // The grade of an agent that was asked these, in any order. Complete or not: what was not asked
    // is lost.
    [[nodiscard]] GradeReport report(const std::string& agent, const std::string& spec,
                                     std::span<const GradeItem> items) const;

    // Of an agent that has no grade, for the tables of a class.
    [[nodiscard]] GradeReport ungraded(const std::string& agent, const std::string& spec,
                                       const std::string& why) const;

    // In cases: an estimate of what a step costs, and all of them when none is saved.
    [[nodiscard]] double work(const GradeStep& step) const;
    [[nodiscard]] double work() const;

    [[nodiscard]] const GradeSettings& settings() const { return settings_; }
    [[nodiscard]] Seconds bank() const { return bank_; }
    [[nodiscard]] bool is_case(const GradeStep& step) const {
        return parts_[step.part].opponent.empty();
    }
    // The item of an agent that could not be made ready.
    [[nodiscard]] static GradeItem not_ready(const NotReady& why);
    [[nodiscard]] const GradeCase& question(int number) const;
    // "case 7: 10 x 10, 4 kinds, 24.345 s"
    [[nodiscard]] std::string case_name(int number) const;
    [[nodiscard]] MatchSettings match(const GradeStep& step, const PlayerSpec& agent) const;

 private:
    struct Part {
        std::string key;
        std::string title;
        double possible = 0;
        std::string opponent;  // empty: cases
        int games = 0;
    };
    // What was asked of a part.
    struct Asked {
        std::vector<const GradeItem*> items;  // in the order of their numbers
        int passed = 0;
        int lost = 0;
    };

    explicit GradePlan(const GradeSettings& settings) : settings_(settings) {}
    [[nodiscard]] Asked asked(std::size_t part, std::span<const GradeItem> items) const;
    [[nodiscard]] std::optional<GradeStep> next_in(std::size_t part,
                                                   std::span<const GradeItem> items) const;
    [[nodiscard]] std::string cases_end(const Asked& so_far) const;
    [[nodiscard]] std::string too_costly(const GradeStep& step,
                                         std::span<const GradeItem> items) const;
    void score_cases(GradePart& part, const Asked& so_far, std::span<const GradeItem> items) const;
    void score_games(GradePart& part, std::size_t index, const Asked& so_far,
                     std::span<const GradeItem> items) const;

    GradeSettings settings_;
    Seconds bank_{0};
    bool one_answer_ = false;  // the cases have one right answer each, instead of any legal move
    std::vector<Part> parts_;
    std::shared_ptr<const std::vector<GradeCase>> cases_;  // all, whether asked or not
    std::vector<int> order_;                               // the numbers of those asked
};

}  // namespace zerosum
