#pragma once
// The search behind the exact solver: is the value of a position at least `goal`? Alpha-beta with a
// null window, over the form of the game that form.h describes, with a table of proved bounds. No
// estimate enters it; its answers are proved. Several threads may answer one question together,
// each with a search of its own (proof_team.h).
//
// The same search can assume a rule of thumb (rule_of_thumb.h). Then it proves nothing, but it is
// many times as fast and nearly always right: the solver runs it first, for the value to start from
// and for moves to try first (Solver's estimate pass).

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "search/general/form.h"
#include "search/general/limits.h"
#include "search/general/proof_table.h"
#include "search/general/proof_team.h"
#include "search/general/rule_of_thumb.h"

namespace zerosum {

// What a search works with beside its own memory. All of it must outlive the search.
struct ProofTools {
    ProofTable& table;
    StopCheck& stop;
    ProofTeam* team = nullptr;                // none: this thread works alone
    std::optional<RuleOfThumb> assumed = {};  // none: everything is proved
};

template <typename Form>
class ProofSearch {
 public:
    using Board = typename Form::Board;

    ProofSearch(const Form& form, const ProofTools& tools) : form_(form), tools_(tools) {}

    // The value of a move that gains `gain` and leaves `after`, asked whether it is at least
    // `goal`:
    //   result >= goal: yes, and the value is at least the result
    //   result < goal:  no, and the value is at most the result
    // After a stop (see `stopped`) the result means nothing.
    [[nodiscard]] Score move_value(Score gain, const Board& after, Score goal) {
        return *move_value(gain, after, goal, Busy::Join);
    }

    // Whether a position that another thread is searching is searched as well.
    enum class Busy { Join, Leave };
    // The same. Nothing: the board after the move was left to another thread.
    [[nodiscard]] std::optional<Score> move_value(Score gain, const Board& after, Score goal,
                                                  Busy busy) {
        ++nodes_;
        const Score reply = value(0, after, form_.key(after), nullptr, gain - goal + 1, busy);
        if (reply == left_to_another) return std::nullopt;
        return gain - reply;
    }

    [[nodiscard]] bool stopped() const {
        return tools_.stop.stopped() || (tools_.team != nullptr && tools_.team->dismissed());
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }  // boards visited

 private:
    // The board after a move.
    struct Child {
        Board board;
        Key key = 0;
        std::optional<ProvedBounds> known;  // none: the table was not asked
        Score gain = 0;
        int move = 0;           // its index
        std::int64_t rank = 0;  // the highest is tried first
        explicit Child(const Board& like) : board(like) {}
    };
    struct Frame {
        typename Form::Facts facts;
        typename Form::Candidates candidates;
        std::vector<Child> children;    // made once, used again
        std::vector<std::size_t> open;  // those of them that are still to be searched
    };
    // What the loop over the moves has found so far.
    struct Best {
        Score score = -kScoreInfinity;
        int move = -1;
        void raise(Score value, int which) {
            if (value > score) move = which;
            raise(value);
        }
        // Of a move with only an upper bound: it is not known to be a good one.
        void raise(Score value) { score = std::max(score, value); }
    };

    static constexpr std::int64_t put_off = std::numeric_limits<std::int64_t>::min();
    static constexpr Score left_to_another = std::numeric_limits<Score>::min();

    Score value(std::size_t ply, const Board& board, Key key, const ProvedBounds* asked, Score goal,
                Busy busy);
    [[nodiscard]] Outlook outlook_of(const Board& board, Frame& here) const;
    void make(const Board& board, Frame& here, std::size_t from, std::size_t to, int first);
    void look_up(Frame& here, std::size_t from, std::size_t to, Score goal, Best& best) const;
    void search(std::size_t ply, Score goal, bool last, Busy& busy, Best& best);
    [[nodiscard]] static std::size_t most_promising(const Frame& here);

    // The frame at `ply`, which is at most one below the deepest so far.
    Frame& frame(std::size_t ply) {
        if (frames_.size() <= ply) frames_.emplace_back();
        return frames_[ply];
    }

