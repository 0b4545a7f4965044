#pragma once
// A hand-in made ready: copied, built, calibrated.

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "players/programs/hand_in.h"
#include "players/programs/program_move.h"
#include "sandbox/account.h"

namespace zerosum {

// Why a hand-in is no program that can be asked for a move.
enum class Obstacle : std::uint8_t {
    NoAgent,   // nothing in it has a name of a hand-in
    NotRun,    // this machine lacks its compiler or interpreter: no fault of its author
    NotBuilt,  // its compiler refused it
    Ours,      // it could not be copied, or its compiler not started: no fault of its author either
};
struct NotReady {
    Obstacle obstacle = Obstacle::NoAgent;
    std::string sentence;       // "not run: needs Python 2, see docs/agents.md"
    std::string evidence = {};  // what the compiler said, in lines (evidence.h)

    // For a message: the sentence, which names the directory where there is no agent in it, and the
    // evidence under it.
    [[nodiscard]] Error error(const std::filesystem::path& directory) const;
};

// A hand-in that was built. Commands are run inside its directory.
struct BuiltAgent {
    std::string file;      // "homework.cpp", "Makefile"
    std::string language;  // "C++20"
    CommandWords move;
    CommandWords calibrate;                       // empty: none
    CommandWords new_game;                        // empty: none
    std::vector<std::filesystem::path> readable;  // outside of its directory
    std::vector<std::string> notes;  // for its author: "homework.py is run with Python 3: ..."
    std::string lacks;  // "Python 2": its own language, which is not here; empty: it runs in it
};

// The verdict on an agent that lacks its own language and crashed in another: none.
[[nodiscard]] NotReady not_its_own(const BuiltAgent& agent, std::string_view crash);

// What building and calibrating may use: more than a move.
[[nodiscard]] Limits preparation_limits(Seconds wall);

// How long a build may last.
struct BuildBounds {
    Seconds wall{600};          // on the wall clock, for all that is run to build
    std::stop_token stop = {};  // ends what is run: Obstacle::Ours
};

// Builds the agent whose files are in this workspace.
[[nodiscard]] tl::expected<BuiltAgent, NotReady> build_agent(const Workspace& space,
                                                             const AgentPlan& plan,
                                                             const Setup& setup,
                                                             const BuildBounds& bounds = {});

inline constexpr Seconds kCalibrationTime{300};

// Runs the calibration, where there is one. The course ignores what it says and how it ends.
[[nodiscard]] std::optional<Account> calibrate_agent(const Workspace& space,
                                                     const BuiltAgent& agent, const Setup& setup,
                                                     Seconds wall = kCalibrationTime,
                                                     const std::stop_token& stop = {});

// A built and calibrated agent, at home in this workspace.
[[nodiscard]] ReadyProgram ready_program(Workspace space, const BuiltAgent& agent);

// Copies the directory to a private place, builds it there, and calibrates it if it can be. See
// AgentStore for an agent that plays many matches.
[[nodiscard]] Result<ReadyProgram> prepare_agent(const std::filesystem::path& directory,
                                                 const AgentPlan& plan, const Setup& setup);

}  // namespace zerosum
