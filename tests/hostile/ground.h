#pragma once
// What the tests of hostile agents share: a place of their own on disk, victims, and an agent made
// ready to be asked for a move.

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/descriptor.h"
#include "players/programs/program_move.h"
#include "sandbox/machine.h"
#include "sandbox/victim.h"
#include "sandbox/workspace.h"

namespace zerosum::hostile {

[[nodiscard]] std::size_t entries(const std::filesystem::path& directory);

// Processes that have anything to do with a directory: they work in it or were started from it.
[[nodiscard]] std::vector<std::string> processes_of(const std::filesystem::path& directory);

// The opponent's file and socket, a process and a server that agents try to reach.
class Victims {
 public:
    Victims();
    Victims(const Victims&) = delete;
    Victims& operator=(const Victims&) = delete;

    [[nodiscard]] std::filesystem::path file() const { return home_.home() / "secret"; }
    [[nodiscard]] std::string pid() const { return process_.pid(); }
    [[nodiscard]] std::string port() const { return std::to_string(port_); }
    [[nodiscard]] bool unharmed() const;

 private:
    Workspace home_;
    Victim process_;
    int port_ = 0;
    Descriptor server_;
    Descriptor datagrams_;
};

// Everything that these tests and the sandbox put on disk goes to one directory, so that what is
// left can be counted. One at a time.
class Ground {
 public:
    Ground();
    ~Ground();  // nothing may be left
    Ground(const Ground&) = delete;
    Ground& operator=(const Ground&) = delete;

    [[nodiscard]] const Victims& victims() const { return *victims_; }
    // Workspaces of this process that exist now.
    [[nodiscard]] std::size_t workspaces() const;
    // `words`: the agent's file in agents/ (or of that name, compiled) and its arguments.
    [[nodiscard]] ReadyProgram ready(const std::vector<std::string>& words) const;

 private:
    std::filesystem::path base_;
    std::optional<std::string> tmpdir_;  // as it was
    std::optional<Victims> victims_;
};

// Whether the machine has this; tried once.
[[nodiscard]] const Offer& offer_of(const Setup& setup);

// Asks for a move and compares what is charged with what the agent itself noted in `truth`: within
// 5 % or 10 ms. Up to three tries: a machine that stands still and charges that as CPU time does so
// now and then, a clock that is wrong is wrong every time.
[[nodiscard]] testing::AssertionResult is_charged_rightly(const ReadyProgram& program,
                                                          const Turn& turn, const Setup& setup,
                                                          const Reply& first);

// A name that GoogleTest takes.
[[nodiscard]] std::string as_test_name(std::string text);

}  // namespace zerosum::hostile
