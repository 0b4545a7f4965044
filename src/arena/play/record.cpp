#include "arena/play/record.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/counted.h"
#include "core/text.h"

namespace zerosum {

namespace {

using Json = nlohmann::ordered_json;

struct ReasonName {
    EndReason reason;
    std::string_view text;
    std::string_view fault = {};  // what the loser did; empty: the game was played to its end
};
constexpr std::array kReasons{
    ReasonName{EndReason::Points, "points"},
    ReasonName{EndReason::TimeLeft, "time-left"},
    ReasonName{EndReason::Draw, "draw"},
    ReasonName{EndReason::Void, "void"},
    ReasonName{EndReason::Time, "time", "ran out of time"},
    ReasonName{EndReason::Resigned, "resigned", "resigned"},
    ReasonName{EndReason::IllegalMove, "illegal-move", "played an illegal move"},
    ReasonName{EndReason::WrongBoard, "wrong-board", "wrote a wrong board"},
    ReasonName{EndReason::MalformedAnswer, "malformed-answer",
               "wrote an answer that cannot be read"},
    ReasonName{EndReason::NoAnswer, "no-answer", "gave no answer"},
    ReasonName{EndReason::Crash, "crash", "crashed"},
    ReasonName{EndReason::Killed, "killed", "was killed because it was late"},
    ReasonName{EndReason::Limit, "limit", "went over a limit"},
    ReasonName{EndReason::NotStarted, "not-started", "could not be started"},
    ReasonName{EndReason::Aborted, "aborted"},
};

// Microseconds are all that a clock source promises; more digits only make records differ.
double rounded(Seconds time) {
    return std::round(time.count() * 1e6) / 1e6;
}

Json move_json(const MoveRecord& move) {
    Json json{{"player", move.player},
              {"position", move.position},
              {"move", move.move},
              {"gain", move.gain},
              {"cpu", rounded(move.cpu)},
              {"wall", rounded(move.wall)},
              {"bank_left", rounded(move.bank_left)}};
    if (!move.why.empty()) json["why"] = move.why;
    if (move.peak_memory != 0) json["peak_memory"] = move.peak_memory;
    if (!move.stderr_tail.empty()) json["stderr"] = move.stderr_tail;
    if (move.score) {
        json["score"] = *move.score;
        json["depth"] = move.depth;
        json["nodes"] = move.nodes;
        if (move.exact) json["exact"] = true;
    }
    return json;
}

MoveRecord move_from(const Json& json) {
    MoveRecord move;
    move.player = json.at("player").get<int>();
    move.position = json.at("position").get<std::string>();
    move.move = json.at("move").get<std::string>();
    move.gain = json.at("gain").get<Score>();
    move.cpu = Seconds{json.at("cpu").get<double>()};
    move.wall = Seconds{json.at("wall").get<double>()};
    move.bank_left = Seconds{json.at("bank_left").get<double>()};
    move.why = json.value("why", std::string{});
    move.peak_memory = json.value("peak_memory", std::uint64_t{0});
    move.stderr_tail = json.value("stderr", std::string{});
    if (json.contains("score")) {
        move.score = json.at("score").get<Score>();
        move.depth = json.value("depth", 0);
        move.nodes = json.value("nodes", std::uint64_t{0});
        move.exact = json.value("exact", false);
    }
    return move;
}

// "[json.exception.parse_error.101] parse error at ..." without what only programmers want.
std::string_view without_tag(std::string_view what) {
    const std::size_t end = what.starts_with('[') ? what.find("] ") : std::string_view::npos;
    return end == std::string_view::npos ? what : what.substr(end + 2);
}

bool is_player(int index) {
    return index == 0 || index == 1;
}

}  // namespace

std::string_view to_text(EndReason reason) {
    return std::find_if(kReasons.begin(), kReasons.end(),
                        [&](const ReasonName& name) { return name.reason == reason; })
        ->text;
}

std::optional<EndReason> parse_end_reason(std::string_view text) {
    for (const ReasonName& name : kReasons)
        if (name.text == text) return name.reason;
    return std::nullopt;
}

std::string to_json_text(const GameRecord& record) {
    Json players = Json::array();
    for (const PlayerRecord& player : record.players)
        players.push_back({{"name", player.name},
                           {"spec", player.spec},
                           {"clock", player.clock},
                           {"sandbox", player.confinement}});
    Json moves = Json::array();
    for (const MoveRecord& move : record.moves) moves.push_back(move_json(move));
    Json json{{"schema", GameRecord::schema},
              {"game", record.game},
              {"edition", record.edition},
              {"players", players},
              {"first", record.first},
              {"seed", record.seed},
              {"bank", rounded(record.bank)},
              {"komi", record.komi},
              {"start", record.start},
              {"winner", record.winner},
              {"reason", to_text(record.reason)},
              {"sentence", record.sentence},
              {"points", record.points},
              {"cpu", {rounded(record.cpu[0]), rounded(record.cpu[1])}},
              {"host_speed", record.host_speed},
              {"moves", moves}};
    if (record.odds != 1) json["odds"] = record.odds;
    // Agents' stderr may hold any bytes: what is not UTF-8 is replaced, never thrown at.
    return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

Result<GameRecord> parse_record(std::string_view text) {
    try {
        const Json json = Json::parse(text);
        if (const int schema = json.at("schema").get<int>(); schema != GameRecord::schema)
            return fail("a game record of schema {}, expected {}", schema, GameRecord::schema);
        GameRecord record;
        record.game = json.at("game").get<std::string>();
        record.edition = json.at("edition").get<std::string>();
        for (std::size_t i = 0; i < 2; ++i) {
            const Json& player = json.at("players").at(i);
            record.players[i] = {
                player.at("name").get<std::string>(), player.at("spec").get<std::string>(),
                player.value("clock", std::string{}), player.value("sandbox", std::string{})};
            record.points[i] = json.at("points").at(i).get<Score>();
            record.cpu[i] = Seconds{json.at("cpu").at(i).get<double>()};
        }
        record.first = json.at("first").get<int>();
        record.seed = json.at("seed").get<std::uint64_t>();
        record.bank = Seconds{json.at("bank").get<double>()};
        record.odds = json.value("odds", 1.0);
        record.komi = json.at("komi").get<Score>();
        record.start = json.at("start").get<std::string>();
        record.winner = json.at("winner").get<int>();
        const std::string reason = json.at("reason").get<std::string>();
        const std::optional<EndReason> parsed = parse_end_reason(reason);
        if (!parsed) return fail("a game record with the unknown reason '{}'", printable(reason));
        record.reason = *parsed;
        record.sentence = json.at("sentence").get<std::string>();
        record.host_speed = json.value("host_speed", 0.0);
        for (const Json& move : json.at("moves")) record.moves.push_back(move_from(move));
        const bool players_valid =
            is_player(record.first) && (record.winner == -1 || is_player(record.winner)) &&
            std::all_of(record.moves.begin(), record.moves.end(),
                        [](const MoveRecord& move) { return is_player(move.player); });
        if (!players_valid) return fail("a game record that names a player other than 0 and 1");
        return record;
    } catch (const Json::exception& error) {
        return fail("not a game record: {}", printable(without_tag(error.what()), 200));
    }
}

std::string describe_turn(const MoveRecord& move) {
    if (move.move.empty()) return "gave no legal answer";
    if (move.passed()) return fmt::format("passes: {}", move.why);
    return fmt::format("plays {} for {}", move.move, counted(move.gain, "point"));
}

std::string outcome(std::string_view winner, std::string_view loser, std::string_view reason) {
    if (winner.empty()) return fmt::format("no winner, {}", reason);
    for (const ReasonName& known : kReasons)
        if (known.text == reason && !known.fault.empty())
            return fmt::format("{} wins: {} {}", winner, loser, known.fault);
    return fmt::format("{} wins by {}", winner, reason);
}

std::string outcome(const GameRecord& record) {
    const auto name = [&](int player) -> std::string_view {
        if (player < 0) return {};
        return record.players[static_cast<std::size_t>(player)].name;
    };
    return outcome(name(record.winner), name(record.winner < 0 ? -1 : 1 - record.winner),
                   to_text(record.reason));
}

std::string ending(const GameRecord& record) {
    // "resigned after 4 moves" says all that the outcome does.
    if (record.reason == EndReason::Resigned && record.winner >= 0) {
        const auto winner = static_cast<std::size_t>(record.winner);
        return fmt::format("{} wins: {} {}", record.players[winner].name,
                           record.players[1 - winner].name, record.sentence);
    }
    return fmt::format("{}: {}", outcome(record), record.sentence);
}

}  // namespace zerosum
