#include "app/web/seats.h"

#include <algorithm>

#include "app/web/guard.h"
#include "core/result.h"
#include "core/sha256.h"
#include "core/text.h"

namespace zerosum::web {

namespace {

constexpr std::size_t kLeastKey = 20;
constexpr std::size_t kMostKey = 64;
constexpr std::size_t kMostName = 24;  // characters

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

bool Asker::may_use(const Seat& seat) const {
    if (!seat.holder) return true;
    return !seat.waits() && !holder.empty() && same_secret(*seat.holder, holder);
}

Asked<Asker> asker_of(const Request& request) {
    if (request.key.empty()) return Asker{request.visitor};
    if (request.key.size() < kLeastKey || request.key.size() > kMostKey ||
        !std::all_of(request.key.begin(), request.key.end(), is_letter_or_digit))
        return refuse(400, "bad_request",
                      fmt::format("A Player-Key is expected to be {} to {} letters and digits.",
                                  kLeastKey, kMostKey));
    return Asker{request.visitor, sha256(request.key)};
}

Asked<void> check_seat(const Seat& seat, const Asker& asker) {
    if (asker.may_use(seat)) return {};
    if (seat.waits())
        return refuse(409, "conflict", "This seat waits for the one who opens the link.");
    return refuse(403, "not_your_seat", "This seat is another person's.");
}

bool between_two(const Seats& seats) {
    return seats[0].holder && seats[1].holder && *seats[0].holder != *seats[1].holder;
}

Asked<std::string> person_name_of(std::string_view text) {
    std::string name(trim(text));
    if (safe_line(name, kMostName) != name)
        return refuse(400, "bad_request",
                      fmt::format("'name' is expected to be {} characters at most, all of them "
                                  "visible.",
                                  kMostName));
    return name;
}

}  // namespace zerosum::web
