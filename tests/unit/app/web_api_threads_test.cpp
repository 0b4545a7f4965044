// The API without sockets: what every request is answered with. With one engine thread where a
// game has to go on, with none where it must not.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "unit/app/web_api_fixture.h"

namespace zerosum::web {
namespace {

constexpr const char* kTwoKinds = "373737/373737/333777/373737/377773/373737 1 0 0";

TEST_F(WebApi, AGameIsPlayedToItsEndAndItsRecordHolds) {
    const std::string id =
        new_game({{"game", "fruit"}, {"size", 4}, {"kinds", 2}, {"players", {"human", "greedy"}}});
    Json game = get("/api/games/" + id).json;
    while (game["state"] != "over") {
        ASSERT_EQ(game["state"], "waiting");
        const Json move = game["board"]["moves"][0];
        const Said played = post("/api/games/" + id + "/moves",
                                 {{"move", move["name"]}, {"ply", game["moves"].size()}});
        ASSERT_EQ(played.status, 200) << played.json;
        EXPECT_EQ(played.json["moves"].back()["gain"], move["gain"]);
        game = wait_for(id, [](const Json& now) { return now["state"] != "thinking"; });
    }
    const Json record = get("/api/games/" + id + "/record").json;
    const int one = record["points"][0];
    const int two = record["points"][1];
    EXPECT_EQ(record["sentence"],
              one == two ? fmt::format("{} points each", one)
                         : fmt::format("{} points to {}", std::max(one, two), std::min(one, two)));
    const Said frames = ask(request("POST", "/api/records", record.dump()));
    ASSERT_EQ(frames.status, 200) << frames.json;
    EXPECT_EQ(frames.json["boards"].size(), game["moves"].size() + 1);
    EXPECT_EQ(frames.json["boards"].back()["points"], game["board"]["points"]);
    EXPECT_EQ(frames.json["result"]["winner"], game["result"]["winner"]);
}

TEST_F(WebApi, AnEngineAnswersWithinTheTimeThatAPersonWaitsWhateverItsBank) {
    const std::string id = new_game({{"game", "fruit"},
                                     {"size", 10},
                                     {"kinds", 4},
                                     {"seed", 3},
                                     {"bank", 3600},
                                     {"players", {"human", "engine"}}});
    const Json game = get("/api/games/" + id).json;
    const double reply = game["setup"]["reply"];
    ASSERT_EQ(
        post("/api/games/" + id + "/moves", {{"move", game["board"]["moves"][0]["name"]}}).status,
        200);
    const Json after = wait_for(id, [](const Json& now) { return now["moves"].size() == 2; });
    EXPECT_LT(after["moves"][1]["cpu"].get<double>(), reply + 0.5);
}

TEST_F(WebApi, AnEvenBoardIsDrawnWhereThereAreSomeAndARematchHasOneToo) {
    const Json info = get("/api/info").json;
    for (const Json& game : info["games"]) {
        ASSERT_FALSE(game["even"].empty()) << game["name"];
        Json wish{{"game", game["name"]}, {"size", game["even"][0]["size"]}, {"even", true}};
        if (!game["kinds"].is_null()) wish["kinds"] = game["even"][0]["kinds"];
        const std::string id = new_game(wish);
        EXPECT_EQ(get("/api/games/" + id).json["setup"]["even"], true);
        const Said again = post("/api/games/" + id + "/rematch", Json::object());
        EXPECT_EQ(again.json["setup"]["even"], true) << again.json;
        wish["even"] = false;
        EXPECT_EQ(get("/api/games/" + new_game(wish)).json["setup"]["even"], false);
    }
}

TEST_F(WebApi, WhereThereIsNoEvenBoardTheSecondPlayerHasKomi) {
    const Json wish{{"game", "fruit"}, {"size", 3},    {"kinds", 3},
                    {"seed", 5},       {"even", true}, {"players", {"human", "human"}}};
    const std::string id = new_game(wish);
    const Json game = get("/api/games/" + id).json;
    EXPECT_EQ(game["setup"]["even"], true);
    EXPECT_EQ(game["players"][0]["komi"], 0);
    const int komi = game["players"][1]["komi"];
    EXPECT_NE(komi, 0);
    EXPECT_EQ(game["board"]["points"], Json({0, komi}));

    Json now = game;
    while (now["state"] != "over")
        now =
            post("/api/games/" + id + "/moves", {{"move", now["board"]["moves"][0]["name"]}}).json;
    const Json record = get("/api/games/" + id + "/record").json;
    EXPECT_EQ(record["komi"], komi);
    EXPECT_EQ(record["points"], now["board"]["points"]);
    const Json frames = ask(request("POST", "/api/records", record.dump())).json;
    EXPECT_EQ(frames["boards"].front()["points"], Json({0, komi}));
    EXPECT_EQ(frames["boards"].back()["points"], now["board"]["points"]);
    EXPECT_EQ(frames["players"][1]["komi"], komi);

    const Json again = post("/api/games/" + id + "/rematch", {{"same_board", true}}).json;
    EXPECT_EQ(again["players"][1]["komi"], komi);
    EXPECT_EQ(again["setup"]["even"], true);
    const Json other = post("/api/games/" + id + "/rematch", Json::object()).json;
    EXPECT_EQ(other["setup"]["even"], true) << other;

    Json plain = wish;
    plain["even"] = false;
    const Json without = get("/api/games/" + new_game(plain)).json;
    EXPECT_EQ(without["setup"]["even"], false);
    EXPECT_EQ(without["players"][1]["komi"], 0);
    // A game from a position that is given has the komi that is asked for.
    const Json given = get("/api/games/" + new_game({{"game", "fruit"},
                                                     {"position", "01/21 2 4 1"},
                                                     {"players", {"human", "human"}},
                                                     {"komi", -3}}))
                           .json;
    EXPECT_EQ(given["board"]["points"], Json({1, 1}));
    EXPECT_EQ(given["players"][0]["komi"], -3);
}

TEST_F(WebApi, AnEngineThatIsToldToMoveNowPlaysTheBestItKnows) {
    const std::string id = new_game({{"game", "fruit"},
                                     {"size", 26},
                                     {"kinds", 4},
                                     {"seed", 3},
                                     {"players", {"human", "engine"}}});
    EXPECT_EQ(post("/api/games/" + id + "/now", Json::object()).status, 409);
    const Json game = get("/api/games/" + id).json;
    ASSERT_EQ(
        post("/api/games/" + id + "/moves", {{"move", game["board"]["moves"][0]["name"]}}).status,
        200);
    const Said asked = post("/api/games/" + id + "/now", Json::object());
    ASSERT_EQ(asked.status, 200) << asked.json;
    const Json after = wait_for(id, [](const Json& now) { return now["moves"].size() == 2; });
    EXPECT_EQ(after["state"], "waiting");
    EXPECT_LT(after["moves"][1]["cpu"].get<double>(), game["setup"]["reply"].get<double>() / 2);
}

TEST_F(WebApi, TakingBackReturnsToThePersonsLastTurn) {
    const std::string id =
        new_game({{"game", "raid"}, {"size", 3}, {"players", {"human", "random"}}});
    EXPECT_EQ(post("/api/games/" + id + "/undo", Json::object()).status, 409);
    const Json before = get("/api/games/" + id).json["board"];
    ASSERT_EQ(post("/api/games/" + id + "/moves", {{"move", "B2 Stake"}}).status, 200);
    wait_for(id, [](const Json& now) { return now["moves"].size() == 2; });
    const Said back = post("/api/games/" + id + "/undo", Json::object());
    ASSERT_EQ(back.status, 200);
    EXPECT_EQ(back.json["board"], before);
    EXPECT_TRUE(back.json["moves"].empty());
}

TEST_F(WebApi, AHintIsALegalMove) {
    const std::string id = new_game(
        {{"game", "fruit"}, {"position", "***/*10/000 1 0 0"}, {"players", {"human", "greedy"}}});
    const Said hint = post("/api/games/" + id + "/hint", Json::object());
    ASSERT_EQ(hint.status, 200) << hint.json;
    EXPECT_EQ(hint.json["move"], "C2");
    EXPECT_EQ(hint.json["margin"], 15);
    EXPECT_TRUE(hint.json["exact"]);
}

TEST_F(WebApi, AnalysisValuesEveryMoveBestFirst) {
    Answer answer =
        api.handle(request("GET", "/api/analysis?game=fruit&position=01%2F21+1+0+0&seconds=1"));
    std::mutex mutex;
    std::condition_variable changed;
    Json latest;
    bool done = false;
    const SubscriptionPtr subscription = std::get<Stream>(answer)([&](const Event& event) {
        const std::lock_guard lock(mutex);
        if (event.name == "analysis") latest = Json::parse(event.data);
        done = done || event.last;
        changed.notify_one();
    });
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return done; });
    ASSERT_EQ(latest["moves"].size(), 3U) << latest;
    EXPECT_EQ(latest["moves"][0]["name"], "B1");
    EXPECT_EQ(latest["moves"][0]["lost"], 0);
    EXPECT_TRUE(latest["exact"]);
    for (std::size_t i = 1; i < 3; ++i)
        EXPECT_GE(latest["moves"][i]["lost"], latest["moves"][i - 1]["lost"]);
}

