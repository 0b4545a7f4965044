#pragma once
// External agents that are started for every move: cmd: and dir:.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "players/programs/program_move.h"
#include "players/spec.h"

namespace zerosum {

class AgentStore;

class ProgramPlayer final : public Player {
 public:
    // Makes the program ready at the start of a match.
    using Prepare = std::function<Result<ReadyProgram>(const Setup&)>;
    ProgramPlayer(std::string name, Prepare prepare);

    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] Result<void> new_match() override;
    [[nodiscard]] Result<void> new_game(std::uint64_t seed) override;
    [[nodiscard]] Reply choose(const Turn& turn) override;
    [[nodiscard]] bool by_course_files() const override { return true; }
    [[nodiscard]] std::string clock_source() const override;
    [[nodiscard]] std::string confinement() const override;

 private:
    std::string name_;
    Prepare prepare_;
    Setup setup_;
    std::optional<ReadyProgram> program_;
};

// cmd:COMMAND, a program that works in an empty directory of its own. Files and directories that
// the command names are readable for it where they are; everything else of ours is not.
[[nodiscard]] Result<PlayerPtr> make_command_player(const PlayerSpec& spec);

// dir:DIRECTORY, see agent_directory.h. With a store that holds the directory, the agent comes from
// there.
[[nodiscard]] Result<PlayerPtr> make_directory_player(const PlayerSpec& spec,
                                                      std::shared_ptr<AgentStore> store = nullptr);

// java:CLASS and java:PATH/CLASS.java, one class of 2012: see java2012::place_class.
[[nodiscard]] Result<PlayerPtr> make_java_player(const PlayerSpec& spec);

}  // namespace zerosum
