#include "app/terminal/plain.h"

#include <algorithm>
#include <array>
#include <istream>
#include <ostream>
#include <utility>

#include "app/terminal/cells.h"
#include "app/terminal/layout.h"
#include "app/terminal/wording.h"
#include "arena/review/review_report.h"
#include "core/text.h"

namespace zerosum::terminal {

namespace {

enum class Command : std::uint8_t { Hint, Back, Look, Board, New, Resign, Review, Help, Quit };

struct Word {
    std::string_view text;
    Command command;
};
// No move is a word without a row number, so that none of these hides one.
constexpr std::array kWords{
    Word{"hint", Command::Hint},     Word{"h", Command::Hint},      Word{"back", Command::Back},
    Word{"undo", Command::Back},     Word{"u", Command::Back},      Word{"look", Command::Look},
    Word{"l", Command::Look},        Word{"board", Command::Board}, Word{"b", Command::Board},
    Word{"new", Command::New},       Word{"n", Command::New},       Word{"resign", Command::Resign},
    Word{"r", Command::Resign},      Word{"help", Command::Help},   Word{"?", Command::Help},
    Word{"quit", Command::Quit},     Word{"exit", Command::Quit},   Word{"q", Command::Quit},
    Word{"review", Command::Review},
};

constexpr std::string_view kHelp =
    "Type a move by its name, or one of these:\n"
    "  look CELL   what a move there would do (short: l)\n"
    "  hint        what the engine would play, after a second of thought (h)\n"
    "  back        take your last move back, and the answer to it (u)\n"
    "  board       the board again (b)\n"
    "  resign      give this game up (r)\n"
    "  review      after the end: what every move lost, and what decided the game\n"
    "  new         another board (n)\n"
    "  quit        leave (q)\n";

class PlainGame {
 public:
    PlainGame(const Table& table, std::istream& in, std::ostream& out, bool echo, NewGame game)
        : table_(table), in_(in), out_(out), echo_(echo), game_(std::move(game.play)) {
        greet(game.title);
    }

    Result<void> run() {
        for (;;) {
            if (game_.is_turn(kOpponent)) {
                let_opponent_move();
                continue;
            }
            if (!kept_) return tl::unexpected(kept_.error());
            const std::optional<std::string> line = ask();
            if (!line) {
                say(game_.over() ? "End of input. Goodbye.\n"
                                 : "End of input: this game is left unfinished. Goodbye.\n");
                return {};
            }
            const Result<bool> go_on = obey(*line);
            if (!go_on) return tl::unexpected(go_on.error());
            if (!*go_on) {
                say("Goodbye.\n");
                return {};
            }
        }
    }

 private:
    void say(std::string_view text) { out_ << text << std::flush; }

    void greet(const std::string& title) {
        const AnyPosition& position = game_.position();
        say(
            fmt::format("{}.\nYou are {} and move {}. {} has {:g} s of CPU time for the whole "
                        "game; your time is not charged.\n",
                        title, position.game().info().sides[index(game_.side(kYou))].name,
                        table_.terms.person_first ? "first" : "second", opponent_name(game_),
                        game_.record().bank.count()));
        if (!table_.about.empty())
            say(fmt::format("{}: {}.\n", opponent_name(game_), table_.about));
        if (const std::string komi = komi_text(game_); !komi.empty()) say(komi + ".\n");
        say(fmt::format("Type a move such as {}, or help.\n",
                        position.over() ? "A1" : position.move_name(position.moves().front())));
        show_board({});
    }

    void show_board(const std::vector<Cell>& marked, CellMark mark = CellMark::Affected) {
        say(fmt::format("\n{}\n", board_text(game_.position(), marked, mark)));
    }

    // The next line; nothing at the end of the input.
    std::optional<std::string> ask() {
        say(game_.over() ? "review, back, new or quit? " : points_text(game_) + ". Your move? ");
        std::string line;
        if (!std::getline(in_, line)) {
            say("\n");
            return std::nullopt;
        }
        if (echo_) say(printable(line) + "\n");
        return line;
    }

    void let_opponent_move() {
        say(opponent_name(game_) + " is thinking.\n");
        const PositionPtr before = game_.position().clone();
        const Reply reply = table_.ask(*before, game_.bank(kOpponent), {}, {});
        game_.answer(reply);
        keep();
        if (!game_.moves().back().move.empty()) {
            std::string thought;
            if (reply.thought && reply.thought->depth > 0)
                thought = fmt::format("; it searched {}", describe(*before, *reply.thought));
            say(fmt::format("{} plays {}: {}. It has {:.1f} s left{}.\n", opponent_name(game_),
                            last_move(game_)->name, last_move(game_)->effect,
                            game_.bank(kOpponent).count(), thought));
        }
        const std::optional<LastMove> last = last_move(game_);
        show_board(last ? last->cells : std::vector<Cell>{}, CellMark::Last);
        tell_if_over();
    }