class WebReview : public WebApi {
 protected:
    // The events of a whole review of a game on 01/21.
    std::vector<Json> reviewed(const std::vector<std::string>& moves);
    Json end;  // what the last of them said of the whole game
};

std::vector<Json> WebReview::reviewed(const std::vector<std::string>& moves) {
    const Said review =
        post("/api/reviews", {{"game", "fruit"}, {"start", "01/21 1 0 0"}, {"moves", moves}});
    EXPECT_EQ(review.status, 201) << review.json;
    Answer answer = api.handle(
        request("GET", "/api/reviews/" + review.json["id"].get<std::string>() + "/events"));
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Json> plies;
    bool done = false;
    const SubscriptionPtr subscription = std::get<Stream>(answer)([&](const Event& event) {
        const std::lock_guard lock(mutex);
        if (event.name == "ply") plies.push_back(Json::parse(event.data));
        if (event.name == "done") end = Json::parse(event.data);
        done = done || event.last;
        changed.notify_one();
    });
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return done; });
    return plies;
}

TEST_F(WebReview, MarksWhatAMoveLost) {
    const std::vector<Json> plies = reviewed({"A1", "B1", "A2"});
    ASSERT_EQ(plies.size(), 3U);
    // Best is B1 for 4, then 1 each: +4. Played: 1, then 4 against, then 1: -2.
    EXPECT_EQ(plies[0]["best"], "B1");
    EXPECT_EQ(plies[0]["margin"], 4);
    EXPECT_EQ(plies[0]["lost"], 6);
    EXPECT_EQ(plies[1]["lost"], 0);
    EXPECT_EQ(plies[2]["lost"], 0);
    // Side 1 lost 6 where a blind pick of A1, B1 and A2 loses 6, 0 or 6: 4 on average.
    EXPECT_EQ(plies[0]["par"], 4);
    EXPECT_EQ(plies[0]["grounds"], "proved");
    EXPECT_EQ(end["accuracy"], Json({0, 100}));
    EXPECT_EQ(end["moments"], Json({0}));
}

