#pragma once
// The engine's side of the Universal Game Interface: what `zerosum ugi` speaks. docs/ugi.md has the
// conversation.
//
// Its clients wait: for one "bestmove" after each "go", one "response" after each "query", one
// "readyok" after each "isready". They get it whatever the line says; what is wrong with it comes
// before, as "info string".

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "app/ugi/ugi_go.h"
#include "app/ugi/ugi_options.h"
#include "players/spec.h"

namespace zerosum {

// Understands lines and says lines. Thinks on a thread of its own, so that "stop" and "isready" are
// read meanwhile; `say` is called from there too, one line at a time.
class UgiEngine {
 public:
    using Say = std::function<void(const std::string& line)>;

    // `player` thinks: "engine", "engine:level=5", "minimax". `game` is that of "position
    // startpos"; any other position says which game it belongs to.
    UgiEngine(PlayerSpec player, const AnyGame& game, Say say);
    ~UgiEngine();  // stops thinking
    UgiEngine(const UgiEngine&) = delete;
    UgiEngine& operator=(const UgiEngine&) = delete;

    // False after "quit". A line that makes no sense is answered with "info string ...".
    bool obey(std::string_view line);
    // No line will follow: what thinks until "stop" is stopped. Returns when the answer to the last
    // "go" is out.
    void finish();

 private:
    void greet() const;
    void set_option(std::string_view words);
    void set_position(std::string_view words);
    // The position given last, at first that of "startpos". Null: it could not be read.
    [[nodiscard]] const AnyPosition* position();
    void go(std::string_view words);
    void answer_query(std::string_view what);
    void stop();
    // stop(), for a line that cannot be obeyed while a search is under way.
    void end_search(std::string_view word);
    void think(const UgiGo& order, const std::stop_token& token);
    // What the player answers within the limits; a failure's sentence.
    [[nodiscard]] Result<AnyMove> ask_player(const UgiGo& order, const std::stop_token& token);
    [[nodiscard]] Result<Player*> player_in_game();
    void report(const Thought& thought) const;
    void send(const std::string& line) const;
    void complain(std::string_view what) const;

    UgiOptions options_;
    Say say_;
    mutable std::mutex saying_;
    PositionPtr position_;
    bool position_given_ = false;  // else it is that of "startpos", made when it is needed
    PlayerPtr player_;             // kept from move to move: its tables are warm
    const AnyGame* players_game_ = nullptr;
    bool in_game_ = false;  // the player was told of this game
    bool until_stop_ = false;
    std::atomic<bool> thinking_ = false;  // until its "bestmove" is said
    std::stop_source stop_;
    std::thread thinker_;
};

}  // namespace zerosum