    const Form& form_;
    ProofTools tools_;
    std::deque<Frame> frames_;
    std::uint64_t nodes_ = 0;
};

// --------------------------------------------------------------------------------------------
// Is the value of the board at least `goal`? Answers as move_value does, or that it was left to
// another thread. `asked`: what the table knows, none: it was not asked.
template <typename Form>
Score ProofSearch<Form>::value(std::size_t ply, const Board& board, Key key,
                               const ProvedBounds* asked, Score goal, Busy busy) {
    assert(goal > -kScoreInfinity && goal <= kScoreInfinity);
    assert(asked == nullptr || asked->lower <= asked->upper);
    Frame& here = frame(ply);

    // 1. Limits, and the end of the game.
    if (tools_.stop(nodes_) || stopped()) return 0;
    if (form_.over(board)) return 0;

    // 2. What is proved without a search. That is half of the boards. They are not worth a place in
    // the table, which is fetched meanwhile.
    const Outlook outlook = outlook_of(board, here);
    assert(outlook.lower <= outlook.upper && outlook.grain >= 1);
    goal = outlook.possible_from(goal);
    if (outlook.lower >= goal) return outlook.lower;
    if (outlook.upper < goal) return outlook.upper;
    const LeftOut left_out = form_.survey(board, here.facts, goal);
    if (left_out.settled >= 0) return left_out.value;
    if (left_out.all) return std::min(left_out.value, goal - outlook.grain);

    // 3. What was proved before.
    const ProvedBounds known = asked != nullptr ? *asked : tools_.table.probe(key);
    if (known.lower >= goal) return known.lower;
    if (known.upper < goal) return known.upper;
    if (busy == Busy::Leave && tools_.team->claimed(key)) return left_to_another;

    // 4. First the moves that gain most, then the others, until one reaches the goal.
    const std::uint64_t nodes_before = nodes_;
    std::optional<ProofTeam::Claim> claim;
    if (tools_.team != nullptr) claim.emplace(*tools_.team, key);
    Best best;
    best.raise(left_out.value);
    here.open.clear();
    Busy others = Busy::Join;  // all go for the first move, and part below it
    form_.shortlist(board, here.facts, goal, known.move, here.candidates);
    for (std::size_t from = 0, stage = 0; stage < 2; ++stage) {
        if (stage == 1) form_.add_others(board, here.facts, goal, known.move, here.candidates);
        const std::size_t to = here.candidates.size();
        make(board, here, from, to, known.move);
        if (stopped()) break;
        look_up(here, from, to, goal, best);
        if (best.score < goal) search(ply, goal, stage == 1, others, best);
        if (best.score >= goal || stopped()) break;
        from = to;
    }
    if (stopped()) return 0;

    // 5. Remember the proof.
    assert(best.score > -kScoreInfinity);
    const bool yes = best.score >= goal;
    if (!yes) best.score = std::min(best.score, goal - outlook.grain);
    const ProvedBounds proved{yes ? best.score : std::max(known.lower, outlook.lower),
                              yes ? std::min(known.upper, outlook.upper) : best.score, best.move};
    assert(tools_.assumed || proved.lower <= proved.upper);
    tools_.table.store(key, proved, nodes_ - nodes_before + 1);
    if (tools_.team != nullptr && tools_.table.crowded()) tools_.team->ask_for_room();
    return best.score;
}

template <typename Form>
Outlook ProofSearch<Form>::outlook_of(const Board& board, Frame& here) const {
    Outlook outlook = form_.weigh(board, here.facts);
    if (!tools_.assumed) return outlook;
    const Score lost = tools_.assumed->most_lost;
    const Score lower = outlook.possible_from(-lost);
    const Score upper = outlook.possible_from(form_.largest_gain(board) + lost);
    outlook.lower = std::max(outlook.lower, std::min(lower, outlook.upper));
    outlook.upper = std::max(outlook.lower, std::min(upper, outlook.upper));
    return outlook;
}

// The boards after some of the moves, and the order in which they are searched: much gained, and
// few groups left, which is solved quickly. Large boards take a while to make, so the limits are
// checked for each.
template <typename Form>
void ProofSearch<Form>::make(const Board& board, Frame& here, std::size_t from, std::size_t to,
                             int first) {
    while (here.children.size() < to) here.children.emplace_back(board);
    for (std::size_t i = from; i < to; ++i) {
        ++nodes_;
        if (tools_.stop(nodes_)) return;
        const auto& candidate = here.candidates[i];
        Child& child = here.children[i];
        form_.play(board, candidate, child.board);
        child.key = form_.key(child.board);
        tools_.table.prefetch(child.key);
        child.known.reset();
        child.gain = candidate.gain;
        child.move = candidate.index;
        child.rank = 0;
        if (from + 1 == to) break;  // nothing to choose from
        const Score promise =
            candidate.index == first ? kScoreInfinity : child.gain - form_.groups(child.board);
        child.rank = (std::int64_t{promise} << 32U) + (std::int64_t{candidate.preference} << 12U) -
                     candidate.index;
    }
}

// "Enhanced transposition cutoffs" (Plaat, Schaeffer, Pijls, de Bruin, "Exploiting graph
// properties of game trees", 1996): a child that the table knows may settle the question, or its
// own move. The others are open. About a single child the table is asked later, if need be.
template <typename Form>
void ProofSearch<Form>::look_up(Frame& here, std::size_t from, std::size_t to, Score goal,
                                Best& best) const {
    if (from + 1 == to) return here.open.push_back(from);
    for (std::size_t i = from; i < to; ++i) {
        Child& child = here.children[i];
        child.known =
            form_.over(child.board) ? ProvedBounds{0, 0, -1} : tools_.table.probe(child.key);
        const ProvedBounds& known = *child.known;
        if (child.gain - known.upper >= goal)
            return best.raise(child.gain - known.upper, child.move);
        if (child.gain - known.lower < goal)
            best.raise(child.gain - known.lower);
        else
            here.open.push_back(i);
    }
}

// The first child mostly settles the question: no need to sort.
template <typename Form>
std::size_t ProofSearch<Form>::most_promising(const Frame& here) {
    std::size_t place = 0;
    for (std::size_t i = 1; i < here.open.size(); ++i)
        if (here.children[here.open[i]].rank > here.children[here.open[place]].rank) place = i;
    return place;
}

// Searches the open children. Those that other threads are searching wait until nothing else is
// left, also of the moves that are made later: `last` says that there are no such moves.
template <typename Form>
void ProofSearch<Form>::search(std::size_t ply, Score goal, bool last, Busy& busy, Best& best) {
    Frame& here = frames_[ply];
    while (!here.open.empty()) {
        const std::size_t place = most_promising(here);
        const std::size_t taken = here.open[place];
        Child& child = here.children[taken];
        const bool waited = child.rank == put_off;
        if (waited && !last) return;
        const ProvedBounds* asked = child.known && !waited ? &*child.known : nullptr;
        const Score reply = value(ply + 1, child.board, child.key, asked, child.gain - goal + 1,
                                  waited ? Busy::Join : busy);
        if (tools_.team != nullptr) busy = Busy::Leave;
        if (reply == left_to_another) {
            child.rank = put_off;
            continue;
        }
        here.open[place] = here.open.back();
        here.open.pop_back();
        best.raise(child.gain - reply, child.move);
        if (best.score >= goal || stopped()) return;
    }
}

}  // namespace zerosum