TEST_F(WebReview, MarksWhatAPassLost) {
    const std::vector<Json> plies = reviewed({"pass", "B1", "A1", "A2"});
    ASSERT_EQ(plies.size(), 4U);
    // Best is B1 for 4, then 1 each: +4. The pass leaves that to the other side.
    EXPECT_EQ(plies[0]["best"], "B1");
    EXPECT_EQ(plies[0]["lost"], 8);
    EXPECT_EQ(plies[1]["lost"], 0);
}

TEST_F(WebApi, StoppingDoesNotWaitForAReview) {
    const Said board = post("/api/games", {{"game", "fruit"}, {"size", 20}, {"seed", 1}});
    const Said review = post("/api/reviews", {{"game", "fruit"},
                                              {"start", board.json["start"]},
                                              {"moves", {board.json["board"]["moves"][0]["name"]}},
                                              {"seconds", 5}});
    ASSERT_EQ(review.status, 201) << review.json;
    Answer answer = api.handle(
        request("GET", "/api/reviews/" + review.json["id"].get<std::string>() + "/events"));
    int events = 0;  // after stop() no thread writes it
    const SubscriptionPtr subscription = std::get<Stream>(answer)([&](const Event&) { ++events; });
    while (get("/api/status").json["running"] == 0) std::this_thread::yield();
    api.stop();
    // Waiting for the whole search would have sent the move.
    EXPECT_EQ(events, 0);
}

