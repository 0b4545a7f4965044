#include "arena/tournament/board_tallies.h"

#include <algorithm>

#include "arena/play/match.h"

namespace zerosum {

BoardTallies::BoardTallies(const Identity& identity) {
    const auto paired = identity.find("paired");
    paired_ = paired != identity.end() && paired->second == "true";
    for (const auto& [name, value] : identity) given_ += name.starts_with("board ") ? 1 : 0;
}

std::size_t BoardTallies::add(const LedgerGame& game) {
    const int board = board_of(game.number, paired_);
    const auto [one, other] = std::minmax(game.players[0], game.players[1]);
    const Key key = given_ == 0 ? Key{game.pairing, one, other, board}
                                : Key{PairingId{}, one, other, board % given_};
    const std::size_t number = numbers_.try_emplace(key, numbers_.size() + 1).first->second;
    if (number > tallies_.size()) tallies_.push_back({game.players, {}});
    BoardTally& tally = tallies_[number - 1];
    tally.margins.add(game.margin_of(tally.players[0]));
    return number;
}

}  // namespace zerosum
