#include "arena/play/referee.h"

#include <cmath>

#include "arena/play/verdict.h"
#include "core/counted.h"
#include "core/host_speed.h"

namespace zerosum {

namespace {

// No clock says more, and sums of seconds round beyond that.
long long nanoseconds(Seconds time) {
    return std::llround(time.count() * 1e9);
}

// Two different times with as many digits as it takes to see that.
std::string told_apart(Seconds more, Seconds less) {
    for (const int digits : {3, 6}) {
        const std::string a = fmt::format("{:.{}f} s", more.count(), digits);
        const std::string b = fmt::format("{:.{}f} s", less.count(), digits);
        if (a != b) return fmt::format("{} to {}", a, b);
    }
    return fmt::format("{:.9f} s to {:.9f} s", more.count(), less.count());
}

// One game under way. Players are 0 and 1; sides belong to the position.
class Table {
 public:
    Table(const AnyPosition& start, std::array<Player*, 2> players, int first,
          const GameSettings& settings, const GameWatch& watch)
        : position_(start.clone()), players_(players), settings_(settings), watch_(watch) {
        side_of_first_ = start.mover();
        record_.game = std::string(start.game().name());
        record_.edition = std::string(settings.edition.name);
        record_.first = first;
        record_.seed = settings.seed;
        record_.bank = settings.bank;
        record_.komi = settings.komi;
        record_.start = start.line();
        record_.host_speed = host_speed();
        record_.odds = settings.odds;
        full_ = {settings.bank / settings.odds, settings.bank};
        bank_ = full_;
        for (std::size_t i = 0; i < 2; ++i) {
            record_.players[i].name = players[i]->name();
            record_.players[i].clock = players[i]->clock_source();
            record_.players[i].confinement = players[i]->confinement();
        }
    }

    GameRecord play() {
        if (start_players())
            while (!position_->over() && turn()) {
            }
        if (!ended_) finish();
        for (std::size_t i = 0; i < 2; ++i) {
            record_.points[i] = points(i);
            record_.cpu[i] = full_[i] - bank_[i];
        }
        return std::move(record_);
    }

 private:
    // False when a player cannot even begin. Both are asked: when neither can, neither wins.
    bool start_players() {
        const std::array ready{players_[0]->new_game(mix(settings_.seed)),
                               players_[1]->new_game(mix(settings_.seed + 1))};
        if (ready[0] && ready[1]) return true;
        if (ready[0] || ready[1]) {
            const std::size_t absent = ready[0] ? 1 : 0;
            lose(absent, EndReason::NotStarted, ready[absent].error().message);
        } else {
            end(-1, EndReason::NotStarted,
                fmt::format("neither could begin; {}: {}; {}: {}", players_[0]->name(),
                            ready[0].error().message, players_[1]->name(),
                            ready[1].error().message));
        }
        return false;
    }

    // One move. False when it ended the game.
    bool turn() {
        const std::size_t player = index_of(position_->mover());
        if (watch_.stop.stop_requested()) return abort();
        Turn turn{*position_, bank_[player]};
        turn.opponent_bank = bank_[1 - player];
        turn.stop = watch_.stop;
        if (watch_.on_thought)
            turn.on_thought = [&](const Thought& thought) {
                watch_.on_thought(static_cast<int>(player), thought);
            };
        const Reply reply = players_[player]->choose(turn);

        // A program that was ended for the stop has not lost.
        if (watch_.stop.stop_requested() && std::holds_alternative<Failure>(reply.answer))
            return abort();

        const Seconds charged = settings_.edition.user_time_only ? reply.cpu_user : reply.cpu;
        bank_[player] -= charged;
        MoveRecord& move = record_.moves.emplace_back();
        move.player = static_cast<int>(player);
        move.position = position_->line();
        move.cpu = charged;
        move.wall = reply.wall;
        move.bank_left = bank_[player];
        move.peak_memory = reply.peak_memory;
        move.stderr_tail = reply.stderr_tail;
        if (reply.thought) {
            move.score = reply.thought->score;
            move.depth = reply.thought->depth;
            move.nodes = reply.thought->nodes;
        }

        // Overtime first: a late answer is not looked at.
        if (lost_on_time(settings_.edition, bank_[player])) {
            lose(player, EndReason::Time,
                 fmt::format("used {:.3f} s of CPU time, the bank was {:g} s",
                             (full_[player] - bank_[player]).count(), full_[player].count()));
            return false;
        }
        const tl::expected<AnyMove, Loss> legal = judge(*position_, reply);
        if (!legal) {
            lose(player, legal.error().reason, legal.error().sentence);
            return false;
        }
        move.move = position_->move_name(*legal);
        move.gain = position_->play(*legal);
        if (watch_.on_move) watch_.on_move(*position_, move);
        return true;
    }

    bool abort() {
        end(-1, EndReason::Aborted, "stopped from outside");
        return false;
    }

    // The board is played out.
    void finish() {
        const Score lead = points(0) - points(1);
        if (lead != 0) {
            const int winner = lead > 0 ? 0 : 1;
            end(winner, EndReason::Points,
                fmt::format("{} to {}", counted(points(index(winner)), "point"),
                            points(index(1 - winner))));
        } else if (settings_.edition.tie == TieRule::Draw) {
            end(-1, EndReason::Draw, fmt::format("{} each", counted(points(0), "point")));
        } else if (nanoseconds(bank_[0]) != nanoseconds(bank_[1])) {
            const int winner = bank_[0] > bank_[1] ? 0 : 1;
            end(winner, EndReason::TimeLeft,
                fmt::format("{} each, and more time left: {}", counted(points(0), "point"),
                            told_apart(bank_[index(winner)], bank_[index(1 - winner)])));
        } else {
            end(-1, EndReason::Void,
                fmt::format("{} and equal times", counted(points(0), "point")));
        }
    }

    // A player's points with komi and the penalty for overtime.
    [[nodiscard]] Score points(std::size_t player) const {
        const bool started = static_cast<int>(player) == record_.first;
        const Side side = started ? side_of_first_ : other(side_of_first_);
        return position_->points(side) + (started ? 0 : settings_.komi) -
               overtime_cost(settings_.edition, bank_[player]);
    }

    [[nodiscard]] std::size_t index_of(Side side) const {
        return index(side == side_of_first_ ? record_.first : 1 - record_.first);
    }
    [[nodiscard]] static std::size_t index(int player) { return static_cast<std::size_t>(player); }

    void lose(std::size_t player, EndReason reason, std::string sentence) {
        end(1 - static_cast<int>(player), reason, std::move(sentence));
    }
    void end(int winner, EndReason reason, std::string sentence) {
        ended_ = true;
        record_.winner = winner;
        record_.reason = reason;
        record_.sentence = std::move(sentence);
    }

    PositionPtr position_;
    std::array<Player*, 2> players_;
    const GameSettings& settings_;
    const GameWatch& watch_;
    Side side_of_first_ = Side::One;
    std::array<Seconds, 2> full_{};  // the banks at the start
    std::array<Seconds, 2> bank_{};
    GameRecord record_;
    bool ended_ = false;
};

}  // namespace

GameRecord play_game(const AnyPosition& start, std::array<Player*, 2> players, int first,
                     const GameSettings& settings, const GameWatch& watch) {
    return Table(start, players, first, settings, watch).play();
}

}  // namespace zerosum
