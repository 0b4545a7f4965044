#pragma once
// A course directory: what is in it, and how an agent is made of it.

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "players/programs/program_move.h"

namespace zerosum {

using CommandWords = std::vector<std::string>;

// How the agent of a directory is built and run. Commands are run inside the (copied) directory.
struct AgentPlan {
    CommandWords build;      // empty: nothing to build
    CommandWords calibrate;  // empty: none
    CommandWords new_game;   // empty: none
    CommandWords move;
    bool optional_targets = false;  // calibrate and new_game may turn out not to exist
};

// A Makefile with the targets agent, run and perhaps calibrate and newgame; or one of
// homework.cpp, homework11.cpp, homework.py, homework3.py, homework.java, alone. `called`: what
// messages call the directory, when it is a copy.
[[nodiscard]] Result<AgentPlan> plan_agent(const std::filesystem::path& directory,
                                           const std::filesystem::path& called);
[[nodiscard]] inline Result<AgentPlan> plan_agent(const std::filesystem::path& directory) {
    return plan_agent(directory, directory);
}

// Copies the directory to a private place, builds it there, and calibrates it if it can be: the two
// steps below. See AgentStore for an agent that plays many matches.
[[nodiscard]] Result<ReadyProgram> prepare_agent(const std::filesystem::path& directory,
                                                 const AgentPlan& plan, const Setup& setup);

// Builds the agent whose files are in this workspace. The plan that is returned names only what can
// be run; an error shows what the build said. `directory` is what messages call it.
[[nodiscard]] Result<AgentPlan> build_agent(const Workspace& space,
                                            const std::filesystem::path& directory, AgentPlan plan,
                                            const Setup& setup);
// Calibrates a built agent, and with that it is ready for a match.
[[nodiscard]] ReadyProgram calibrate_agent(Workspace space, const AgentPlan& plan,
                                           const Setup& setup);

}  // namespace zerosum
