#include "app/terminal/screen_game.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <utility>

#include "app/terminal/background.h"
#include "app/terminal/wording.h"

namespace zerosum::terminal {

namespace {

using std::chrono::milliseconds;

// How long to wait for a key before checking the thinking and the signals.
constexpr milliseconds kWhileThinking{80};
constexpr milliseconds kWhileIdle{250};

// A question that the next key answers.
enum class Question : std::uint8_t { None, Resign, Quit, New };

class ScreenGame {
 public:
    ScreenGame(const Table& table, Screen& screen, NewGame game)
        : table_(table), screen_(screen), game_(std::move(game.play)) {
        settle(std::move(game.title));
    }

    Result<std::string> run() {
        while (Screen::signal_seen() == 0 && !leaving_) {
            look_after_thinking();
            draw();
            const bool thinking = opponent_.busy() || hint_.busy();
            const Result<void> done = obey(screen_.read(thinking ? kWhileThinking : kWhileIdle));
            if (!done) return tl::unexpected(done.error());
        }
        return fmt::format("{}. {}", points_text(game_),
                           game_.over() ? outcome_text(game_) : "The game was not finished.");
    }

 private:
    // A game has just begun.
    void settle(std::string title) {
        view_ = View{};
        view_.title = std::move(title);
        const AnyPosition& position = game_.position();
        if (!position.over()) view_.cursor = position.affected(position.moves().front()).front();
        look();
    }

    void look_after_thinking() {
        if (game_.is_turn(kOpponent)) {
            if (!opponent_.busy()) ask_opponent();
            view_.thinking = opponent_.thought();
            if (const std::optional<Reply> reply = opponent_.take()) {
                game_.answer(*reply);
                view_.thinking.reset();
                look();
            }
        }
        if (!hint_.busy()) return;
        view_.hint = hint_.thought();
        if (const std::optional<Thought> best = hint_.take()) {
            view_.hint_wanted = false;
            view_.hint = best;
            if (!best->line.empty()) point_at(best->line.front());
        }
    }

    void ask_opponent() {
        const std::shared_ptr<const AnyPosition> position = game_.position().clone();
        opponent_.start(
            [this, position, bank = game_.bank(kOpponent)](const auto& stop, const auto& report) {
                return table_.ask(*position, bank, stop, report);
            });
    }

    void ask_for_hint() {
        if (!game_.is_turn(kYou)) return;
        view_.hint_wanted = true;
        const std::shared_ptr<const AnyPosition> position = game_.position().clone();
        hint_.start([position](const auto& stop, const auto& report) {
            return think_of_hint(*position, stop, report);
        });
    }

    // Whatever is being thought about is no longer wanted.
    void stop_thinking() {
        opponent_.stop();
        hint_.stop();
        view_.thinking.reset();
        view_.hint.reset();
        view_.hint_wanted = false;
    }

    // What the cursor's cell offers; the move that gains most is chosen.
    void look() {
        const AnyPosition& position = game_.position();
        view_.choices.clear();
        view_.chosen = 0;
        if (!game_.is_turn(kYou)) return;
        view_.choices = position.moves_at(view_.cursor);
        const auto best = std::max_element(
            view_.choices.begin(), view_.choices.end(),
            [&](AnyMove a, AnyMove b) { return position.gain(a) < position.gain(b); });
        view_.chosen = static_cast<std::size_t>(best - view_.choices.begin());
    }

    void point_at(AnyMove move) {
        view_.cursor = game_.position().affected(move).front();
        look();
        const auto it = std::find(view_.choices.begin(), view_.choices.end(), move);
        if (it != view_.choices.end())
            view_.chosen = static_cast<std::size_t>(it - view_.choices.begin());
    }

    Result<void> obey(const Key& key) {
        if (key.kind == Key::Kind::None || key.kind == Key::Kind::Resized) return {};
        view_.message.clear();
        if (help_) {
            help_ = false;
            return {};
        }
        if (question_ != Question::None) return settle_question(key);
        switch (key.kind) {
            case Key::Kind::Up:
                step(-1, 0);
                break;
            case Key::Kind::Down:
                step(1, 0);
                break;
            case Key::Kind::Left:
                step(0, -1);
                break;
            case Key::Kind::Right:
                step(0, 1);
                break;
            case Key::Kind::Enter:
                play_chosen();
                break;
            case Key::Kind::Tab:
                if (!view_.choices.empty())
                    view_.chosen = (view_.chosen + 1) % view_.choices.size();
                break;
            case Key::Kind::Click:
                click(key);
                break;
            default:
                return letter(
                    static_cast<char>(std::tolower(static_cast<unsigned char>(key.character))));
        }
        return {};
    }

    Result<void> letter(char letter) {
        const bool running = !game_.over() && !game_.moves().empty();
        switch (letter) {
            case 'h':
                ask_for_hint();
                break;
            case 'u':
                stop_thinking();
                view_.message = game_.take_back() ? "Taken back." : "Nothing to take back.";
                look();
                break;
            case 'r':
                if (!game_.over()) ask(Question::Resign, "Resign this game? y or n");
                break;
            case 'n':
                if (!running) return begin_anew();
                ask(Question::New, "Leave this game for a new board? y or n");
                break;
            case 'q':
                leaving_ = !running;
                if (running) ask(Question::Quit, "Leave this unfinished game? y or n");
                break;
            case '?':
                help_ = true;
                break;
            default:
                view_.message = fmt::format("No key {}: ? shows the keys.", letter);
        }
        return {};
    }

