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
        for (const std::size_t each : {kYou, kOpponent}) player(each);
        add(fmt::format("  clock: {:.1f} s left; yours is free", clock().count()), Tone::Quiet);
        if (const std::string komi = komi_text(game_); !komi.empty()) add("  " + komi, Tone::Quiet);
        if (game_.moves().empty() && !view_.about.empty())
            add(fmt::format("  {}: {}", opponent_name(game_), view_.about), Tone::Quiet);
        if (!view_.scrolled.empty()) add("  " + view_.scrolled, Tone::Quiet);
        lines_.emplace_back();
        if (const std::optional<LastMove> last = last_move(game_))
            add(fmt::format("{} played {}: {}", player_name(game_, last->player), last->name,
                            last->effect));
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

    void player(std::size_t player) {
        const bool turn = game_.is_turn(player);
        add(fmt::format("{} {}, {}: {}", turn ? '>' : ' ', player_name(game_, player),
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
            add(fmt::format("{} is thinking, {:.0f} s{}", opponent_name(game_),
                            view_.waited.count(), view_.can_hurry ? "; m: move now" : ""));
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
        text += game_.over() ? "l review, " : "l look back, r resign, ";
        add(text + "u take back, n new, q quit, ? rules and keys", Tone::Quiet);
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

std::vector<std::string> help_lines(const GameInPlay& game, int columns) {
    const GameInfo& info = game.position().game().info();
    std::vector<std::string> lines;
    const auto add = [&](std::string_view text) {
        for (std::string& line : wrapped(text, columns)) lines.push_back(std::move(line));
    };
    for (const std::string_view paragraph : rules_in_full(info)) add(paragraph);
    add("");
    add("arrow keys     move the cursor; PgUp, PgDn, Home and End move it further");
    add("Enter, space   play the move that the panel shows");
    if (!info.move_kinds.empty())
        add(fmt::format("Tab            the other kind of move on a cell ({})",
                        fmt::join(info.move_kinds, ", ")));
    add("mouse          a click moves the cursor, a second click there plays");
    add("h hint   m the opponent moves now   u take back   l look back, with a review after the "
        "end");
    add("n new board   r resign   q quit");
    add("");
    add("> < is the cursor, [ ] what else the move takes or turns, ( ) what the last one changed.");
    add("A score such as +12 is what the rest of the game should bring to the one to move.");
    add(fmt::format("{} loses when its CPU clock runs out. Your time is not charged.",
                    opponent_name(game)));
    return lines;
}

}  // namespace zerosum::terminal
