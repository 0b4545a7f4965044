#pragma once
// What the engine believes about its opponent, learnt from the moves it sees it make.
//
// Against perfect play no more than the minimax value can be had. Against a program that searches
// two plies and counts points there is much more: such a program can be predicted, so the search
// need not try any other reply, searches twice as deep in the same time, and steers to where the
// opponent goes wrong. This is the best response to a model of the opponent (Carmel
// and Markovitch, "Incorporating opponent models into adversary search", 1996).
//
// The models are the plain programs of search/general/shallow.h, 1 to `deepest` plies deep, and
// "strong": a player who plays what our own search expects. Every observed move shifts the belief
// by Bayes' rule. While the opponent may well be strong the engine plays as if it were.

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "search/general/beliefs.h"
#include "search/general/shallow.h"

namespace zerosum {

template <Game G>
class Opponent {
 public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;

    [[nodiscard]] const Beliefs& beliefs() const { return beliefs_; }
    // The reply that was expected of it in the position it was left in, if any.
    [[nodiscard]] const std::optional<Move>& expected() const { return expected_; }

    // We leave it in `position` and expect it to play `reply`, where our search says so.
    void leave(const Position& position, std::optional<Move> reply) {
        left_ = position;
        expected_ = reply;
    }
    // Takes up what was known in an earlier process.
    void recall(const Beliefs& beliefs, const Position& position, std::optional<Move> reply) {
        beliefs_ = beliefs;
        leave(position, reply);
    }

    // It has answered: `now` is on the board. Learns from it when that is one move away from what
    // was left, and takes it for a new game otherwise. Searches within `limits` and returns the
    // number of nodes.
    std::uint64_t see(const Position& now, const SearchLimits& limits);

    // What it will play in `position`, as an index into `moves`: the move of the plain program of
    // plain_depth plies. Answers are cached: the search asks for the same ones again and again.
    [[nodiscard]] int reply(const Position& position, const MoveList& moves, std::uint64_t& nodes,
                            StopCheck& stop);

 private:
    [[nodiscard]] std::optional<std::size_t> move_to(const Position& now,
                                                     const MoveList& moves) const;
    [[nodiscard]] std::array<double, Beliefs::count> likelihood(std::size_t played,
                                                                const MoveList& moves,
                                                                const SearchLimits& limits,
                                                                std::uint64_t& nodes);

    // Whether a search one ply deeper than the last will likely finish within the limits: an
    // unfinished one is useless. The growth from one depth to the next is taken to be the last one
    // seen, and four at least.
    class Effort {
     public:
        explicit Effort(const SearchLimits& limits)
            : limits_(limits), began_(limits.timer.elapsed()) {}
        [[nodiscard]] bool affords_one_more(std::uint64_t nodes) {
            const auto last = static_cast<double>(nodes - seen_);
            const double growth = std::max(4.0, before_ > 0 ? last / before_ : 0.0);
            const double in_all = static_cast<double>(nodes) + last * growth;
            before_ = last;
            seen_ = nodes;
            if (limits_.nodes != 0 && in_all > static_cast<double>(limits_.nodes)) return false;
            if (!limits_.hard || nodes == 0) return true;
            const Seconds used = limits_.timer.elapsed() - began_;
            return began_ + used * (in_all / static_cast<double>(nodes)) <= *limits_.hard;
        }

     private:
        const SearchLimits& limits_;
        Seconds began_;
        std::uint64_t seen_ = 0;
        double before_ = 0;  // nodes of the depth before the last
    };

    struct Known {
        Key key = 0;
        int depth = 0;  // 0: empty
        int reply = 0;
    };
    // How much of the belief a new game takes: most likely it is the same opponent.
    static constexpr double new_game = 0.1;
    static constexpr std::size_t known_replies = 1U << 14U;

    Beliefs beliefs_;
    std::optional<Position> left_;
    std::optional<Move> expected_;
    std::vector<Known> known_;
    ShallowSearch<G> shallow_;
};

// --------------------------------------------------------------------------------------------

template <Game G>
std::uint64_t Opponent<G>::see(const Position& now, const SearchLimits& limits) {
    std::uint64_t nodes = 0;
    if (!left_) return nodes;
    Position passed = *left_;
    passed.pass();
    if (passed.key() == now.key()) {  // a pass says nothing about how it chooses moves
        left_.reset();
        return nodes;
    }
    MoveList moves;
    G::moves(*left_, moves);
    const std::optional<std::size_t> played = move_to(now, moves);
    if (!played) {
        beliefs_.blur(new_game);
    } else if (moves.size() > 1) {
        beliefs_.update(likelihood(*played, moves, limits, nodes));
    }
    left_.reset();
    return nodes;
}

// Which of the moves leads from what was left to `now`.
template <Game G>
std::optional<std::size_t> Opponent<G>::move_to(const Position& now, const MoveList& moves) const {
    for (std::size_t i = 0; i < moves.size(); ++i) {
        Position after = *left_;
        after.play(moves[i]);
        if (after.key() == now.key()) return i;
    }
    return std::nullopt;
}

// How likely each model was to play `played`. A plain program takes one of its best moves, a
// strong one mostly what we expect, or else something that looks good; any of them may surprise.
template <Game G>
std::array<double, Beliefs::count> Opponent<G>::likelihood(std::size_t played,
                                                           const MoveList& moves,
                                                           const SearchLimits& limits,
                                                           std::uint64_t& nodes) {
    constexpr double surprise = 0.05;
    constexpr double first_of_equals = 0.5;
    constexpr double as_expected = 0.4;
    constexpr double looks_good = 0.5;

    StopCheck stop(limits);
    const double any = 1 / static_cast<double>(moves.size());
    std::array<double, Beliefs::count> out{};
    std::vector<int> best;
    double plain = 0;
    int asked = 0;
    Effort effort(limits);
    for (int depth = 1; depth <= Beliefs::deepest && effort.affords_one_more(nodes); ++depth) {
        shallow_.all_best(*left_, moves, depth, best, nodes, stop);
        if (stop.stopped()) break;
        const bool fits =
            std::find(best.begin(), best.end(), static_cast<int>(played)) != best.end();
        // Most programs take the first of equal moves, some the last or any.
        const double chosen =
            (fits ? (1 - first_of_equals) / static_cast<double>(best.size()) : 0) +
            (best.front() == static_cast<int>(played) ? first_of_equals : 0);
        out[static_cast<std::size_t>(depth)] = (1 - surprise) * chosen + surprise * any;
        plain += chosen;
        ++asked;
    }
    plain = asked > 0 ? plain / asked : any;
    const double expected = expected_ ? (*expected_ == moves[played] ? 1.0 : 0.0) : any;
    out[0] = as_expected * expected + looks_good * plain + (1 - as_expected - looks_good) * any;
    // A model that there was no time to ask would be no use in the search either.
    for (int depth = asked + 1; depth <= Beliefs::deepest; ++depth)
        out[static_cast<std::size_t>(depth)] = surprise * any;
    return out;
}

template <Game G>
int Opponent<G>::reply(const Position& position, const MoveList& moves, std::uint64_t& nodes,
                       StopCheck& stop) {
    const int depth = beliefs_.plain_depth;
    if (known_.empty()) known_.resize(known_replies);
    Known& known = known_[position.key() % known_replies];
    if (known.key != position.key() || known.depth != depth) {
        const int index = shallow_.first_best(position, moves, depth, nodes, stop);
        if (stop.stopped()) return 0;
        known = {position.key(), depth, index};
    }
    return known.reply;
}

}  // namespace zerosum