TEST_F(QuietWebApi, ReadsCourseFilesAndOneLinePositions) {
    const Said course = post("/api/positions", {{"text", "2\n3\n123.6\n01\n21\n"}});
    ASSERT_EQ(course.status, 200) << course.json;
    EXPECT_EQ(course.json["position"], "01/21 1 0 0");
    EXPECT_EQ(course.json["bank"], 123.6);
    EXPECT_EQ(course.json["moves"].size(), 3U);
    const Said line = post("/api/positions", {{"text", "X../.../... O 1,8,23/5,42,12/26,30,9"}});
    ASSERT_EQ(line.status, 200) << line.json;
    EXPECT_EQ(line.json["game"], "raid");
    EXPECT_EQ(line.json["values"][1][1], 42);
    EXPECT_EQ(post("/api/positions", {{"text", ""}}).status, 400);
}

TEST_F(QuietWebApi, PlaysAMoveOnABoardWithoutAGame) {
    const Said said = post("/api/positions/play",
                           {{"game", "fruit"}, {"position", "***/*10/000 1 0 0"}, {"move", "A3"}});
    ASSERT_EQ(said.status, 200) << said.json;
    EXPECT_EQ(said.json["move"], "C2");
    EXPECT_EQ(said.json["gain"], 16);
    EXPECT_EQ(said.json["cells"], (std::vector<int>{5, 6, 7, 8}));
    EXPECT_EQ(said.json["board"]["position"], "***/***/*1* 2 16 0");
}

TEST_F(QuietWebApi, OnlyPlayersInsideTheProgramCanBePlayedAgainst) {
    for (const char* spec : {"cmd:./agent", "dir:agents/x", "ugi:./engine", "engine:threads=8",
                             "minimax:depth=9", "nobody", "engine:level=11", ""}) {
        const Said said = post("/api/games", {{"game", "fruit"}, {"players", {"human", spec}}});
        EXPECT_EQ(said.status, 400) << spec;
    }
}

TEST_F(QuietWebApi, AMoveOutOfTurnChangesNothing) {
    const std::string id = new_game({{"game", "fruit"}, {"players", {"greedy", "human"}}});
    EXPECT_EQ(post("/api/games/" + id + "/moves", {{"move", "A1"}}).status, 409);
    EXPECT_EQ(post("/api/games/" + id + "/hint", Json::object()).status, 409);
    EXPECT_EQ(get("/api/games/" + id).json["moves"].size(), 0U);
}

TEST_F(QuietWebApi, WrongMethodsPathsAndTypesAreToldApart) {
    EXPECT_EQ(ask(request("DELETE", "/api/games")).status, 405);
    EXPECT_EQ(get("/api/nothing").status, 404);
    EXPECT_EQ(get("/api/games/none").status, 404);
    EXPECT_EQ(get("/api/games/x/../y").status, 400);
    Request form = request("POST", "/api/games", "{}");
    form.content_type = "application/x-www-form-urlencoded";
    EXPECT_EQ(ask(form).status, 415);
    Request foreign = request("GET", "/api/info");
    foreign.host = "evil.example";
    EXPECT_EQ(ask(foreign).status, 403);
}

