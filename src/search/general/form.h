#pragma once
// The form in which the exact solver sees a game: what it needs of a position, no more. Any game's
// own Position will do (PositionForm); a game may offer a smaller form that is quicker to search
// (fruit::CompactForm).

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "games/game.h"
#include "search/general/outlook.h"

namespace zerosum {

// The first of the moves with the largest gain; there is one.
template <Game G>
[[nodiscard]] typename G::Move largest_gain(const typename G::Position& position,
                                            const typename G::MoveList& moves) {
    const typename G::Move* best = &moves[0];
    Score most = G::gain(position, *best);
    for (const typename G::Move& move : moves)
        if (const Score found = G::gain(position, move); found > most) {
            best = &move;
            most = found;
        }
    return *best;
}

// A form F of game G. A Board is a plain value, copied to make a child. Facts are what `weigh` and
// `survey` find out about a board, for the calls after them. A Candidate is a move with its index
// among the board's moves, its gain and a preference: of moves that are equal otherwise the one
// with the largest preference is tried first.
template <typename F, typename G>
concept SolverForm = Game<G> &&
    requires(const F& form, const typename F::Board& board, typename F::Board& after,
             typename F::Facts& facts, const typename F::Facts& found,
             const typename F::Candidate& candidate, typename F::Candidates& list,
             const typename G::Position& position, Score goal, int first) {
    requires std::copyable<typename F::Board>;
    { candidate.index } -> std::convertible_to<int>;
    { candidate.gain } -> std::convertible_to<Score>;
    { candidate.preference } -> std::convertible_to<Score>;
    // Of the start position or one that follows it.
    { form.board(position) } -> std::same_as<typename F::Board>;
    { form.over(board) } -> std::same_as<bool>;
    // Boards with the same key have the same future.
    { form.key(board) } -> std::same_as<Key>;
    // What is proved without a search. Outlook::key is not used.
    { form.weigh(board, facts) } -> std::same_as<Outlook>;
    // What is proved about the moves without making them.
    { form.survey(board, facts, goal) } -> std::same_as<LeftOut>;
    // The moves that gain most, and the one of index `first`; then all others, added to a list made
    // by `shortlist`. Moves that `survey` left out are in neither.
    { form.shortlist(board, found, goal, first, list) } -> std::same_as<void>;
    { form.add_others(board, found, goal, first, list) } -> std::same_as<void>;
    { form.play(board, candidate, after) } -> std::same_as<void>;
    // About how many moves are left: fewer are solved faster.
    { form.groups(board) } -> std::same_as<Score>;
    // Of all moves; the board is not over.
    { form.largest_gain(board) } -> std::same_as<Score>;
};

// Positions as they are, for a game whose knowledge is K (knowledge.h).
template <typename K>
class PositionForm {
 public:
    using G = typename K::Game;
    using Position = typename G::Position;
    struct Board {
        Position position;
        Outlook outlook;
    };
    struct Facts {
        typename G::MoveList moves;
        Score most = 0;  // the largest gain
    };
    struct Candidate {
        typename G::Move move;
        int index;
        Score gain;
        Score preference;
    };
    using Candidates = FixedList<Candidate, G::MoveList::capacity>;

    [[nodiscard]] Board board(const Position& position) const {
        return {position, K::outlook(position)};
    }
    [[nodiscard]] bool over(const Board& board) const { return board.position.over(); }
    [[nodiscard]] Key key(const Board& board) const { return board.outlook.key; }
    [[nodiscard]] Outlook weigh(const Board& board, Facts& /*facts*/) const {
        return board.outlook;
    }
    [[nodiscard]] LeftOut survey(const Board& board, Facts& facts, Score /*goal*/) const {
        G::moves(board.position, facts.moves);
        facts.most = 0;
        for (const auto& move : facts.moves)
            facts.most = std::max(facts.most, G::gain(board.position, move));
        return {};
    }
    void shortlist(const Board& board, const Facts& facts, Score /*goal*/, int first,
                   Candidates& list) const {
        list.clear();
        add(board, facts, first, true, list);
    }
    void add_others(const Board& board, const Facts& facts, Score /*goal*/, int first,
                    Candidates& list) const {
        add(board, facts, first, false, list);
    }
    void play(const Board& board, const Candidate& candidate, Board& after) const {
        after.position = board.position;
        after.position.play(candidate.move);
        after.outlook = K::outlook(after.position);
    }
    [[nodiscard]] Score groups(const Board& board) const {
        typename G::MoveList moves;
        G::moves(board.position, moves);
        return static_cast<Score>(moves.size());
    }
    [[nodiscard]] Score largest_gain(const Board& board) const {
        typename G::MoveList moves;
        G::moves(board.position, moves);
        return G::gain(board.position, zerosum::largest_gain<G>(board.position, moves));
    }

 private:
    static void add(const Board& board, const Facts& facts, int first, bool favoured,
                    Candidates& list) {
        for (std::size_t i = 0; i < facts.moves.size(); ++i) {
            const auto index = static_cast<int>(i);
            const Score gain = G::gain(board.position, facts.moves[i]);
            if ((gain == facts.most || index == first) == favoured)
                list.push_back({facts.moves[i], index, gain, 0});
        }
    }
};

}  // namespace zerosum
