#pragma once
// The search behind the exact solver: is the value of a position at least `goal`? Alpha-beta in a
// window of no width, over the form of the game that position_form.h describes, with a table of
// proved bounds. No estimate enters it; what it says is proved. Several threads may answer one
// question together, each with a search of its own (proof_team.h).

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "search/limits.h"
#include "search/position_form.h"
#include "search/proof_table.h"
#include "search/proof_team.h"

namespace zerosum {

template <typename Form>
class ProofSearch {
 public:
    using Board = typename Form::Board;

    // `nodes` have been looked at before: the limits count them too.
    ProofSearch(const Form& form, ProofTable& table, StopCheck& stop, std::uint64_t nodes = 0,
                ProofTeam* team = nullptr)
        : form_(form), table_(table), stop_(stop), team_(team), nodes_(nodes) {}

    // The value of a move that gains `gain` and leaves `after`, asked whether it is at least
    // `goal`:
    //   result >= goal: yes, and the value is at least the result
    //   result < goal:  no, and the value is at most the result
    // When the search was told to stop (see `stopped`) the result means nothing.
    [[nodiscard]] Score move_value(Score gain, const Board& after, Score goal) {
        return *move_value(gain, after, goal, Busy::Join);
    }

    // Whether a position that another thread is at work on is searched all the same.
    enum class Busy { Join, Leave };
    // The same. Nothing: the board after the move was left to another thread.
    [[nodiscard]] std::optional<Score> move_value(Score gain, const Board& after, Score goal,
                                                  Busy busy) {
        frame(0, after).board = after;
        const Score reply = value(0, gain - goal + 1, busy);
        if (reply == left_to_another) return std::nullopt;
        return gain - reply;
    }

    [[nodiscard]] bool stopped() const {
        return stop_.stopped() || (team_ != nullptr && team_->dismissed());
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }  // boards looked at

 private:
    // A move to be searched, and the board after it where that is known already.
    struct Choice {
        Score rank = 0;  // the highest is tried first
        Score tie = 0;
        int index = 0;  // in the list of candidates
        std::size_t child = 0;
    };
    struct Frame {
        Board board;
        typename Form::Facts facts;
        typename Form::Candidates candidates;
        std::vector<Choice> choices;
        std::vector<Board> children;
        explicit Frame(const Board& b) : board(b) {}
    };
    // What the loop over the moves has found so far.
    struct Best {
        Score score = -score_infinity;
        int index = -1;
        void hear(Score value, int which) {
            if (value > score) index = which;
            hear(value);
        }
        // Of a move that only bounds speak for: nothing says that it is a good one.
        void hear(Score value) { score = std::max(score, value); }
    };

    // From so many moves on, every child is looked at before one is searched.
    static constexpr std::size_t wide = 18;
    static constexpr Score table_move_rank = score_infinity;
    static constexpr Score put_off_rank = -score_infinity;  // another thread was at work on it
    static constexpr Score left_to_another = std::numeric_limits<Score>::min();

    Score value(std::size_t ply, Score goal, Busy busy);
    void choose(Frame& here, Score goal, int first, Best& best) const;
    void look_ahead(std::size_t ply, Score goal, int first, Best& best);
    void search(std::size_t ply, Score goal, Best& best);

    // The frame at `ply`, which is at most one below the deepest so far.
    Frame& frame(std::size_t ply, const Board& like) {
        if (frames_.size() <= ply) frames_.emplace_back(like);
        return frames_[ply];
    }

