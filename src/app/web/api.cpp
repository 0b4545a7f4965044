#include "app/web/api.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>

#include "app/view/board_json.h"
#include "app/view/info_json.h"
#include "app/web/assets.h"
#include "app/web/boards.h"
#include "app/web/fields.h"
#include "app/web/json.h"
#include "app/web/json_bounds.h"
#include "app/web/later.h"
#include "app/web/opponents.h"
#include "core/text.h"
#include "games/registry.h"

namespace zerosum::web {

namespace {

constexpr double kMaxBank = 3600;  // seconds; the page offers 900 at most
// An analysis holds one of the engines' threads for so long at most.
constexpr double kMaxAnalysis = 30;  // seconds

Answer answer(Asked<Json> asked, int status = 200) {
    if (!asked) return std::move(asked.error());
    return json_response(status, *asked);
}

template <typename Kind>
Answer answer_with(Asked<Kind> asked) {
    if (!asked) return std::move(asked.error());
    return std::move(*asked);
}

Asked<GameTable::Wish> read_wish(std::string_view body) {
    Asked<Fields> fields = Fields::parse(body);
    if (!fields) return tl::unexpected(fields.error());
    GameTable::Wish wish;
    wish.rules = fields->text("game", wish.rules);
    wish.start.size = static_cast<int>(fields->integer("size", 0, 1, 32));
    wish.start.kinds = static_cast<int>(fields->integer("kinds", 0, 1, 10));
    wish.start.pieces = static_cast<int>(fields->integer("pieces", -1, 0, 300));
    wish.position = fields->text("position", "");
    wish.bank = Seconds{fields->number("bank", 300, 0, kMaxBank)};
    if (fields->has("seed"))
        wish.seed = static_cast<std::uint64_t>(fields->integer("seed", 0, 0, INT64_MAX));
    const std::vector<std::string> players = fields->texts("players", 2);
    if (auto checked = fields->check(); !checked) return tl::unexpected(checked.error());
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
    if (auto checked = fields->check(); !checked) return tl::unexpected(checked.error());
    Asked<PositionPtr> position = position_from(game, start);
    if (!position) return tl::unexpected(position.error());
    return analyst.add_review(visitor, std::move(*position), moves, Seconds{seconds});
}

std::string_view query(const Target& target, std::string_view name) {
    const auto found = target.query.find(name);
    return found == target.query.end() ? std::string_view{} : std::string_view{found->second};
}

Asked<Stream> analyse(Analyst& analyst, const std::string& visitor, const Target& target) {
    const std::string_view lines_text = query(target, "lines");
    const std::string_view time_text = query(target, "seconds");
    const auto lines = lines_text.empty() ? 3 : parse_int(lines_text).value_or(0);
    const double seconds = time_text.empty() ? 10 : parse_decimal(time_text).value_or(0);
    if (lines < 1 || lines > 20)
        return refuse(400, "bad_request", "'lines' is expected to be 1 to 20.");
    if (!(seconds >= 0.01 && seconds <= kMaxAnalysis))
        return refuse(400, "bad_request",
                      fmt::format("'seconds' is expected to be 0.01 to {:g}.", kMaxAnalysis));
    Asked<PositionPtr> position = position_from(query(target, "game"), query(target, "position"));
    if (!position) return tl::unexpected(position.error());
    if ((*position)->over()) return refuse(409, "conflict", "The game is over on this board.");
    return analyst.analyse(visitor, std::move(*position), static_cast<int>(lines),
                           Seconds{seconds});
}

std::size_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    file >> total >> resident;
    return resident * 4096;
}

// Pages whose address is not a file: the script shows the right one.
bool is_page(const Target& target) {
    constexpr std::array<std::string_view, 4> pages{"play", "analyse", "replay", "tournament"};
    return target.path == "/" ||
           (target.segments.size() <= 2 &&
            std::find(pages.begin(), pages.end(), target.segments.front()) != pages.end());
}

}  // namespace

// A path is matched segment by segment; "*" takes any one segment, given to the handler as id.
struct Api::Route {
    std::string_view method;
    std::vector<std::string_view> path;
    std::function<Answer(Api& api, const std::string& id, const Request& request,
                         const Target& target)>
        handle;

    [[nodiscard]] bool matches(const std::vector<std::string>& segments) const {
        return std::equal(path.begin(), path.end(), segments.begin(), segments.end(),
                          [](std::string_view expected, const std::string& found) {
                              return expected == "*" || expected == found;
                          });
    }
};

