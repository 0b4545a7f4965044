#include "arena/play/game_in_play.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "arena/play/verdict.h"
#include "core/counted.h"
#include "core/host_speed.h"
#include "games/registry.h"

namespace zerosum {

namespace {

// No clock is finer, and sums of seconds round beyond that.
long long nanoseconds(Seconds time) {
    return std::llround(time.count() * 1e9);
}

// Two different times with as many digits as it takes to see that.
std::string more_than(Seconds more, Seconds less) {
    for (const int digits : {3, 6}) {
        const std::string a = fmt::format("{:.{}f} s", more.count(), digits);
        const std::string b = fmt::format("{:.{}f} s", less.count(), digits);
        if (a != b) return fmt::format("{} to {}", a, b);
    }
    return fmt::format("{:.9f} s to {:.9f} s", more.count(), less.count());
}

std::size_t index(int player) {
    return static_cast<std::size_t>(player);
}

}  // namespace

GameInPlay::GameInPlay(const AnyPosition& start, std::array<PlayerRecord, 2> players,
                       std::size_t first, const GameSettings& settings)
    : edition_(settings.edition), side_of_first_(start.mover()), position_(start.clone()) {
    record_.game = std::string(start.game().name());
    record_.edition = std::string(settings.edition.name);
    record_.players = std::move(players);
    record_.first = static_cast<int>(first);
    record_.seed = settings.seed;
    record_.bank = settings.bank;
    record_.odds = settings.odds;
    record_.komi = settings.komi;
    record_.start = start.line();
    record_.host_speed = host_speed();
    reopen();
    tally();
    if (position_->over()) finish();
}

Result<GameInPlay> GameInPlay::resume(const GameRecord& record) {
    const Result<const AnyGame*> rules = find_game(record.game);
    if (!rules) return tl::unexpected(rules.error());
    const Result<PositionPtr> start = (*rules)->parse_line(record.start);
    if (!start) return fail("start position: {}", start.error().message);
    const Result<Edition> edition = find_edition(record.edition);
    if (!edition) return tl::unexpected(edition.error());
    GameInPlay game(**start, record.players, index(record.first),
                    {*edition, record.bank, record.komi, record.seed, record.odds});
    if (record.host_speed > 0) game.record_.host_speed = record.host_speed;
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        const MoveRecord& recorded = record.moves[i];
        if (game.over()) return fail("move {}: the game is over already", i + 1);
        const MoveRecord entered = game.enter(recorded.cpu, recorded.wall);
        MoveRecord& move = game.record_.moves.back() = recorded;
        move.player = entered.player;
        move.position = entered.position;
        move.bank_left = entered.bank_left;
        if (recorded.move.empty()) break;  // the game ended with an answer that was no move
        if (recorded.passed() && edition->faults_pass) {
            game.pass(recorded.why);
            continue;
        }
        const Judged<AnyMove> played = game.position().parse_move(recorded.move);
        if (!played) return fail("move {}: {}", i + 1, played.error().sentence);
        game.advance(*played);
    }
    if (game.over_ || record.reason == EndReason::Aborted) return game;
    if (record.reason == EndReason::Time && record.winner >= 0) {
        game.lose_on_time(index(1 - record.winner));
    } else if (record.reason == EndReason::Resigned && record.winner >= 0) {
        game.resign(index(1 - record.winner));
    } else {
        game.end(record.winner, record.reason, record.sentence);
    }
    return game;
}

Side GameInPlay::side(std::size_t player) const {
    return player == index(record_.first) ? side_of_first_ : other(side_of_first_);
}

std::size_t GameInPlay::player(Side side) const {
    return index(side == side_of_first_ ? record_.first : 1 - record_.first);
}

Seconds GameInPlay::full_bank(std::size_t player) const {
    return player == 0 ? record_.bank / record_.odds : record_.bank;
}

Seconds GameInPlay::bank(std::size_t player) const {
    return timed() ? full_bank(player) - record_.cpu[player] : Seconds{0};
}

// Charges the player to move and opens the record of its answer.
MoveRecord& GameInPlay::enter(Seconds cost, Seconds wall) {
    assert(!over_);
    const std::size_t player = to_move();
    record_.cpu[player] += cost;
    MoveRecord& move = record_.moves.emplace_back();
    move.player = static_cast<int>(player);
    move.position = position_->line();
    move.cpu = cost;
    move.wall = wall;
    move.bank_left = bank(player);
    tally();  // overtime may cost points
    return move;
}

void GameInPlay::answer(const Reply& reply) {
    const std::size_t player = to_move();
    MoveRecord& move = enter(charged(edition_, reply), reply.wall);
    move.peak_memory = reply.peak_memory;
    move.stderr_tail = reply.stderr_tail;
    if (reply.thought) {
        move.score = reply.thought->score;
        move.depth = reply.thought->depth;
        move.nodes = reply.thought->nodes;
        move.exact = reply.thought->exact;
    }
    if (runs_out(Seconds{0})) return lose_on_time(player);
    const tl::expected<AnyMove, Loss> legal = judge(*position_, reply);
    if (legal) return advance(*legal);
    const Loss& loss = legal.error();
    if (edition_.faults_pass && loss.reason != EndReason::Aborted) return pass(loss.sentence);
    lose(player, loss.reason, loss.sentence);
}

