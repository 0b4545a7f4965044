#include "players/programs/plugin_player.h"

#include <dlfcn.h>

#include <exception>
#include <filesystem>

#include "core/cpu_clock.h"
#include "players/programs/plugin.h"

namespace zerosum {

namespace {

struct Close {
    void operator()(void* library) const { dlclose(library); }
};
using Library = std::unique_ptr<void, Close>;
using Make = plugin::Player* (*)();
using Free = void (*)(plugin::Player*);

template <typename Function>
Function function(void* library, const char* name) {
    return reinterpret_cast<Function>(dlsym(library, name));
}

class PluginPlayer final : public Player {
 public:
    // Members are destroyed in reverse order: the player before the code it consists of.
    PluginPlayer(std::string name, Library library, plugin::Player* player, Free free)
        : name_(std::move(name)), library_(std::move(library)), player_(player, free) {}

    [[nodiscard]] std::string name() const override { return name_; }

    [[nodiscard]] Result<void> new_game(std::uint64_t seed) override {
        try {
            player_->new_game(seed);
        } catch (const std::exception& error) {
            return fail("{}: new_game threw: {}", name_, printable(error.what(), 200));
        }
        return {};
    }

    [[nodiscard]] Reply choose(const Turn& turn) override {
        // What the player is shown is made before its clock starts.
        const std::vector<AnyMove> moves = turn.position.moves();
        const plugin::Turn seen = describe(turn, moves);
        Reply reply;
        const Seconds wall_start = wall_clock();
        const Seconds cpu_start = thread_cpu();
        std::size_t chosen = moves.size();
        std::string thrown;
        try {
            chosen = player_->choose(seen);
        } catch (const std::exception& error) {
            thrown = printable(error.what(), 200);
        } catch (...) {
            thrown = "something that is no std::exception";
        }
        reply.cpu = thread_cpu() - cpu_start;
        reply.cpu_user = reply.cpu;
        reply.wall = wall_clock() - wall_start;
        if (!thrown.empty()) {
            reply.answer = Failure{FailureCode::Crashed, "choose threw: " + thrown};
        } else if (chosen >= moves.size()) {
            reply.answer = Failure{
                FailureCode::NoAnswer,
                fmt::format("choose returned {}, expected 0 to {}", chosen, moves.size() - 1)};
        } else {
            reply.answer = moves[chosen];
        }
        return reply;
    }

    [[nodiscard]] std::string confinement() const override { return "none (in process)"; }

 private:
    static plugin::Turn describe(const Turn& turn, const std::vector<AnyMove>& moves) {
        const AnyPosition& position = turn.position;
        plugin::Turn seen;
        seen.game = std::string(position.game().name());
        seen.rows = position.rows();
        seen.position = position.line();
        for (const AnyMove move : moves)
            seen.moves.push_back({position.move_name(move), position.gain(move)});
        seen.points = {position.points(position.mover()), position.points(other(position.mover()))};
        seen.bank = turn.bank.count();
        return seen;
    }

    std::string name_;
    Library library_;
    std::unique_ptr<plugin::Player, Free> player_;
};

}  // namespace

Result<PlayerPtr> make_plugin(const PlayerSpec& spec) {
    // dlopen looks for a bare name in the system's folders; a path of ours is meant.
    std::error_code error;
    const std::filesystem::path path = std::filesystem::absolute(spec.argument, error);
    Library library(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (!library) return fail("player '{}': cannot load: {}", spec.text, dlerror());
    const auto version = function<int (*)()>(library.get(), "zerosum_plugin_version");
    const auto make = function<Make>(library.get(), "zerosum_make_player");
    const auto free = function<Free>(library.get(), "zerosum_free_player");
    if (version == nullptr || make == nullptr || free == nullptr)
        return fail("player '{}': not a zerosum player, expected ZEROSUM_PLAYER(Type) of plugin.h",
                    spec.text);
    if (version() != plugin::kVersion)
        return fail("player '{}': made for version {} of plugin.h, expected {}: compile it again",
                    spec.text, version(), plugin::kVersion);
    plugin::Player* player = nullptr;
    try {
        player = make();
    } catch (const std::exception& thrown) {
        return fail("player '{}': cannot be made: {}", spec.text, printable(thrown.what(), 200));
    }
    return std::make_unique<PluginPlayer>(spec.name, std::move(library), player, free);
}

}  // namespace zerosum
