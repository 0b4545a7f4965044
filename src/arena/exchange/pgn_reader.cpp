#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "arena/exchange/pgn.h"
#include "arena/exchange/pgn_words.h"
#include "arena/play/edition.h"
#include "core/text.h"
#include "games/registry.h"
#include "players/programs/ugi_move.h"

namespace zerosum {

namespace {

// One game of a file: its tags, and its moves with the comment after each.
struct PgnGame {
    std::map<std::string, std::string> tags;
    struct Turn {
        std::string move;
        std::string comment;
    };
    std::vector<Turn> turns;
    bool ended = false;  // its result was read
};

bool is_result(std::string_view word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

bool is_move_number(std::string_view word) {
    return word.size() > 1 && word.back() == '.' &&
           word.find_first_not_of("0123456789") >= word.find('.');
}

class PgnReader {
 public:
    explicit PgnReader(std::string_view text) : text_(text) {}

    [[nodiscard]] Result<std::vector<PgnGame>> read() {
        while (skip_blanks()) {
            const Result<void> read = peek() == '[' ? read_tag() : read_move();
            if (!read) return tl::unexpected(read.error());
        }
        if (!games_.empty() && !games_.back().ended)
            return fail("game {}: found the end of the file, expected a result such as 1-0",
                        games_.size());
        return std::move(games_);
    }

 private:
    [[nodiscard]] char peek() const { return text_[at_]; }
    [[nodiscard]] bool skip_blanks() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(peek())) != 0) {
            if (peek() == '\n') ++line_;
            ++at_;
        }
        return at_ < text_.size();
    }
    // All up to one of these characters, which is not taken.
    [[nodiscard]] std::string take_until(std::string_view ends) {
        const std::size_t end = std::min(text_.size(), text_.find_first_of(ends, at_));
        std::string taken(text_.substr(at_, end - at_));
        at_ = end;
        return taken;
    }

    [[nodiscard]] Result<void> read_tag() {
        if (games_.empty() || games_.back().ended || !games_.back().turns.empty())
            games_.emplace_back();
        ++at_;
        const std::string name = take_until(" \"]\n");
        (void)skip_blanks();
        if (at_ >= text_.size() || peek() != '"') return bad("expected [Name \"value\"]");
        std::string value;
        for (++at_; at_ < text_.size() && peek() != '"' && peek() != '\n'; ++at_) {
            if (peek() == '\\' && at_ + 1 < text_.size()) ++at_;
            value += peek();
        }
        if (text_.substr(std::min(at_, text_.size()), 2) != "\"]")
            return bad(fmt::format("the value of tag {} does not end", printable(name)));
        at_ += 2;
        games_.back().tags[name] = value;
        return {};
    }

    [[nodiscard]] Result<void> read_move() {
        if (games_.empty() || games_.back().ended)
            return bad(fmt::format("found '{}', expected a tag such as [Event \"?\"]",
                                   printable(take_until(" \t\r\n"))));
        PgnGame& game = games_.back();
        if (peek() == '{') {
            ++at_;
            std::string comment = take_until("}");
            if (at_ >= text_.size()) return bad("a comment does not end");
            ++at_;
            for (char& c : comment) {
                if (c == '\n') ++line_;
                if (c == '\n' || c == '\r') c = ' ';
            }
            if (!game.turns.empty()) game.turns.back().comment = comment;
            return {};
        }
        const std::string word = take_until(" \t\r\n{");
        if (is_result(word)) {
            game.ended = true;
        } else if (!is_move_number(word)) {
            game.turns.push_back({word, {}});
        }
        return {};
    }

