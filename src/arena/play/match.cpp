#include "arena/play/match.h"

#include <algorithm>
#include <optional>

#include "core/files.h"
#include "core/text.h"
#include "core/worker_pool.h"
#include "players/programs/program_player.h"

namespace zerosum {

namespace {

// Takes the place of a player that could not be made ready: its new_game reports the reason.
class Absent final : public Player {
 public:
    Absent(std::string name, Error why) : name_(std::move(name)), why_(std::move(why)) {}

    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] Result<void> new_game(std::uint64_t /*seed*/) override {
        return tl::unexpected(why_);
    }
    [[nodiscard]] Reply choose(const Turn& /*turn*/) override {
        Reply reply;
        reply.answer = Failure{FailureCode::NotStarted, why_.message};
        return reply;
    }

 private:
    std::string name_;
    Error why_;
};

}  // namespace

int starter(const MatchSettings& settings, int game) {
    const int drawn = static_cast<int>(Random(settings.seed).below(2));
    return (drawn + game) % 2;
}

Result<GamePlan> plan_game(const MatchSettings& settings, int game, int attempt) {
    const int board = board_of(game, settings.paired);
    GamePlan plan;
    plan.seed = mix(mix(settings.seed) + static_cast<std::uint64_t>(board) +
                    (static_cast<std::uint64_t>(attempt) << 32U));
    plan.first = starter(settings, game);
    Random random(plan.seed);
    Result<PositionPtr> start =
        settings.boards.empty()
            ? settings.game->start(settings.start, random)
            : settings.game->parse_line(
                  settings.boards[static_cast<std::size_t>(board) % settings.boards.size()]);
    if (!start) return tl::unexpected(start.error());
    plan.start = std::move(*start);
    return plan;
}

Result<PlayerPtr> seat_player(const PlayerSpec& spec, const AnyGame& game,
                              const std::shared_ptr<AgentStore>& agents) {
    const bool directory = spec.kind == PlayerKind::Directory;
    Result<PlayerPtr> player =
        directory ? make_directory_player(spec, agents) : make_player(spec, game);
    if (!player) {
        // A directory without a program in it is a student's mistake, not the caller's.
        std::error_code unused;
        if (!directory || !std::filesystem::is_directory(spec.argument, unused)) return player;
        return std::make_unique<Absent>(spec.name, player.error());
    }
    const Result<void> ready = (*player)->new_match();
    if (!ready) return std::make_unique<Absent>(spec.name, ready.error());
    return player;
}

Result<std::unique_ptr<Seats>> Seats::make(const MatchSettings& settings) {
    std::unique_ptr<Seats> seats(new Seats(settings));
    for (std::size_t i = 0; i < 2; ++i) {
        const PlayerSpec& spec = settings.players[i];
        Result<PlayerPtr> player = seat_player(spec, *settings.game, settings.agents);
        if (!player) return tl::unexpected(player.error());
        seats->players_[i] = std::move(*player);
        if (seats->players_[i]->by_course_files()) seats->by_course_files_ = spec.text;
    }
    return seats;
}

Result<GameRecord> Seats::play(int game, const GameWatch& watch) {
    // Players that think do not twice in a row tie on points and on CPU time to the last digit.
    // Players that use no measurable time could tie for ever.
    constexpr int attempts = 100;
    for (int attempt = 0;; ++attempt) {
        const Result<GamePlan> plan = plan_game(settings_, game, attempt);
        if (!plan) return tl::unexpected(plan.error());
        if (!by_course_files_.empty()) {
            const Result<AnyTask> readable =
                settings_.game->read_input(plan->start->write_input(settings_.bank));
            if (!readable)
                return fail("{} gets boards as course files, which cannot hold this one: {}",
                            by_course_files_, readable.error().message);
        }
        const GameSettings game_settings{settings_.edition, settings_.bank, settings_.komi,
                                         plan->seed, settings_.odds};
        const auto contestant = [&](std::size_t i) {
            return Contestant(players_[i].get(), settings_.players[i].text,
                              settings_.players[i].name);
        };
        GameRecord record = play_game(*plan->start, {contestant(0), contestant(1)}, plan->first,
                                      game_settings, watch);
        if (record.reason != EndReason::Void || attempt == attempts) return record;
    }
}

Result<std::vector<std::string>> read_boards(const AnyGame& game,
                                             const std::filesystem::path& file) {
    const Result<std::string> text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    std::vector<std::string> boards;
    int number = 0;
    for (const std::string_view line : split_lines(*text)) {
        ++number;
        if (line.empty() || line.starts_with('#')) continue;
        const Result<PositionPtr> position = game.parse_line(line);
        if (!position)
            return fail("{}, line {}: {}", file.string(), number, position.error().message);
        if ((*position)->over()) {
            return fail("{}, line {}: found a game that is over, expected one to play",
                        file.string(), number);
        }
        boards.emplace_back(line);
    }
    if (boards.empty())
        return fail("{}: found no board, expected a position per line", file.string());
    return boards;
}

Result<void> run_match(const MatchSettings& wanted, const MatchWatch& watch) {
    MatchSettings settings = wanted;
    // Each thread has players of its own: what they are built from is built once.
    if (settings.jobs > 1 && !settings.agents) {
        settings.agents = std::make_shared<AgentStore>();
        for (const PlayerSpec& spec : settings.players)
            if (spec.kind == PlayerKind::Directory)
                (void)settings.agents->take(spec.argument);  // its player says what is wrong
    }
    WorkerPool pool(settings.games - settings.known, watch.stop);
    const auto work = [&]() -> Result<void> {
        const Result<std::unique_ptr<Seats>> seats = Seats::make(settings);
        if (!seats) return tl::unexpected(seats.error());
        while (const std::optional<int> job = pool.take()) {
            const int game = settings.known + *job;
            GameWatch game_watch;
            game_watch.stop = pool.token();
            if (watch.on_move && settings.jobs == 1)
                game_watch.on_move = [&](const AnyPosition& after, const MoveRecord& move) {
                    watch.on_move(game, after, move);
                };
            Result<GameRecord> record = (*seats)->play(game, game_watch);
            if (!record) return tl::unexpected(record.error());
            pool.report(*job, [&watch, game, record = std::move(*record)] {
                return !watch.on_game || watch.on_game(game, record);
            });
        }
        return {};
    };
    return pool.run(std::min(settings.jobs, settings.games), work);
}

}  // namespace zerosum
