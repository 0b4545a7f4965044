#include "arena/tournament/rating_history.h"

#include <algorithm>
#include <span>

#include "arena/rating/ratings.h"
#include "arena/tournament/board_tallies.h"
#include "core/take_value.h"

namespace zerosum {

namespace {

// What the moments have in common.
struct Past {
    Identity identity;
    std::vector<LedgerPlayer> players;
    std::vector<LedgerGame> games;
};

// The newest version of every entrant when the last of `games` ended: entered by then, or one that
// had played. Of one that was entered in that very second only a game tells that it was there.
std::vector<bool> newest_then(const Past& past, std::span<const LedgerGame> games) {
    const std::int64_t now = games.back().ended;
    std::vector<bool> played(past.players.size(), false);
    for (const LedgerGame& game : games)
        for (const PlayerIndex player : game.players) played[player] = true;
    std::map<std::string_view, PlayerIndex> newest;
    for (PlayerIndex i = 0; i < past.players.size(); ++i) {
        const LedgerPlayer& player = past.players[i];
        if (!played[i] && player.entered > now) continue;
        const auto [entry, first] = newest.try_emplace(player.name, i);
        const bool later = player.version > past.players[entry->second].version;
        if (!first && later && (played[i] || player.entered < now)) entry->second = i;
    }
    std::vector<bool> chosen(past.players.size(), false);
    for (const auto& [name, player] : newest) chosen[player] = true;
    return chosen;
}

std::vector<bool> current_now(const Past& past) {
    std::vector<bool> chosen;
    for (const LedgerPlayer& player : past.players) chosen.push_back(player.current);
    return chosen;
}

// The ratings of the chosen versions from the games among them.
void rate(const Past& past, std::span<const LedgerGame> games, const std::vector<bool>& chosen,
          std::size_t moment, RatingHistory& history) {
    std::vector<std::size_t> place(chosen.size(), 0);
    std::vector<PlayerIndex> pool;
    for (PlayerIndex i = 0; i < chosen.size(); ++i) {
        if (!chosen[i]) continue;
        place[i] = pool.size();
        pool.push_back(i);
    }
    BoardTallies boards(past.identity);
    std::vector<bool> played(pool.size(), false);
    std::vector<RatedGame> rated;
    for (LedgerGame game : games) {
        if (!chosen[game.players[0]] || !chosen[game.players[1]]) continue;
        for (PlayerIndex& player : game.players) {
            player = place[player];
            played[player] = true;
        }
        rated.push_back({game.players[0], game.players[1], game.outcome_of(game.players[0]),
                         boards.add(game), game.by_fault()});
    }
    const auto format = past.identity.find("format");
    const bool ladder = format != past.identity.end() && format->second == to_text(Format::Ladder);
    const Ratings ratings(pool.size(), rated, ladder ? Prior::Spread : Prior::HalfADraw);
    for (std::size_t i = 0; i < pool.size(); ++i)
        if (played[i]) history.ratings[past.players[pool[i]].name][moment] = ratings.elo(i);
}

Result<Past> read(const Ledger& ledger) {
    Past past;
    for (const Result<void>& taken :
         {take_value(past.identity, ledger.identity()), take_value(past.players, ledger.players()),
          take_value(past.games, ledger.games())})
        if (!taken) return tl::unexpected(taken.error());
    // Another process may have entered players since they were read.
    for (const LedgerGame& game : past.games)
        for (const PlayerIndex player : game.players)
            if (player >= past.players.size())
                return fail("the ledger names a player that it does not have");
    return past;
}

}  // namespace

Result<RatingHistory> rating_history(const Ledger& ledger, std::size_t moments) {
    const Result<Past> past = read(ledger);
    if (!past) return tl::unexpected(past.error());
    const std::size_t total = past->games.size();
    RatingHistory history;
    const std::size_t count = std::min(moments, total);
    for (std::size_t k = 1; k <= count; ++k) {
        const std::size_t games = (k * total + count - 1) / count;
        history.moments.push_back({games, past->games[games - 1].ended});
    }
    for (const LedgerPlayer& player : past->players)
        history.ratings[player.name].resize(history.moments.size());
    const std::span<const LedgerGame> all(past->games);
    for (std::size_t k = 0; k < history.moments.size(); ++k) {
        const std::span<const LedgerGame> games = all.first(history.moments[k].games);
        rate(*past, games, k + 1 == count ? current_now(*past) : newest_then(*past, games), k,
             history);
    }
    return history;
}

}  // namespace zerosum
