#pragma once
// A grade as a value: what was asked, what came of it, what it is worth.
//
// plan.h decides what is asked, exam.h asks it, book.h keeps it, report.h shows it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/check/category.h"
#include "arena/class/roster.h"
#include "arena/play/edition.h"

namespace zerosum {

struct GradeSettings {
    const AnyGame* game = nullptr;  // decides which of the grades in plan.h it is
    Edition edition;
    std::uint64_t seed = 2017;
    Seconds bank{300};   // per game, and at most for a case; many cases give less
    bool quick = false;  // a fifth of the cases, three games each on smaller boards: not the grade
    bool play_all = false;  // also what can change nothing any more
    int only_case = 0;      // > 0: that case alone, no games
};

// One question and what came of it.
struct GradeItem {
    std::size_t part = 0;  // of GradeReport::parts
    int number = 0;        // of the case or game in its part, from 1; see kMakingReady
    std::string name;      // "case 7: 10 x 10, 4 kinds, 24.345 s"
    bool asked = true;     // false: the evidence says why not; counts as lost
    bool passed = false;
    std::string reason;    // how a game ended or why a case was lost, as in records: "crash";
                           // "wrong-answer" where only one is right; empty: a right case
    std::string evidence;  // a sentence for the student; points are the student's first
    std::string output;    // what the program printed to stderr, or its compiler, byte for byte
    std::string question;  // the input file, or the game's record as JSON
    std::string answer;    // what came back, where there was anything
    std::string command;   // repeats this item
    Seconds cpu{0};        // charged to the agent
    Seconds endless{0};    // what a move cost that never came and was killed, also asleep
    double points = 0;     // what it earned, where items earn points one by one
    double possible = 0;
};

// The number of the item that says that the agent could not be built or started. Then it is the
// last: what is not asked is not told.
inline constexpr int kMakingReady = 0;
// The number of the item with what is known of a hand-in before it is asked: `output` has the notes
// on how it is built and run, in lines; `reason` and `evidence` what a check (check/check.h) found.
inline constexpr int kLookedAt = -1;
// The number of the item that says, in a book alone, why this machine could not run the agent when
// it was last tried. It is tried again.
inline constexpr int kCouldNotRun = -2;

inline constexpr std::string_view kWrongAnswer = "wrong-answer";

struct GradePart {
    std::string key;    // "cases", "random": for programs
    std::string title;  // for people
    double earned = 0;
    double possible = 0;
    std::string summary;           // "24 of 25 right"
    std::string ended;             // why it ended before everything was asked; empty: it did not
    std::vector<GradeItem> items;  // in the order of their numbers
};

struct GradeReport {
    std::string agent;             // display name
    std::optional<Person> person;  // whose it is, where a roster tells
    std::string spec;
    std::string edition;
    bool quick = false;
    int only_case = 0;  // > 0: that case alone was asked
    Category category = Category::Sound;
    std::string remark;  // "changed since it was graded on 2026-11-18: graded anew"; mostly empty
    std::string check;   // before the grade: "sound", "late: 10 x 10: used ..."; empty: none
    std::string notes;   // on how it was built and run, in lines
    std::optional<GradeItem> not_ready;  // why it could not be built or run
    double earned = 0;
    double possible = 0;
    Seconds cpu{0};  // charged to the agent, all items together
    std::vector<GradePart> parts;

    // False: it could not be run here, through no fault of its author. That is no grade of 0.
    [[nodiscard]] bool graded() const { return category != Category::NotRun; }
    [[nodiscard]] bool full() const { return graded() && earned == possible; }
};

}  // namespace zerosum