    void keep() { kept_ = table_.keep_record(games_, game_); }

    void tell_if_over() {
        if (game_.over()) say(outcome_text(game_) + "\n");
    }

    // False when the person leaves.
    Result<bool> obey(std::string_view line) {
        const std::string_view text = trim(line);
        const std::size_t blank = text.find(' ');
        const std::string first = lower_case(text.substr(0, blank));
        const auto* word = std::find_if(kWords.begin(), kWords.end(),
                                        [&](const Word& known) { return known.text == first; });
        if (word == kWords.end()) {
            play(text);
            return true;
        }
        switch (word->command) {
            case Command::Hint:
                hint();
                break;
            case Command::Back:
                say(game_.take_back() ? "Taken back.\n" : "There is nothing to take back.\n");
                keep();
                show_board({});
                break;
            case Command::Look:
                look(blank == std::string_view::npos ? "" : trim(text.substr(blank)));
                break;
            case Command::Board:
                show_board({});
                break;
            case Command::New:
                return begin_anew().map([] { return true; });
            case Command::Resign:
                if (!game_.over()) game_.resign(kYou);
                keep();
                tell_if_over();
                break;
            case Command::Review:
                review();
                break;
            case Command::Help:
                help();
                break;
            case Command::Quit:
                return false;
        }
        return true;
    }

    void play(std::string_view text) {
        if (game_.over()) return say("The game is over: review, back, new or quit.\n");
        if (text.empty()) return say("Type a move, or help.\n");
        const Judged<AnyMove> move = game_.position().parse_move(text);
        if (!move) return say(move.error().sentence + ".\n");
        game_.play(*move);
        keep();
        say(fmt::format("You play {}: {}.\n", last_move(game_)->name, last_move(game_)->effect));
        if (game_.over()) show_board({});
        tell_if_over();
    }

    void hint() {
        if (game_.over()) return say("The game is over.\n");
        const Thought best = think_of_hint(game_.position(), {});
        say(fmt::format("Hint: {}\n", describe(game_.position(), best)));
    }

    void review() {
        if (!game_.over()) return say("A review is for after the end.\n");
        const GameRecord record = game_.record();
        Judge judge(game_.position().game(), review_nodes(record.moves.size()));
        const Result<GameReview> done = review_game(record, judge);
        say(done ? "\n" + review_text(record, *done) : done.error().message + ".\n");
    }

    void help() {
        constexpr int columns = 78;
        for (const std::string_view paragraph : rules_in_full(game_.position().game().info()))
            for (const std::string& line : wrapped(paragraph, columns)) say(line + "\n");
        say(fmt::format("\n{}", kHelp));
    }

    void look(std::string_view name) {
        const std::optional<Cell> cell = parse_cell(name);
        const AnyPosition& position = game_.position();
        const int size = position.size();
        if (!cell || cell->row >= size || cell->column >= size)
            return say(fmt::format("'{}' is not a cell of this board, expected A1 to {}.\n",
                                   printable(name), cell_name({size - 1, size - 1})));
        const std::vector<AnyMove> moves = position.moves_at(*cell);
        if (moves.empty()) return say(position.why_no_move(*cell) + ".\n");
        show_board(position.affected(moves.back()));
        for (const AnyMove move : moves)
            say(fmt::format("{}: {}.\n", position.move_name(move), position.describe(move)));
    }

    Result<void> begin_anew() {
        Result<NewGame> game = table_.begin(++games_);
        if (!game) return tl::unexpected(game.error());
        game_ = std::move(game->play);
        greet(game->title);
        return {};
    }

    const Table& table_;
    std::istream& in_;
    std::ostream& out_;
    bool echo_;
    GameInPlay game_;
    int games_ = 0;
    Result<void> kept_;
};

}  // namespace

Result<void> play_plain(const Table& table, std::istream& in, std::ostream& out, bool echo) {
    Result<NewGame> game = table.begin(0);
    if (!game) return tl::unexpected(game.error());
    return PlainGame(table, in, out, echo, std::move(*game)).run();
}

}  // namespace zerosum::terminal