void GameInPlay::play(AnyMove move, Seconds spent) {
    Reply reply;
    reply.answer = move;
    reply.cpu = reply.cpu_user = reply.wall = spent;
    answer(reply);
}

bool GameInPlay::runs_out(Seconds spent) const {
    return timed() && lost_on_time(edition_, bank(to_move()) - spent);
}

void GameInPlay::run_out(Seconds spent) {
    assert(runs_out(spent));
    enter(spent, spent);
    lose_on_time(to_move());
}

void GameInPlay::resign(std::size_t player) {
    lose(player, EndReason::Resigned,
         fmt::format("resigned after {}", counted(record_.moves.size(), "move")));
}

void GameInPlay::could_not_begin(const std::array<std::optional<std::string>, 2>& why) {
    if (why[0] && why[1])
        return end(-1, EndReason::NotStarted,
                   fmt::format("neither could begin; {}: {}; {}: {}", record_.players[0].name,
                               *why[0], record_.players[1].name, *why[1]));
    const std::size_t absent = why[0] ? 0 : 1;
    lose(absent, EndReason::NotStarted, *why[absent]);
}

void GameInPlay::abort() {
    end(-1, EndReason::Aborted, "stopped from outside");
}

// Plays the move whose record is open.
void GameInPlay::advance(AnyMove played) {
    MoveRecord& move = record_.moves.back();
    move.move = position_->move_name(played);
    PositionPtr next = position_->clone();
    move.gain = next->play(played);
    move_on(std::move(next));
}

// The turn whose record is open goes by.
void GameInPlay::pass(std::string why) {
    MoveRecord& move = record_.moves.back();
    move.move = kPass;
    move.why = std::move(why);
    PositionPtr next = position_->clone();
    next->pass();
    move_on(std::move(next));
}

bool GameInPlay::all_pass() const {
    return std::cmp_greater_equal(moves().size(), kMostPasses) &&
           std::all_of(moves().end() - kMostPasses, moves().end(),
                       [](const MoveRecord& move) { return move.passed(); });
}

void GameInPlay::move_on(PositionPtr next) {
    position_ = std::move(next);
    tally();
    if (position_->over() || all_pass()) finish();
}

void GameInPlay::tally() {
    for (const std::size_t player : {0U, 1U}) {
        record_.points[player] = position_->points(side(player)) + komi(player);
        if (timed()) record_.points[player] -= overtime_cost(edition_, bank(player));
    }
}

// The board is played out, or nobody goes on with it.
void GameInPlay::finish() {
    const Score lead = points(0) - points(1);
    const std::string_view passes = all_pass() ? ", both passed twice in a row" : "";
    const std::string each = counted(points(0), "point");
    const std::array banks{bank(0), bank(1)};
    if (lead != 0) {
        const int winner = lead > 0 ? 0 : 1;
        end(winner, EndReason::Points,
            fmt::format("{} to {}{}", counted(points(index(winner)), "point"),
                        points(index(1 - winner)), passes));
    } else if (edition_.tie == TieRule::Draw) {
        end(-1, EndReason::Draw, fmt::format("{} each{}", each, passes));
    } else if (nanoseconds(banks[0]) != nanoseconds(banks[1])) {
        const int winner = banks[0] > banks[1] ? 0 : 1;
        end(winner, EndReason::TimeLeft,
            fmt::format("{} each, and more time left: {}", each,
                        more_than(banks[index(winner)], banks[index(1 - winner)])));
    } else {
        end(-1, EndReason::Void, each + " each and equal times");
    }
}

void GameInPlay::lose(std::size_t player, EndReason reason, std::string sentence) {
    end(1 - static_cast<int>(player), reason, std::move(sentence));
}

void GameInPlay::lose_on_time(std::size_t player) {
    lose(player, EndReason::Time,
         fmt::format("used {:.3f} s{}, the bank was {:g} s", record_.cpu[player].count(),
                     person(player) ? "" : " of CPU time", full_bank(player).count()));
}

void GameInPlay::end(int winner, EndReason reason, std::string sentence) {
    assert(!over_);
    over_ = true;
    record_.winner = winner;
    record_.reason = reason;
    record_.sentence = std::move(sentence);
}

void GameInPlay::reopen() {
    over_ = false;
    record_.winner = -1;
    record_.reason = EndReason::Aborted;
    record_.sentence = "not finished";
}

bool GameInPlay::take_back() {
    const bool answered = !moves().empty() && moves().back().move.empty();
    if (over_ && !position_->over() && !answered && person(to_move())) {
        reopen();
        return true;
    }
    for (std::size_t ply = moves().size(); ply > 0; --ply) {
        if (!person(index(moves()[ply - 1].player))) continue;
        cut(ply - 1);
        return true;
    }
    return false;
}

// Forgets the moves after the first `kept`.
void GameInPlay::cut(std::size_t kept) {
    position_ = *position_->game().parse_line(moves()[kept].position);
    record_.moves.resize(kept);
    record_.cpu = {};
    for (const MoveRecord& move : moves()) record_.cpu[index(move.player)] += move.cpu;
    reopen();
    tally();
}

}  // namespace zerosum