const std::vector<Api::Route>& Api::routes() {
    using Id = const std::string&;
    using In = const Request&;
    using At = const Target&;
    static const std::vector<Route> table{
        {"GET", {"api", "info"}, [](Api& a, Id, In, At) { return json_response(200, a.info()); }},
        {"GET",
         {"api", "status"},
         [](Api& a, Id, In, At) { return json_response(200, a.status()); }},
        {"GET",
         {"api", "games"},
         [](Api& a, Id, In request, At) {
             return answered_later(a.readers_, {request.visitor, "games of " + request.visitor},
                                   [&a] { return a.games_.list(); });
         }},
        {"POST",
         {"api", "games"},
         [](Api& a, Id, In request, At) -> Answer {
             const Asked<GameTable::Wish> wish = read_wish(request.body);
             if (!wish) return wish.error();
             return answer(a.games_.create(request.visitor, *wish), 201);
         }},
        {"GET",
         {"api", "games", "*"},
         [](Api& a, Id id, In request, At) { return answer(a.games_.show(request.visitor, id)); }},
        {"GET",
         {"api", "games", "*", "record"},
         [](Api& a, Id id, In request, At) {
             return answer(a.games_.record(request.visitor, id));
         }},
        {"GET",
         {"api", "games", "*", "events"},
         [](Api& a, Id id, In request, At) {
             return answer_with(a.games_.watch(request.visitor, id));
         }},
        {"POST",
         {"api", "games", "*", "moves"},
         [](Api& a, Id id, In request, At) -> Answer {
             Asked<Fields> fields = Fields::parse(request.body);
             if (!fields) return fields.error();
             const std::string move = fields->text("move", "");
             std::optional<std::size_t> ply;
             if (fields->has("ply"))
                 ply = static_cast<std::size_t>(fields->integer("ply", 0, 0, 1'000'000));
             if (auto checked = fields->check(); !checked) return checked.error();
             return answer(a.games_.play(request.visitor, id, move, ply));
         }},
        {"POST",
         {"api", "games", "*", "undo"},
         [](Api& a, Id id, In request, At) { return answer(a.games_.undo(request.visitor, id)); }},
        {"POST",
         {"api", "games", "*", "resign"},
         [](Api& a, Id id, In request, At) {
             return answer(a.games_.resign(request.visitor, id));
         }},
        {"POST",
         {"api", "games", "*", "hint"},
         [](Api& a, Id id, In request, At) {
             return answer_with(a.games_.hint(request.visitor, id));
         }},
        {"POST",
         {"api", "games", "*", "rematch"},
         [](Api& a, Id id, In request, At) -> Answer {
             Asked<Fields> fields = Fields::parse(request.body);
             if (!fields) return fields.error();
             const bool swap = fields->flag("swap", true);
             const bool same_board = fields->flag("same_board", false);
             if (auto checked = fields->check(); !checked) return checked.error();
             return answer(a.games_.rematch(request.visitor, id, swap, same_board), 201);
         }},
        {"POST",
         {"api", "positions"},
         [](Api&, Id, In request, At) { return answer(read_board(request.body)); }},
        {"POST",
         {"api", "positions", "play"},
         [](Api&, Id, In request, At) { return answer(play_on_board(request.body)); }},
        {"GET",
         {"api", "analysis"},
         [](Api& a, Id, In request, At target) {
             return answer_with(analyse(a.analyst_, request.visitor, target));
         }},
        {"POST",
         {"api", "reviews"},
         [](Api& a, Id, In request, At) {
             return answered_later(
                 a.readers_, {request.visitor, "reviews of " + request.visitor},
                 [&a, request] { return add_review(a.analyst_, request.visitor, request.body); },
                 201);
         }},
        {"GET",
         {"api", "reviews", "*", "events"},
         [](Api& a, Id id, In, At) { return answer_with(a.analyst_.watch_review(id)); }},
        {"POST",
         {"api", "records"},
         [](Api& a, Id, In request, At) {
             return answered_later(a.readers_, {request.visitor, "records of " + request.visitor},
                                   [body = request.body] { return read_record(body); });
         }},
        {"GET",
         {"api", "ledgers", "*"},
         [](Api& a, Id id, In request, At) {
             return answer_with(a.ledgers_.show(request.visitor, id));
         }},
        {"GET",
         {"api", "ledgers", "*", "events"},
         [](Api& a, Id id, In, At) { return answer_with(a.ledgers_.watch(id)); }},
        {"GET",
         {"api", "ledgers", "*", "games"},
         [](Api& a, Id id, In request, At target) {
             return answer_with(
                 a.ledgers_.show_games(request.visitor, id, std::string(query(target, "player"))));
         }},
        {"GET",
         {"api", "ledgers", "*", "games", "*"},
         [](Api& a, Id id, In request, At target) {
             return answer_with(a.ledgers_.show_game(request.visitor, id, target.segments.back()));
         }},
    };
    return table;
}

