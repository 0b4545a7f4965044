#include "app/web/desk_api.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "app/view/ledger_json.h"
#include "app/web/fields.h"
#include "app/web/json.h"
#include "app/web/json_bounds.h"
#include "app/web/later.h"
#include "app/web/routes.h"
#include "arena/tournament/standings.h"
#include "core/text.h"

namespace zerosum::web {

namespace {

constexpr std::size_t kGamesShown = 50;

tl::unexpected<Response> our_fault(const Error& error) {
    return refuse(500, "failed", error.message);
}

// A request with all that a handler needs.
struct Visit {
    Desk& desk;
    Person person;
    std::string id;  // of the path
    Request request;
    Target target;
    LadderMemory& ladder;
};

Json person_json(const Desk& desk, const Person& person) {
    return {{"name", person.name},
            {"nick", person.nick},
            {"staff", person.staff},
            {"entrant", desk.entrant(person)}};
}

Json number_json(const std::optional<double>& number) {
    return number ? Json(*number) : Json();
}

// Without the texts, which are long.
Json hand_in_json(const DeskHandIn& hand_in) {
    return {{"id", hand_in.id},
            {"person", hand_in.person},
            {"number", hand_in.number},
            {"file", hand_in.file},
            {"bytes", hand_in.bytes},
            {"received", hand_in.received},
            {"stage", to_text(hand_in.stage)},
            {"removed", hand_in.removed},
            {"accepted", hand_in.accepted},
            {"category", hand_in.category},
            {"sentence", hand_in.sentence},
            {"earned", number_json(hand_in.earned)},
            {"possible", number_json(hand_in.possible)}};
}

bool waits(const DeskHandIn& hand_in) {
    return !hand_in.removed &&
           (hand_in.stage == Stage::Received || hand_in.stage == Stage::Checked);
}

// Hand-ins with how many go before each where it waits now; of an ended one: null. What waits is
// read once, for all of an answer.
class Queues {
 public:
    explicit Queues(Desk& desk) : desk_(desk) {}

    Result<Json> with_place(const DeskHandIn& hand_in) {
        Json json = hand_in_json(hand_in);
        json["ahead"] = nullptr;
        if (!waits(hand_in)) return json;
        auto queue = queues_.find(hand_in.stage);
        if (queue == queues_.end()) {
            Result<std::vector<std::int64_t>> read = desk_.store().waiting(hand_in.stage);
            if (!read) return tl::unexpected(read.error());
            queue = queues_.emplace(hand_in.stage, std::move(*read)).first;
        }
        const auto& ids = queue->second;
        if (const auto at = std::find(ids.begin(), ids.end(), hand_in.id); at != ids.end())
            json["ahead"] = at - ids.begin();  // otherwise it has just had its turn
        return json;
    }