    const Form& form_;
    ProofTable& table_;
    StopCheck& stop_;
    ProofTeam* team_;  // none: this thread works alone
    std::deque<Frame> frames_;
    std::uint64_t nodes_;
};

// --------------------------------------------------------------------------------------------
// Is the value of the board in frame `ply` at least `goal`? Answers as move_value does, or that it
// was left to another thread.
template <typename Form>
Score ProofSearch<Form>::value(std::size_t ply, Score goal, Busy busy) {
    Frame& here = frames_[ply];

    // 1. Limits, and the end of the game.
    ++nodes_;
    if (stop_(nodes_) || stopped()) return 0;
    if (form_.over(here.board)) return 0;

    // 2. What is proved without a search, and what was proved before.
    const Key key = form_.read(here.board, here.facts);
    table_.prefetch(key);
    const Outlook outlook = form_.weigh(here.facts);
    goal = outlook.possible_from(goal);
    if (outlook.lower >= goal) return outlook.lower;
    if (outlook.upper < goal) return outlook.upper;
    const ProvedBounds known = table_.probe(key);
    if (known.lower >= goal) return known.lower;
    if (known.upper < goal) return known.upper;
    if (busy == Busy::Leave && team_->claimed(key)) return left_to_another;

    // 3. The moves, without those whose bounds settle the question.
    const std::uint64_t nodes_before = nodes_;
    Best best;
    choose(here, goal, known.move, best);

    // 4. Where there are many: a look at every child, which may settle it as well.
    here.children.clear();
    if (best.score < goal && here.choices.size() >= wide) look_ahead(ply, goal, known.move, best);

    // 5. The others, until one reaches the goal.
    if (best.score < goal) {
        std::optional<ProofTeam::Claim> claim;
        if (team_ != nullptr) claim.emplace(*team_, key);
        search(ply, goal, best);
    }
    if (stopped()) return 0;

    // 6. Remember the proof.
    const bool yes = best.score >= goal;
    table_.store(key,
                 {yes ? best.score : std::max(known.lower, outlook.lower),
                  yes ? std::min(known.upper, outlook.upper) : best.score, best.index},
                 nodes_ - nodes_before + 1);
    if (team_ != nullptr && table_.crowded()) team_->ask_for_room();
    return best.score;
}

// By gain, then by what is proved of them.
template <typename Form>
void ProofSearch<Form>::choose(Frame& here, Score goal, int first, Best& best) const {
    form_.candidates(here.board, here.facts, here.candidates);
    here.choices.clear();
    for (std::size_t i = 0; i < here.candidates.size(); ++i) {
        const auto& move = here.candidates[i];
        const int index = static_cast<int>(i);
        if (move.lower >= goal) return best.hear(move.lower, index);
        if (move.upper < goal)
            best.hear(move.upper);
        else
            here.choices.push_back(
                {index == first ? table_move_rank : move.gain, move.lower, index, 0});
    }
}

// "Enhanced transposition cutoffs" (Plaat, Schaeffer, Pijls, de Bruin, "Exploiting graph
// properties of game trees", 1996): a child that the table knows may settle the question, or its
// own move. The others are ranked anew: a board with few groups left is solved quickly.
template <typename Form>
void ProofSearch<Form>::look_ahead(std::size_t ply, Score goal, int first, Best& best) {
    Frame& here = frames_[ply];
    Frame& next = frame(ply + 1, here.board);
    std::size_t kept = 0;
    for (const Choice& choice : here.choices) {
        const auto& move = here.candidates[static_cast<std::size_t>(choice.index)];
        form_.play(here.board, move, next.board);
        ++nodes_;
        if (stop_(nodes_)) return here.choices.clear();
        if (form_.over(next.board)) {
            best.hear(move.gain, choice.index);
            if (best.score >= goal) return;
            continue;
        }
        const Key key = form_.read(next.board, next.facts);
        table_.prefetch(key);
        const Outlook outlook = form_.weigh(next.facts);
        const ProvedBounds known = table_.probe(key);
        const Score lower = std::max(outlook.lower, known.lower);
        const Score upper = std::min(outlook.upper, known.upper);
        if (move.gain - upper >= goal) return best.hear(move.gain - upper, choice.index);
        if (move.gain - lower < goal) {
            best.hear(move.gain - lower);
            continue;
        }
        const Score rank =
            choice.index == first ? table_move_rank : move.gain - form_.groups(next.board);
        here.choices[kept++] = {rank, choice.tie, choice.index, here.children.size()};
        here.children.push_back(next.board);
    }
    here.choices.resize(kept);
}

template <typename Form>
void ProofSearch<Form>::search(std::size_t ply, Score goal, Best& best) {
    Frame& here = frames_[ply];
    Frame& next = frame(ply + 1, here.board);
    const bool known_children = !here.children.empty();
    // All go for the first move, and part below it.
    for (Busy busy = Busy::Join; !here.choices.empty();
         busy = team_ != nullptr ? Busy::Leave : Busy::Join) {
        // The first move mostly settles the question: no need to sort.
        auto chosen = std::max_element(here.choices.begin(), here.choices.end(),
                                       [](const Choice& a, const Choice& b) {
                                           return a.rank != b.rank ? a.rank < b.rank
                                                  : a.tie != b.tie ? a.tie < b.tie
                                                                   : a.index > b.index;
                                       });
        Choice choice = *chosen;
        *chosen = here.choices.back();
        here.choices.pop_back();
        const auto& move = here.candidates[static_cast<std::size_t>(choice.index)];
        if (known_children)
            next.board = here.children[choice.child];
        else
            form_.play(here.board, move, next.board);
        const Score reply =
            value(ply + 1, move.gain - goal + 1, choice.rank == put_off_rank ? Busy::Join : busy);
        if (reply == left_to_another) {
            choice.rank = put_off_rank;
            here.choices.push_back(choice);
            continue;
        }
        best.hear(move.gain - reply, choice.index);
        if (best.score >= goal || stopped()) return;
    }
}

}  // namespace zerosum
