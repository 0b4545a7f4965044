#pragma once
// Who may move for whom. A person's seat belongs to the holder of a key: some letters that a
// browser drew by itself and sends along. Only the key's hash is kept. A seat can also wait for the
// first who comes with the link, or be anyone's: that of a game made without a key, by a script.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/web/json_fwd.h"

namespace zerosum::web {

struct Seat {
    // Nothing: anyone's. Empty: it waits for who comes first. Else the hash of its holder's key.
    std::optional<std::string> holder;
    std::string name;  // of the person, as given; empty: the usual one

    [[nodiscard]] bool waits() const { return holder && holder->empty(); }
};
using Seats = std::array<Seat, 2>;

// Who asks: an address, for a share of the engines; the hash of a key, for seats.
struct Asker {
    std::string visitor;
    std::string holder = {};  // empty: no key was sent

    // Whether this one may move for the seat.
    [[nodiscard]] bool may_use(const Seat& seat) const;
};

// The asker of a request; a key that is none is refused.
[[nodiscard]] Asked<Asker> asker_of(const Request& request);

// Nothing wrong when the asker may move for the seat, else why not.
[[nodiscard]] Asked<void> check_seat(const Seat& seat, const Asker& asker);

// Two people who hold a seat each: no hints, and a move stands.
[[nodiscard]] bool between_two(const Seats& seats);

// A name as it may be shown: without blanks at its ends, 24 characters at most, none of them
// invisible.
[[nodiscard]] Asked<std::string> person_name_of(std::string_view text);

}  // namespace zerosum::web
