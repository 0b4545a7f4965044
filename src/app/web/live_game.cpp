#include "app/web/live_game.h"

#include <algorithm>
#include <cctype>

#include "app/view/board_json.h"
#include "app/web/agents.h"
#include "app/web/json.h"
#include "app/web/opponents.h"
#include "games/registry.h"
#include "sandbox/machine.h"

namespace zerosum::web {

namespace {

// Player 0 has side 1.
Json move_json(const GameInPlay& game, const MoveRecord& move, const std::vector<int>& cells) {
    Json json{{"side", move.player + 1},
              {"move", move.move},
              {"gain", move.gain},
              {"cpu", move.cpu.count()},
              {"cells", cells}};
    if (game.timed()) json["bank"] = move.bank_left.count();
    if (move.score)
        json["thought"] = {{"depth", move.depth},
                           {"nodes", move.nodes},
                           {"score", *move.score},
                           {"exact", move.exact}};
    return json;
}

Json result_json(const GameRecord& record) {
    if (record.reason == EndReason::Aborted) return nullptr;
    return {{"winner", record.winner + 1},
            {"reason", to_text(record.reason)},
            {"sentence", record.sentence}};
}

// "You" against a player; two persons go by the names they gave or by their sides: "Player 1", "X".
std::string person_name(const GameRecord& record, const Seats& seats, std::size_t player) {
    const Result<const AnyGame*> rules = find_game(record.game);
    if (!rules || !record.players[1 - player].person()) return "You";
    if (!seats.at(player).name.empty()) return seats.at(player).name;
    std::string name((*rules)->info().sides[player].name);
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name;
}

PlayerRecord player_record(const StoredGame& stored, std::size_t player) {
    const std::string& spec = stored.record.players[player].spec;
    const bool person = stored.record.players[player].person();
    const Setup* walls = is_agent(spec) ? &best_setup() : nullptr;
    const std::string clock(walls != nullptr ? clock_name(walls->clock)
                                             : std::string_view(person ? "wall" : "thread"));
    return {shown_name(stored, player), spec, clock,
            walls != nullptr ? confinement_name(walls->confinement) : "none"};
}

std::vector<int> cells_of(const AnyGame& game, const MoveRecord& move) {
    const PositionPtr before = *game.parse_line(move.position);
    return view::move_cells(*before, *before->parse_move(move.move));
}

}  // namespace

LiveGame::LiveGame(const StoredGame& stored, GameInPlay its_game, std::string its_visitor)
    : id(stored.id),
      visitor(std::move(its_visitor)),
      created(stored.created),
      size(stored.size),
      kinds(stored.kinds),
      even(stored.even),
      seats(stored.seats),
      invite(stored.invite),
      game(its_game),
      version(static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                             std::chrono::system_clock::now().time_since_epoch())
                                             .count())) {
    become(std::move(its_game));
}

bool LiveGame::clock_may_run() const {
    return game.person_to_move() && !watchers.empty() && !seats[0].waits() && !seats[1].waits();
}

bool LiveGame::agent_to_move() const {
    return !game.over() && is_agent(game.record().players[game.to_move()].spec);
}

bool LiveGame::can_leave() const {
    return watchers.empty() && (game.over() || game.person_to_move() || asked != turn);
}

void LiveGame::become(GameInPlay next) {
    // A person who resigns and takes that back still has the time on the clock that was thought.
    stop_clock();
    if (next.moves().size() != game.moves().size()) thought_for = Seconds{0};
    game = std::move(next);
    const std::vector<MoveRecord>& moves = game.moves();
    cells.resize(std::min(cells.size(), moves.size()));
    while (cells.size() < moves.size() && !moves[cells.size()].move.empty())
        cells.push_back(cells_of(game.position().game(), moves[cells.size()]));
    ++turn;
}

Seconds LiveGame::person_spent() const {
    return thought_for + (clock_since ? Seconds(Clock::now() - *clock_since) : Seconds{0});
}

void LiveGame::stop_clock() {
    thought_for = person_spent();
    clock_since.reset();
}