 private:
    Desk& desk_;
    std::map<Stage, std::vector<std::int64_t>> queues_;
};

// A player's place on the ladder; null while it has none.
Json place_json(const Standings& standings, const std::string& player) {
    const auto found = std::find_if(standings.lines.begin(), standings.lines.end(),
                                    [&](const StandingLine& line) { return line.name == player; });
    if (found == standings.lines.end()) return nullptr;
    const bool played = found->all.games() > 0;
    return {{"place", found - standings.lines.begin() + 1},
            {"of", standings.lines.size()},
            {"version", found->version},
            {"games", found->all.games()},
            {"wins", found->all.wins},
            {"draws", found->all.draws},
            {"losses", found->all.losses},
            {"rating", played ? Json(found->rating.value) : Json()},
            {"error", played ? Json((found->rating.high - found->rating.low) / 2) : Json()}};
}

// A player's last games, the newest first.
Json games_json(const LadderNow& ladder, const std::string& player) {
    Json games = Json::array();
    for (std::size_t i = ladder.games.size(); i > 0 && games.size() < kGamesShown; --i) {
        const LedgerGame& game = ladder.games[i - 1];
        if (std::any_of(game.players.begin(), game.players.end(),
                        [&](PlayerIndex number) { return ladder.players[number].name == player; }))
            games.push_back(view::ledger_game_json(game, i, ladder.players));
    }
    return games;
}

Asked<Json> show_desk(const Visit& visit, std::size_t ledger) {
    Desk& desk = visit.desk;
    const auto own = desk.store().hand_ins(visit.person.name);
    const auto left = desk.uploads_left(visit.person.name);
    const auto paused = desk.store().paused();
    if (!own) return our_fault(own.error());
    if (!left) return our_fault(left.error());
    if (!paused) return our_fault(paused.error());
    Json mine = Json::array();
    Queues queues(desk);
    for (const DeskHandIn& hand_in : *own) {
        Result<Json> json = queues.with_place(hand_in);
        if (!json) return our_fault(json.error());
        mine.push_back(std::move(*json));
    }
    const std::string entrant = desk.entrant(visit.person);
    const auto ladder = visit.ladder.of(desk.settings().ladder.ledger);
    return Json{{"title", desk.settings().title},
                {"person", person_json(desk, visit.person)},
                {"upload_bytes", desk.settings().upload_bytes},
                {"uploads_left", *left},
                {"uploads_per_hour", desk.settings().uploads_per_hour},
                {"paused", *paused},
                {"ledger", ledger},
                {"hand_ins", mine},
                {"place", ladder ? place_json(ladder->standings, entrant) : Json()},
                {"games", ladder ? games_json(*ladder, entrant) : Json::array()}};
}

Asked<Json> show_class(const Visit& visit, std::size_t ledger) {
    Desk& desk = visit.desk;
    const auto people = desk.store().people();
    const auto all = desk.store().hand_ins();
    const auto paused = desk.store().paused();
    if (!people) return our_fault(people.error());
    if (!all) return our_fault(all.error());
    if (!paused) return our_fault(paused.error());
    const auto ladder = visit.ladder.of(desk.settings().ladder.ledger);
    std::map<std::string, Json> hand_ins;  // by person, the newest first
    Queues queues(desk);
    for (const DeskHandIn& hand_in : *all) {
        Json& list = hand_ins[hand_in.person];
        if (list.is_null()) list = Json::array();
        Result<Json> json = queues.with_place(hand_in);
        if (!json) return our_fault(json.error());
        (*json)["trouble"] = waits(hand_in) ? desk.trouble_of(hand_in.id) : "";
        list.push_back(std::move(*json));
    }
    Json lines = Json::array();
    for (const Person& person : *people) {
        const auto found = hand_ins.find(person.name);
        if (person.staff && found == hand_ins.end()) continue;
        Json line = person_json(desk, person);
        line["email"] = person.email;
        line["hand_ins"] = found == hand_ins.end() ? Json::array() : found->second;
        line["place"] = ladder ? place_json(ladder->standings, desk.entrant(person)) : Json();
        lines.push_back(std::move(line));
    }
    return Json{{"title", desk.settings().title},
                {"paused", *paused},
                {"trouble", desk.ladder_trouble()},
                {"ledger", ledger},
                {"people", lines}};
}

Asked<DeskHandIn> find_hand_in(const Visit& visit) {
    const auto id = parse_int(visit.id);
    const auto found = visit.desk.store().find(id.value_or(-1));
    if (!found) return our_fault(found.error());
    if (!*found || (!visit.person.staff && (*found)->person != visit.person.name))
        return refuse(404, "not_found", "There is no such hand-in, or it is not yours.");
    return **found;
}

Asked<Json> show_hand_in(const Visit& visit) {
    const Asked<DeskHandIn> hand_in = find_hand_in(visit);
    if (!hand_in) return tl::unexpected(hand_in.error());
    Result<Json> json = Queues(visit.desk).with_place(*hand_in);
    if (!json) return our_fault(json.error());
    (*json)["check"] = hand_in->check;
    (*json)["grade"] = hand_in->grade;
    return std::move(*json);
}

Asked<Json> take_upload(const Visit& visit) {
    const auto file = visit.target.query.find("file");
    if (file == visit.target.query.end())
        return refuse(400, "bad_request", "'file' is expected to name the upload.");
    const auto taken = visit.desk.take(visit.person, file->second, visit.request.body);
    if (taken) {
        Result<Json> json = Queues(visit.desk).with_place(*taken);
        if (!json) return our_fault(json.error());
        return std::move(*json);
    }
    switch (taken.error().kind) {
        case Refusal::Kind::TooMany:
            return refuse(429, "too_many", taken.error().message);
        case Refusal::Kind::TooLarge:
            return refuse(413, "too_large", taken.error().message);
        case Refusal::Kind::BadUpload:
            return refuse(422, "bad_upload", taken.error().message);
        case Refusal::Kind::Ours:
            break;
    }
    return refuse(500, "failed", taken.error().message);
}

Asked<Json> set_pause(const Visit& visit) {
    Asked<Fields> fields = Fields::parse(visit.request.body);
    if (!fields) return tl::unexpected(fields.error());
    const bool paused = fields->flag("paused", true);
    if (auto checked = fields->check(); !checked) return tl::unexpected(checked.error());
    if (const Result<void> set = visit.desk.pause(paused); !set) return our_fault(set.error());
    return Json{{"paused", paused}};
}

Asked<Json> grade_again(const Visit& visit) {
    const Asked<DeskHandIn> hand_in = find_hand_in(visit);
    if (!hand_in) return tl::unexpected(hand_in.error());
    const auto theirs = visit.desk.store().hand_ins(hand_in->person);
    if (!theirs) return our_fault(theirs.error());
    if (std::any_of(theirs->begin(), theirs->end(), [&](const DeskHandIn& other) {
            return other.id > hand_in->id && !other.removed;
        }))
        return refuse(409, "conflict", "A newer hand-in has taken its place: grade that one.");
    if (const Result<void> asked = visit.desk.again(hand_in->id); !asked)
        return our_fault(asked.error());
    return show_hand_in(visit);
}

Asked<Json> remove_hand_in(const Visit& visit) {
    const Asked<DeskHandIn> hand_in = find_hand_in(visit);
    if (!hand_in) return tl::unexpected(hand_in.error());
    if (const Result<void> removed = visit.desk.remove(hand_in->id); !removed)
        return our_fault(removed.error());
    return show_hand_in(visit);
}

// As find_route expects it.
struct DeskRoute {
    std::string_view method;
    std::vector<std::string_view> path;  // below /api/desk
    bool staff;
    int status;
    std::function<Asked<Json>(const Visit& visit, std::size_t ledger)> handle;
};

const std::vector<DeskRoute>& desk_routes() {
    using In = const Visit&;
    static const std::vector<DeskRoute> table{
        {"GET", {}, false, 200, show_desk},
        {"GET", {"class"}, true, 200, show_class},
        {"POST", {"pause"}, true, 200, [](In visit, std::size_t) { return set_pause(visit); }},
        {"POST",
         {"hand-ins"},
         false,
         201,
         [](In visit, std::size_t) { return take_upload(visit); }},
        {"GET",
         {"hand-ins", "*"},
         false,
         200,
         [](In visit, std::size_t) { return show_hand_in(visit); }},
        {"POST",
         {"hand-ins", "*", "again"},
         true,
         200,
         [](In visit, std::size_t) { return grade_again(visit); }},
        {"POST",
         {"hand-ins", "*", "remove"},
         true,
         200,
         [](In visit, std::size_t) { return remove_hand_in(visit); }},
    };
    return table;
}

bool is_upload(const Request& request) {
    return request.method == "POST" &&
           request.target.substr(0, request.target.find('?')) == "/api/desk/hand-ins";
}

// A form on another site can post, but with neither of these types.
Asked<void> check_body(const Request& request) {
    if (request.method != "POST") return {};
    const std::string_view wanted =
        is_upload(request) ? "application/octet-stream" : "application/json";
    if (!request.content_type.starts_with(wanted))
        return refuse(415, "wrong_type",
                      fmt::format("This request says Content-Type: {}.", wanted));
    if (is_upload(request)) return {};
    return check_json_bounds(request.body);
}

Asked<Person> person_of(Desk& desk, const Request& request) {
    const Result<std::optional<Person>> person = desk.store().whose(request.desk_token);
    if (!person) return our_fault(person.error());
    if (!*person)
        return refuse(401, "desk_token_needed",
                      "The hand-in desk asks for your own token, which the staff have given you.");
    return **person;
}

}  // namespace

bool DeskApi::serves(const Target& target) {
    return target.segments.size() >= 2 && target.segments[0] == "api" &&
           target.segments[1] == "desk";
}

Json DeskApi::about() const {
    return desk_ == nullptr ? Json() : Json{{"title", desk_->settings().title}};
}

std::size_t DeskApi::body_limit(const Request& head) const {
    const bool known = desk_ != nullptr && is_upload(head) && person_of(*desk_, head);
    return known ? std::max(desk_->settings().upload_bytes, kMaxBodyBytes) : kMaxBodyBytes;
}

Answer DeskApi::handle(const Request& request, const Target& target) {
    if (desk_ == nullptr)
        return refusal(404, "no_desk",
                       "This server has no hand-in desk: it began without --class.");
    const std::vector<std::string> path(target.segments.begin() + 2, target.segments.end());
    Asked<const DeskRoute*> found = find_route(desk_routes(), request.method, path);
    if (!found) return std::move(found.error());
    if (Asked<void> sound = check_body(request); !sound) return std::move(sound.error());
    return answered_later(
        queue_, {request.visitor, "desk of " + request.visitor},
        [this, &route = **found, request, target, id = route_id(**found, path)]() -> Asked<Json> {
            const Asked<Person> person = person_of(*desk_, request);
            if (!person) return tl::unexpected(person.error());
            if (route.staff && !person->staff)
                return refuse(403, "staff_only", "This is for the staff of the class.");
            const Visit visit{*desk_, *person, id, request, target, ladder_};
            return route.handle(visit, ledgers_ - 1);
        },
        (*found)->status);
}

}  // namespace zerosum::web
