#pragma once
// The engine's side of the Universal Game Interface: what `zerosum ugi` speaks. docs/ugi.md has the
// conversation.

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "players/spec.h"

namespace zerosum {

// What a "go" asks for; nothing is left to the engine's judgement but how to spend a bank.
struct UgiGo {
    std::map<Side, Seconds> bank;  // p1time is Side::One's: the side 1 of fruit, X of raid
    std::optional<Seconds> time;   // movetime, on the wall clock
    std::map<std::string, std::string> limits;  // {"nodes", "5000"}: options of the player
    bool until_stop = false;                    // infinite
};
[[nodiscard]] Result<UgiGo> parse_ugi_go(std::string_view words);

// Understands lines and says lines. Thinks on a thread of its own, so that "stop" and "isready" are
// read meanwhile; `say` is called from there too, one line at a time.
class UgiEngine {
 public:
    using Say = std::function<void(const std::string& line)>;

    // `player` thinks: "engine", "engine:level=5", "minimax". `game` is null when each position
    // says which game it belongs to.
    UgiEngine(PlayerSpec player, const AnyGame* game, Say say);
    ~UgiEngine();  // stops thinking
    UgiEngine(const UgiEngine&) = delete;
    UgiEngine& operator=(const UgiEngine&) = delete;

    // False after "quit". A line that makes no sense is answered with "info string ...".
    bool obey(std::string_view line);
    // Returns when the answer to the last "go" is out.
    void wait();

 private:
    void greet() const;
    void set_position(std::string_view words);
    void go(std::string_view words);
    void answer_query(std::string_view what) const;
    void stop();
    void think(const UgiGo& order, const std::stop_token& token);
    [[nodiscard]] Result<Player*> player_for(const UgiGo& order);
    void send(const std::string& line) const;
    void complain(std::string_view what) const;

    PlayerSpec player_;
    const AnyGame* game_;
    Say say_;
    mutable std::mutex saying_;
    PositionPtr position_;
    // Kept from move to move: tables are warm. One per set of limits.
    std::map<std::string, PlayerPtr> players_;
    std::stop_source stop_;
    std::thread thinker_;
};

}  // namespace zerosum
