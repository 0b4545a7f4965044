#pragma once
// The course's grade, with the evidence for every lost point.
//
// Where any legal move is an answer (2017):
//   25 generated cases, 1 % each: a legal move with the right board, in the right format;
//   a majority of 11 games against `random`: 25 %; against `minimax:depth=3`: 50 %.
// Where course files ask for the one answer of a fixed depth (2016):
//   50 generated cases: all right 100 %, otherwise 50 % minus 1 % per failure.
//
// Cases and boards depend on the seed alone: the same agent gets the same questions again.

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/play/match.h"

namespace zerosum {

struct GradeSettings {
    const AnyGame* game = nullptr;  // decides which of the two grades it is
    Edition edition;
    std::uint64_t seed = 2017;
    Seconds bank{300};   // per game, and at most for a case; many cases give less
    bool quick = false;  // a fifth of the cases, three games each, short banks: not the grade
    int only_case = 0;   // > 0: that case alone, no games
};

// One question and what came of it.
struct GradeItem {
    std::string name;  // "case 7: 10 x 10, 4 kinds, 24.345 s"
    double work = 1;   // estimated, in cases
    bool passed = false;
    std::string evidence;  // for the student: what was wrong, or how the game was lost
    std::string question;  // the input file, or the game's record as JSON
    std::string answer;    // what came back, where there was anything
    std::string command;   // repeats this item
};

struct GradePart {
    std::string title;
    double earned = 0;
    double possible = 0;
    std::string summary;  // "24 of 25 right"
    std::vector<GradeItem> items;
};

struct GradeReport {
    std::string agent;  // display name
    std::string spec;
    std::string edition;
    bool quick = false;
    int only_case = 0;  // > 0: that case alone was asked
    double earned = 0;
    double possible = 0;
    std::vector<GradePart> parts;
};

// Called from the grading thread after each item. May be empty.
struct GradeWatch {
    std::function<void(const std::string& agent, const GradeItem& item)> on_item = {};
    std::stop_token stop = {};
};

// The work of one agent's grade, in cases: the sum over its items when every game is played, none
// saved because a majority is certain.
[[nodiscard]] double grade_work(const GradeSettings& settings);

// An error only when the grade cannot be taken at all: a wrong option, a wrong setting, a stop.
// An agent that cannot be built gets its report like every other.
[[nodiscard]] Result<GradeReport> grade_agent(const PlayerSpec& spec, const GradeSettings& settings,
                                              const GradeWatch& watch = {});

// What came of several agents. A stop, or one that cannot be graded, costs the others nothing.
struct GradeList {
    std::vector<GradeReport> reports;  // in the order of the specs
    std::vector<Error> missing;        // why an agent has no report, a message each
};

// Several agents, `jobs` at once. on_item calls never overlap.
[[nodiscard]] GradeList grade_agents(std::span<const PlayerSpec> specs,
                                     const GradeSettings& settings, int jobs,
                                     const GradeWatch& watch = {});

// A report for people, programs and browsers. Several agents make a table first.
[[nodiscard]] std::string grade_text(std::span<const GradeReport> reports);
[[nodiscard]] std::string grade_json(std::span<const GradeReport> reports);
[[nodiscard]] std::string grade_html(std::span<const GradeReport> reports);

}  // namespace zerosum
