#include "app/terminal/panel.h"

#include "app/terminal/layout.h"
#include "app/terminal/wording.h"

namespace zerosum::terminal {

namespace {

class Panel {
 public:
    Panel(const GameInPlay& game, const View& view, int columns)
        : game_(game), view_(view), columns_(columns) {}

    std::vector<PanelLine> lines() && {
        add(view_.title, Tone::Strong);
        player(kYou, "You");
        player(kOpponent, opponent_name(game_));
        add(fmt::format("  clock: {:.1f} s left; yours is free", clock().count()), Tone::Quiet);
        lines_.emplace_back();
        if (const std::optional<LastMove> last = last_move(game_))
            add(fmt::format("{} played {}: {}", last->player == kYou ? "You" : opponent_name(game_),
                            last->name, last->effect));
        state();
        hint();
        if (!view_.message.empty()) add(view_.message, Tone::Warning);
        lines_.emplace_back();
        keys();
        return std::move(lines_);
    }

 private:
    void add(std::string_view text, Tone tone = Tone::Normal) {
        for (std::string& line : wrapped(text, columns_)) lines_.push_back({std::move(line), tone});
    }

    void player(std::size_t player, std::string_view name) {
        const bool turn = game_.is_turn(player);
        add(fmt::format("{} {}, {}: {}", turn ? '>' : ' ', name,
                        game_.position().game().info().sides[index(game_.side(player))].name,
                        game_.points(player)),
            turn ? Tone::Strong : Tone::Normal);
    }

    // While the opponent thinks its clock runs on with what it reports.
    [[nodiscard]] Seconds clock() const {
        return game_.bank(kOpponent) - (view_.thinking ? view_.thinking->cpu : Seconds{0});
    }

    void state() {
        const AnyPosition& position = game_.position();
        if (game_.over())
            return add(fmt::format("Game over. {}", outcome_text(game_)), Tone::Strong);
        if (game_.is_turn(kOpponent)) {
            add(opponent_name(game_) + " is thinking...");
            if (view_.thinking) add(describe(position, *view_.thinking), Tone::Quiet);
            return;
        }
        if (view_.choices.empty())
            return add(fmt::format("  {}", position.why_no_move(view_.cursor)));
        for (std::size_t i = 0; i < view_.choices.size(); ++i) {
            const AnyMove move = view_.choices[i];
            const bool chosen = i == view_.chosen;
            add(fmt::format("{} {}: {}", chosen ? '>' : ' ', position.move_name(move),
                            position.describe(move)),
                chosen ? Tone::Strong : Tone::Normal);
        }
    }

    void hint() {
        if (!view_.hint) {
            if (view_.hint_wanted) add("Looking for a hint...", Tone::Quiet);
            return;
        }
        add(fmt::format("{}: {}", view_.hint_wanted ? "Looking" : "Hint",
                        describe(game_.position(), *view_.hint)),
            Tone::Quiet);
    }

    void keys() {
        std::string text;
        if (game_.is_turn(kYou)) {
            text = "arrows move, Enter plays";
            if (view_.choices.size() > 1) text += ", Tab the other kind";
            text += ", h hint, ";
        }
        add(text + "u take back, n new, r resign, q quit, ? help", Tone::Quiet);
    }

    const GameInPlay& game_;
    const View& view_;
    int columns_;
    std::vector<PanelLine> lines_;
};

}  // namespace

std::vector<PanelLine> panel_lines(const GameInPlay& game, const View& view, int columns) {
    return Panel(game, view, columns).lines();
}

std::vector<std::string> help_lines(const GameInPlay& game) {
    constexpr int columns = 78;
    const GameInfo& info = game.position().game().info();
    std::vector<std::string> lines = wrapped(info.rules, columns);
    const auto add = [&](std::string line) { lines.push_back(std::move(line)); };
    add("");
    add("arrow keys   move the cursor; the panel says what a move there would do");
    add("Enter        play the move shown (also the space bar)");
    if (!info.move_kinds.empty())
        add(fmt::format("Tab          switch between the kinds of move on a cell ({})",
                        fmt::join(info.move_kinds, ", ")));
    add("mouse        a click moves the cursor, a second click there plays");
    add("h            hint: the engine thinks for a second and moves the cursor");
    add("u            take back your last move and the answer to it");
    add("n            a new board");
    add("r            resign");
    add("q            quit");
    add("");
    add("A score such as +12 is what the rest of the game should bring to the one to move.");
    add(fmt::format("{} loses when its CPU clock runs out. Your time is not charged.",
                    opponent_name(game)));
    add("");
    add("Any key goes back to the game.");
    return lines;
}

}  // namespace zerosum::terminal