TEST_F(QuietWebApi, OnlyRecordsOfThoseWhoMayAskHaveALongBody) {
    EXPECT_EQ(api.body_limit(request("POST", "/api/records")), kMaxRecordBytes);
    EXPECT_EQ(api.body_limit(request("POST", "/api/games")), kMaxBodyBytes);
    EXPECT_EQ(api.body_limit(request("POST", "%")), kMaxBodyBytes);
    Request foreign = request("POST", "/api/records");
    foreign.host = "evil.example";
    EXPECT_EQ(api.body_limit(foreign), kMaxBodyBytes);
}

TEST_F(QuietWebApi, WhatIsNoRecordIsRefusedInWordsThatDoNotRepeat) {
    for (const char* body : {"{", "{}", "[]", R"({"schema":9})"}) {
        const Said said = ask(request("POST", "/api/records", body));
        EXPECT_EQ(said.status, 400) << body;
        const std::string message = said.json["error"]["message"];
        EXPECT_EQ(message.find("game record"), message.rfind("game record")) << message;
    }
}

TEST_F(QuietWebApi, TheRecordSaysInWordsHowTheGameEnded) {
    const std::string id =
        new_game({{"game", "fruit"}, {"position", kTwoKinds}, {"players", {"human", "random"}}});
    const std::string path = "/api/games/" + id;
    EXPECT_EQ(get(path + "/record").json["sentence"], "not finished");
    ASSERT_EQ(post(path + "/moves", {{"move", "A1"}}).status, 200);
    ASSERT_EQ(post(path + "/resign", Json::object()).status, 200);
    const Json record = get(path + "/record").json;
    EXPECT_EQ(record["reason"], "resigned");
    EXPECT_EQ(record["sentence"], "resigned after 1 move");
}

TEST_F(QuietWebApi, ARematchSwapsSidesAndDrawsANewBoard) {
    const Said first = post("/api/games", {{"game", "fruit"},
                                           {"size", 6},
                                           {"kinds", 5},
                                           {"players", {"human", "greedy"}},
                                           {"bank", 60}});
    const std::string path = "/api/games/" + first.json["id"].get<std::string>() + "/rematch";
    const Said second = post(path, Json::object());
    ASSERT_EQ(second.status, 201);
    EXPECT_EQ(second.json["players"][0]["spec"], "greedy");
    EXPECT_EQ(second.json["setup"]["bank"], 60);
    EXPECT_EQ(second.json["setup"]["kinds"], 5);
    EXPECT_NE(second.json["start"], first.json["start"]);
    const Said same = post(path, {{"swap", false}, {"same_board", true}});
    EXPECT_EQ(same.json["start"], first.json["start"]);
    EXPECT_EQ(same.json["setup"]["kinds"], 5);
    EXPECT_EQ(same.json["players"][0]["spec"], "human");
}

// The rules of the page's games are the casual edition's, and its record says so.
TEST_F(QuietWebApi, ATieIsADrawOfTheCasualEdition) {
    for (const auto& [game, position, moves] :
         {std::tuple{"fruit", "**/01 1 0 0", std::array{"A2", "B2"}},
          std::tuple{"raid", "../XO X 5,5/9,9", std::array{"A1 Stake", "B1 Stake"}}}) {
        const std::string path =
            "/api/games/" +
            new_game({{"game", game}, {"position", position}, {"players", {"human", "human"}}});
        for (const char* move : moves)
            ASSERT_EQ(post(path + "/moves", {{"move", move}}).status, 200) << move;
        const Json record = get(path + "/record").json;
        EXPECT_EQ(record["edition"], "casual");
        EXPECT_EQ(record["reason"], "draw");
        EXPECT_EQ(record["winner"], -1);
        EXPECT_EQ(get(path).json["result"]["sentence"], record["sentence"]);
    }
}

