#pragma once
// ugi:COMMAND, a program that stays up for a match and speaks the Universal Game Interface.

#include <optional>
#include <string>

#include "players/programs/command_line.h"
#include "players/programs/conversation.h"
#include "players/spec.h"
#include "sandbox/workspace.h"

namespace zerosum {

// The conversation (docs/ugi.md); the engine's lines are indented:
//
//   ugi                                    once
//     ugiok
//   uginewgame, isready                    before each game
//     readyok
//   position fen LINE, isready             each move
//     readyok
//   go p1time MS p2time MS p1inc 0 p2inc 0
//     bestmove MOVE
//
// Everything that the program burns between two of its moves is charged to the later one: thinking
// on the opponent's time is not free when time is CPU time.
class UgiPlayer final : public Player {
 public:
    UgiPlayer(std::string name, PlacedCommand command);
    ~UgiPlayer() override;

    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] Result<void> new_match() override;
    [[nodiscard]] Result<void> new_game(std::uint64_t seed) override;
    [[nodiscard]] Reply choose(const Turn& turn) override;
    [[nodiscard]] std::string clock_source() const override;
    [[nodiscard]] std::string confinement() const override;

 private:
    [[nodiscard]] Result<void> greet();
    // What follows "bestmove"; silence means that the program must be ended.
    [[nodiscard]] LineRead think(const Turn& turn);
    // Ends the program and returns how it ended; the next game starts it anew.
    [[nodiscard]] Account give_up(Silence silence);

    std::string name_;
    PlacedCommand command_;
    PlacedCommand admitted_;  // as the program's user can reach it
    Setup setup_;
    std::optional<Workspace> workspace_;
    std::optional<Conversation> session_;
    bool stopped_ = false;  // by a turn's stop: the next turn starts it again
};

[[nodiscard]] Result<PlayerPtr> make_ugi_player(const PlayerSpec& spec);

}  // namespace zerosum
