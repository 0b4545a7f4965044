#pragma once
// A hand-in looked at in seconds: what it is, whether it builds, how it answers the assignment's
// samples, ten boards of growing size and a short bank, what it prints and what it leaves. No game
// is played: that is the grade's. The first stage of a grade and of handing in.

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/check/category.h"
#include "arena/play/edition.h"
#include "players/programs/agent_store.h"
#include "players/spec.h"

namespace zerosum {

struct CheckSettings {
    const AnyGame* game = nullptr;
    Edition edition;
    Seconds bank{5};        // CPU time on the bank of each question; the last one has two fifths
    Seconds calibrate{30};  // on the wall clock; a match gives 300 s
    std::stop_token stop = {};
};

// One question and what came of it.
struct CheckItem {
    std::string part;  // "samples", "boards", "fixed depth", "short bank"
    std::string name;  // "10 x 10, 4 kinds"
    Category category = Category::Sound;
    std::string sentence;  // what was wrong
    std::string said;      // its standard error, as evidence; empty when it was right
    std::string input;     // input.txt
    Seconds bank{0};
    Seconds cpu{0};  // charged
};

// "samples: 5 of 5 right".
struct CheckPart {
    std::string name;
    int asked = 0;
    int right = 0;
    int planned = 0;  // more than were asked: it was ended early
};

struct CheckReport {
    std::string agent;  // display name
    std::string directory;
    Category category = Category::Sound;  // the gravest of all that was found
    std::string sentence;                 // why, in one line: the first of that category
    std::string evidence;                 // what a compiler or the program said of it, in lines

    std::string file;                // "homework.cpp"; empty: no hand-in
    std::string language;            // "C++20"
    std::string calibration;         // what came of calibrate; empty: it has none
    bool new_game = false;           // its Makefile has the target newgame
    std::vector<std::string> other;  // further files at its top
    std::vector<std::string> notes;

    std::vector<CheckPart> parts;
    std::vector<CheckItem> items;
    std::string printed;              // to standard output at its first question
    std::vector<std::string> leaves;  // files that are there afterwards and were not before
    Seconds longest{0};               // CPU time of its longest answer
    std::size_t peak_memory = 0;      // bytes
    Seconds wall{0};                  // of the whole check
};

// Asks one hand-in. spec.argument is a directory that the store holds; what is built there is built
// for whatever comes next. What a hand-in does never makes this fail.
[[nodiscard]] CheckReport check_hand_in(const PlayerSpec& spec, const CheckSettings& settings,
                                        AgentStore& store);

// Several, `jobs` at once, in the order of the specs: an error only for a stop. on_report is called
// in that order as well, from any thread, one call at a time.
using OnReport = std::function<void(const CheckReport& report)>;
[[nodiscard]] Result<std::vector<CheckReport>> check_hand_ins(std::span<const PlayerSpec> specs,
                                                              const CheckSettings& settings,
                                                              int jobs,
                                                              const OnReport& on_report = {});

// A screen for its author; several make a table first. One object for programs.
[[nodiscard]] std::string check_text(const CheckReport& report);
[[nodiscard]] std::string check_table(std::span<const CheckReport> reports);
[[nodiscard]] std::string check_json(std::span<const CheckReport> reports);

}  // namespace zerosum
