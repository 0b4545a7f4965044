#include "arena/review/review_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "arena/report/document.h"
#include "core/counted.h"
#include "core/text.h"
#include "games/registry.h"

namespace zerosum {

namespace {

using ReviewJson = nlohmann::ordered_json;

constexpr std::size_t kLongestName = 60;

std::string name_of(const GameRecord& record, int player) {
    return printable(record.players[static_cast<std::size_t>(player)].name, kLongestName);
}

PositionPtr board_before(const GameRecord& record, const ReviewedMove& move) {
    // review_game has read it before.
    return *(*find_game(record.game))->parse_line(record.moves[move.number].position);
}

std::string turn_name(const AnyPosition& position, const std::optional<AnyMove>& move) {
    return move ? position.move_name(*move) : std::string(kPass);
}

bool has_clock(const GameRecord& record, int player) {
    return record.bank > Seconds{0} &&
           record.players[static_cast<std::size_t>(player)].clock != "none";
}

// What a player began with.
Seconds bank_of(const GameRecord& record, int player) {
    return player == 0 ? record.bank / record.odds : record.bank;
}

std::string brief(Seconds time) {
    if (time < Seconds{0.001}) return "under 1 ms";
    if (time < Seconds{1}) return fmt::format("{:.0f} ms", time.count() * 1000);
    return fmt::format("{:.{}f} s", time.count(), time < Seconds{10} ? 1 : 0);
}

std::string accuracy_text(const std::optional<double>& accuracy) {
    return accuracy ? fmt::format("{:.1f}", *accuracy) : "-";
}

std::string moment_sentence(const GameRecord& record, const ReviewedMove& move) {
    const PositionPtr before = board_before(record, move);
    const std::vector<std::string> line = line_names(*before, move.line);
    std::string text =
        fmt::format("move {}: {} played {} and lost {} ({}); {} was better", move.number + 1,
                    name_of(record, move.player), turn_name(*before, move.played),
                    counted(move.lost, before->game().info().score_unit), to_text(move.grounds),
                    turn_name(*before, move.best));
    if (line.size() > 1)
        text += fmt::format(", then {}",
                            fmt::join(line.begin() + 1,
                                      line.begin() + static_cast<std::ptrdiff_t>(
                                                         std::min<std::size_t>(line.size(), 6)),
                                      ", "));
    return text;
}

// "ann by 12", "a draw": who wins with best play, komi included. The margin is side 1's.
std::string winner_by(const GameRecord& record, const ReviewedMove& move, Score margin) {
    const bool mover_is_one = board_before(record, move)->mover() == Side::One;
    const int one = mover_is_one ? move.player : 1 - move.player;
    const Score lead = margin + (one == record.first ? -record.komi : record.komi);
    if (lead == 0) return "a draw";
    return fmt::format("{} by {}", name_of(record, lead > 0 ? one : 1 - one), std::abs(lead));
}

std::string turn_sentence(const GameRecord& record, const ReviewedMove& move) {
    return fmt::format("with best play before it: {}; after it: {}",
                       winner_by(record, move, move.margin),
                       winner_by(record, move, move.margin_after));
}

// The board before a move: what was played in [ ], what was better in { }.
//
//       A  B  C
//    1 [0][0] 1
//    2  1 {2}{2}
std::string marked_board(const GameRecord& record, const ReviewedMove& move) {
    const PositionPtr before = board_before(record, move);
    const auto cells_of = [&](const std::optional<AnyMove>& played) {
        return played ? before->affected(*played) : std::vector<Cell>{};
    };
    const std::vector<Cell> played = cells_of(move.played);
    const std::vector<Cell> better = cells_of(move.best);
    const auto holds = [](const std::vector<Cell>& cells, Cell cell) {
        return std::find(cells.begin(), cells.end(), cell) != cells.end();
    };
    const std::vector<std::string> rows = before->rows();
    const std::vector<std::vector<int>> values = before->values();
    const GameInfo& info = before->game().info();
    const int width = values.empty() ? 1 : 3;  // of what stands in a cell
    std::string out = "    ";
    for (int column = 0; column < before->size(); ++column)
        out += fmt::format(" {:>{}} ", column_name(column), width);
    for (int row = 0; row < before->size(); ++row) {
        out += fmt::format("\n{:>3} ", row + 1);
        for (int column = 0; column < before->size(); ++column) {
            const auto r = static_cast<std::size_t>(row);
            const auto c = static_cast<std::size_t>(column);
            const char held = rows[r][c] == info.empty ? '.' : rows[r][c];
            const std::string text =
                values.empty() ? std::string(1, held) : fmt::format("{}{}", values[r][c], held);
            const bool is_played = holds(played, {row, column});
            const bool is_better = !is_played && holds(better, {row, column});
            out += fmt::format("{}{:>{}}{}",
                               is_played   ? '['
                               : is_better ? '{'
                                           : ' ',
                               text, width,
                               is_played   ? ']'
                               : is_better ? '}'
                                           : ' ');
        }
    }
    return out + "\n";
}

const std::vector<std::string> kColumns{"move", "player", "played", "best", "lost",
                                        "par",  "known",  "cpu",    "left", "time"};

std::string_view word_of(TimeUse use) {
    switch (use) {
        case TimeUse::Hasty:
            return "in haste";
        case TimeUse::Wasted:
            return "for nothing";
        case TimeUse::Fair:
            break;
    }
    return "";
}

std::vector<std::string> row_of(const GameRecord& record, const ReviewedMove& move, TimeUse use) {
    const PositionPtr before = board_before(record, move);
    const MoveRecord& played = record.moves[move.number];
    return {fmt::format("{}", move.number + 1),
            name_of(record, move.player),
            turn_name(*before, move.played),
            move.lost == 0 ? std::string{} : turn_name(*before, move.best),
            move.lost == 0 ? std::string{} : fmt::format("{}", move.lost),
            fmt::format("{:.1f}", move.par),
            std::string(to_text(move.grounds)),
            has_clock(record, move.player) ? brief(played.cpu) : "-",
            has_clock(record, move.player) ? brief(played.bank_left) : "-",
            std::string(word_of(use))};
}

std::string summary_of(const GameRecord& record, const GameReview& review, int player) {
    Score lost = 0;
    std::int64_t moves = 0;
    std::int64_t best = 0;
    std::int64_t hasty = 0;
    Seconds cpu{0};
    for (std::size_t i = 0; i < review.moves.size(); ++i) {
        const ReviewedMove& move = review.moves[i];
        if (move.player != player) continue;
        ++moves;
        lost += move.lost;
        best += move.lost == 0 ? 1 : 0;
        hasty += review.time[i] == TimeUse::Hasty ? 1 : 0;
        cpu += record.moves[move.number].cpu;
    }
    std::string text =
        fmt::format("{}: accuracy {}, lost {} in {}, {} of them best", name_of(record, player),
                    accuracy_text(review.accuracy[static_cast<std::size_t>(player)]), lost,
                    counted(moves, "move"), best);
    if (has_clock(record, player))
        text += fmt::format("; used {} of {}", brief(cpu), brief(bank_of(record, player)));
    if (hasty > 0) text += fmt::format("; {} lost points in haste", counted(hasty, "move"));
    return text;
}

std::string title_of(const GameRecord& record) {
    return fmt::format("{} : {}, {} : {}", name_of(record, 0), name_of(record, 1), record.points[0],
                       record.points[1]);
}

// "ann has +7 for going second"; empty without komi.
std::string komi_sentence(const GameRecord& record) {
    if (record.komi == 0) return {};
    return fmt::format("{} has {:+} for going second", name_of(record, 1 - record.first),
                       record.komi);
}

// "move 6: ..." as it stands in a text: "Move 6: ....". Names keep their letters.
std::string as_sentence(std::string text) {
    if (text.starts_with("move ")) text.front() = 'M';
    if (text.starts_with("with ")) text.front() = 'W';
    return text + ".";
}

std::string ending_of(const GameRecord& record) {
    return printable(ending(record), 500);
}

constexpr std::array<std::string_view, 5> kMeanings{
    "lost: points against the best move.",
    "par: what a move picked blindly would have lost on average.",
    "accuracy: 100 less the part of par that was lost.",
    "known: how, by proof, by the game's rule of thumb (believed), or by a search alone.",
    "in haste: points were lost in under a tenth of the time that the move could have had."};

}  // namespace

std::string time_sentence(const GameRecord& record, const ReviewedMove& move, TimeUse use) {
    if (use == TimeUse::Fair) return {};
    const MoveRecord& played = record.moves[move.number];
    const std::string left = brief(played.bank_left + played.cpu);
    if (use == TimeUse::Hasty)
        return fmt::format("{} moved in {} with {} left", name_of(record, move.player),
                           brief(played.cpu), left);
    return fmt::format("{} spent {} of {} where every move was worth the same",
                       name_of(record, move.player), brief(played.cpu), left);
}

std::string review_text(const GameRecord& record, const GameReview& review) {
    std::string out = fmt::format("{}\n{}\n\n", title_of(record), ending_of(record));
    for (const int player : {0, 1}) out += summary_of(record, review, player) + "\n";
    if (const std::string komi = komi_sentence(record); !komi.empty()) out += komi + "\n";
    out += review.moments.empty() ? "\nno move lost anything\n" : "\nwhat decided it\n";
    for (const std::size_t i : review.moments) {
        const ReviewedMove& move = review.moves[i];
        out += "  " + moment_sentence(record, move) + "\n";
        out += "  " + turn_sentence(record, move) + "\n";
        if (const std::string time = time_sentence(record, move, review.time[i]); !time.empty())
            out += "  " + time + "\n";
        out += "\n" + marked_board(record, move) + "\n";
    }
    std::vector<std::vector<std::string>> rows{kColumns};
    for (std::size_t i = 0; i < review.moves.size(); ++i)
        rows.push_back(row_of(record, review.moves[i], review.time[i]));
    std::vector<std::size_t> width(kColumns.size());
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
    if (review.moments.empty()) out += "\n";
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += i == 0 || i == 4 || i == 5 || i == 7 || i == 8
                        ? fmt::format("{:>{}}  ", row[i], width[i])
                        : fmt::format("{:<{}}  ", row[i], width[i]);
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out + fmt::format("\n{}\n", fmt::join(kMeanings, "\n"));
}

std::string review_html(const GameRecord& record, const GameReview& review) {
    Document document("Review: " + title_of(record));
    document.paragraph(ending_of(record) + ".");
    for (const int player : {0, 1}) document.paragraph(summary_of(record, review, player) + ".");
    if (const std::string komi = komi_sentence(record); !komi.empty())
        document.paragraph(komi + ".");
    document.heading("What decided it");
    document.paragraph(review.moments.empty() ? "No move lost anything."
                                              : "Each board is the one before the move: what was "
                                                "played in [ ], what was better in { }.");
    for (const std::size_t i : review.moments) {
        const ReviewedMove& move = review.moves[i];
        std::string said = as_sentence(moment_sentence(record, move)) + " " +
                           as_sentence(turn_sentence(record, move));
        if (const std::string time = time_sentence(record, move, review.time[i]); !time.empty())
            said += " " + time + ".";
        document.paragraph(said);
        document.code(marked_board(record, move));
    }
    document.heading("Every move");
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < review.moves.size(); ++i)
        rows.push_back(row_of(record, review.moves[i], review.time[i]));
    document.table(kColumns, std::move(rows));
    for (const std::string_view meaning : kMeanings) document.paragraph(std::string(meaning));
    return document.html();
}

