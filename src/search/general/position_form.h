#pragma once
// The form in which the exact solver sees a game: what it needs of a position, no more. Any game's
// own Position will do, as here; a game may offer a smaller form of its positions that is quicker
// to search, see `with_form` below. A form has
//
//   Board                                  a plain value, copied to make a child
//   Facts                                  what `weigh` and `survey` find, for what follows
//   Candidate                              a move with its index, gain and a preference
//   Candidates                             a list of them
//   board(position) -> Board               of the start position or one that follows it
//   over(board) -> bool
//   key(board) -> Key                      boards with the same key have the same future
//   weigh(board, facts) -> Outlook         what is proved without a search, but for the key
//   survey(board, facts, goal) -> LeftOut  what is proved of the moves without making them
//   shortlist(board, facts, goal, first, list)   those that gain most, and the one of index `first`
//   add_others(board, facts, goal, first, list)  all others, for a list made by `shortlist`; in
//                                          both those that `survey` has left out are missing
//   play(board, candidate, after)
//   groups(board) -> Score                 about how many moves are left: fewer are solved faster
//   largest_gain(board) -> Score           of all moves; the board is not over

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "search/general/hooks.h"

namespace zerosum {

template <Game G>
class PositionForm {
 public:
    using Position = typename G::Position;
    struct Board {
        Position position;
        Outlook outlook;
    };
    struct Facts {
        typename G::MoveList moves;
        Score most = 0;  // what the best of them gains
    };
    struct Candidate {
        typename G::Move move;
        int index;  // in the list of all moves of the board
        Score gain;
        Score liked;  // of moves that are equal otherwise the largest is tried first
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
        return G::gain(board.position, hooks::largest_gain<G>(board.position, moves));
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

// Calls `use` with the best form for the positions from `start` on.
template <Game G, typename Use>
void with_form(const typename G::Position& start, Use&& use) {
    if constexpr (requires { SearchHooks<G>::with_small_form(start, use); }) {
        if (SearchHooks<G>::with_small_form(start, use)) return;
    }
    use(PositionForm<G>(start));
}

}  // namespace zerosum
