// How visitors share the server: what one of them may ask for, and what the others still get.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "unit/app/web_api_fixture.h"

namespace zerosum::web {
namespace {

// What an event stream has said so far, which any thread may add to.
class Heard {
 public:
    EventSink sink() {
        return [this](const Event& event) {
            const std::lock_guard lock(mutex_);
            events_.push_back(event);
        };
    }
    std::vector<std::string> names() const {
        const std::lock_guard lock(mutex_);
        std::vector<std::string> out;
        for (const Event& event : events_) out.push_back(event.name);
        return out;
    }

 private:
    mutable std::mutex mutex_;
    std::vector<Event> events_;
};

// One visitor has the engines think about the largest boards: between themselves, and for analyses.
TEST_F(WebApi, APersonsGameGoesOnWhileAnotherVisitorBurnsTheEngines) {
    Json wish{{"game", "fruit"}, {"size", 32}, {"seed", 1}, {"bank", 3600}};
    wish["players"] = {"engine", "engine"};
    std::string line;
    for (int i = 0; i < 3; ++i) line = post("/api/games", wish, "bad").json["start"];
    std::replace(line.begin(), line.end(), ' ', '+');
    Request analysis = request("GET", "/api/analysis?game=fruit&seconds=30&position=" + line);
    analysis.visitor = "bad";
    std::vector<SubscriptionPtr> streams;
    for (int i = 0; i < 20; ++i) {
        Answer answer = api.handle(analysis);
        streams.push_back(std::get<Stream>(answer)([](const Event&) {}));
    }
    while (get("/api/status").json["running"] == 0) std::this_thread::yield();
    for (const char* opponent : {"greedy", "engine:level=3"}) {
        const Said made =
            post("/api/games", {{"game", "fruit"}, {"size", 8}, {"players", {"human", opponent}}},
                 "good");
        const std::string path = "/api/games/" + made.json["id"].get<std::string>();
        post(path + "/moves", {{"move", made.json["board"]["moves"][0]["name"]}}, "good");
        const Json game =
            wait_for(made.json["id"], [](const Json& now) { return now["moves"].size() == 2; });
        EXPECT_EQ(game["state"], "waiting");
    }
}

TEST_F(WebApi, AnEngineThatThinksForLongIsAskedForItsAnswer) {
    ApiOptions hasty = options(1);
    hasty.games.thought = Seconds{0.05};
    Api other(hasty, *GameStore::open(":memory:"));
    const Json wish{
        {"game", "fruit"}, {"size", 32}, {"bank", 3600}, {"players", {"engine", "human"}}};
    const Answer made = other.handle(request("POST", "/api/games", wish.dump()));
    const Json game = Json::parse(std::get<Response>(made).body);
    const Request show = request("GET", "/api/games/" + game["id"].get<std::string>());
    Json now = game;
    while (now["moves"].empty()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        other.tick();
        now = Json::parse(std::get<Response>(other.handle(show)).body);
    }
    EXPECT_LT(now["moves"][0]["cpu"], 5) << "its bank would have had it think for much longer";
}

TEST_F(QuietWebApi, ABodyOfTheWrongShapeIsRefusedOnEveryRoute) {
    const std::string deep(8'000'000, '[');
    const std::string id = new_game({{"game", "fruit"}, {"players", {"human", "human"}}});
    for (const std::string& target :
         {std::string("/api/games"), "/api/games/" + id + "/moves", "/api/games/" + id + "/undo",
          "/api/games/" + id + "/resign", "/api/games/" + id + "/hint",
          "/api/games/" + id + "/rematch", std::string("/api/positions"),
          std::string("/api/positions/play"), std::string("/api/reviews"),
          std::string("/api/records")}) {
        const Said said = ask(request("POST", target, deep));
        EXPECT_EQ(said.status, 400) << target;
        EXPECT_EQ(said.json["error"]["message"], "The body is nested deeper than 16 levels.");
    }
    EXPECT_EQ(get("/api/games/" + id).json["state"], "waiting");
}

TEST_F(QuietWebApi, WhatAPageOfAnotherSiteFetchesStartsNoWork) {
    Request foreign = request("GET", "/api/analysis?game=fruit&position=01%2F21+1+0+0&seconds=1");
    foreign.fetch_site = "cross-site";
    EXPECT_EQ(ask(foreign).status, 403);
    foreign.target = "/analyse";
    Answer page = api.handle(foreign);
    EXPECT_EQ(std::get<Response>(page).status, 200) << "a link leads to the page";
}

TEST_F(QuietWebApi, BanksAndTimesOfAnalysesAreBounded) {
    EXPECT_EQ(post("/api/games", {{"game", "fruit"}, {"bank", 36000}}).status, 400);
    EXPECT_EQ(post("/api/games", {{"game", "fruit"}, {"bank", 3600}}).status, 201);
    EXPECT_EQ(post("/api/games", {{"game", "fruit"}, {"size", 33}}).status, 400);
    const std::string target = "/api/analysis?game=fruit&position=01%2F21+1+0+0&seconds=";
    EXPECT_EQ(get(target + "31").status, 400);
    EXPECT_EQ(get(target + "nan").status, 400);
}

TEST_F(QuietWebApi, AVisitorHasOnlySoManyGamesBetweenEnginesAndMayEndThem) {
    const Json wish{{"game", "fruit"}, {"size", 4}, {"players", {"greedy", "random"}}};
    std::vector<std::string> ids;
    Said said = post("/api/games", wish, "ann");
    for (; said.status == 201; said = post("/api/games", wish, "ann"))
        ids.push_back(said.json["id"]);
    EXPECT_EQ(said.status, 429);
    EXPECT_EQ(ids.size(), 4U);
    EXPECT_EQ(get("/api/games").json["games"].size(), 4U) << "what was refused is not stored";
    EXPECT_EQ(post("/api/games", wish, "bob").status, 201) << "one visitor does not use up others'";
    Json person = wish;
    person["players"] = {"human", "greedy"};
    EXPECT_EQ(post("/api/games", person, "ann").status, 201);

    const std::string resign = "/api/games/" + ids[0] + "/resign";
    EXPECT_EQ(post(resign, Json::object(), "bob").status, 409) << "only who made it";
    const Said ended = post(resign, Json::object(), "ann");
    ASSERT_EQ(ended.status, 200) << ended.json;
    EXPECT_EQ(ended.json["state"], "over");
    EXPECT_EQ(ended.json["result"]["reason"], "resigned");
    EXPECT_EQ(ended.json["result"]["winner"], 2) << "player 1 was to move";
    EXPECT_EQ(post(resign, Json::object(), "ann").status, 409);
    EXPECT_EQ(post("/api/games", wish, "ann").status, 201) << "there is room again";
}

TEST_F(QuietWebApi, AFullMemoryLetsTheOldestGameGoAndServesItAllTheSame) {
    ApiOptions few = options(0);
    few.games.in_memory = 3;
    Api small(few, *GameStore::open(":memory:"));
    const auto asked = [&](const Request& request) {
        const Answer answer = small.handle(request);
        const auto& response = std::get<Response>(answer);
        return Said{response.status, Json::parse(response.body)};
    };
    const auto memory = [&] { return asked(request("GET", "/api/status")).json["games"]; };
    const Json wish{{"game", "raid"}, {"size", 3}, {"players", {"human", "human"}}};
    std::vector<std::string> ids;
    const Request make = request("POST", "/api/games", wish.dump());
    for (int i = 0; i < 3; ++i) ids.push_back(asked(make).json["id"]);
    const std::string path = "/api/games/" + ids[0];
    ASSERT_EQ(asked(request("POST", path + "/moves", R"({"move":"B2 Stake"})")).status, 200);
    // A game that is watched stays.
    Answer watch = small.handle(request("GET", "/api/games/" + ids[1] + "/events"));
    const SubscriptionPtr watching = std::get<Stream>(watch)([](const Event&) {});
    for (int i = 0; i < 9; ++i) ids.push_back(asked(make).json["id"]);
    EXPECT_EQ(memory(), 3);
    for (const std::string& id : ids)
        EXPECT_EQ(asked(request("GET", "/api/games/" + id)).status, 200) << id;
    EXPECT_EQ(asked(request("GET", path)).json["moves"][0]["move"], "B2 Stake");
    EXPECT_EQ(memory(), 3);
    // With all of them watched, one more is served none the less.
    std::vector<SubscriptionPtr> all;
    for (const std::string& id : ids) {
        Answer answer = small.handle(request("GET", "/api/games/" + id + "/events"));
        all.push_back(std::get<Stream>(answer)([](const Event&) {}));
    }
    EXPECT_EQ(memory(), ids.size());
    EXPECT_EQ(asked(make).status, 201);
}

TEST_F(QuietWebApi, ANewAnalysisTakesThePlaceOfTheVisitorsOldest) {
    Request asked = request("GET", "/api/analysis?game=fruit&position=01%2F21+1+0+0&seconds=1");
    const auto open = [&](const std::string& visitor, Heard& heard) {
        asked.visitor = visitor;
        Answer answer = api.handle(asked);
        return std::get<Stream>(answer)(heard.sink());
    };
    std::vector<Heard> heard(Analyst::max_analyses_of_visitor + 1);
    Heard other;
    const SubscriptionPtr others = open("bob", other);
    std::vector<SubscriptionPtr> streams;
    for (Heard& each : heard) streams.push_back(open("ann", each));
    EXPECT_EQ(heard[0].names(), std::vector<std::string>{"failed"});
    for (std::size_t i = 1; i < heard.size(); ++i) EXPECT_TRUE(heard[i].names().empty()) << i;
    EXPECT_TRUE(other.names().empty());
}

TEST_F(QuietWebApi, ANewReviewTakesThePlaceOfTheVisitorsOldest) {
    const Json wish{{"game", "fruit"}, {"start", "01/21 1 0 0"}, {"moves", {"A1", "B1", "A2"}}};
    const auto add = [&](const std::string& visitor) {
        return post("/api/reviews", wish, visitor).json["id"].get<std::string>();
    };
    const auto watch = [&](const std::string& id) {
        return api.handle(request("GET", "/api/reviews/" + id + "/events"));
    };
    const std::string others = add("bob");
    const std::string watched = add("ann");
    Heard heard;
    Answer answer = watch(watched);
    const SubscriptionPtr watching = std::get<Stream>(answer)(heard.sink());
    const std::string unwatched = add("ann");
    for (std::size_t i = 2; i <= Analyst::max_reviews_of_visitor; ++i)
        static_cast<void>(add("ann"));
    EXPECT_TRUE(std::holds_alternative<Response>(watch(unwatched))) << "it made room";
    EXPECT_TRUE(std::holds_alternative<Stream>(watch(watched)));
    EXPECT_TRUE(std::holds_alternative<Stream>(watch(others)));
    EXPECT_TRUE(heard.names().empty());
}

}  // namespace
}  // namespace zerosum::web
