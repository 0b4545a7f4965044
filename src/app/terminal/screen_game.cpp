#include "app/terminal/screen_game.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <utility>

#include "app/terminal/background.h"
#include "app/terminal/board_view.h"
#include "app/terminal/help_page.h"
#include "app/terminal/look_back.h"
#include "app/terminal/move_list.h"
#include "app/terminal/reviewer.h"
#include "app/terminal/wording.h"
#include "core/cpu_clock.h"

namespace zerosum::terminal {

namespace {

using std::chrono::milliseconds;

// How long to wait for a key before checking the thinking and the signals.
constexpr milliseconds kWhileThinking{80};
constexpr milliseconds kWhileIdle{250};

// A hint takes a second of CPU time, which a busy machine spreads over many.
constexpr Seconds kHintPatience{3};

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
            const bool thinking = opponent_.busy() || hint_.busy() || reviewer_.busy();
            const Result<void> done = obey(screen_.read(thinking ? kWhileThinking : kWhileIdle));
            if (!done) return tl::unexpected(done.error());
            if (!kept_) return tl::unexpected(kept_.error());
        }
        return fmt::format("{}. {}", points_text(game_),
                           game_.over() ? outcome_text(game_) : "The game was not finished.");
    }

 private:
    // A game has just begun.
    void settle(std::string title) {
        view_ = View{};
        view_.title = std::move(title);
        view_.about = table_.about;
        view_.can_hurry = table_.can_hurry;
        const AnyPosition& position = game_.position();
        if (!position.over()) view_.cursor = position.affected(position.moves().front()).front();
        look();
    }

    void look_after_thinking() {
        if (game_.is_turn(kOpponent)) look_after_opponent();
        if (hint_.busy()) look_after_hint();
        if (reviewer_.look_after() && looking_back_) looking_back_->set_review(*reviewer_.review());
    }

    void look_after_opponent() {
        if (!opponent_.busy()) ask_opponent();
        view_.thinking = opponent_.news();
        view_.waited = wall_clock() - asked_;
        if (const std::optional<Seconds> patience = table_.patience();
            patience && view_.waited > *patience)
            opponent_.hurry();
        if (const std::optional<Reply> reply = opponent_.take()) {
            game_.answer(*reply);
            view_.thinking.reset();
            if (game_.over() && question_ != Question::None) {
                // It was about a game that went on.
                question_ = Question::None;
                view_.message.clear();
            }
            changed();
        }
    }

    void look_after_hint() {
        view_.hint = hint_.news();
        if (wall_clock() - hint_asked_ > kHintPatience) hint_.hurry();
        if (const std::optional<Thought> best = hint_.take()) {
            view_.hint_wanted = false;
            view_.hint = best;
            // That it was coming may have been said.
            if (question_ == Question::None) view_.message.clear();
            if (!best->line.empty()) point_at(best->line.front());
        }
    }

    // The game is another one than before.
    void changed() {
        kept_ = table_.keep_record(games_, game_);
        reviewer_.forget();
        look();
    }

    void ask_opponent() {
        const std::shared_ptr<const AnyPosition> position = game_.position().clone();
        asked_ = wall_clock();
        opponent_.start(
            [this, position, bank = game_.bank(kOpponent)](const auto& stop, const auto& report) {
                return table_.ask(*position, bank, stop, report);
            });
    }

    void ask_for_hint() {
        if (!game_.is_turn(kYou) || hint_.busy()) return;
        view_.hint_wanted = true;
        hint_asked_ = wall_clock();
        const std::shared_ptr<const AnyPosition> position = game_.position().clone();
        hint_.start([position](const auto& stop, const auto& report) {
            return think_of_hint(*position, stop, report);
        });
    }

    void drop_hint() {
        hint_.stop();
        view_.hint.reset();
        view_.hint_wanted = false;
    }

    // Whatever is being thought about is no longer wanted.
    void stop_thinking() {
        opponent_.stop();
        view_.thinking.reset();
        drop_hint();
    }

    void look_back() {
        looking_back_ = LookBack::at_the_end(game_);
        if (!looking_back_) {
            view_.message = "No move has been played.";
            return;
        }
        reviewer_.begin(game_);
        if (reviewer_.review()) looking_back_->set_review(*reviewer_.review());
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
            if (!help_->obey(key, game_, screen_.extent())) help_.reset();
        } else if (looking_back_) {
            obey_looking_back(key);
        } else if (question_ != Question::None) {
            return settle_question(key);
        } else if (key.kind == Key::Kind::Character) {
            return letter(
                static_cast<char>(std::tolower(static_cast<unsigned char>(key.character))));
        } else if (key.kind == Key::Kind::Enter) {
            play_chosen();
        } else {
            // Who goes on alone does not want the cursor to be moved by a hint.
            if (hint_.busy()) drop_hint();
            obey_cursor(key);
        }
        return {};
    }

    void obey_looking_back(const Key& key) {
        constexpr int far = 1 << 20;
        switch (key.kind) {
            case Key::Kind::Left:
            case Key::Kind::Up:
                return looking_back_->step(-1);
            case Key::Kind::Right:
            case Key::Kind::Down:
                return looking_back_->step(1);
            case Key::Kind::Home:
                return looking_back_->step(-far);
            case Key::Kind::End:
                return looking_back_->step(far);
            case Key::Kind::Tab:
                return looking_back_->to_next_mistake();
            default:
                looking_back_.reset();
        }
    }

    void obey_cursor(const Key& key) {
        const int page = std::max(1, shown_.rows - 1);
        const int size = game_.position().size();
        switch (key.kind) {
            case Key::Kind::Up:
                return step(-1, 0);
            case Key::Kind::Down:
                return step(1, 0);
            case Key::Kind::Left:
                return step(0, -1);
            case Key::Kind::Right:
                return step(0, 1);
            case Key::Kind::PageUp:
                return step(-page, 0);
            case Key::Kind::PageDown:
                return step(page, 0);
            case Key::Kind::Home:
                return step(0, -size);
            case Key::Kind::End:
                return step(0, size);
            case Key::Kind::Tab:
                if (!view_.choices.empty())
                    view_.chosen = (view_.chosen + 1) % view_.choices.size();
                return;
            case Key::Kind::Click:
                return click(key);
            default:
                return;
        }
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
                changed();
                break;
            case 'm':
                move_now();
                break;
            case 'l':
                look_back();
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
                help_.emplace();
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
                changed();
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
        reviewer_.forget();
        settle(std::move(game->title));
        return {};
    }

    void move_now() {
        if (!game_.is_turn(kOpponent)) {
            view_.message = "It is not the opponent's turn.";
        } else if (!table_.can_hurry) {
            view_.message = "A program cannot be asked to move now.";
        } else {
            opponent_.hurry();
        }
    }

    void step(int rows, int columns) {
        const int last = game_.position().size() - 1;
        view_.cursor.row = std::clamp(view_.cursor.row + rows, 0, last);
        view_.cursor.column = std::clamp(view_.cursor.column + columns, 0, last);
        look();
    }

    void click(const Key& key) {
        Result<Layout> layout = arrange_board(screen_, game_.position());
        if (!layout) return;
        layout->origin = origin_;
        const std::optional<Cell> cell = layout->cell_at(key.row, key.column);
        if (!cell) return;
        if (*cell == view_.cursor) return play_chosen();
        view_.cursor = *cell;
        look();
    }

    void play_chosen() {
        if (game_.over()) {
            view_.message = "The game is over: l for its review, n for a new board, q to quit.";
        } else if (game_.is_turn(kOpponent)) {
            view_.message = opponent_name(game_) + " is to move.";
        } else if (hint_.busy()) {
            // The cursor is about to move: what is under it now is not what is meant.
            view_.message = "The hint is coming: Enter plays it when it is there.";
        } else if (!view_.choices.empty()) {
            const AnyMove move = view_.choices[view_.chosen];
            stop_thinking();
            game_.play(move);
            changed();
        }
    }

    void draw() {
        screen_.clear();
        const AnyPosition& position = looking_back_ ? looking_back_->position() : game_.position();
        Result<Layout> layout = arrange_board(screen_, position);
        if (help_) {
            help_->draw(screen_, game_);
        } else if (!layout) {
            int row = 0;
            for (const std::string& line :
                 wrapped(layout.error().message, screen_.extent().columns))
                screen_.put(row++, 0, line);
        } else {
            follow(*layout, looking_back_ ? looking_back_->focus() : view_.cursor);
            zerosum::terminal::draw_board(screen_, *layout, position, marks());
            draw_texts(*layout);
        }
        screen_.show();
    }

    // Scrolls a board that is larger than the screen.
    void follow(Layout& layout, Cell cell) {
        layout.origin = origin_;
        layout.follow(cell);
        origin_ = layout.origin;
        shown_ = layout.shown;
        view_.scrolled = shown_part(layout);
    }

    [[nodiscard]] std::vector<MarkedCells> marks() const {
        if (looking_back_) return looking_back_->marks();
        std::vector<MarkedCells> marks;
        if (!game_.over()) marks.push_back({{view_.cursor}, CellMark::Cursor});
        if (!view_.choices.empty())
            marks.push_back(
                {game_.position().affected(view_.choices[view_.chosen]), CellMark::Affected});
        if (const std::optional<LastMove> last = last_move(game_))
            marks.push_back({last->cells, CellMark::Last});
        return marks;
    }

    void draw_texts(const Layout& layout) {
        const std::vector<PanelLine> lines =
            looking_back_ ? looking_back_->lines(layout.panel.columns, reviewer_.done())
                          : panel_lines(game_, view_, layout.panel.columns);
        const int used =
            draw_lines(screen_, layout.panel_top, layout.panel_left, layout.panel, lines);
        if (layout.list.rows > 0) {
            draw_lines(screen_, layout.list_top, 0, layout.list, move_list(game_, layout.list));
            return;
        }
        const Extent rest{layout.panel.rows - used - 1, layout.panel.columns};
        draw_lines(screen_, layout.panel_top + used + 1, layout.panel_left, rest,
                   move_list(game_, rest));
    }

    const Table& table_;
    Screen& screen_;
    GameInPlay game_;
    View view_;
    Question question_ = Question::None;
    std::optional<HelpPage> help_;
    std::optional<LookBack> looking_back_;
    bool leaving_ = false;
    int games_ = 0;
    Cell origin_;       // of the part of the board that is shown
    Extent shown_;      // its size
    Seconds asked_{0};  // when the opponent was
    Seconds hint_asked_{0};
    Result<void> kept_;
    Background<Reply> opponent_;
    Background<Thought> hint_;
    Reviewer reviewer_;
};

}  // namespace

Result<std::string> play_on_screen(const Table& table, Screen& screen) {
    Result<NewGame> game = table.begin(0);
    if (!game) return tl::unexpected(game.error());
    return ScreenGame(table, screen, std::move(*game)).run();
}

}  // namespace zerosum::terminal
