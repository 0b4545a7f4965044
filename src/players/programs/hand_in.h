#pragma once
// What a course directory holds, by the names that the course gives to hand-ins, and how a program
// can be made of it. The names are one table in hand_in.cpp; docs/agents.md shows it to authors.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "players/java2012/hand_in.h"
#include "players/programs/tools.h"

namespace zerosum {

using CommandWords = std::vector<std::string>;

// One way to make a program of a source file.
struct Way {
    std::string language;     // "C++20", "Python 2"
    CommandWords build = {};  // makes the program, or checks the source; empty: nothing to do
    CommandWords run = {};
    std::string repeat = {};                           // what an author types to see the same
    std::vector<std::filesystem::path> readable = {};  // outside of the hand-in
    std::string missing = {};  // what this machine lacks for it: "Python 2"; empty: nothing
};

// A source file with the ways to a program, in the order in which they are tried: the first that
// nothing is missing for and that builds is taken.
struct Source {
    std::string file;
    std::vector<Way> ways;
};

// How the agent of a directory is built and run. Commands are run inside the (copied) directory.
struct AgentPlan {
    Source agent;                     // homework.*, or the Makefile
    std::optional<Source> calibrate;  // calibrate.* beside homework.*
    bool makefile = false;            // its targets calibrate and newgame may exist
    bool java_2012 = false;           // built with our package, and stays up for a game
};

// A class of the 2012 course.
[[nodiscard]] AgentPlan java_2012_plan(const java2012::HandIn& hand_in);

// A Makefile with the targets agent, run and perhaps calibrate and newgame; or one of
// homework.cpp, homework11.cpp, homework.java, homework.py, homework3.py, alone or with a
// calibrate.* of the same endings; or a class of 2012 (java2012/hand_in.h). The error says what was
// found instead. `called`: what messages call the directory, when it is a copy.
[[nodiscard]] Result<AgentPlan> plan_agent(const std::filesystem::path& directory,
                                           const std::filesystem::path& called,
                                           const Tools& tools = {});
[[nodiscard]] inline Result<AgentPlan> plan_agent(const std::filesystem::path& directory,
                                                  const Tools& tools = {}) {
    return plan_agent(directory, directory, tools);
}

}  // namespace zerosum
