// Whatever is asked, the API answers, and says why not. No engine works behind it and nothing is
// kept, so that a finding repeats.
#include <gtest/gtest.h>

#include <array>
#include <future>
#include <memory>
#include <string>
#include <string_view>

#include "app/web/agents.h"
#include "app/web/api.h"
#include "core/random.h"
#include "unit/app/web_api_fixture.h"

namespace zerosum::web {
namespace {

struct Asking {
    std::string_view method;
    std::string_view target;
    std::string_view body;
};

constexpr std::array kAskings{
    Asking{"GET", "/api/info", ""},
    Asking{"GET", "/api/status", ""},
    Asking{"GET", "/api/games", ""},
    Asking{"POST", "/api/games",
           R"({"game":"fruit","size":4,"kinds":3,"seed":7,"players":["human","human"],"bank":60})"},
    Asking{"POST", "/api/games",
           R"({"game":"raid","position":"X../.../... O 1,8,23/5,42,12/26,30,9"})"},
    Asking{"POST", "/api/games/ID/moves", R"({"move":"A1","ply":0})"},
    Asking{"POST", "/api/games/ID/undo", "{}"},
    Asking{"POST", "/api/games/ID/resign", "{}"},
    Asking{"POST", "/api/games/ID/rematch", R"({"swap":true,"same_board":true})"},
    Asking{"GET", "/api/games/ID/record", ""},
    Asking{"GET", "/api/games/ID/events", ""},
    Asking{"POST", "/api/positions", R"({"text":"3\n2\n24.345\n***\n*10\n000\n"})"},
    Asking{"POST", "/api/positions", R"({"text":"***/*10/000 1 0 0","game":"fruit"})"},
    Asking{"POST", "/api/positions/play",
           R"({"game":"fruit","position":"***/*10/000 1 0 0","move":"C2"})"},
    Asking{"GET", "/api/analysis?game=fruit&position=***/*10/000%201%200%200&lines=2&seconds=1",
           ""},
    Asking{"POST", "/api/reviews",
           R"({"game":"fruit","start":"***/*10/000 1 0 0","moves":["C2","B3"]})"},
    Asking{"POST", "/api/records",
           R"({"game":"fruit","start":"***/*10/000 1 0 0","first":0,"moves":[{"move":"C2"}]})"},
    Asking{"GET", "/api/puzzles/daily?date=2026-11-18", ""},
    Asking{"GET", "/api/puzzles/fruit/7", ""},
    Asking{"GET", "/api/ledgers/0/games?player=greedy", ""},
    Asking{"GET", "/index.html", ""},
};

// A few bytes changed, doubled or left out; most of what comes of it is still almost right.
std::string mangled(std::string text, Random& random) {
    for (std::uint64_t changes = random.below(4); changes > 0 && !text.empty(); --changes) {
        const std::size_t at = random.below(text.size());
        switch (random.below(4)) {
            case 0:
                text[at] = static_cast<char>(random.below(256));
                break;
            case 1:
                text.erase(at, 1 + random.below(4));
                break;
            case 2:
                text.insert(at, text.substr(at, 1 + random.below(8)));
                break;
            default:
                text[at] = "0123456789-.,/*XO\"{}[]%"[random.below(23)];
                break;
        }
    }
    return text;
}

// No course file holds a larger one, whether the board is drawn or entered.
TEST(WebApiOnItsOwn, AnAgentIsGivenNoBoardThatItCannotRead) {
    ApiOptions options;
    options.version = "test";
    options.agents = *Agents::make({"cmd:/bin/true@mine"});
    Api api(options, *GameStore::open(":memory:"));
    const auto begin = [&](int size) {
        std::string line;
        for (int row = 0; row < size; ++row)
            line += (row > 0 ? "/" : "") + std::string(static_cast<std::size_t>(size), '0');
        Request made;
        made.method = "POST";
        made.target = "/api/games";
        made.host = "localhost";
        made.content_type = "application/json";
        made.body = R"({"game":"fruit","position":")" + line +
                    R"( 1 0 0","players":["human","agent:mine"]})";
        return ask_api(api, made).status;
    };
    EXPECT_EQ(begin(26), 201);
    EXPECT_EQ(begin(27), 400);
}

TEST(WebApiOnItsOwn, AnswersWhateverIsAskedAndSaysWhyNot) {
    ApiOptions options;
    options.version = "test";
    Api api(options, *GameStore::open(":memory:"));
    Random random(20);
    Request made;
    made.method = "POST";
    made.target = "/api/games";
    made.host = "localhost";
    made.content_type = "application/json";
    made.body = R"({"game":"fruit","size":3,"kinds":2,"seed":1,"players":["human","human"]})";
    const Answer first = api.handle(made);
    const std::string& game = std::get<Response>(first).body;
    const std::string id = game.substr(game.find(R"("id":")") + 6, 12);
    int refused = 0;
    constexpr int rounds = 120;
    for (int round = 0; round < rounds; ++round) {
        for (const Asking& asking : kAskings) {
            Request request = made;
            request.method = random.below(20) == 0 ? "PUT" : std::string(asking.method);
            request.target = asking.target;
            if (const auto at = request.target.find("ID"); at != std::string::npos)
                request.target.replace(at, 2, id);
            if (random.below(2) == 0) request.target = mangled(request.target, random);
            request.body = mangled(std::string(asking.body), random);
            Answer answer = api.handle(request);
            if (const auto* deferred = std::get_if<Deferred>(&answer)) {
                const auto later = std::make_shared<std::promise<Response>>();
                (*deferred)([later](Response given) { later->set_value(std::move(given)); });
                answer = later->get_future().get();
            }
            if (const auto* response = std::get_if<Response>(&answer)) {
                ASSERT_GE(response->status, 200) << request.target << '\n' << request.body;
                ASSERT_LE(response->status, 503) << request.target << '\n' << request.body;
                ASSERT_FALSE(response->body.empty()) << request.target;
                if (response->status >= 400) ++refused;
            } else if (const auto* stream = std::get_if<Stream>(&answer)) {
                const SubscriptionPtr subscription = (*stream)([](const Event&) {});
            }
        }
    }
    // Neither all right nor all wrong, or the changes are of the wrong kind.
    constexpr int all = rounds * static_cast<int>(kAskings.size());
    EXPECT_GT(refused, all / 5);
    EXPECT_LT(refused, all * 4 / 5);
}

}  // namespace
}  // namespace zerosum::web
