#include "app/ugi/ugi_engine.h"

#include <condition_variable>
#include <vector>

#include "app/view/board_json.h"
#include "core/text.h"
#include "games/registry.h"
#include "players/spec.h"

namespace zerosum {

namespace {

// A bank that never ends a move: something else does.
constexpr Seconds kNoBank{30.0 * 24 * 3600};

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (const std::string_view word : split(text, ' '))
        if (!trim(word).empty()) words.push_back(trim(word));
    return words;
}

// The first word, which is taken off the text.
std::string_view take_word(std::string_view& text) {
    text = trim(text);
    const std::size_t end = text.find(' ');
    const std::string_view word = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : trim(text.substr(end));
    return word;
}

// Plays the moves of "moves A3 B2 Stake ...": a move's name may be of two words.
Result<void> play_moves(AnyPosition& position, std::string_view text) {
    const std::vector<std::string_view> words = words_of(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        Judged<AnyMove> move = position.parse_move(words[i]);
        if (!move && i + 1 < words.size()) {
            move = position.parse_move(fmt::format("{} {}", words[i], words[i + 1]));
            if (move) ++i;
        }
        if (!move) return fail("move {}: {}", printable(words[i]), move.error().sentence);
        position.play(*move);
    }
    return {};
}

std::string info_line(const AnyPosition& position, const Thought& thought) {
    const std::string line =
        fmt::format("info depth {} score cp {} nodes {} time {}", thought.depth, thought.score,
                    thought.nodes, static_cast<std::int64_t>(1000 * thought.cpu.count()));
    const std::vector<std::string> moves = view::line_names(position, thought.line);
    return moves.empty() ? line : fmt::format("{} pv {}", line, fmt::join(moves, " "));
}

}  // namespace

Result<UgiGo> parse_ugi_go(std::string_view text) {
    UgiGo order;
    while (!text.empty()) {
        const std::string_view word = take_word(text);
        if (word == "infinite") {
            order.until_stop = true;
            continue;
        }
        const std::string_view value = take_word(text);
        const auto number = parse_int(value);
        if (!number || *number < 0)
            return fail("go: found '{} {}', expected a number", printable(word), printable(value));
        const Seconds time{static_cast<double>(*number) / 1000};
        if (word == "p1time") {
            order.bank[Side::One] = time;
        } else if (word == "p2time") {
            order.bank[Side::Two] = time;
        } else if (word == "movetime") {
            order.time = time;
        } else if (word == "nodes" || word == "depth") {
            order.limits[std::string(word)] = fmt::format("{}", *number);
        } else if (word != "p1inc" && word != "p2inc") {  // these games know no increment
            return fail("go: '{}' is not known", printable(word));
        }
    }
    return order;
}

UgiEngine::UgiEngine(PlayerSpec player, const AnyGame* game, Say say)
    : player_(std::move(player)), game_(game), say_(std::move(say)) {}

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
        stop();
        players_.clear();
    } else if (word == "position") {
        stop();
        set_position(rest);
    } else if (word == "go") {
        stop();
        go(rest);
    } else if (word == "stop") {
        stop();
    } else if (word == "query") {
        answer_query(rest);
    } else if (word == "setoption") {
        complain("there are no options: name a player with --player");
    } else if (!word.empty()) {
        complain(fmt::format("'{}' is not known", printable(word)));
    }
    return true;
}

void UgiEngine::wait() {
    if (thinker_.joinable()) thinker_.join();
}

void UgiEngine::stop() {
    stop_.request_stop();
    wait();
}

void UgiEngine::greet() const {
    send("id name zerosum " ZEROSUM_VERSION " (" + player_.text + ")");
    send("id author the zerosum authors");
    send("ugiok");
}

