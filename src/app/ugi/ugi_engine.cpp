#include "app/ugi/ugi_engine.h"

#include <condition_variable>
#include <utility>
#include <vector>

#include "app/ugi/ugi_words.h"
#include "games/registry.h"
#include "players/programs/ugi_move.h"
#include "players/reference/greedy_player.h"

namespace zerosum {

namespace {

// A bank that never ends a move: something else does.
constexpr Seconds kNoBank{30.0 * 24 * 3600};

// Plays the moves of "moves A3 B2:Stake ...". "B2 Stake" is read as well: two words.
Result<void> play_moves(AnyPosition& position, std::string_view words) {
    while (!words.empty()) {
        const std::string_view word = take_word(words);
        if (position.over()) return fail("move {}: the game is over", printable(word));
        Judged<AnyMove> move = position.parse_move(move_of_word(word));
        if (!move && !words.empty()) {
            std::string_view rest = words;
            const std::string two_words = fmt::format("{} {}", word, take_word(rest));
            if (Judged<AnyMove> longer = position.parse_move(two_words)) {
                move = longer;
                words = rest;
            }
        }
        if (!move) return fail("move {}: {}", printable(word), move.error().sentence);
        position.play(*move);
    }
    return {};
}

std::string info_line(const AnyPosition& position, const Thought& thought, std::size_t rank) {
    const double seconds = thought.cpu.count();
    const double speed = seconds > 0 ? static_cast<double>(thought.nodes) / seconds : 0;
    std::string line =
        fmt::format("info depth {} multipv {} score cp {}{} nodes {} time {} nps {}", thought.depth,
                    rank, thought.score, thought.exact ? " exact" : "", thought.nodes,
                    static_cast<std::int64_t>(1000 * seconds), static_cast<std::int64_t>(speed));
    const std::vector<std::string> names = line_names(position, thought.line);
    if (!names.empty()) line += " pv";
    for (const std::string& name : names) line += " " + word_of_move(name);
    return line;
}

bool says_the_same(const Thought& a, const Thought& b) {
    return a.depth == b.depth && a.score == b.score && a.exact == b.exact && a.line == b.line;
}

// Asks `over` to stop after a time on the wall clock, unless it is destroyed before.
class Alarm {
 public:
    Alarm(Seconds time, std::stop_source over)
        : thread_([this, time, over = std::move(over)](const std::stop_token& cancelled) mutable {
              std::unique_lock lock(mutex_);
              (void)changed_.wait_for(lock, cancelled, time, [] { return false; });
              over.request_stop();  // too late to matter when the move was found
          }) {}

