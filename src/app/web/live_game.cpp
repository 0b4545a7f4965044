#include "app/web/live_game.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "app/view/board_json.h"
#include "app/web/json.h"
#include "app/web/opponents.h"
#include "core/counted.h"
#include "games/registry.h"

namespace zerosum::web {

namespace {

Json thought_json(const StoredThought& thought) {
    return {{"depth", thought.depth},
            {"nodes", thought.nodes},
            {"score", thought.score},
            {"exact", thought.exact}};
}

Json result_json(const std::optional<StoredResult>& result) {
    if (!result) return nullptr;
    return {{"winner", result->winner}, {"reason", result->reason}};
}

// Why it ended so, in words: what docs/records.md calls the sentence.
std::string sentence(const LiveGame& game, const StoredResult& result) {
    const auto points = [&](Side side) { return game.position->points(side); };
    if (result.winner == 0) return counted(points(Side::One), "point") + " each";
    const Side winner = result.winner == 1 ? Side::One : Side::Two;
    const std::string loser = game.name_of(other(winner));
    if (result.reason == "points")
        return fmt::format("{} to {}", counted(points(winner), "point"), points(other(winner)));
    if (result.reason == "resigned")
        return fmt::format("{} gave up after {}", loser, counted(game.kept.moves.size(), "move"));
    if (result.reason == "time")
        return fmt::format("{} used up the bank of {:g} s", loser, game.kept.bank.count());
    return fmt::format("{} gave no legal move", loser);
}

}  // namespace

// The players alternate, so who started follows from who is to move now.
Side LiveGame::first_mover() const {
    return kept.moves.size() % 2 == 0 ? position->mover() : other(position->mover());
}

Seconds LiveGame::bank_of(Side side) const {
    Seconds left = kept.bank;
    Side mover = first_mover();
    for (const StoredMove& move : kept.moves) {
        if (mover == side) left = move.bank_left;
        mover = other(mover);
    }
    return left;
}

Seconds LiveGame::person_spent() const {
    return thought_for + (clock_since ? Seconds(Clock::now() - *clock_since) : Seconds{0});
}

std::string LiveGame::name_of(Side side) const {
    if (!human(side)) return opponent_name(kept.specs[index(side)]);
    if (!human(other(side))) return "You";
    if (kept.rules == "raid") return side == Side::One ? "X" : "O";
    return fmt::format("Player {}", side_number(side));
}

Result<PositionPtr> position_after(const StoredGame& game) {
    const Result<const AnyGame*> rules = find_game(game.rules);
    if (!rules) return tl::unexpected(rules.error());
    Result<PositionPtr> position = (*rules)->parse_line(game.start);
    if (!position) return position;
    for (const StoredMove& move : game.moves) {
        const Judged<AnyMove> parsed = (*position)->parse_move(move.name);
        if (!parsed) return fail("{}", parsed.error().sentence);
        (*position)->play(*parsed);
    }
    return position;
}

int kinds_on(const AnyPosition& position) {
    std::set<char> kinds;
    for (const std::string& row : position.rows())
        std::copy_if(row.begin(), row.end(), std::inserter(kinds, kinds.end()),
                     [](char mark) { return mark >= '0' && mark <= '9'; });
    return static_cast<int>(kinds.size());
}

// Pieces are not kept: the start position shows them. Nor were the kinds of a position that was
// given, once.
Result<StartOptions> drawn_like(const StoredGame& game) {
    const Result<const AnyGame*> rules = find_game(game.rules);
    if (!rules) return tl::unexpected(rules.error());
    const Result<PositionPtr> start = (*rules)->parse_line(game.start);
    if (!start) return tl::unexpected(start.error());
    StartOptions options;
    options.size = game.size;
    options.kinds = game.kinds != 0 ? game.kinds : kinds_on(**start);
    if (game.rules != "raid") return options;
    options.pieces = 0;
    for (const std::string& row : (*start)->rows())
        options.pieces += static_cast<int>(
            std::count_if(row.begin(), row.end(), [](char mark) { return mark != '.'; }));
    options.pieces /= 2;  // a side
    return options;
}

Json game_json(const LiveGame& game) {
    const StoredGame& kept = game.kept;
    const bool timed = game.timed();
    const Side to_move = game.position->mover();
    Json players = Json::array();
    for (const Side side : {Side::One, Side::Two}) {
        Json bank = nullptr;
        if (timed) {
            Seconds left = game.bank_of(side);
            if (game.waits_for_person() && side == to_move) left -= game.person_spent();
            bank = std::max(0.0, left.count());
        }
        players.push_back({{"spec", kept.specs[index(side)]},
                           {"name", game.name_of(side)},
                           {"human", game.human(side)},
                           {"bank", bank}});
    }
    Json moves = Json::array();
    const PositionPtr at = *game.rules->parse_line(kept.start);
    for (const StoredMove& move : kept.moves) {
        const AnyMove parsed = *at->parse_move(move.name);
        Json json{{"side", side_number(at->mover())},
                  {"move", move.name},
                  {"gain", move.gain},
                  {"cpu", move.cpu.count()},
                  {"cells", view::move_cells(*at, parsed)}};
        if (timed) json["bank"] = move.bank_left.count();
        if (move.thought) json["thought"] = thought_json(*move.thought);
        moves.push_back(std::move(json));
        at->play(parsed);
    }
    const char* state = game.over() ? "over" : game.waits_for_person() ? "waiting" : "thinking";
    return {{"id", kept.id},
            {"version", game.version},
            {"created", kept.created},
            {"setup",
             {{"game", kept.rules},
              {"size", kept.size},
              {"kinds", kept.kinds},
              {"bank", kept.bank.count()}}},
            {"players", players},
            {"start", kept.start},
            {"moves", moves},
            {"board", view::board_json(*game.position, view::Moves::Listed)},
            {"state", state},
            {"clock",
             {{"side", side_number(to_move)},
              {"running", !game.over() && (!game.human(to_move) || game.clock_since.has_value())}}},
            {"result", result_json(kept.result)}};
}

Json summary_json(const StoredGame& game) {
    const auto name = [&](std::size_t side) {
        return game.specs[side] == "human" ? std::string("You") : opponent_name(game.specs[side]);
    };
    const Result<PositionPtr> position = position_after(game);
    const auto points = [&](Side side) { return position ? (*position)->points(side) : 0; };
    return {{"id", game.id},
            {"created", game.created},
            {"game", game.rules},
            {"size", game.size},
            {"players", {name(0), name(1)}},
            {"moves", game.moves.size()},
            {"points", {points(Side::One), points(Side::Two)}},
            {"result", result_json(game.result)}};
}

GameRecord game_record(const LiveGame& game) {
    GameRecord record;
    record.game = game.kept.rules;
    record.edition = std::string(game.rules->edition());
    record.seed = game.kept.seed;
    record.bank = game.kept.bank;
    record.start = game.kept.start;
    record.first = static_cast<int>(index(game.first_mover()));
    for (const Side side : {Side::One, Side::Two})
        record.players[index(side)] = {game.name_of(side), game.kept.specs[index(side)],
                                       game.human(side) ? "wall" : "thread", "none"};
    const PositionPtr at = *game.rules->parse_line(game.kept.start);
    for (const StoredMove& move : game.kept.moves) {
        MoveRecord kept;
        kept.player = static_cast<int>(index(at->mover()));
        kept.position = at->line();
        kept.move = move.name;
        kept.gain = move.gain;
        kept.cpu = move.cpu;
        kept.wall = move.cpu;
        kept.bank_left = move.bank_left;
        if (move.thought) {
            kept.score = move.thought->score;
            kept.depth = move.thought->depth;
            kept.nodes = move.thought->nodes;
        }
        record.cpu[index(at->mover())] += move.cpu;
        record.moves.push_back(std::move(kept));
        at->play(*at->parse_move(move.name));
    }
    for (const Side side : {Side::One, Side::Two}) record.points[index(side)] = at->points(side);
    const std::optional<StoredResult>& result = game.kept.result;
    record.winner = result && result->winner != 0 ? result->winner - 1 : -1;
    record.reason =
        result ? parse_end_reason(result->reason).value_or(EndReason::Aborted) : EndReason::Aborted;
    record.sentence = result ? sentence(game, *result) : "not finished";
    return record;
}

}  // namespace zerosum::web
