#include "app/web/my_games.h"

#include <algorithm>
#include <map>
#include <utility>

#include "app/web/json.h"
#include "app/web/live_game.h"
#include "app/web/requests.h"
#include "core/text.h"
#include "games/registry.h"

namespace zerosum::web {

namespace {

std::string_view how_it_ended(const StoredGame& game, const Asker& asker) {
    const GameRecord& record = game.record;
    if (record.reason == EndReason::Aborted) return "unfinished";
    if (record.winner < 0) return "draw";
    const auto winner = static_cast<std::size_t>(record.winner);
    return record.players[winner].person() && asker.may_use(game.seats[winner]) ? "won" : "lost";
}

std::string searched_text(const StoredGame& game, const Asker& asker) {
    const Result<const AnyGame*> rules = find_game(game.record.game);
    return lower_case(fmt::format("{} {} {} {}x{} {}", shown_name(game, 0), shown_name(game, 1),
                                  rules ? (*rules)->title() : std::string_view{}, game.size,
                                  game.size, how_it_ended(game, asker)));
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Anywhere in the text, but a number is meant whole: "1" is not in "10", "8x8" not in "18x18".
bool has(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool cut_before = at > 0 && is_digit(word.front()) && is_digit(text[at - 1]);
        const bool cut_after = end < text.size() && is_digit(word.back()) && is_digit(text[end]);
        if (!cut_before && !cut_after) return true;
    }
    return false;
}

bool has_all(const std::string& text, const std::vector<std::string>& words) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return has(text, word); });
}

std::vector<std::string> words_of(const std::string& find) {
    std::vector<std::string> words;
    for (const std::string_view word : split(find, ' '))
        if (!word.empty()) words.push_back(lower_case(word));
    return words;
}

}  // namespace

Asked<GamesWish> games_wish(const Target& target) {
    GamesWish wish;
    wish.find = target.given("find").substr(0, 100);
    if (auto read = read_page(target, wish.skip, wish.count); !read)
        return tl::unexpected(read.error());
    wish.count = std::min(wish.count, kMostListed);
    return wish;
}

Asked<Json> list_games(const std::vector<StoredGame>& games, const Asker& asker,
                       const GamesWish& wish, const WithMoves& with_moves) {
    const std::vector<std::string> words = words_of(wish.find);
    std::vector<const StoredGame*> found;
    for (const StoredGame& each : games)
        if (words.empty() || has_all(searched_text(each, asker), words)) found.push_back(&each);
    Json list = Json::array();
    for (std::size_t i = wish.skip; i < found.size() && list.size() < wish.count; ++i) {
        const Result<std::optional<StoredGame>> whole = with_moves(found[i]->id);
        if (!whole) return refuse(503, "busy", whole.error().message);
        if (*whole) list.push_back(summary_json(**whole, asker));
    }
    return Json{{"games", list}, {"total", found.size()}};
}

Json tally_games(const std::vector<StoredGame>& games, const Asker& asker) {
    struct Tally {
        int won = 0;
        int lost = 0;
        int drawn = 0;
    };
    std::map<std::pair<std::string, std::string>, Tally> tallies;
    for (const StoredGame& game : games) {
        const GameRecord& record = game.record;
        if (!game.even || record.players[0].person() == record.players[1].person()) continue;
        const PlayerRecord& opponent = record.players[record.players[0].person() ? 1 : 0];
        const std::string_view end = how_it_ended(game, asker);
        if (end == "unfinished") continue;
        Tally& tally = tallies[{record.game, opponent.spec}];
        ++(end == "won" ? tally.won : end == "lost" ? tally.lost : tally.drawn);
    }
    Json list = Json::array();
    for (const auto& [who, tally] : tallies)
        list.push_back({{"game", who.first},
                        {"opponent", who.second},
                        {"won", tally.won},
                        {"lost", tally.lost},
                        {"drawn", tally.drawn}});
    return {{"tallies", list}};
}

}  // namespace zerosum::web