    [[nodiscard]] tl::unexpected<Error> bad(std::string_view what) const {
        return fail("line {}: {}", line_, what);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    std::vector<PgnGame> games_;
};

// Reads what comment_of wrote; anything else is left alone.
void read_comment(std::string_view comment, MoveRecord& move) {
    for (const std::string_view word : split(comment, ' ')) {
        const std::size_t slash = word.find('/');
        if (slash != std::string_view::npos && !move.score) {
            const std::string_view score = word.substr(word.starts_with('+') ? 1 : 0);
            std::string_view depth = word.substr(slash + 1);
            const bool exact = depth.ends_with('!');
            if (exact) depth.remove_suffix(1);
            const auto points = parse_int(score.substr(0, score.find('/')));
            const auto plies = parse_int(depth);
            if (!points || !plies || !std::in_range<Score>(*points) || !std::in_range<int>(*plies))
                return;
            move.score = static_cast<Score>(*points);
            move.depth = static_cast<int>(*plies);
            move.exact = exact;
        } else if (word.ends_with('s')) {
            const auto seconds = parse_decimal(word.substr(0, word.size() - 1));
            if (!seconds) return;
            move.cpu = Seconds{*seconds};
            const auto why = static_cast<std::size_t>(word.data() + word.size() - comment.data());
            if (move.passed()) move.why = std::string(trim(comment.substr(why)));
            return;
        }
    }
}

class RecordMaker {
 public:
    explicit RecordMaker(const PgnGame& game) : game_(game) {}

    [[nodiscard]] Result<GameRecord> make() {
        GameRecord record;
        const Result<std::string> name = required("Game");
        if (!name) return tl::unexpected(name.error());
        const Result<const AnyGame*> game = find_game(*name);
        if (!game) return tl::unexpected(game.error());
        const Result<std::string> start = required("FEN");
        if (!start) return tl::unexpected(start.error());
        Result<PositionPtr> position = (*game)->parse_line(*start);
        if (!position) return fail("tag FEN: {}", position.error().message);
        record.game = *name;
        record.start = (*position)->line();
        record.edition = tag("Edition", std::string((*game)->edition()));
        if (Result<void> read = read_tags(record); !read) return tl::unexpected(read.error());
        if (Result<void> played = play_moves(**position, record); !played)
            return tl::unexpected(played.error());
        return record;
    }

 private:
    [[nodiscard]] std::string tag(const std::string& name, std::string otherwise) const {
        const auto it = game_.tags.find(name);
        return it == game_.tags.end() ? std::move(otherwise) : it->second;
    }
    [[nodiscard]] Result<std::string> required(const std::string& name) const {
        const auto it = game_.tags.find(name);
        if (it == game_.tags.end())
            return fail("found no tag {}, expected a game that zerosum convert wrote", name);
        return it->second;
    }
    [[nodiscard]] Result<double> number_of(const std::string& name, double otherwise) const {
        const auto it = game_.tags.find(name);
        if (it == game_.tags.end()) return otherwise;
        const std::optional<double> value = parse_decimal(it->second);
        if (!value)
            return fail("tag {}: found '{}', expected a number", name, printable(it->second));
        return *value;
    }
    // 0 where the tag is not there.
    [[nodiscard]] Result<int> whole_number(const std::string& name, int least, int most) const {
        const auto it = game_.tags.find(name);
        if (it == game_.tags.end()) return 0;
        const std::optional<std::int64_t> value = parse_int(it->second);
        if (!value || *value < least || *value > most)
            return fail("tag {}: found '{}', expected a whole number from {} to {}", name,
                        printable(it->second), least, most);
        return static_cast<int>(*value);
    }

