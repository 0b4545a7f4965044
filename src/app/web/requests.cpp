#include "app/web/requests.h"

#include <utility>

#include "app/web/boards.h"
#include "app/web/fields.h"
#include "app/web/json.h"
#include "core/text.h"

namespace zerosum::web {

namespace {

constexpr double kMaxBank = 3600;  // seconds; the page offers 900 at most
// An analysis holds one of the engines' threads for so long at most.
constexpr double kMaxAnalysis = 30;  // seconds

}  // namespace

Asked<GameWish> read_wish(std::string_view body) {
    Asked<Fields> fields = Fields::parse(body);
    if (!fields) return tl::unexpected(fields.error());
    GameWish wish;
    wish.rules = fields->text("game", wish.rules);
    wish.start.size = static_cast<int>(fields->integer("size", 0, 1, 32));
    wish.start.kinds = static_cast<int>(fields->integer("kinds", 0, 1, 10));
    wish.start.pieces = static_cast<int>(fields->integer("pieces", -1, 0, 300));
    wish.position = fields->text("position", "");
    wish.bank = Seconds{fields->number("bank", 300, 0, kMaxBank)};
    wish.even = fields->flag("even", false);
    wish.komi = static_cast<Score>(fields->integer("komi", 0, -kMostKomi, kMostKomi));
    wish.invite = static_cast<int>(fields->integer("invite", 0, 1, 2));
    const std::string name = fields->text("name", "");
    if (fields->has("seed"))
        wish.seed = static_cast<std::uint64_t>(fields->integer("seed", 0, 0, INT64_MAX));
    const std::vector<std::string> players = fields->texts("players", 2);
    if (auto checked = fields->check(); !checked) return tl::unexpected(checked.error());
    Asked<std::string> shown = person_name_of(name);
    if (!shown) return tl::unexpected(shown.error());
    wish.name = std::move(*shown);
    if (fields->has("players")) {
        if (players.size() != 2)
            return refuse(400, "bad_request", "'players' is expected to name two players.");
        wish.specs = {players[0], players[1]};
    }
    return wish;
}

Asked<Json> add_review(Analyst& analyst, const std::string& visitor, std::string_view body) {
    Asked<Fields> fields = Fields::parse(body);
    if (!fields) return tl::unexpected(fields.error());
    const std::string game = fields->text("game", "");
    const std::string start = fields->text("start", "");
    const std::vector<std::string> moves = fields->texts("moves", 1024);
    const double seconds = fields->number("seconds", 0.2, 0.01, 5);
    const auto komi = static_cast<Score>(fields->integer("komi", 0, -kMostKomi, kMostKomi));
    if (auto checked = fields->check(); !checked) return tl::unexpected(checked.error());
    Asked<PositionPtr> position = position_from(game, start);
    if (!position) return tl::unexpected(position.error());
    return analyst.add_review(visitor, std::move(*position), moves, Seconds{seconds}, komi);
}

Asked<void> read_page(const Target& target, std::size_t& skip, std::size_t& count) {
    for (const auto& [name, into] : {std::pair("skip", &skip), std::pair("count", &count)}) {
        if (!target.query.contains(name)) continue;
        const auto number = parse_int(target.given(name));
        if (!number || *number < 0)
            return refuse(400, "bad_request",
                          fmt::format("'{}' is expected to be a whole number from 0.", name));
        *into = static_cast<std::size_t>(*number);
    }
    return {};
}

// Which games of a ledger: ?player=ann&other=bob&skip=50&count=50, all of them optional.
Asked<view::GamesWanted> games_wanted(const Target& target) {
    view::GamesWanted asked{std::string(target.given("player")),
                            std::string(target.given("other"))};
    if (auto read = read_page(target, asked.skip, asked.count); !read)
        return tl::unexpected(read.error());
    return asked;
}

Asked<Stream> analyse(Analyst& analyst, const std::string& visitor, const Target& target) {
    const std::string_view lines_text = target.given("lines");
    const std::string_view time_text = target.given("seconds");
    const auto lines = lines_text.empty() ? 3 : parse_int(lines_text).value_or(0);
    const double seconds = time_text.empty() ? 10 : parse_decimal(time_text).value_or(0);
    if (lines < 1 || lines > 20)
        return refuse(400, "bad_request", "'lines' is expected to be 1 to 20.");
    if (!(seconds >= 0.01 && seconds <= kMaxAnalysis))
        return refuse(400, "bad_request",
                      fmt::format("'seconds' is expected to be 0.01 to {:g}.", kMaxAnalysis));
    Asked<PositionPtr> position = position_from(target.given("game"), target.given("position"));
    if (!position) return tl::unexpected(position.error());
    if ((*position)->over()) return refuse(409, "conflict", "The game is over on this board.");
    return analyst.analyse(visitor, std::move(*position), static_cast<int>(lines),
                           Seconds{seconds});
}

}  // namespace zerosum::web