TEST_F(QuietWebApi, ALossOnTimeLeavesTheClocksAsTheyWere) {
    const std::string path =
        "/api/games/" +
        new_game({{"game", "raid"}, {"size", 3}, {"players", {"human", "human"}}, {"bank", 0.05}});
    ASSERT_EQ(post(path + "/moves", {{"move", "A1 Stake"}}).status, 200);
    // The clock runs while the game is watched.
    Answer answer = api.handle(request("GET", path + "/events"));
    SubscriptionPtr watching = std::get<Stream>(answer)([](const Event&) {});
    Json game = get(path).json;
    while (game["state"] != "over") {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        api.tick();
        game = get(path).json;
    }
    EXPECT_EQ(game["result"]["reason"], "time");
    EXPECT_EQ(game["result"]["winner"], 1);
    EXPECT_EQ(game["players"][0]["bank"], 0.05);
    EXPECT_EQ(game["players"][1]["bank"], 0);
    EXPECT_EQ(game["moves"].size(), 1U) << "a loss on time is no move";
    const Json record = get(path + "/record").json;
    EXPECT_EQ(record["sentence"], game["result"]["sentence"]);
    EXPECT_LE(record["moves"].back()["bank_left"], 0);
    EXPECT_EQ(ask(request("POST", "/api/records", record.dump())).status, 200);

    watching.reset();
    const Json back = post(path + "/undo", Json::object()).json;
    EXPECT_EQ(back["state"], "waiting");
    EXPECT_EQ(back["moves"].size(), 1U) << "back to the turn that ended it";
    EXPECT_EQ(back["players"][1]["bank"], 0.05);
}

// How often each mark stands on a game's board.
std::map<char, int> marks(const Json& game) {
    std::map<char, int> out;
    for (const Json& row : game["board"]["rows"])
        for (const char mark : row.get<std::string>()) ++out[mark];
    return out;
}

TEST_F(QuietWebApi, ARematchIsOfTheSameKind) {
    const auto rematch_of = [&](Json wish) {
        wish["players"] = {"human", "human"};
        return post("/api/games/" + new_game(wish) + "/rematch", Json::object()).json;
    };
    const std::map<char, int> pieces{{'X', 4}, {'O', 4}, {'.', 17}};
    EXPECT_EQ(marks(rematch_of({{"game", "raid"}, {"size", 5}, {"pieces", 4}})), pieces);
    // From a position: the board is drawn anew with as many pieces per side, or kinds.
    const std::map<char, int> one_each{{'X', 1}, {'O', 1}, {'.', 2}};
    EXPECT_EQ(marks(rematch_of({{"game", "raid"}, {"position", "XX/O. X 1,2/3,4"}})), one_each);
    const Json fruit = rematch_of({{"game", "fruit"}, {"position", kTwoKinds}});
    EXPECT_EQ(fruit["setup"]["kinds"], 2) << fruit;
    EXPECT_EQ(marks(fruit).size(), 2U) << fruit["board"]["rows"];
    const Json usual = rematch_of({{"game", "fruit"}, {"size", 20}});
    EXPECT_EQ(usual["setup"]["kinds"], 4);
    EXPECT_EQ(marks(usual).size(), 4U) << usual["board"]["rows"];
}

TEST_F(QuietWebApi, ARematchOfAGameWhoseKindsWereNotKeptLooksAtItsBoard) {
    StoredGame kept;
    kept.id = "older";
    kept.size = 6;
    kept.record.game = "fruit";
    kept.record.start = kTwoKinds;
    for (PlayerRecord& player : kept.record.players) player.spec = "human";
    Result<GameStore> store = GameStore::open(":memory:");
    ASSERT_TRUE(store->add(kept));
    Api other(options(0), std::move(*store));
    const Answer answer = other.handle(request("POST", "/api/games/older/rematch", "{}"));
    const Json game = Json::parse(std::get<Response>(answer).body);
    EXPECT_EQ(marks(game).size(), 2U) << game;
}

}  // namespace
}  // namespace zerosum::web
