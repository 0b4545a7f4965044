#include "arena/play/match.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>

#include "core/files.h"
#include "core/text.h"
#include "players/programs/program_player.h"
#include "players/spec.h"

namespace zerosum {

namespace {

// Hands out game numbers and puts finished games back into order. One lock for both: a game takes
// longer than any wait here.
class Schedule {
 public:
    Schedule(const MatchSettings& settings, const MatchWatch& watch)
        : settings_(settings), watch_(watch), finished_(index(settings.games)) {}

    // The next game to play, or nothing when there is none or the match is to end.
    std::optional<int> take() {
        const std::lock_guard lock(mutex_);
        if (stopped() || next_ >= settings_.games) return std::nullopt;
        return next_++;
    }

    void put(int game, GameRecord record) {
        const std::lock_guard lock(mutex_);
        finished_[index(game)] = std::move(record);
        while (!stopped() && index(reported_) < finished_.size() && finished_[index(reported_)]) {
            GameRecord& next = *finished_[index(reported_)];
            if (next.reason == EndReason::Aborted) break;
            results_.push_back(std::move(next));
            const bool go_on = !watch_.on_game || watch_.on_game(reported_, results_.back());
            ++reported_;
            if (!go_on) source_.request_stop();
        }
    }

    void fail_with(Error error) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::move(error);
        source_.request_stop();
    }

    void move(int game, const AnyPosition& after, const MoveRecord& record) {
        const std::lock_guard lock(mutex_);
        watch_.on_move(game, after, record);
    }

    [[nodiscard]] std::stop_source& source() { return source_; }

    Result<std::vector<GameRecord>> results() {
        if (error_) return tl::unexpected(*error_);
        return std::move(results_);
    }

 private:
    static std::size_t index(int game) { return static_cast<std::size_t>(game); }
    [[nodiscard]] bool stopped() const { return source_.stop_requested(); }

    const MatchSettings& settings_;
    const MatchWatch& watch_;
    std::mutex mutex_;
    std::stop_source source_;
    int next_ = 0;
    int reported_ = 0;
    std::vector<std::optional<GameRecord>> finished_;
    std::vector<GameRecord> results_;
    std::optional<Error> error_;
};

void work(const MatchSettings& settings, const MatchWatch& watch, Schedule& schedule) {
    const Result<std::unique_ptr<Pairing>> pairing = Pairing::make(settings);
    if (!pairing) return schedule.fail_with(pairing.error());
    while (const std::optional<int> game = schedule.take()) {
        GameWatch game_watch;
        game_watch.stop = schedule.source().get_token();
        if (watch.on_move && settings.jobs == 1)
            game_watch.on_move = [&](const AnyPosition& after, const MoveRecord& move) {
                schedule.move(*game, after, move);
            };
        Result<GameRecord> record = (*pairing)->play(*game, game_watch);
        if (!record) return schedule.fail_with(record.error());
        schedule.put(*game, std::move(*record));
    }
}

// Stands in for a player that could not be made ready: the referee hears why when a game begins.
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

Result<PlayerPtr> seat_player(const std::string& spec, const AnyGame& game,
                              const std::shared_ptr<AgentStore>& agents) {
    const Result<PlayerSpec> parsed = parse_player_spec(spec);
    const bool in_store = agents && parsed && parsed->kind == "dir";
    Result<PlayerPtr> player = in_store
                                   ? make_directory_player(parsed->name, parsed->argument, agents)
                                   : make_player(spec, game);
    if (!player) {
        // A directory without a program in it is a student's mistake, not the caller's.
        std::error_code unused;
        if (!parsed || parsed->kind != "dir" ||
            !std::filesystem::is_directory(parsed->argument, unused))
            return player;
        return std::make_unique<Absent>(parsed->name, player.error());
    }
    const Result<void> ready = (*player)->new_match();
    if (!ready) return std::make_unique<Absent>((*player)->name(), ready.error());
    return player;
}

Result<std::unique_ptr<Pairing>> Pairing::make(const MatchSettings& settings) {
    std::unique_ptr<Pairing> pairing(new Pairing(settings));
    for (std::size_t i = 0; i < 2; ++i) {
        Result<PlayerPtr> player =
            seat_player(settings.players[i], *settings.game, settings.agents);
        if (!player) return tl::unexpected(player.error());
        pairing->players_[i] = std::move(*player);
        const Result<PlayerSpec> spec = parse_player_spec(settings.players[i]);
        if (spec && (spec->kind == "cmd" || spec->kind == "dir"))
            pairing->by_course_files_ = settings.players[i];
    }
    return pairing;
}

Result<GameRecord> Pairing::play(int game, const GameWatch& watch) {
    // Equal points and equal CPU times to the last digit twice in a row does not happen to
    // players that think; players that use no measurable time could tie for ever.
    constexpr int kAttempts = 100;
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
        GameRecord record = play_game(*plan->start, {players_[0].get(), players_[1].get()},
                                      plan->first, game_settings, watch);
        for (std::size_t i = 0; i < 2; ++i) record.players[i].spec = settings_.players[i];
        if (record.reason != EndReason::Void || attempt == kAttempts) return record;
    }
}

Result<std::vector<std::string>> read_boards(const AnyGame& game,
                                             const std::filesystem::path& file) {
    const Result<std::string> text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    std::vector<std::string> boards;
    for (const std::string_view line : split_lines(*text)) {
        boards.emplace_back(line);
        const Result<PositionPtr> position = game.parse_line(line);
        if (!position) {
            return fail("{}, line {}: {}", file.string(), boards.size(), position.error().message);
        }
        if ((*position)->over()) {
            return fail("{}, line {}: found a game that is over, expected one to play",
                        file.string(), boards.size());
        }
    }
    if (boards.empty())
        return fail("{}: found no board, expected a position in every line", file.string());
    return boards;
}

Result<std::vector<GameRecord>> run_match(const MatchSettings& wanted, const MatchWatch& watch) {
    MatchSettings settings = wanted;
    // Each job has players of its own: what they are built from is built once.
    if (settings.jobs > 1 && !settings.agents) {
        settings.agents = std::make_shared<AgentStore>();
        for (const std::string& spec : settings.players)
            if (const Result<PlayerSpec> parsed = parse_player_spec(spec);
                parsed && parsed->kind == "dir")
                (void)settings.agents->take(parsed->argument);  // its player says what is wrong
    }
    Schedule schedule(settings, watch);
    const std::stop_callback forward(watch.stop, [&] { schedule.source().request_stop(); });
    std::vector<std::jthread> workers;
    for (int i = 1; i < std::min(settings.jobs, settings.games); ++i)
        workers.emplace_back([&] { work(settings, watch, schedule); });
    work(settings, watch, schedule);
    workers.clear();  // joins
    return schedule.results();
}

}  // namespace zerosum
