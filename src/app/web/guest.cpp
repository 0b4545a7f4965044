#include "app/web/guest.h"

#include <algorithm>
#include <array>
#include <utility>

namespace zerosum::web {

namespace {

using Ask = std::pair<std::string_view, std::string_view>;
constexpr std::array<Ask, 7> kGuestAsks{
    Ask{"GET", ""},       Ask{"GET", "events"},  Ask{"GET", "record"},  Ask{"POST", "seat"},
    Ask{"POST", "moves"}, Ask{"POST", "resign"}, Ask{"POST", "rematch"}};

bool is_games(const Target& target) {
    const auto& path = target.segments;
    return (path.size() == 3 || path.size() == 4) && path[0] == "api" && path[1] == "games";
}

}  // namespace

GuestAsks asked_by_link(const Target& target) {
    const auto& path = target.segments;
    if (path.size() != 2 || path[0] != "play") return {};
    return {path[1], std::string(target.given("invite"))};
}

GuestAsks asked_by_cookie(std::string_view method, const Target& target, std::string_view cookie) {
    const std::size_t dot = cookie.find('.');
    if (dot == std::string_view::npos) return {};
    GuestAsks asks{std::string(cookie.substr(0, dot)), std::string(cookie.substr(dot + 1))};
    if (is_games(target)) {
        const auto& path = target.segments;
        const Ask ask{method, path.size() == 4 ? std::string_view(path[3]) : ""};
        if (std::find(kGuestAsks.begin(), kGuestAsks.end(), ask) == kGuestAsks.end()) return {};
        asks.game = path[2];
        return asks;
    }
    const bool page = target.segments.front() != "api" || target.path == "/api/info";
    return page && method != "POST" ? asks : GuestAsks{};
}

}  // namespace zerosum::web