 private:
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::jthread thread_;
};

void sleep_until_stopped(const std::stop_token& token) {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait(lock, token, [] { return false; });
}

}  // namespace

UgiEngine::UgiEngine(PlayerSpec player, const AnyGame& game, Say say)
    : options_(std::move(player), game), say_(std::move(say)) {}

UgiEngine::~UgiEngine() {
    stop();
}

bool UgiEngine::obey(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    if (word == "quit") {
        stop();
        return false;
    }
    if (word == "ugi") {
        greet();
    } else if (word == "isready") {
        send("readyok");
    } else if (word == "uginewgame") {
        end_search(word);
        position_.reset();
        position_given_ = in_game_ = false;
    } else if (word == "setoption") {
        end_search(word);
        set_option(rest);
    } else if (word == "position") {
        end_search(word);
        set_position(rest);
    } else if (word == "go") {
        end_search(word);
        go(rest);
    } else if (word == "stop") {
        stop();
    } else if (word == "query") {
        answer_query(rest);
    } else if (!word.empty()) {
        complain(fmt::format("'{}' is not known", printable(word)));
    }
    return true;
}

void UgiEngine::finish() {
    if (until_stop_) stop_.request_stop();
    if (thinker_.joinable()) thinker_.join();
}

void UgiEngine::stop() {
    stop_.request_stop();
    if (thinker_.joinable()) thinker_.join();
}

void UgiEngine::end_search(std::string_view word) {
    // A script that sends everything at once gets poor moves, and is told why.
    if (thinking_ && !until_stop_)
        complain(fmt::format("'{}' ends the search before its limit: wait for its bestmove", word));
    stop();
}

void UgiEngine::greet() const {
    send("id name zerosum " ZEROSUM_VERSION " (" + options_.player().text + ")");
    send("id author the zerosum authors");
    for (const std::string& option : options_.announcements()) send(option);
    send("ugiok");
}

void UgiEngine::set_option(std::string_view words) {
    const PlayerSpec before = options_.player();
    const std::uint64_t seed = options_.seed();
    if (const Result<void> set = options_.set(words); !set) return complain(set.error().message);
    if (!position_given_) position_.reset();
    if (options_.player().options != before.options) player_.reset();
    if (options_.seed() != seed) in_game_ = false;
}

void UgiEngine::set_position(std::string_view words) {
    position_.reset();
    position_given_ = true;
    const std::string_view kind = take_word(words);
    if (kind != "fen" && kind != "startpos")
        return complain("expected 'position fen LINE' or 'position startpos'");
    // Blanks around, so that "moves" is found at both ends.
    const std::string text = fmt::format(" {} ", words);
    constexpr std::string_view separator = " moves ";
    const std::size_t at = text.find(separator);
    const std::string_view line = trim(std::string_view(text).substr(0, at));
    if (kind == "startpos" && !line.empty())
        return complain(fmt::format("position startpos: found '{}', expected 'moves' or nothing",
                                    printable(line)));
    Result<PositionPtr> position = kind == "fen" ? read_line(line) : options_.start();
    if (!position) return complain(position.error().message);
    if (at != std::string::npos) {
        const std::string_view moves = std::string_view(text).substr(at + separator.size());
        const Result<void> played = play_moves(**position, trim(moves));
        if (!played) return complain(played.error().message);
    }
    position_ = std::move(*position);
}

const AnyPosition* UgiEngine::position() {
    if (!position_ && !position_given_) set_position("startpos");
    return position_.get();
}

void UgiEngine::go(std::string_view words) {
    const UgiGo order = parse_ugi_go(words);
    for (const std::string& complaint : order.complaints) complain(complaint);
    if (position() == nullptr || position_->over()) {
        complain(position_ ? "the game is over" : "there is no position");
        return send("bestmove none");
    }
    until_stop_ = order.until_stop;
    stop_ = std::stop_source();
    thinking_ = true;
    thinker_ = std::thread([this, order, token = stop_.get_token()] { think(order, token); });
}

void UgiEngine::think(const UgiGo& order, const std::stop_token& token) {
    const Result<AnyMove> move = ask_player(order, token);
    // Until "stop" means until then, even when there is nothing left to think about.
    if (order.until_stop) sleep_until_stopped(token);
    if (!move) complain(move.error().message + ": a legal move takes its place");
    const AnyMove played = move ? *move : greedy_move(*position_);
    thinking_ = false;
    send("bestmove " + word_of_move(position_->move_name(played)));
}

Result<AnyMove> UgiEngine::ask_player(const UgiGo& order, const std::stop_token& token) {
    const Result<Player*> player = player_in_game();
    if (!player) return tl::unexpected(player.error());
    Turn turn{*position_, kNoBank};
    if (const auto own = order.bank.find(position_->mover()); own != order.bank.end())
        turn.bank = own->second;
    if (const auto its = order.bank.find(other(position_->mover())); its != order.bank.end())
        turn.opponent_bank = its->second;
    turn.nodes = order.nodes;
    turn.depth = order.depth;
    turn.lines = options_.lines();

    std::stop_source over;
    const std::stop_callback forward(token, [&] { over.request_stop(); });
    turn.stop = over.get_token();
    std::optional<Alarm> alarm;
    if (order.time && is_program(options_.player().kind)) {
        turn.bank = std::min(turn.bank, *order.time);  // a program knows no other limit
    } else if (order.time) {
        turn.move_time = order.time;
        alarm.emplace(*order.time, over);
    }
    std::optional<Thought> reported;
    turn.on_thought = [&](const Thought& thought) { report(*(reported = thought)); };
    const Reply reply = (*player)->choose(turn);
    alarm.reset();

    // What was proved or found last has not been told yet.
    if (reply.thought && !(reported && says_the_same(*reported, *reply.thought)))
        report(*reply.thought);
    if (const auto* failure = std::get_if<Failure>(&reply.answer))
        return fail("{}", failure->sentence);
    if (const auto* file = std::get_if<std::string>(&reply.answer)) {
        const Judged<AnyMove> judged = position_->judge_output(*file);
        if (!judged) return fail("{}", judged.error().sentence);
        return *judged;
    }
    return std::get<AnyMove>(reply.answer);
}

Result<Player*> UgiEngine::player_in_game() {
    const PlayerSpec& spec = options_.player();
    const AnyGame& game = position_->game();
    // Nothing of an earlier game is remembered. A program is built and started once all the same.
    if (players_game_ != &game || (!in_game_ && !is_program(spec.kind))) player_.reset();
    if (!player_) {
        Result<PlayerPtr> made = make_player(spec, game);
        if (!made) return tl::unexpected(made.error());
        if (Result<void> ready = (*made)->new_match(); !ready) return tl::unexpected(ready.error());
        player_ = std::move(*made);
        players_game_ = &game;
        in_game_ = false;
    }
    if (!in_game_) {
        if (Result<void> ready = player_->new_game(options_.seed()); !ready)
            return tl::unexpected(ready.error());
        in_game_ = true;
    }
    return player_.get();
}

void UgiEngine::answer_query(std::string_view what) {
    const auto yes_or_no = [](bool yes) { return yes ? "true" : "false"; };
    std::string_view answer = "none";
    // Without a position there is nothing to play: a client that asks goes on to the next game.
    const bool over = position() == nullptr || position_->over();
    if (!position_) complain("there is no position");
    if (what == "gameover") {
        answer = yes_or_no(over);
    } else if (what == "p1turn") {
        answer = yes_or_no(position_ && position_->mover() == Side::One);
    } else if (what == "result") {
        const Score lead = position_ ? position_->lead(Side::One) : 0;
        if (position_ && over) answer = lead > 0 ? "p1win" : lead < 0 ? "p2win" : "draw";
    } else {
        complain(fmt::format("query: '{}' is not known, expected gameover, p1turn or result",
                             printable(what)));
    }
    send(fmt::format("response {}", answer));
}

void UgiEngine::report(const Thought& thought) const {
    send(info_line(*position_, thought, 1));
    for (std::size_t i = 0; i < thought.next.size(); ++i)
        send(info_line(*position_, thought.next[i], i + 2));
}

void UgiEngine::complain(std::string_view what) const {
    std::string line = fmt::format("info string {}", what);
    std::replace(line.begin(), line.end(), '\n', ' ');  // a message of several lines stays one
    send(line);
}

void UgiEngine::send(const std::string& line) const {
    const std::lock_guard lock(saying_);
    say_(line);
}

}  // namespace zerosum
