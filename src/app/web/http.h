#pragma once
// A request, an answer, a stream of events: what the API sees of HTTP.

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace zerosum::web {

// How long a body may be. A record is larger than all else: 2 MB of a game on the largest board of
// raid, 3.4 MB where its values have five digits, and up to 4 KiB per move of what agents wrote to
// their standard error.
inline constexpr std::size_t kMaxBodyBytes = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxRecordBytes = std::size_t{8} << 20U;

struct Request {
    std::string method;  // "GET"
    std::string target;  // "/api/games?x=1", as it came
    std::string host;
    std::string origin;  // empty: none was sent
    std::string token;   // from Authorization or the cookie; empty: none
    std::string content_type;
    std::string body;
    std::string fetch_site;  // Sec-Fetch-Site: how a browser says whose page asks; empty: none
    std::string visitor;     // who shares the engines with others: see visitor_of in address.h
    // From the header Desk-Token: a person's own, for the hand-in desk. Not a cookie, so that no
    // other site can make a browser send it.
    std::string desk_token = {};
    // From the header Player-Key: whose seats and games it is about (seats.h). The same reason.
    std::string key = {};
    std::string accept = {};  // what the client can show
    // From the cookie of an invitation (guest.h): "GAME.SECRET"; empty: none.
    std::string invite = {};

    // Whether a person looks at the answer in a browser.
    [[nodiscard]] bool wants_page() const {
        return method == "GET" && accept.find("text/html") != std::string::npos;
    }
};

struct Response {
    int status = 200;
    std::string content_type = "application/json";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers = {};
};

// One server-sent event. `data` is one line (JSON never has a line break in it).
struct Event {
    std::string name;
    std::string data;
    bool last = false;  // the stream ends after it
};

// Takes events from any thread, never blocks.
using EventSink = std::function<void(const Event&)>;

// Whatever keeps a stream going. Destroying it ends the stream's work.
class Subscription {
 public:
    virtual ~Subscription() = default;
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;

 protected:
    Subscription() = default;
};
using SubscriptionPtr = std::unique_ptr<Subscription>;

// An answer that comes later. Called once with the function to give it to, which may be called
// from any thread, once.
using Respond = std::function<void(Response)>;
using Deferred = std::function<void(Respond)>;

// An answer that goes on: called once, when the client is ready for events.
using Stream = std::function<SubscriptionPtr(EventSink)>;

using Answer = std::variant<Response, Deferred, Stream>;

// {"error": {"code": ..., "message": ...}}
[[nodiscard]] Response refusal(int status, std::string_view code, std::string_view message);
// The same for a person who typed or was sent an address.
[[nodiscard]] Response as_page(const Response& refusal);

}  // namespace zerosum::web
