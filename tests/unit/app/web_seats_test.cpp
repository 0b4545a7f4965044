// Keys and seats, through the API: who may move for whom, whose games are listed.

#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/web/seats.h"
#include "web_api_fixture.h"

namespace zerosum::web {
namespace {

const std::string kAnn = "annsveryownkeyofletters234";
const std::string kBob = "bobsveryownkeyofletters567";
const std::string kEve = "evesveryownkeyofletters789";

class WebSeats : public WebApi {
 protected:
    Said as(const std::string& key, const std::string& method, const std::string& target,
            const Json& body = nullptr) {
        Request asked = request(method, target, body.is_null() ? "" : body.dump());
        asked.key = key;
        return ask(asked);
    }
    Said act(const std::string& key, const std::string& id, const std::string& what,
             const Json& body = Json::object()) {
        return as(key, "POST", "/api/games/" + id + "/" + what, body);
    }
    // Ann's game, in which she has side 1 and the other seat waits.
    std::string invitation() {
        const Said said = as(kAnn, "POST", "/api/games",
                             {{"game", "fruit"},
                              {"size", 3},
                              {"kinds", 2},
                              {"players", {"human", "human"}},
                              {"invite", 2},
                              {"bank", 0},
                              {"name", "Ann"}});
        EXPECT_EQ(said.status, 201) << said.json;
        return said.json.value("id", "");
    }
    static std::string first_move(const Json& game) {
        return game["board"]["moves"][0]["name"].get<std::string>();
    }
    Json show(const std::string& key, const std::string& id) {
        return as(key, "GET", "/api/games/" + id).json;
    }
};

TEST_F(WebSeats, OnlyTheHolderOfASeatMovesForIt) {
    const Said made = as(kAnn, "POST", "/api/games",
                         {{"game", "fruit"}, {"size", 3}, {"players", {"human", "random"}}});
    const std::string id = made.json.value("id", "");
    EXPECT_EQ(made.json["yours"], Json::array({1}));
    const Json move{{"move", first_move(made.json)}};
    for (const std::string& stranger : {kBob, std::string{}}) {
        EXPECT_EQ(show(stranger, id)["yours"], Json::array());
        for (const char* what : {"moves", "undo", "resign", "hint", "rematch", "now"}) {
            const Said refused = act(stranger, id, what, move);
            EXPECT_EQ(refused.status, 403) << what << refused.json;
            EXPECT_EQ(refused.json["error"]["code"], "not_your_seat");
        }
    }
    EXPECT_EQ(act(kAnn, id, "moves", move).status, 200);
}

TEST_F(WebSeats, AGameMadeWithoutAKeyIsAnyones) {
    const std::string id =
        new_game({{"game", "fruit"}, {"size", 3}, {"players", {"human", "human"}}});
    EXPECT_EQ(show("", id)["yours"], Json::array({1, 2}));
    EXPECT_EQ(act(kBob, id, "moves", {{"move", first_move(show("", id))}}).status, 200);
}

TEST_F(WebSeats, TheFirstWhoComesHasTheSeatThatWaits) {
    const std::string id = invitation();
    Json game = show(kAnn, id);
    EXPECT_TRUE(game["players"][1]["waits"]);
    EXPECT_EQ(game["yours"], Json::array({1}));
    EXPECT_EQ(act(kAnn, id, "seat", {{"name", "Anna"}}).json["yours"], Json::array({1}))
        << "who has a seat takes no second one";
    EXPECT_EQ(act("", id, "seat").status, 400);
    const Said taken = act(kBob, id, "seat", {{"name", " Bob "}});
    ASSERT_EQ(taken.status, 200) << taken.json;
    EXPECT_EQ(taken.json["yours"], Json::array({2}));
    EXPECT_FALSE(taken.json["players"][1]["waits"]);
    EXPECT_EQ(taken.json["players"][0]["name"], "Anna");
    EXPECT_EQ(taken.json["players"][1]["name"], "Bob");
    EXPECT_EQ(act(kEve, id, "seat").status, 409);
    EXPECT_EQ(show(kEve, id)["yours"], Json::array());
}

TEST_F(WebSeats, TwoPeopleMoveInTurnAndAMoveStands) {
    const std::string id = invitation();
    const Json move{{"move", first_move(show(kAnn, id))}};
    ASSERT_EQ(act(kAnn, id, "moves", move).status, 200) << "Ann need not wait for Bob to begin";
    EXPECT_EQ(act(kEve, id, "moves", {{"move", "A1"}}).status, 409) << "a seat that waits";
    ASSERT_EQ(act(kBob, id, "seat").status, 200);
    const Json next{{"move", first_move(show(kBob, id))}};
    EXPECT_EQ(act(kAnn, id, "moves", next).status, 403);
    EXPECT_EQ(act(kBob, id, "hint").status, 409);
    EXPECT_EQ(act(kAnn, id, "undo").status, 409);
    EXPECT_EQ(act(kBob, id, "moves", next).status, 200);
}

TEST_F(WebSeats, WhoResignsLosesAlsoWhenTheOtherIsToMove) {
    const std::string id = invitation();
    ASSERT_EQ(act(kBob, id, "seat").status, 200);
    const Said said = act(kBob, id, "resign");  // Ann is to move
    ASSERT_EQ(said.status, 200);
    EXPECT_EQ(said.json["result"]["winner"], 1);
    EXPECT_EQ(said.json["result"]["reason"], "resigned");
}

TEST_F(WebSeats, BothAreLedToTheSameRematchWithSidesSwapped) {
    const std::string id = invitation();
    ASSERT_EQ(act(kBob, id, "seat", {{"name", "Bob"}}).status, 200);
    EXPECT_EQ(act(kAnn, id, "rematch").status, 409) << "not before the end";
    ASSERT_EQ(act(kAnn, id, "resign").status, 200);
    EXPECT_EQ(act(kEve, id, "rematch").status, 403);
    const Json next = act(kBob, id, "rematch").json;
    EXPECT_EQ(next["yours"], Json::array({1}));
    EXPECT_EQ(show(kAnn, id)["rematch"], next["id"]);
    const Json same = act(kAnn, id, "rematch").json;
    EXPECT_EQ(same["id"], next["id"]);
    EXPECT_EQ(same["yours"], Json::array({2}));
    EXPECT_EQ(same["players"][0]["name"], "Bob");
    EXPECT_EQ(same["players"][1]["name"], "Ann");
}

TEST_F(WebSeats, AListHoldsOnesOwnGamesAndIsSearched) {
    (void)invitation();
    (void)as(kAnn, "POST", "/api/games",
             {{"game", "raid"}, {"size", 4}, {"players", {"greedy", "human"}}});
    (void)as(kBob, "POST", "/api/games",
             {{"game", "raid"}, {"size", 4}, {"players", {"greedy", "human"}}});
    const auto total = [&](const std::string& key, const std::string& query) {
        const Said said = as(key, "GET", "/api/games" + query);
        EXPECT_EQ(said.status, 200) << said.json;
        return said.json.value("total", -1);
    };
    EXPECT_EQ(total(kAnn, ""), 2);
    EXPECT_EQ(total(kBob, ""), 1);
    EXPECT_EQ(total(kEve, ""), 0);
    EXPECT_EQ(total(kAnn, "?find=Greedy"), 1);
    EXPECT_EQ(total(kAnn, "?find=stake%204x4%20unfinished"), 1);
    EXPECT_EQ(total(kAnn, "?find=won"), 0);
    (void)as(kAnn, "POST", "/api/games",
             {{"game", "fruit"}, {"size", 14}, {"players", {"engine:level=10", "human"}}});
    EXPECT_EQ(total(kAnn, "?find=level"), 1);
    EXPECT_EQ(total(kAnn, "?find=level%2010"), 1);
    EXPECT_EQ(total(kAnn, "?find=level%201"), 0) << "a number is whole";
    EXPECT_EQ(total(kAnn, "?find=14x14"), 1);
    EXPECT_EQ(total(kAnn, "?find=4x4"), 1) << "only the game of raid";
    EXPECT_EQ(as(kAnn, "GET", "/api/games?skip=1&count=9").json["games"].size(), 2U);
    EXPECT_EQ(as(kAnn, "GET", "/api/games?count=x").status, 400);
}

TEST_F(WebSeats, EvenGamesAreCountedByGameAndOpponent) {
    const auto play = [&](const char* game, const char* opponent, bool even) {
        const Said made =
            as(kAnn, "POST", "/api/games",
               {{"game", game}, {"size", 3}, {"players", {"human", opponent}}, {"even", even}});
        ASSERT_EQ(made.status, 201) << made.json;
        EXPECT_EQ(act(kAnn, made.json["id"].get<std::string>(), "resign").status, 200);
    };
    play("fruit", "random", true);
    play("fruit", "random", true);
    play("raid", "random", true);
    play("fruit", "greedy", true);
    play("fruit", "greedy", false);  // not on even terms
    (void)as(kAnn, "POST", "/api/games",
             {{"game", "fruit"}, {"size", 3}, {"players", {"human", "greedy"}}, {"even", true}});
    const auto one = [](const char* game, const char* opponent, int lost) {
        return Json{
            {"game", game}, {"opponent", opponent}, {"won", 0}, {"lost", lost}, {"drawn", 0}};
    };
    EXPECT_EQ(as(kAnn, "GET", "/api/tally").json["tallies"],
              Json::array({one("fruit", "greedy", 1), one("fruit", "random", 2),
                           one("raid", "random", 1)}));
    EXPECT_EQ(as(kBob, "GET", "/api/tally").json["tallies"], Json::array());
}

TEST_F(WebSeats, WhatIsNoKeyOrNoNameIsRefused) {
    for (const std::string& key :
         {std::string("short"), std::string(65, 'a'), std::string("has blanks and is long enough")})
        EXPECT_EQ(as(key, "GET", "/api/games").status, 400) << key;
    const std::string id = invitation();
    for (const char* name : {"a name that is far too long for a seat", "up\u202Eside", "a\nb"})
        EXPECT_EQ(act(kBob, id, "seat", {{"name", name}}).status, 400) << name;
    EXPECT_EQ(post("/api/games", {{"players", {"human", "human"}}, {"invite", 2}}).status, 400)
        << "without a key nobody could come back";
    EXPECT_EQ(
        as(kAnn, "POST", "/api/games", {{"players", {"human", "random"}}, {"invite", 2}}).status,
        400);
}

TEST(WebSeatsOnDisk, AKeyIsKeptAsItsHashOnly) {
    const std::string path = ::testing::TempDir() + "zerosum_seats.db";
    std::filesystem::remove(path);
    {
        ApiOptions options;
        options.version = "test";
        Api api(options, *GameStore::open(path));
        Request made;
        made.method = "POST";
        made.target = "/api/games";
        made.host = "localhost";
        made.content_type = "application/json";
        made.body = R"({"players":["human","random"]})";
        made.key = kAnn;
        EXPECT_EQ(ask_api(api, made).status, 201);
    }
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    EXPECT_GT(bytes.size(), 1000U);
    EXPECT_EQ(bytes.find(kAnn), std::string::npos);
    std::filesystem::remove(path);
}

// The box of three: taking the zeroes scores 16, the single one 1.
TEST_F(WebSeats, ATriedMoveIsJudgedAgainstTheBest) {
    const Json asked{{"game", "fruit"}, {"position", "***/*10/000 1 0 0"}};
    Json best = asked;
    best["move"] = "C2";
    const Said right = post("/api/positions/try", best);
    ASSERT_EQ(right.status, 200) << right.json;
    EXPECT_EQ(right.json["lost"], 0);
    EXPECT_EQ(right.json["exact"], true);
    EXPECT_EQ(right.json["answer"], Json::array({"B3"}));
    Json other = asked;
    other["move"] = "B2";
    const Json wrong = post("/api/positions/try", other).json;
    EXPECT_EQ(wrong["lost"], 30);  // 1 - 16 instead of 16 - 1
    EXPECT_EQ(wrong["best"], "C2");
    EXPECT_EQ(wrong["margin"], 15);
    EXPECT_EQ(wrong["after"], -15);
    other["move"] = "A1";
    EXPECT_EQ(post("/api/positions/try", other).status, 400);
}

}  // namespace
}  // namespace zerosum::web