    [[nodiscard]] Result<void> read_tags(GameRecord& record) const {
        const Result<int> first = whole_number("First", 0, 1);
        if (!first) return tl::unexpected(first.error());
        record.first = *first;
        const auto white = static_cast<std::size_t>(*first);
        const std::string sides[] = {"White", "Black"};
        for (std::size_t side = 0; side < 2; ++side) {
            const std::size_t player = side == 0 ? white : 1 - white;
            const std::string& who = sides[side];
            const Result<std::string> name = required(who);
            if (!name) return tl::unexpected(name.error());
            record.players[player] = {*name, tag(who + "Spec", *name), tag(who + "Clock", "none"),
                                      tag(who + "Sandbox", "none")};
            const Result<Score> points =
                whole_number(who + "Points", std::numeric_limits<Score>::min(),
                             std::numeric_limits<Score>::max());
            if (!points) return tl::unexpected(points.error());
            record.points[player] = *points;
        }
        const std::string seed = tag("Seed", "0");
        const auto bytes = std::from_chars(seed.data(), seed.data() + seed.size(), record.seed);
        if (bytes.ec != std::errc{} || bytes.ptr != seed.data() + seed.size())
            return fail("tag Seed: found '{}', expected a whole number", printable(seed));
        if (tag("TimeControl", std::string(kNoClock)) != kNoClock) {
            const Result<double> bank = number_of("TimeControl", 0);
            if (!bank) return tl::unexpected(bank.error());
            record.bank = Seconds{*bank};
        }
        const Result<Score> komi = whole_number("Komi", -kMostKomi, kMostKomi);
        const Result<double> odds = number_of("Odds", 1);
        const Result<double> speed = number_of("HostSpeed", 0);
        if (!komi) return tl::unexpected(komi.error());
        if (!odds) return tl::unexpected(odds.error());
        if (*odds <= 0) return fail("tag Odds: found '{}', expected more than 0", *odds);
        if (!speed) return tl::unexpected(speed.error());
        record.komi = *komi;
        record.odds = *odds;
        record.host_speed = *speed;
        return read_end(record);
    }

    [[nodiscard]] Result<void> read_end(GameRecord& record) const {
        const Result<std::string> result = required("Result");
        if (!result) return tl::unexpected(result.error());
        if (!is_result(*result))
            return fail("tag Result: found '{}', expected 1-0, 0-1, 1/2-1/2 or *",
                        printable(*result));
        record.winner = *result == "1-0" ? record.first : *result == "0-1" ? 1 - record.first : -1;
        const std::string reason = tag("Reason", record.winner >= 0     ? "points"
                                                 : *result == "1/2-1/2" ? "draw"
                                                                        : "aborted");
        const std::optional<EndReason> known = parse_end_reason(reason);
        if (!known) return fail("tag Reason: '{}' is not known", printable(reason));
        record.reason = *known;
        record.sentence = tag("Sentence", "");
        return {};
    }

    [[nodiscard]] Result<void> play_moves(AnyPosition& position, GameRecord& record) const {
        std::array<Seconds, 2> left{record.bank, record.bank};
        left[0] /= record.odds;
        for (std::size_t i = 0; i < game_.turns.size(); ++i) {
            const PgnGame::Turn& turn = game_.turns[i];
            MoveRecord move;
            move.player = i % 2 == 0 ? record.first : 1 - record.first;
            move.position = position.line();
            if (turn.move == kPass) {
                move.move = kPass;
                position.pass();
            } else if (turn.move != kNoMove) {
                if (position.over()) return fail("move {}: the game is over", i + 1);
                const Judged<AnyMove> legal = position.parse_move(move_of_word(turn.move));
                if (!legal) return fail("move {}: {}", i + 1, legal.error().sentence);
                move.move = position.move_name(*legal);
                move.gain = position.play(*legal);
            }
            read_comment(turn.comment, move);
            const auto player = static_cast<std::size_t>(move.player);
            left[player] -= move.cpu;
            move.bank_left = record.bank == Seconds{0} ? Seconds{0} : left[player];
            record.cpu[player] += move.cpu;
            record.moves.push_back(std::move(move));
        }
        return {};
    }

    const PgnGame& game_;
};

}  // namespace

bool looks_like_pgn(std::string_view text) {
    const std::string_view start = trim(without_byte_order_mark(text).substr(0, 200));
    return start.size() > 1 && start[0] == '[' &&
           std::isalpha(static_cast<unsigned char>(start[1])) != 0;
}

Result<std::vector<GameRecord>> parse_pgn(std::string_view text) {
    const Result<std::vector<PgnGame>> games = PgnReader(without_byte_order_mark(text)).read();
    if (!games) return tl::unexpected(games.error());
    std::vector<GameRecord> records;
    for (const PgnGame& game : *games) {
        Result<GameRecord> record = RecordMaker(game).make();
        if (!record) return fail("game {}: {}", records.size() + 1, record.error().message);
        records.push_back(std::move(*record));
    }
    return records;
}

}  // namespace zerosum
