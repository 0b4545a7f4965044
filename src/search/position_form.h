#pragma once
// The form in which the exact solver sees a game: what it needs of a position, no more. Any game's
// own Position will do, as here; a game may offer a smaller form of its positions that is quicker
// to search, see `with_form` below. A form has
//
//   Board                                  a plain value, copied to make a child
//   Facts                                  what `weigh` finds, for the shortlist
//   Candidate                              a move with its gain and bounds on its value
//   Candidates                             a list of them
//   board(position) -> Board               of the start position or one that follows it
//   over(board) -> bool
//   key(board) -> Key                      boards with the same key have the same future
//   weigh(board, facts) -> Outlook         what is proved without a search, but for the key
//   shortlist(board, facts, goal, list) -> LeftOut   moves, among them a best one
//   play(board, candidate, after)
//   groups(board) -> Score                 about how many moves are left: fewer are solved faster
//   largest_gain(board) -> Score           of all moves; the board is not over

#include <cstdint>

#include "search/hooks.h"

namespace zerosum {

template <Game G>
class PositionForm {
 public:
    using Position = typename G::Position;
    struct Board {
        Position position;
        Outlook outlook;
    };
    struct Facts {};
    struct Candidate {
        typename G::Move move;
        int index;  // in the list of all moves of the board
        Score gain;
        Score lower;  // lower <= gain - value of the board after it <= upper
    };
    using Candidates = FixedList<Candidate, G::MoveList::capacity>;

    explicit PositionForm(const Position& /*start*/) {}

    [[nodiscard]] Board board(const Position& position) const {
        return {position, hooks::outlook<G>(position)};
    }
    [[nodiscard]] bool over(const Board& board) const { return board.position.over(); }
    [[nodiscard]] Key key(const Board& board) const { return board.outlook.key; }
    [[nodiscard]] Outlook weigh(const Board& board, Facts& /*facts*/) const {
        return board.outlook;
    }
    [[nodiscard]] LeftOut shortlist(const Board& board, const Facts& /*facts*/, Score /*goal*/,
                                    Candidates& list) const {
        typename G::MoveList moves;
        G::moves(board.position, moves);
        list.clear();
        for (const auto& move : moves)
            list.push_back({move, static_cast<int>(list.size()),
                            hooks::gain<G>(board.position, move), -score_infinity});
        return {};
    }
    void play(const Board& board, const Candidate& candidate, Board& after) const {
        after.position = board.position;
        after.position.play(candidate.move);
        after.outlook = hooks::outlook<G>(after.position);
    }
    [[nodiscard]] Score groups(const Board& board) const {
        typename G::MoveList moves;
        G::moves(board.position, moves);
        return static_cast<Score>(moves.size());
    }
    [[nodiscard]] Score largest_gain(const Board& board) const {
        typename G::MoveList moves;
        G::moves(board.position, moves);
        return hooks::gain<G>(board.position, hooks::largest_gain<G>(board.position, moves));
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
