#include "app/web/api.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <set>
#include <utility>

#include "app/page/assets.h"
#include "app/view/board_json.h"
#include "app/view/info_json.h"
#include "app/web/boards.h"
#include "app/web/fields.h"
#include "app/web/guest.h"
#include "app/web/json.h"
#include "app/web/json_bounds.h"
#include "app/web/later.h"
#include "app/web/opponents.h"
#include "app/web/puzzle_view.h"
#include "app/web/requests.h"
#include "app/web/routes.h"
#include "app/web/trial.h"
#include "arena/play/even_boards.h"
#include "games/registry.h"

namespace zerosum::web {

namespace {

Answer answer(Asked<Json> asked, int status = 200) {
    if (!asked) return std::move(asked.error());
    return json_response(status, *asked);
}

template <typename Kind>
Answer answer_with(Asked<Kind> asked) {
    if (!asked) return std::move(asked.error());
    return std::move(*asked);
}

// What `work` answers to who asks; a key that is none is refused.
template <typename Work>
Answer for_asker(const Request& request, Work work) {
    const Asked<Asker> who = asker_of(request);
    if (!who) return who.error();
    return answer(work(*who));
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
    constexpr std::array<std::string_view, 6> pages{"play",   "puzzles",    "analyse",
                                                    "replay", "tournament", "desk"};
    return target.path == "/" ||
           (target.segments.size() <= 2 &&
            std::find(pages.begin(), pages.end(), target.segments.front()) != pages.end());
}

}  // namespace

// As find_route expects it.
struct Api::Route {
    std::string_view method;
    std::vector<std::string_view> path;
    std::function<Answer(Api& api, const std::string& id, const Request& request,
                         const Target& target)>
        handle;
};

const std::vector<Api::Route>& Api::routes() {
    using Id = const std::string&;
    using In = const Request&;
    using At = const Target&;
    static const std::vector<Route> table{
        {"GET",
         {"api", "info"},
         [](Api& a, Id, In request, At target) {
             const bool guest =
                 a.guard_.refuse(request, Guard::Wanted::Api, target.given("token")).has_value();
             return json_response(200, a.info(guest ? Reader::Guest : Reader::Visitor));
         }},
        {"GET",
         {"api", "status"},
         [](Api& a, Id, In, At) { return json_response(200, a.status()); }},
        {"GET",
         {"api", "games"},
         [](Api& a, Id, In request, At target) -> Answer {
             const Asked<Asker> who = asker_of(request);
             if (!who) return who.error();
             const Asked<GamesWish> wish = games_wish(target);
             if (!wish) return wish.error();
             // A server without a token is one person's: games that nobody holds are that person's.
             const auto unheld = a.guard_.token().empty() || who->holder.empty()
                                     ? GameStore::Unheld::Listed
                                     : GameStore::Unheld::Left;
             return answered_later(a.readers_, {request.visitor, "games of " + request.visitor},
                                   [&a, who = *who, wish = *wish, unheld] {
                                       return a.games_.list(who, unheld, wish);
                                   });
         }},
        {"GET",
         {"api", "tally"},
         [](Api& a, Id, In request, At) -> Answer {
             const Asked<Asker> who = asker_of(request);
             if (!who) return who.error();
             return answered_later(a.readers_, {request.visitor, "games of " + request.visitor},
                                   [&a, who = *who] { return a.games_.tally(who); });
         }},
        {"POST",
         {"api", "games"},
         [](Api& a, Id, In request, At) -> Answer {
             const Asked<GameWish> wish = read_wish(request.body);
             if (!wish) return wish.error();
             const Asked<Asker> who = asker_of(request);
             if (!who) return who.error();
             return a.begin(*who, new_game(*who, *wish));
         }},
        {"GET",
         {"api", "games", "*"},
         [](Api& a, Id id, In request, At) {
             return for_asker(request, [&](const Asker& who) { return a.games_.show(who, id); });
         }},
        {"GET",
         {"api", "games", "*", "record"},
         [](Api& a, Id id, In request, At) {
             return for_asker(request, [&](const Asker& who) { return a.games_.record(who, id); });
         }},
        {"GET",
         {"api", "games", "*", "events"},
         [](Api& a, Id id, In request, At) {
             return answer_with(a.games_.watch({request.visitor}, id));
         }},
        {"POST",
         {"api", "games", "*", "seat"},
         [](Api& a, Id id, In request, At) -> Answer {
             Asked<Fields> fields = Fields::parse(request.body);
             if (!fields) return fields.error();
             const Asked<std::string> name = person_name_of(fields->text("name", ""));
             if (auto checked = fields->check(); !checked) return checked.error();
             if (!name) return name.error();
             return for_asker(request,
                              [&](const Asker& who) { return a.games_.take_seat(who, id, *name); });
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
             return for_asker(request,
                              [&](const Asker& who) { return a.games_.play(who, id, move, ply); });
         }},
        {"POST",
         {"api", "games", "*", "undo"},
         [](Api& a, Id id, In request, At) {
             return for_asker(request, [&](const Asker& who) { return a.games_.undo(who, id); });
         }},
        {"POST",
         {"api", "games", "*", "resign"},
         [](Api& a, Id id, In request, At) {
             return for_asker(request, [&](const Asker& who) { return a.games_.resign(who, id); });
         }},
        {"POST",
         {"api", "games", "*", "now"},
         [](Api& a, Id id, In request, At) {
             return for_asker(request,
                              [&](const Asker& who) { return a.games_.answer_now(who, id); });
         }},
        {"POST",
         {"api", "games", "*", "hint"},
         [](Api& a, Id id, In request, At) {
             return answer_with(asker_of(request).and_then(
                 [&](const Asker& who) { return a.games_.hint(who, id); }));
         }},
        {"POST",
         {"api", "games", "*", "rematch"},
         [](Api& a, Id id, In request, At) -> Answer {
             Asked<Fields> fields = Fields::parse(request.body);
             if (!fields) return fields.error();
             const bool swap = fields->flag("swap", true);
             const bool same_board = fields->flag("same_board", false);
             if (auto checked = fields->check(); !checked) return checked.error();
             const Asked<Asker> who = asker_of(request);
             if (!who) return who.error();
             const Asked<NewGame> next = a.games_.plan_rematch(*who, id, swap, same_board);
             if (!next) return next.error();
             return a.begin(*who, *next);
         }},
        {"POST",
         {"api", "positions"},
         [](Api&, Id, In request, At) { return answer(read_board(request.body)); }},
        {"POST",
         {"api", "positions", "play"},
         [](Api&, Id, In request, At) { return answer(play_on_board(request.body)); }},
        {"POST",
         {"api", "positions", "try"},
         [](Api& a, Id, In request, At) {
             return answer_with(try_move(a.engines_, request.visitor, request.body));
         }},
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
         {"api", "puzzles", "daily"},
         [](Api&, Id, In, At target) { return answer(daily_puzzle(target.given("date"))); }},
        {"GET",
         {"api", "puzzles", "*", "*"},
         [](Api&, Id game, In, At target) {
             return answer(show_puzzle(game, target.segments.back()));
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
             return answer_with(games_wanted(target).and_then([&](const view::GamesWanted& asked) {
                 return a.ledgers_.show_games(request.visitor, id, asked);
             }));
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
      agents_(options_.agents ? options_.agents : std::make_shared<Agents>()),
      games_(std::move(store), engines_, *agents_, options_.seed, options_.games),
      analyst_(engines_),
      ledgers_(options_.ledgers, readers_),
      desk_(options_.desk, options_.ledgers.size(), readers_) {}

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
                                     target->given("token"));
        refused && (refused->status != 401 || !is_guest(request, *target)))
        return !api && request.wants_page() ? as_page(*refused) : std::move(*refused);
    return api ? dispatch(request, *target) : page(request, *target);
}

bool Api::is_guest(const Request& request, const Target& target) {
    for (const GuestAsks& asks :
         {asked_by_link(target), asked_by_cookie(request.method, target, request.invite)})
        if (!asks.secret.empty() && games_.invites(asks.game, asks.secret)) return true;
    return false;
}

std::size_t Api::body_limit(const Request& head) const {
    const std::optional<Target> target = parse_target(head.target);
    if (!target || guard_.refuse(head, Guard::Wanted::Api, target->given("token")))
        return kMaxBodyBytes;
    if (DeskApi::serves(*target)) return desk_.body_limit(head);
    return target->path == "/api/records" ? kMaxRecordBytes : kMaxBodyBytes;
}

Answer Api::dispatch(const Request& request, const Target& target) {
    if (DeskApi::serves(target)) return desk_.handle(request, target);
    const Asked<const Route*> route = find_route(routes(), request.method, target.segments);
    if (!route) return route.error();
    // A form on another site can post, but not as JSON.
    if (request.method == "POST" && !request.content_type.starts_with("application/json"))
        return refusal(415, "wrong_type",
                       "A request with a body says Content-Type: application/json.");
    if (auto bounded = check_json_bounds(request.body); !bounded) return bounded.error();
    return (*route)->handle(*this, route_id(**route, target.segments), request, target);
}

Answer Api::page(const Request& request, const Target& target) {
    const page::Asset* asset =
        page::find_asset(is_page(target) ? "/index.html" : std::string_view(target.path));
    const bool lost = asset == nullptr && request.wants_page();  // the page says so, and leads on
    if (lost) asset = page::find_asset("/index.html");
    if (asset == nullptr && page::find_asset("/index.html") == nullptr)
        return refusal(404, "no_page",
                       "This zerosum was built without its page: only /api answers.");
    if (asset == nullptr) return refusal(404, "not_found", "There is nothing at this address.");
    if (request.method != "GET" && request.method != "HEAD") {
        Response response = refusal(405, "wrong_method", "This address takes GET, HEAD.");
        response.headers.emplace_back("Allow", "GET, HEAD");
        return response;
    }
    Response response{lost ? 404 : 200,
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
    // Only to who knows it: a guest's link is no way to it.
    if (const std::string_view given = target.given("token");
        !given.empty() && same_secret(given, guard_.token()))
        response.headers.emplace_back("Set-Cookie", "zerosum_token=" + guard_.token() +
                                                        "; Path=/; HttpOnly; SameSite=Strict");
    if (const GuestAsks asks = asked_by_link(target);
        !asks.secret.empty() && games_.invites(asks.game, asks.secret))
        response.headers.emplace_back("Set-Cookie",
                                      fmt::format("zerosum_invite={}.{}; Path=/; HttpOnly; "
                                                  "SameSite=Strict",
                                                  asks.game, asks.secret));
    return response;
}

Answer Api::begin(const Asker& who, const NewGame& wanted) {
    if (!takes_long(wanted)) return answer(games_.begin(who, wanted), 201);
    return answered_later(
        engines_, {who.visitor, "new games of " + who.visitor},
        [this, who, wanted] { return games_.begin(who, wanted); }, 201);
}

Json Api::info(Reader reader) const {
    Json games = Json::array();
    for (const AnyGame* game : all_games()) {
        games.push_back(view::info_json(game->info()));
        std::set<std::pair<int, int>> even;
        for (const EvenBoard& each : even_boards(game->name()))
            even.emplace(each.drawn.size, each.drawn.kinds);
        Json& boards = games.back()["even"] = Json::array();
        for (const auto& [size, kinds] : even) boards.push_back({{"size", size}, {"kinds", kinds}});
        games.back()["puzzles"] = puzzle_grades(game->name());
    }
    Json players = Json::array();
    for (const OfferedPlayer& each : opponents())
        players.push_back({{"spec", each.spec}, {"name", each.name}, {"about", each.about}});
    for (const std::string& spec : agents_->specs())
        players.push_back({{"spec", spec}, {"name", agent_name(spec)}, {"about", "a program"}});
    const bool guest = reader == Reader::Guest;
    return {{"version", options_.version},
            {"games", games},
            {"players", players},
            {"opponent", first_opponent().spec},
            {"ledgers", guest ? Json::array() : ledgers_.names()},
            {"desk", guest ? Json() : desk_.about()},
            {"guest", guest}};
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