void UgiEngine::set_position(std::string_view words) {
    position_.reset();
    if (take_word(words) != "fen")
        return complain("expected 'position fen LINE': boards are drawn, none is the usual start");
    constexpr std::string_view separator = " moves";
    const std::size_t moves = words.find(separator);
    Result<PositionPtr> position = read_line(trim(words.substr(0, moves)), game_);
    if (!position) return complain(position.error().message);
    if (moves != std::string_view::npos) {
        const Result<void> played = play_moves(**position, words.substr(moves + separator.size()));
        if (!played) return complain(played.error().message);
    }
    position_ = std::move(*position);
}

void UgiEngine::go(std::string_view words) {
    const Result<UgiGo> order = parse_ugi_go(words);
    if (!order) return complain(order.error().message);
    if (!position_ || position_->over()) {
        complain(position_ ? "the game is over" : "there is no position");
        return send("bestmove none");
    }
    stop_ = std::stop_source();
    thinker_ =
        std::thread([this, order = *order, token = stop_.get_token()] { think(order, token); });
}

void UgiEngine::think(const UgiGo& order, const std::stop_token& token) {
    const Result<Player*> player = player_for(order);
    if (!player) {
        complain(player.error().message);
        return send("bestmove none");
    }
    // movetime: a second thread sleeps until then, unless the move is found before.
    std::stop_source over;
    const std::stop_callback forward(token, [&] { over.request_stop(); });
    std::mutex mutex;
    std::condition_variable_any done;
    std::jthread alarm;
    if (order.time)
        alarm = std::jthread([&](const std::stop_token& found) {
            std::unique_lock lock(mutex);
            (void)done.wait_for(lock, found, *order.time, [] { return false; });
            over.request_stop();  // too late to matter when the move was found
        });

    const auto bank = order.bank.find(position_->mover());
    const auto others = order.bank.find(other(position_->mover()));
    Turn turn{*position_, bank != order.bank.end() ? bank->second : kNoBank};
    if (others != order.bank.end()) turn.opponent_bank = others->second;
    turn.on_thought = [this](const Thought& thought) { send(info_line(*position_, thought)); };
    turn.stop = over.get_token();
    turn.move_time = order.time;
    const Reply reply = (*player)->choose(turn);
    alarm = {};
    const AnyMove* move = std::get_if<AnyMove>(&reply.answer);
    // "infinite" waits for "stop" even when there is nothing left to think about.
    if (order.until_stop) {
        std::unique_lock lock(mutex);
        done.wait(lock, token, [] { return false; });
    }
    send(move != nullptr ? "bestmove " + position_->move_name(*move) : "bestmove none");
}

Result<Player*> UgiEngine::player_for(const UgiGo& order) {
    std::string key(position_->game().name());
    PlayerSpec spec = player_;
    for (const auto& [option, value] : order.limits) {
        key += fmt::format("/{}={}", option, value);
        spec.options[option] = value;
    }
    PlayerPtr& known = players_[key];
    if (!known) {
        Result<PlayerPtr> made = make_player(spec, position_->game());
        if (!made) return tl::unexpected(made.error());
        if (Result<void> ready = (*made)->new_game(1); !ready) return tl::unexpected(ready.error());
        known = std::move(*made);
    }
    return known.get();
}

void UgiEngine::answer_query(std::string_view what) const {
    if (!position_) return complain("there is no position");
    const bool over = position_->over();
    const Score lead = position_->lead(Side::One);
    if (what == "gameover") {
        send(over ? "response true" : "response false");
    } else if (what == "p1turn") {
        send(position_->mover() == Side::One ? "response true" : "response false");
    } else if (what == "result") {
        send(!over      ? "response none"
             : lead > 0 ? "response p1win"
             : lead < 0 ? "response p2win"
                        : "response draw");
    } else {
        complain(fmt::format("query: '{}' is not known", printable(what)));
    }
}

void UgiEngine::complain(std::string_view what) const {
    send(fmt::format("info string {}", what));
}

void UgiEngine::send(const std::string& line) const {
    const std::lock_guard lock(saying_);
    say_(line);
}

}  // namespace zerosum
