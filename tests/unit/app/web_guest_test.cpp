// Guests: who has no token, but the link to one game.

#include <gtest/gtest.h>

#include <algorithm>

#include "web_api_fixture.h"

namespace zerosum::web {
namespace {

const std::string kHostKey = "annsveryownkeyofletters234";
const std::string kGuestKey = "bobsveryownkeyofletters567";

struct GuestFrom {
    std::string token = {};
    std::string key = {};
    std::string invite = {};  // the cookie
};

class WebGuest : public ::testing::Test {
 protected:
    static ApiOptions options() {
        ApiOptions out;
        out.version = "test";
        out.token = "open-sesame";
        out.ledgers = {"none.ledger"};
        out.threads = 1;
        out.seed = 1;
        return out;
    }
    SaidByApi ask(const GuestFrom& from, const std::string& method, const std::string& target,
                  const Json& body = nullptr) {
        Request asked;
        asked.method = method;
        asked.target = target;
        asked.host = "zerosum.example";
        asked.content_type = "application/json";
        asked.token = from.token;
        asked.key = from.key;
        asked.invite = from.invite;
        if (method == "POST") asked.body = body.is_null() ? "{}" : body.dump();
        return ask_api(api, asked);
    }
    Response page(const std::string& target, const GuestFrom& from = {}) {
        Request asked;
        asked.method = "GET";
        asked.target = target;
        asked.host = "zerosum.example";
        asked.invite = from.invite;
        return std::get<Response>(api.handle(asked));
    }
    Json new_game(const Json& players, int invite, const std::string& key = kHostKey) {
        Json wish{{"game", "fruit"}, {"size", 5}, {"kinds", 3}, {"players", players}, {"bank", 0}};
        if (invite != 0) wish["invite"] = invite;
        const SaidByApi said = ask({"open-sesame", key}, "POST", "/api/games", wish);
        EXPECT_EQ(said.status, 201) << said.json;
        return said.json;
    }
    static std::string cookie(const Json& game) {
        return game["id"].get<std::string>() + "." + game["invite"].get<std::string>();
    }
    static std::string path(const Json& game, const std::string& what = "") {
        return "/api/games/" + game["id"].get<std::string>() + what;
    }

    Api api{options(), *GameStore::open(":memory:")};
};

TEST_F(WebGuest, TheLinkOpensItsGameAndKeepsTheSecretInACookie) {
    const Json game = new_game({"human", "human"}, 2);
    const std::string link = "/play/" + game["id"].get<std::string>() + "?invite=";
    const std::string secret = game["invite"];
    EXPECT_EQ(secret.size(), 32U);
    EXPECT_EQ(page(link).status, 401);
    EXPECT_EQ(page(link + secret.substr(1)).status, 401);
    const Response opened = page(link + secret);
    // The page itself is not in a test's program.
    EXPECT_NE(opened.status, 401);
    EXPECT_EQ(page("/assets/any.js").status, 401);
    EXPECT_NE(page("/assets/any.js", {"", "", cookie(game)}).status, 401);
}

TEST_F(WebGuest, PlaysAGameAndItsRematchToTheEnd) {
    const Json game = new_game({"human", "human"}, 2);
    const GuestFrom bob{"", kGuestKey, cookie(game)};
    EXPECT_EQ(ask({"", kGuestKey}, "GET", path(game)).status, 401) << "without the invitation";
    EXPECT_EQ(ask(bob, "GET", path(game)).json["yours"], Json::array());
    const SaidByApi taken = ask(bob, "POST", path(game, "/seat"), {{"name", "Bob"}});
    ASSERT_EQ(taken.status, 200) << taken.json;
    EXPECT_EQ(taken.json["yours"], Json::array({2}));
    const std::string first = game["board"]["moves"][0]["name"];
    ASSERT_EQ(
        ask({"open-sesame", kHostKey}, "POST", path(game, "/moves"), {{"move", first}}).status,
        200);
    const std::string second = ask(bob, "GET", path(game)).json["board"]["moves"][0]["name"];
    EXPECT_EQ(ask(bob, "POST", path(game, "/moves"), {{"move", second}}).status, 200);
    EXPECT_EQ(ask(bob, "GET", path(game, "/record")).status, 200);
    ASSERT_EQ(ask(bob, "POST", path(game, "/resign")).status, 200);
    const SaidByApi next = ask(bob, "POST", path(game, "/rematch"));
    ASSERT_EQ(next.status, 201) << next.json;
    EXPECT_EQ(ask(bob, "GET", path(next.json)).json["yours"], Json::array({1}));
}

TEST_F(WebGuest, GetsNothingElseOfTheServer) {
    const Json game = new_game({"human", "human"}, 2);
    const Json other = new_game({"human", "human"}, 2);
    const GuestFrom bob{"", kGuestKey, cookie(game)};
    EXPECT_EQ(ask(bob, "GET", path(other)).status, 401);
    EXPECT_EQ(ask({"", kGuestKey,
                   other["id"].get<std::string>() + "." + game["invite"].get<std::string>()},
                  "GET", path(other))
                  .status,
              401)
        << "a secret is of one game";
    for (const char* target :
         {"/api/games", "/api/status", "/api/analysis?game=fruit&position=01/21+1+0+0",
          "/api/ledgers/0", "/api/puzzles/daily?date=2026-11-18", "/api/desk/me"})
        EXPECT_EQ(ask(bob, "GET", target).status, 401) << target;
    for (const char* target : {"/api/games", "/api/positions/try", "/api/reviews", "/api/records",
                               "/api/positions", "/api/desk/hand-ins"})
        EXPECT_EQ(ask(bob, "POST", target).status, 401) << target;
    for (const char* what : {"/hint", "/now", "/undo"})
        EXPECT_EQ(ask(bob, "POST", path(game, what)).status, 401) << what;
    const Json info = ask(bob, "GET", "/api/info").json;
    EXPECT_EQ(info["guest"], true);
    EXPECT_EQ(info["ledgers"], Json::array());
    EXPECT_EQ(ask({"open-sesame"}, "GET", "/api/info").json["guest"], false);
    EXPECT_EQ(ask({"open-sesame"}, "GET", "/api/info").json["ledgers"].size(), 1U);
}

TEST_F(WebGuest, OnlyWhoPlaysCanInvite) {
    const Json game = new_game({"human", "random"}, 0);
    EXPECT_EQ(ask({"open-sesame", kGuestKey}, "GET", path(game)).json["invite"], nullptr);
    EXPECT_EQ(ask({"open-sesame", kHostKey}, "GET", path(game)).json["invite"], game["invite"]);
    // A guest watches this one: its seats have their holders.
    const GuestFrom bob{"", kGuestKey, cookie(game)};
    EXPECT_EQ(ask(bob, "GET", path(game)).status, 200);
    EXPECT_EQ(ask(bob, "POST", path(game, "/moves"), {{"move", "A1"}}).status, 403);
    EXPECT_EQ(ask(bob, "POST", path(game, "/rematch")).status, 403);
    // A game whose seats are anybody's lets no guest in, whatever the secret.
    const Json anyones = new_game({"human", "human"}, 0, "");
    EXPECT_EQ(anyones["invite"], nullptr);
    const std::string id = anyones["id"];
    for (const std::string& forged : {id + ".", id, std::string("."), std::string{}})
        EXPECT_EQ(ask({"", kGuestKey, forged}, "GET", path(anyones)).status, 401) << forged;
}

}  // namespace
}  // namespace zerosum::web
