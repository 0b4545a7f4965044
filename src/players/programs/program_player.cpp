#include "players/programs/program_player.h"

#include "players/java2012/java_player.h"
#include "players/programs/agent_directory.h"
#include "players/programs/agent_store.h"
#include "players/programs/command_line.h"
#include "sandbox/machine.h"
#include "sandbox/run.h"

namespace zerosum {

namespace {
constexpr Seconds kNewGameTime{60.0};
}

ProgramPlayer::ProgramPlayer(std::string name, Prepare prepare)
    : name_(std::move(name)), prepare_(std::move(prepare)), setup_(best_setup()) {}

Result<void> ProgramPlayer::new_match() {
    program_.reset();
    Result<ReadyProgram> ready = prepare_(setup_);
    if (!ready) return tl::unexpected(ready.error());
    program_.emplace(std::move(*ready));
    return {};
}

Result<void> ProgramPlayer::new_game(std::uint64_t /*seed*/) {
    if (!program_) {
        if (auto ready = new_match(); !ready) return ready;
    }
    if (program_->new_game_command.empty()) return {};
    Job job = program_job(*program_, program_->new_game_command);
    job.limits.wall = kNewGameTime;
    (void)run(job, setup_);  // optional, so its errors are ignored
    (void)program_->workspace.empty_tmp();
    return {};
}

Reply ProgramPlayer::choose(const Turn& turn) {
    if (!program_) {
        if (auto ready = new_match(); !ready) {
            Reply reply;
            reply.answer = Failure{FailureCode::NotStarted, ready.error().message};
            return reply;
        }
    }
    return ask_program(*program_, turn, setup_);
}

std::string ProgramPlayer::clock_source() const {
    return std::string(clock_name(setup_.clock));
}
std::string ProgramPlayer::confinement() const {
    return confinement_name(setup_.confinement);
}

Result<PlayerPtr> make_command_player(const PlayerSpec& spec) {
    Result<PlacedCommand> placed = place_command(spec.argument);
    if (!placed) return tl::unexpected(placed.error());
    auto prepare = [placed = *placed](const Setup& setup) -> Result<ReadyProgram> {
        auto space = Workspace::make();
        if (!space) return tl::unexpected(space.error());
        Result<PlacedCommand> admitted = admit(placed, *space, setup);
        if (!admitted) return tl::unexpected(admitted.error());
        return ReadyProgram{std::move(*space), admitted->words, {}, admitted->files};
    };
    return std::make_unique<ProgramPlayer>(spec.name, std::move(prepare));
}

namespace {

// Started for every move, or for every game.
PlayerPtr player_of(const PlayerSpec& spec, const AgentPlan& plan, ProgramPlayer::Prepare prepare) {
    if (plan.java_2012)
        return std::make_unique<java2012::JavaPlayer>(spec.name, std::move(prepare));
    return std::make_unique<ProgramPlayer>(spec.name, std::move(prepare));
}

}  // namespace

Result<PlayerPtr> make_directory_player(const PlayerSpec& spec, std::shared_ptr<AgentStore> store) {
    const std::filesystem::path directory = spec.argument;
    const bool kept = store && store->holds(directory);
    const Result<AgentPlan> plan =
        plan_agent(kept ? store->source(directory) : directory, directory, spec.tools);
    if (!plan) return tl::unexpected(plan.error());
    if (kept)
        return player_of(
            spec, *plan,
            [directory, tools = spec.tools, store = std::move(store)](const Setup& setup) {
                return store->prepare(directory, tools, setup);
            });
    return player_of(spec, *plan,
                     [directory = std::filesystem::absolute(directory), plan = *plan](
                         const Setup& setup) { return prepare_agent(directory, plan, setup); });
}

Result<PlayerPtr> make_java_player(const PlayerSpec& spec) {
    const Result<java2012::PlacedClass> placed = java2012::place_class(spec.argument);
    if (!placed) return fail("player '{}': {}", spec.text, placed.error().message);
    const AgentPlan plan = java_2012_plan(placed->hand_in);
    return player_of(spec, plan, [folder = placed->folder, plan](const Setup& setup) {
        return prepare_agent(folder, plan, setup);
    });
}

}  // namespace zerosum
