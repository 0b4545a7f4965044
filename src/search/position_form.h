#pragma once
// The form in which the exact solver sees a game: what it needs of a position, no more. Any game's
// own Position will do, as here; a game may offer a smaller form of its positions that is quicker
// to search, see `with_form` below. A form has
//
//   Board                                  a plain value, copied to make a child
//   Facts                                  what `read` and `weigh` find, for the candidates
//   Candidate                              a move with its gain and bounds on its value
//   Candidates                             a list of them
//   board(position) -> Board               of the start position or one that follows it
//   over(board) -> bool
//   read(board, facts) -> Key              which boards of the same future share
//   weigh(facts) -> Outlook                what is proved without a search, but for the key
//   candidates(board, facts, list)         moves, among them a best one
//   play(board, candidate, after)
//   groups(board) -> Score                 about how many moves are left: fewer are solved faster

#include <cstdint>

#include "search/hooks.h"

namespace zerosum {

template <Game G>
class PositionForm {
 public:
    using Position = typename G::Position;
    using Board = Position;
    struct Facts {
        Outlook outlook;
    };
    struct Candidate {
        typename G::Move move;
        Score gain;
        Score lower;  // lower <= gain - value of the board after it <= upper
        Score upper;
    };
    using Candidates = FixedList<Candidate, G::MoveList::capacity>;

    explicit PositionForm(const Position& /*start*/) {}

    [[nodiscard]] Board board(const Position& position) const { return position; }
    [[nodiscard]] bool over(const Board& board) const { return board.over(); }
    [[nodiscard]] Key read(const Board& board, Facts& facts) const {
        facts.outlook = hooks::outlook<G>(board);
        return facts.outlook.key;
    }
    [[nodiscard]] Outlook weigh(Facts& facts) const { return facts.outlook; }
    void candidates(const Board& board, const Facts& /*facts*/, Candidates& list) const {
        typename G::MoveList moves;
        G::moves(board, moves);
        list.clear();
        for (const auto& move : moves)
            list.push_back({move, hooks::gain<G>(board, move), -score_infinity, score_infinity});
    }
    void play(const Board& board, const Candidate& candidate, Board& after) const {
        after = board;
        after.play(candidate.move);
    }
    [[nodiscard]] Score groups(const Board& board) const {
        typename G::MoveList moves;
        G::moves(board, moves);
        return static_cast<Score>(moves.size());
    }
};

// Calls `use` with the best form for the positions from `start` on.
template <Game G, typename Use>
void with_form(const typename G::Position& start, Use&& use) {
    if constexpr (requires { SearchHooks<G>::with_small_form(start, use); }) {
        if (SearchHooks<G>::with_small_form(start, use)) return;
    }
    use(PositionForm<G>(start));
}

}  // namespace zerosum
