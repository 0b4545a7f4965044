// Any requests to the API, one after the other, as a visitor of the page could send them: behind
// the HTTP parser (web_request.cpp), before the engines, of which none works. An input is a list of
// requests with an empty line between them:
//
//   POST /api/games
//   {"game":"fruit","size":3,"players":["human","human"]}
//
//   POST /api/games/ID/moves
//   {"move":"A1"}
//
// ID stands for the game made last, REVIEW for the review. Every route is in the seeds.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/web/api.h"

using namespace zerosum;
using namespace zerosum::web;

namespace {

constexpr std::size_t kMaxRequests = 16;

void require(bool holds) {
    if (!holds) std::abort();
}

void put(std::string& text, std::string_view name, std::string_view value) {
    if (const std::size_t at = text.find(name); at != std::string::npos)
        text.replace(at, name.size(), value);
}

class Visit {
 public:
    Visit() : api_({.version = "fuzz"}, *GameStore::open(":memory:")) {}

    void send(std::string_view text) {
        const std::size_t line_end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, line_end);
        const std::size_t blank = line.find(' ');
        if (blank == std::string_view::npos) return;
        Request request;
        request.method = line.substr(0, blank);
        request.target = line.substr(blank + 1);
        put(request.target, "ID", game_);
        put(request.target, "REVIEW", review_);
        request.host = "localhost";
        request.content_type = "application/json";
        request.body = text.substr(std::min(line_end + 1, text.size()));
        request.visitor = "192.0.2.1";
        if (++sent_ % 2 == 1) request.key = "aaaaabbbbbcccccdddddeeeeef";  // a friend has none
        receive(request, api_.handle(request));
    }

 private:
    void receive(const Request& request, const Answer& answer) {
        if (const auto* response = std::get_if<Response>(&answer)) {
            check(request, *response);
        } else if (const auto* deferred = std::get_if<Deferred>(&answer)) {
            const auto later = std::make_shared<std::promise<Response>>();
            (*deferred)([later](Response response) { later->set_value(std::move(response)); });
            // These are answered by engines, and none works here.
            const std::string_view path =
                std::string_view(request.target).substr(0, request.target.find('?'));
            if (!path.ends_with("/hint") && !path.ends_with("/try"))
                check(request, later->get_future().get());
        } else {
            streams_.push_back(std::get<Stream>(answer)([](const Event& event) {
                require(!event.name.empty() && event.data.find('\n') == std::string::npos);
                require(nlohmann::json::accept(event.data));
            }));
        }
    }

    void check(const Request& request, const Response& response) {
        require(response.status >= 200 && response.status <= 503 && !response.body.empty());
        if (response.content_type != "application/json") return;
        const auto json = nlohmann::json::parse(response.body, nullptr, false);
        require(!json.is_discarded());
        if (response.status >= 400) {
            require(json.at("error").at("code").is_string());
            require(!json.at("error").at("message").get<std::string>().empty());
        }
        if (response.status != 201) return;
        (request.target == "/api/reviews" ? review_ : game_) = json.at("id").get<std::string>();
    }

    Api api_;
    int sent_ = 0;
    std::string game_ = "none";
    std::string review_ = "none";
    std::vector<SubscriptionPtr> streams_;  // end before the API does
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    Visit visit;
    for (std::size_t i = 0; i < kMaxRequests && !rest.empty(); ++i) {
        const std::size_t end = std::min(rest.find("\n\n"), rest.size());
        visit.send(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 2, rest.size()));
    }
    return 0;
}
