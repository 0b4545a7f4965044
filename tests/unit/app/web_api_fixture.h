#pragma once
// The API without sockets, for tests: what a request is answered with.

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "app/web/api.h"
#include "app/web/json_fwd.h"

namespace zerosum::web {

struct SaidByApi {
    int status = 0;
    Json json;
};

// Waits for an answer that comes later.
inline SaidByApi ask_api(Api& api, const Request& asked) {
    Answer answer = api.handle(asked);
    if (auto* deferred = std::get_if<Deferred>(&answer)) {
        std::mutex mutex;
        std::condition_variable ready;
        std::optional<Response> response;
        (*deferred)([&](Response given) {
            const std::lock_guard lock(mutex);
            response = std::move(given);
            ready.notify_one();
        });
        std::unique_lock lock(mutex);
        ready.wait(lock, [&] { return response.has_value(); });
        return {response->status, Json::parse(response->body)};
    }
    const auto& response = std::get<Response>(answer);
    return {response.status, Json::parse(response.body)};
}

// With one engine thread, so that games go on.
class WebApi : public ::testing::Test {
 protected:
    explicit WebApi(unsigned threads = 1) : api(options(threads), *GameStore::open(":memory:")) {}

    static ApiOptions options(unsigned threads) {
        ApiOptions out;
        out.version = "test";
        out.threads = threads;
        out.seed = 1;
        return out;
    }
    static Request request(std::string method, std::string target, std::string body = "") {
        Request out;
        out.method = std::move(method);
        out.target = std::move(target);
        out.host = "localhost:8017";
        out.content_type = "application/json";
        out.body = std::move(body);
        return out;
    }

    using Said = SaidByApi;
    Said ask(const Request& asked) { return ask_api(api, asked); }
    Said get(const std::string& target) { return ask(request("GET", target)); }
    Said post(const std::string& target, const Json& body, const std::string& visitor = "") {
        Request asked = request("POST", target, body.dump());
        asked.visitor = visitor;
        return ask(asked);
    }
    std::string new_game(const Json& wish) {
        const Said said = post("/api/games", wish);
        EXPECT_EQ(said.status, 201) << said.json;
        return said.json.value("id", "");
    }

    // Listens to a game until it fits.
    template <typename Fits>
    Json wait_for(const std::string& id, Fits fits) {
        std::mutex mutex;
        std::condition_variable changed;
        Json latest;
        Answer answer = api.handle(request("GET", "/api/games/" + id + "/events"));
        const SubscriptionPtr subscription = std::get<Stream>(answer)([&](const Event& event) {
            if (event.name != "game") return;
            const std::lock_guard lock(mutex);
            latest = Json::parse(event.data);
            changed.notify_one();
        });
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return !latest.is_null() && fits(latest); });
        return latest;
    }

    Api api;
};

// No thread works, so that nothing happens behind a test's back.
class QuietWebApi : public WebApi {
 protected:
    QuietWebApi() : WebApi(0) {}
};

}  // namespace zerosum::web
