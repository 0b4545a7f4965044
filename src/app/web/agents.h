#pragma once
// Players outside of the program that this server was started with (--player dir:..., cmd:...): the
// only programs that a request can have run, and only by their name, inside the sandbox's walls.
// What they were made from stays here; the page knows them as "agent:NAME".

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "players/programs/agent_store.h"
#include "players/spec.h"

namespace zerosum::web {

// Whether a spec is one of the page's agents, and its name.
[[nodiscard]] bool is_agent(std::string_view spec);
[[nodiscard]] std::string_view agent_name(std::string_view spec);

// Thread-safe once made.
class Agents {
 public:
    Agents() = default;
    // Directories are copied and built here: the error says which of them cannot play, and why.
    [[nodiscard]] static Result<std::shared_ptr<Agents>> make(
        const std::vector<std::string>& players);

    [[nodiscard]] std::vector<std::string> specs() const;  // "agent:NAME" of each, in order
    [[nodiscard]] bool knows(std::string_view spec) const;

    // The answer of an agent in a game. It keeps its workspace from move to move; when too many are
    // seated at once, the one that was not asked for longest loses it and begins anew.
    [[nodiscard]] Reply answer(const std::string& game, std::string_view spec, std::uint64_t seed,
                               const Turn& turn);
    // The game has ended: its agents' workspaces go.
    void leave(const std::string& game);

    static constexpr std::size_t most_seated = 32;

 private:
    struct Seated {
        std::string game;
        std::string spec;
        std::shared_ptr<Player> player;
    };
    [[nodiscard]] const PlayerSpec* find(std::string_view spec) const;
    [[nodiscard]] std::shared_ptr<Player> seated(const std::string& game, std::string_view spec);
    [[nodiscard]] Result<std::shared_ptr<Player>> seat(const std::string& game,
                                                       std::string_view spec, std::uint64_t seed,
                                                       const AnyGame& rules);

    std::vector<PlayerSpec> players_;
    std::shared_ptr<AgentStore> store_ = std::make_shared<AgentStore>();
    std::mutex mutex_;
    std::list<Seated> seated_;  // asked last comes last
};

}  // namespace zerosum::web