Api::Api(ApiOptions options, GameStore store)
    : options_(std::move(options)),
      guard_(options_.token),
      engines_(options_.threads),
      readers_(1),
      games_(std::move(store), engines_, options_.seed, options_.games),
      analyst_(engines_),
      ledgers_(options_.ledgers, readers_) {}

void Api::stop() {
    games_.hurry();
    analyst_.hurry();
    engines_.stop();
    readers_.stop();
}

void Api::tick() {
    games_.tick();
    ledgers_.tick();
}

Answer Api::handle(const Request& request) {
    const std::optional<Target> target = parse_target(request.target);
    if (!target) return refusal(400, "bad_request", "This address cannot be read.");
    const bool api = target->segments.front() == "api";
    if (auto refused = guard_.refuse(request, api ? Guard::Wanted::Api : Guard::Wanted::Page,
                                     query(*target, "token")))
        return std::move(*refused);
    return api ? dispatch(request, *target) : page(request, *target);
}

std::size_t Api::body_limit(const Request& head) const {
    const std::optional<Target> target = parse_target(head.target);
    const bool record = target && target->path == "/api/records" &&
                        !guard_.refuse(head, Guard::Wanted::Api, query(*target, "token"));
    return record ? kMaxRecordBytes : kMaxBodyBytes;
}

Answer Api::dispatch(const Request& request, const Target& target) {
    std::string allowed;
    for (const Route& route : routes()) {
        if (!route.matches(target.segments)) continue;
        if (route.method != request.method) {
            allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
            continue;
        }
        // A form on another site can post, but not as JSON.
        if (request.method == "POST" && !request.content_type.starts_with("application/json"))
            return refusal(415, "wrong_type",
                           "A request with a body says Content-Type: application/json.");
        if (auto bounded = check_json_bounds(request.body); !bounded) return bounded.error();
        const auto any = std::find(route.path.begin(), route.path.end(), "*");
        const std::string id =
            any == route.path.end()
                ? std::string{}
                : target.segments[static_cast<std::size_t>(any - route.path.begin())];
        return route.handle(*this, id, request, target);
    }
    if (allowed.empty()) return refusal(404, "not_found", "There is nothing at this address.");
    Response response = refusal(405, "wrong_method", "This address takes " + allowed + ".");
    response.headers.emplace_back("Allow", allowed);
    return response;
}

Answer Api::page(const Request& request, const Target& target) const {
    const Asset* asset =
        find_asset(is_page(target) ? "/index.html" : std::string_view(target.path));
    if (asset == nullptr) return refusal(404, "not_found", "There is nothing at this address.");
    if (request.method != "GET" && request.method != "HEAD") {
        Response response = refusal(405, "wrong_method", "This address takes GET, HEAD.");
        response.headers.emplace_back("Allow", "GET, HEAD");
        return response;
    }
    Response response{200,
                      std::string(asset->content_type),
                      std::string(asset->gzipped.begin(), asset->gzipped.end()),
                      {}};
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.headers.emplace_back(
        "Cache-Control", asset->immutable ? "public, max-age=31536000, immutable" : "no-cache");
    // Nothing from other sites, and no frame on another site.
    response.headers.emplace_back("Content-Security-Policy",
                                  "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
                                  "form-action 'none'; object-src 'none'");
    if (target.query.contains("token"))
        response.headers.emplace_back("Set-Cookie", "zerosum_token=" + guard_.token() +
                                                        "; Path=/; HttpOnly; SameSite=Strict");
    return response;
}

Json Api::info() const {
    Json games = Json::array();
    for (const AnyGame* game : all_games()) games.push_back(view::info_json(game->info()));
    Json players = Json::array();
    for (const OfferedPlayer& each : opponents())
        players.push_back({{"spec", each.spec}, {"name", each.name}, {"about", each.about}});
    return {{"version", options_.version},
            {"games", games},
            {"players", players},
            {"opponent", first_opponent().spec},
            {"ledgers", ledgers_.names()}};
}

Json Api::status() const {
    const WorkQueue::Load load = engines_.load();
    return {{"games", games_.in_memory()},
            {"streams", streams_},
            {"queued", load.waiting},
            {"running", load.running},
            {"memory", resident_bytes()}};
}

}  // namespace zerosum::web