Result<GameInPlay> resume(const StoredGame& stored) {
    GameRecord record = stored.record;
    const Result<const AnyGame*> rules = find_game(record.game);
    if (!rules) return tl::unexpected(rules.error());
    const Result<PositionPtr> start = (*rules)->parse_line(record.start);
    if (!start) return tl::unexpected(start.error());
    record.first = (*start)->mover() == Side::One ? 0 : 1;
    record.players = {player_record(stored, 0), player_record(stored, 1)};
    return GameInPlay::resume(record);
}

// A drawn board need not show all the kinds that it was drawn with.
StartOptions drawn_like(const LiveGame& live) {
    const AnyGame& rules = live.game.position().game();
    StartOptions options = (*rules.parse_line(live.game.record().start))->start_options();
    if (live.kinds != 0) options.kinds = live.kinds;
    return options;
}

std::string shown_name(const StoredGame& stored, std::size_t player) {
    const PlayerRecord& record = stored.record.players[player];
    if (record.person()) return person_name(stored.record, stored.seats, player);
    return is_agent(record.spec) ? std::string(agent_name(record.spec))
                                 : opponent_name(record.spec);
}

namespace {

Json sides_of(const GameRecord& record, const Seats& seats, const Asker& asker) {
    Json sides = Json::array();
    for (const std::size_t player : {0U, 1U})
        if (record.players[player].person() && asker.may_use(seats[player]))
            sides.push_back(player + 1);
    return sides;
}

}  // namespace

Json game_json(const LiveGame& live, const Asker* asker) {
    const GameInPlay& game = live.game;
    const GameRecord& record = game.record();
    const std::size_t to_move = game.to_move();
    Json players = Json::array();
    for (const std::size_t player : {0U, 1U}) {
        Json bank = nullptr;
        if (game.timed()) {
            const bool thinking = player == to_move && game.person(player);
            const Seconds spent = thinking ? live.person_spent() : Seconds{0};
            bank = std::max(0.0, (game.bank(player) - spent).count());
        }
        players.push_back({{"spec", record.players[player].spec},
                           {"name", record.players[player].name},
                           {"human", game.person(player)},
                           {"waits", live.seats[player].waits()},
                           {"komi", game.komi(player)},
                           {"bank", bank}});
    }
    Json board = view::board_json(game.position(), view::Moves::Listed);
    board["points"] = {game.points(0), game.points(1)};  // with komi
    Json moves = Json::array();
    for (std::size_t i = 0; i < live.cells.size(); ++i)
        moves.push_back(move_json(game, record.moves[i], live.cells[i]));
    const bool agents = is_agent(record.players[0].spec) || is_agent(record.players[1].spec);
    const double reply = agents ? 0 : game.reply_time().value_or(Seconds{0}).count();
    const char* state = game.over() ? "over" : game.person_to_move() ? "waiting" : "thinking";
    Json json{{"id", live.id},
              {"version", live.version},
              {"created", live.created},
              {"setup",
               {{"game", record.game},
                {"size", live.size},
                {"kinds", live.kinds},
                {"bank", record.bank.count()},
                {"even", live.even},
                {"reply", reply},
                {"friends", between_two(live.seats)}}},
              {"players", players},
              {"start", record.start},
              {"moves", moves},
              {"board", board},
              {"state", state},
              {"clock",
               {{"side", to_move + 1},
                {"running", !game.over() && (!game.person(to_move) || live.clock_since)}}},
              {"result", result_json(record)},
              {"rematch", live.rematch.empty() ? Json() : Json(live.rematch)}};
    if (asker == nullptr) return json;
    json["yours"] = sides_of(record, live.seats, *asker);
    // For who plays, to give away.
    json["invite"] = json["yours"].empty() || live.invite.empty() ? Json() : Json(live.invite);
    return json;
}

Json summary_json(const StoredGame& stored, const Asker& asker) {
    const GameRecord& record = stored.record;
    const Result<GameInPlay> game = resume(stored);
    const auto points = [&](std::size_t player) { return game ? game->points(player) : 0; };
    return {{"id", stored.id},
            {"created", stored.created},
            {"game", record.game},
            {"size", stored.size},
            {"players", {shown_name(stored, 0), shown_name(stored, 1)}},
            {"yours", sides_of(record, stored.seats, asker)},
            {"moves", std::count_if(record.moves.begin(), record.moves.end(),
                                    [](const MoveRecord& move) { return !move.move.empty(); })},
            {"points", {points(0), points(1)}},
            {"result", result_json(record)}};
}

}  // namespace zerosum::web
