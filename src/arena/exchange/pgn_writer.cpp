#include "arena/exchange/pgn.h"

#include <fmt/format.h>

#include <cctype>
#include <chrono>
#include <utility>

#include "arena/exchange/pgn_words.h"
#include "core/text.h"
#include "players/programs/ugi_move.h"

namespace zerosum {

namespace {

constexpr std::size_t kWidth = 80;  // of a line of moves

// The words that PGN has for how a game ended.
std::string_view termination(EndReason reason) {
    switch (reason) {
        case EndReason::Time:
        case EndReason::Killed:
            return "time forfeit";
        case EndReason::IllegalMove:
        case EndReason::WrongBoard:
        case EndReason::MalformedAnswer:
            return "rules infraction";
        case EndReason::NoAnswer:
        case EndReason::Crash:
        case EndReason::Limit:
        case EndReason::NotStarted:
            return "abandoned";
        case EndReason::Aborted:
            return "unterminated";
        case EndReason::Points:
        case EndReason::TimeLeft:
        case EndReason::Draw:
        case EndReason::Void:
        case EndReason::Resigned:
            break;
    }
    return "normal";
}

std::string_view result_of(const GameRecord& record) {
    if (record.winner >= 0) return record.winner == record.first ? "1-0" : "0-1";
    return record.reason == EndReason::Draw ? "1/2-1/2" : "*";
}

std::string date_of(std::int64_t ended) {
    if (ended == 0) return "????.??.??";
    const auto day = std::chrono::floor<std::chrono::days>(
        std::chrono::sys_seconds(std::chrono::seconds(ended)));
    const std::chrono::year_month_day date(day);
    return fmt::format("{:04}.{:02}.{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

// Records come from anybody, and PGN is read by programs and on terminals: one line, without what
// either would obey.
std::string on_one_line(std::string_view text) {
    std::string line(text);
    for (char& c : line)
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
    return printable(line, std::string::npos);
}

// A value in quotation marks.
std::string quoted(std::string_view value) {
    std::string text = "\"";
    for (const char c : on_one_line(value)) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text + '"';
}

// A move of a record that was tampered with could end its game here and begin another one.
std::string only_a_word(std::string word) {
    for (char& c : word)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 &&
            std::string_view(":-+*/=#_.'").find(c) == std::string_view::npos)
            c = '?';
    return word;
}

// As much as is needed to read the same number again.
std::string number(double x) {
    return fmt::format("{}", x);
}

// Seconds of a comment, in digits alone: other programs do not read "2e-05".
std::string seconds_text(Seconds time) {
    std::string text = fmt::format("{:.6f}", time.count());
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text + "s";
}

class TagWriter {
 public:
    void add(std::string_view name, std::string_view value) {
        text_ += fmt::format("[{} {}]\n", name, quoted(value));
    }
    [[nodiscard]] const std::string& text() const { return text_; }

 private:
    std::string text_;
};

// Words between blanks, in lines that are not too long.
class MoveText {
 public:
    void add(std::string_view word) {
        if (column_ > 0 && column_ + 1 + word.size() > kWidth) {
            text_ += '\n';
            column_ = 0;
        } else if (column_ > 0) {
            text_ += ' ';
            ++column_;
        }
        text_ += word;
        column_ += word.size();
    }
    void add_comment(std::string_view words) {
        std::string comment = "{";
        for (const char c : on_one_line(words)) comment += c == '}' ? ')' : c;
        comment += '}';
        for (const std::string_view word : split(comment, ' '))
            if (!word.empty()) add(word);
    }
    [[nodiscard]] const std::string& text() const { return text_; }

 private:
    std::string text_;
    std::size_t column_ = 0;
};

// "+25/6! 0.010s why": score and depth of a searching player, "!" when proved; the time that was
// charged; of a pass, what was wrong.
std::string comment_of(const MoveRecord& move) {
    std::string text;
    if (move.score)
        text = fmt::format("{:+}/{}{} ", *move.score, move.depth, move.exact ? "!" : "");
    text += seconds_text(move.cpu);
    if (!move.why.empty()) text += " " + move.why;
    return text;
}

std::string moves_text(const GameRecord& record) {
    MoveText text;
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        const MoveRecord& move = record.moves[i];
        if (i % 2 == 0) text.add(fmt::format("{}.", i / 2 + 1));
        text.add(move.move.empty() ? std::string(kNoMove) : only_a_word(word_of_move(move.move)));
        text.add_comment(comment_of(move));
    }
    text.add(result_of(record));
    return text.text();
}

}  // namespace

std::string to_pgn(const GameRecord& record, const PgnHeading& heading) {
    const auto white = static_cast<std::size_t>(record.first);
    const std::size_t black = 1 - white;
    TagWriter tags;
    tags.add("Event", heading.event);
    tags.add("Site", "?");
    tags.add("Date", date_of(heading.ended));
    tags.add("Round", heading.round);
    tags.add("White", record.players[white].name);
    tags.add("Black", record.players[black].name);
    tags.add("Result", result_of(record));
    tags.add("Game", record.game);
    tags.add("Edition", record.edition);
    tags.add("SetUp", "1");
    tags.add("FEN", record.start);
    tags.add("TimeControl",
             record.bank > Seconds{0} ? number(record.bank.count()) : std::string(kNoClock));
    tags.add("Termination", termination(record.reason));
    tags.add("Reason", to_text(record.reason));
    if (!record.sentence.empty()) tags.add("Sentence", record.sentence);
    tags.add("First", fmt::format("{}", record.first));
    tags.add("Seed", fmt::format("{}", record.seed));
    if (record.komi != 0) tags.add("Komi", fmt::format("{}", record.komi));
    if (record.odds != 1) tags.add("Odds", number(record.odds));
    tags.add("HostSpeed", number(record.host_speed));
    for (const auto& [name, player] : {std::pair{"White", white}, std::pair{"Black", black}}) {
        const std::string side = name;
        tags.add(side + "Points", fmt::format("{}", record.points[player]));
        tags.add(side + "Spec", record.players[player].spec);
        tags.add(side + "Clock", record.players[player].clock);
        tags.add(side + "Sandbox", record.players[player].confinement);
    }
    return fmt::format("{}\n{}\n\n", tags.text(), moves_text(record));
}

}  // namespace zerosum