    void ask(Question question, std::string text) {
        question_ = question;
        view_.message = std::move(text);
    }

    Result<void> settle_question(const Key& key) {
        const Question question = std::exchange(question_, Question::None);
        if (key.kind != Key::Kind::Character || (key.character != 'y' && key.character != 'Y'))
            return {};
        switch (question) {
            case Question::Resign:
                stop_thinking();
                game_.resign(kYou);
                look();
                break;
            case Question::New:
                return begin_anew();
            case Question::Quit:
                leaving_ = true;
                break;
            case Question::None:
                break;
        }
        return {};
    }

    Result<void> begin_anew() {
        stop_thinking();
        Result<NewGame> game = table_.begin(++games_);
        if (!game) return tl::unexpected(game.error());
        game_ = std::move(game->play);
        settle(std::move(game->title));
        return {};
    }

    void step(int rows, int columns) {
        const int last = game_.position().size() - 1;
        view_.cursor.row = std::clamp(view_.cursor.row + rows, 0, last);
        view_.cursor.column = std::clamp(view_.cursor.column + columns, 0, last);
        look();
    }

    void click(const Key& key) {
        const Result<Layout> layout = arrange_board();
        if (!layout) return;
        const std::optional<Cell> cell = layout->cell_at(key.row, key.column);
        if (!cell) return;
        if (*cell == view_.cursor) return play_chosen();
        view_.cursor = *cell;
        look();
    }

    void play_chosen() {
        if (game_.over()) {
            view_.message = "The game is over: n for a new board, u to take back, q to quit.";
        } else if (game_.is_turn(kOpponent)) {
            view_.message = opponent_name(game_) + " is to move.";
        } else if (!view_.choices.empty()) {
            const AnyMove move = view_.choices[view_.chosen];
            stop_thinking();
            game_.play(move);
            look();
        }
    }

    [[nodiscard]] Result<Layout> arrange_board() const {
        const AnyPosition& position = game_.position();
        const Cells wide(position, {.wide = true, .shapes = screen_.shapes()});
        const Cells compact(position, {.wide = false, .shapes = screen_.shapes()});
        return arrange(screen_.extent(), wide.size(), wide.width(), compact.width());
    }

    void draw() {
        screen_.clear();
        const Result<Layout> layout = arrange_board();
        if (!layout) {
            put_text(wrapped(layout.error().message, screen_.extent().columns));
        } else if (help_) {
            put_text(help_lines(game_));
        } else {
            draw_board(*layout);
            draw_panel(*layout);
        }
        screen_.show();
    }

    void put_text(const std::vector<std::string>& lines) {
        for (std::size_t i = 0; i < lines.size(); ++i)
            screen_.put(static_cast<int>(i), 0, lines[i]);
    }

    void draw_board(const Layout& layout) {
        const AnyPosition& position = game_.position();
        const Cells cells(position, {.wide = layout.wide, .shapes = screen_.shapes()});
        std::vector<Cell> marked;
        if (!view_.choices.empty()) marked = position.affected(view_.choices[view_.chosen]);
        const int letter_at = layout.cell_width - (layout.wide ? 2 : 1);
        for (int i = 0; i < layout.board_size; ++i) {
            screen_.put(0, layout.board_left + i * layout.cell_width + letter_at, column_name(i),
                        Tone::Quiet);
            screen_.put(layout.board_top + i, 0, fmt::format("{:>3}", i + 1), Tone::Quiet);
        }
        for (int row = 0; row < layout.board_size; ++row) {
            for (int column = 0; column < layout.board_size; ++column) {
                const Cell cell{row, column};
                const bool mark = std::find(marked.begin(), marked.end(), cell) != marked.end();
                screen_.put(layout.board_top + row, layout.board_left + column * layout.cell_width,
                            cells.at(cell, cell == view_.cursor ? CellMark::Cursor
                                           : mark               ? CellMark::Affected
                                                                : CellMark::None));
            }
        }
    }

    void draw_panel(const Layout& layout) {
        const std::vector<PanelLine> lines = panel_lines(game_, view_, layout.panel.columns);
        const auto rows = std::min(lines.size(), static_cast<std::size_t>(layout.panel.rows));
        for (std::size_t i = 0; i < rows; ++i)
            screen_.put(layout.panel_top + static_cast<int>(i), layout.panel_left, lines[i].text,
                        lines[i].tone);
    }

    const Table& table_;
    Screen& screen_;
    GameInPlay game_;
    View view_;
    Question question_ = Question::None;
    bool help_ = false;
    bool leaving_ = false;
    int games_ = 0;
    Background<Reply> opponent_;
    Background<Thought> hint_;
};

}  // namespace

Result<std::string> play_on_screen(const Table& table, Screen& screen) {
    Result<NewGame> game = table.begin(0);
    if (!game) return tl::unexpected(game.error());
    return ScreenGame(table, screen, std::move(*game)).run();
}

}  // namespace zerosum::terminal