ReviewJson review_json(const GameRecord& record, const GameReview& review) {
    const auto rounded = [](double x) { return std::round(x * 10) / 10; };
    ReviewJson players = ReviewJson::array();
    for (const std::size_t player : {0U, 1U}) {
        const std::optional<double>& share = review.accuracy[player];
        players.push_back({{"name", record.players[player].name},
                           {"accuracy", share ? ReviewJson(rounded(*share)) : ReviewJson()}});
    }
    ReviewJson moves = ReviewJson::array();
    for (std::size_t i = 0; i < review.moves.size(); ++i) {
        const ReviewedMove& move = review.moves[i];
        const PositionPtr before = board_before(record, move);
        const MoveRecord& played = record.moves[move.number];
        ReviewJson json{{"number", move.number + 1},
                        {"player", move.player},
                        {"move", turn_name(*before, move.played)},
                        {"best", turn_name(*before, move.best)},
                        {"line", line_names(*before, move.line)},
                        {"lost", move.lost},
                        {"par", rounded(move.par)},
                        {"grounds", to_text(move.grounds)},
                        {"margin", move.margin},
                        {"cpu", played.cpu.count()}};
        if (record.bank > Seconds{0}) json["bank_left"] = played.bank_left.count();
        if (const std::string time = time_sentence(record, move, review.time[i]); !time.empty())
            json["time"] = time;
        moves.push_back(std::move(json));
    }
    ReviewJson moments = ReviewJson::array();
    for (const std::size_t i : review.moments) moments.push_back(review.moves[i].number + 1);
    return {{"game", record.game},
            {"players", std::move(players)},
            {"moments", std::move(moments)},
            {"moves", std::move(moves)}};
}

}  // namespace zerosum
