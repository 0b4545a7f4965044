#include "app/terminal/look_back.h"

#include <algorithm>

#include "app/terminal/wording.h"
#include "arena/review/review_report.h"
#include "core/counted.h"

namespace zerosum::terminal {

namespace {

std::string accuracy_text(const GameInPlay& game, const GameReview& review) {
    std::string text = "Accuracy:";
    for (const std::size_t player : {kYou, kOpponent}) {
        const std::optional<double>& share = review.accuracy[player];
        text += fmt::format("{} {} {}", player == kYou ? "" : ",", player_name(game, player),
                            share ? fmt::format("{:.0f}", *share) : "-");
    }
    return text + ". 100 loses nothing, 0 is no better than picking blindly.";
}

std::string moments_text(const GameReview& review) {
    if (review.moments.empty()) return "No move lost anything.";
    std::vector<std::size_t> numbers;
    for (const std::size_t i : review.moments) numbers.push_back(review.moves[i].number + 1);
    return fmt::format("What decided it: move{} {}.", numbers.size() == 1 ? "" : "s",
                       fmt::join(numbers, ", "));
}

// Who would have won from here with best play, komi included.
std::string expectation(const GameInPlay& game, Score margin_of_side_one) {
    const bool you_are_one = game.side(kYou) == Side::One;
    const bool you_were_first = std::cmp_equal(game.record().first, kYou);
    const Score yours = (you_are_one ? margin_of_side_one : -margin_of_side_one) +
                        (you_were_first ? -game.record().komi : game.record().komi);
    if (yours == 0) return "With best play from here: a draw.";
    return fmt::format("With best play from here: {} by {}.",
                       player_name(game, yours > 0 ? kYou : kOpponent), yours > 0 ? yours : -yours);
}

}  // namespace

std::optional<LookBack> LookBack::at_the_end(const GameInPlay& game) {
    LookBack out(game);
    for (std::size_t i = 0; i < game.moves().size(); ++i)
        if (!game.moves()[i].move.empty()) out.shown_.push_back(i);
    if (out.shown_.empty()) return std::nullopt;
    out.at_ = out.shown_.size() - 1;
    out.look();
    return out;
}

void LookBack::step(int moves) {
    const auto last = static_cast<std::ptrdiff_t>(shown_.size()) - 1;
    at_ = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(at_) + moves, 0, last));
    look();
}

void LookBack::look() {
    before_ = *game_.position().game().parse_line(move().position);
    played_.reset();
    if (!move().passed()) played_ = *before_->parse_move(move().move);
}

const ReviewedMove* LookBack::verdict() const {
    return review_ ? &review_->moves[at_] : nullptr;
}

void LookBack::to_next_mistake() {
    if (!review_) return;
    for (std::size_t step = 1; step <= shown_.size(); ++step) {
        const std::size_t next = (at_ + step) % shown_.size();
        const ReviewedMove& move = review_->moves[next];
        if (move.lost == 0 || !std::cmp_equal(move.player, kYou)) continue;
        at_ = next;
        return look();
    }
}

std::vector<MarkedCells> LookBack::marks() const {
    std::vector<MarkedCells> marks;
    if (played_) marks.push_back({before_->affected(*played_), CellMark::Affected});
    const ReviewedMove* const known = verdict();
    if (known != nullptr && known->lost > 0 && known->best)
        marks.push_back({before_->affected(*known->best), CellMark::Better});
    return marks;
}

Cell LookBack::focus() const {
    return played_ ? before_->affected(*played_).front() : Cell{};
}

std::vector<PanelLine> LookBack::lines(int columns, std::optional<std::size_t> reviewed) const {
    std::vector<PanelLine> lines;
    const auto add = [&](std::string_view text, Tone tone = Tone::Normal) {
        for (std::string& line : wrapped(text, columns)) lines.push_back({std::move(line), tone});
    };
    add(fmt::format("Move {} of {}, the board before it", shown_[at_] + 1, game_.moves().size()),
        Tone::Strong);
    const std::string who = player_name(game_, static_cast<std::size_t>(move().player));
    add(played_ ? fmt::format("[ ] {} played {}: {}", who, move().move, before_->describe(*played_))
                : fmt::format("{} passed: {}", who, move().why));
    if (const ReviewedMove* const known = verdict()) {
        const std::string_view unit = before_->game().info().score_unit;
        if (known->lost > 0 && known->best) {
            add(fmt::format("It lost {} ({}).", counted(known->lost, unit),
                            to_text(known->grounds)),
                Tone::Warning);
            add(fmt::format("{{ }} {} was better: {}", before_->move_name(*known->best),
                            before_->describe(*known->best)));
            add(fmt::format("Expected: {}", line_names(*before_, known->line, 6)), Tone::Quiet);
        } else {
            add(known->par == 0 ? "Every move was worth the same." : "Nothing was better.");
        }
        add(expectation(game_, known->margin), Tone::Quiet);
        const std::string time = time_sentence(game_.record(), *known, review_->time[at_]);
        if (!time.empty()) add(time + ".", Tone::Quiet);
    }
    lines.emplace_back();
    if (review_) {
        add(accuracy_text(game_, *review_));
        add(moments_text(*review_));
    } else if (reviewed) {
        add(fmt::format("Reviewing: {} of {}...", *reviewed, counted(game_.moves().size(), "move")),
            Tone::Quiet);
    }
    lines.emplace_back();
    add(fmt::format("left, right: another move{}, q: back to the game",
                    review_ ? ", Tab: your next mistake" : ""),
        Tone::Quiet);
    return lines;
}

}  // namespace zerosum::terminal
