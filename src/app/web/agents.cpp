#include "app/web/agents.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/text.h"
#include "games/registry.h"
#include "players/programs/program_player.h"

namespace zerosum::web {

namespace {

constexpr std::string_view kPrefix = "agent:";

// Without an @name the file's or the folder's own: the rest of a path is nobody's business.
std::string shown_name(const PlayerSpec& spec) {
    if (spec.name != spec.text) return spec.name;
    const std::string_view first =
        std::string_view(spec.argument).substr(0, spec.argument.find(' '));
    std::filesystem::path path =
        spec.kind == PlayerKind::Directory ? std::filesystem::path(spec.argument) : first;
    if (!path.has_filename()) path = path.parent_path();
    return display_name(path.filename().string());
}

// Made and ready to play: built, calibrated.
Result<PlayerPtr> ready_player(const PlayerSpec& spec, const AnyGame& rules,
                               const std::shared_ptr<AgentStore>& store) {
    Result<PlayerPtr> player = spec.kind == PlayerKind::Directory
                                   ? make_directory_player(spec, store)
                                   : make_player(spec, rules);
    if (!player) return player;
    if (auto ready = (*player)->new_match(); !ready) return tl::unexpected(ready.error());
    return player;
}

}  // namespace

bool is_agent(std::string_view spec) {
    return spec.starts_with(kPrefix);
}

std::string_view agent_name(std::string_view spec) {
    return spec.substr(std::min(kPrefix.size(), spec.size()));
}

Result<std::shared_ptr<Agents>> Agents::make(const std::vector<std::string>& players) {
    auto agents = std::make_shared<Agents>();
    for (const std::string& text : players) {
        Result<PlayerSpec> spec = parse_player_spec(text);
        if (!spec) return tl::unexpected(spec.error());
        if (spec->kind != PlayerKind::Command && spec->kind != PlayerKind::Directory)
            return fail("--player {}: expected cmd:COMMAND or dir:DIRECTORY", printable(text));
        if (spec->kind == PlayerKind::Directory)
            if (const auto taken = agents->store_->take(spec->argument); !taken)
                return fail("--player {}: {}", printable(text), taken.error().message);
        // Making it once finds what is wrong with it, and builds it.
        if (const auto made = ready_player(*spec, default_game(), agents->store_); !made)
            return fail("--player {}: {}", printable(text), made.error().message);
        spec->name = shown_name(*spec);
        if (agents->knows(std::string(kPrefix) + spec->name))
            return fail("--player {}: there is a player called '{}' already; add @NAME",
                        printable(text), spec->name);
        agents->players_.push_back(std::move(*spec));
    }
    return agents;
}

std::vector<std::string> Agents::specs() const {
    std::vector<std::string> out;
    for (const PlayerSpec& each : players_) out.push_back(std::string(kPrefix) + each.name);
    return out;
}

const PlayerSpec* Agents::find(std::string_view spec) const {
    const auto found = std::find_if(players_.begin(), players_.end(), [&](const PlayerSpec& each) {
        return is_agent(spec) && each.name == agent_name(spec);
    });
    return found == players_.end() ? nullptr : &*found;
}

bool Agents::knows(std::string_view spec) const {
    return find(spec) != nullptr;
}

std::shared_ptr<Player> Agents::seated(const std::string& game, std::string_view spec) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(seated_.begin(), seated_.end(), [&](const Seated& each) {
        return each.game == game && each.spec == spec;
    });
    if (found == seated_.end()) return nullptr;
    seated_.splice(seated_.end(), seated_, found);
    return found->player;
}

Result<std::shared_ptr<Player>> Agents::seat(const std::string& game, std::string_view spec,
                                             std::uint64_t seed, const AnyGame& rules) {
    if (std::shared_ptr<Player> known = seated(game, spec)) return known;
    const PlayerSpec* wanted = find(spec);
    if (wanted == nullptr)
        return fail("the server was started without the player {}", agent_name(spec));
    Result<PlayerPtr> made = ready_player(*wanted, rules, store_);
    if (!made) return tl::unexpected(made.error());
    std::shared_ptr<Player> player = std::move(*made);
    if (auto begun = player->new_game(seed); !begun) return tl::unexpected(begun.error());
    const std::lock_guard lock(mutex_);
    seated_.push_back({game, std::string(spec), player});
    if (seated_.size() > most_seated) seated_.pop_front();
    return player;
}

Reply Agents::answer(const std::string& game, std::string_view spec, std::uint64_t seed,
                     const Turn& turn) {
    const Result<std::shared_ptr<Player>> player = seat(game, spec, seed, turn.position.game());
    if (player) return (*player)->choose(turn);
    Reply none;
    none.answer = Failure{FailureCode::NotStarted, player.error().message};
    return none;
}

void Agents::leave(const std::string& game) {
    std::list<Seated> gone;  // workspaces are removed without the lock
    const std::lock_guard lock(mutex_);
    for (auto each = seated_.begin(); each != seated_.end();) {
        const auto here = each++;
        if (here->game == game) gone.splice(gone.end(), seated_, here);
    }
}

}  // namespace zerosum::web
