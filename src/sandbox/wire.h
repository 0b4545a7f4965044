#pragma once
// The words that the referee's process and its warden exchange over a socket pair: a length, then
// the fields in the order both sides know. Both are built together, so there is no version.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sandbox/account.h"
#include "sandbox/job.h"
#include "sandbox/setup.h"

namespace zerosum {

// A job with everything the warden needs to start it.
struct Order {
    Job job;
    Setup setup;
    std::string seccomp_filter;     // a BPF program, or empty
    bool streams_are_ours = false;  // stdin and stdout are pipes of the caller's (a session)
    bool sweep = false;             // remove the control groups that killed wardens have left
    int landlock_cap = 0;           // the highest version of Landlock to use; 0: any
    std::uint32_t user = 0;         // an ordinary account's: who the program is to be; 0: nobody
};

// What the caller may ask of a warden while the program runs.
enum class Request : char { ReadUsage = 'c', Stop = 's' };

// What a warden says: a reading, or, once and last, the account.
struct Notice {
    std::optional<Account> account;
    Usage usage;
};

[[nodiscard]] std::string encode(const Order& order);
[[nodiscard]] std::optional<Order> decode_order(std::string_view bytes);
[[nodiscard]] std::string encode(const Notice& notice);
[[nodiscard]] std::optional<Notice> decode_notice(std::string_view bytes);

// One message in or out of a stream socket. False or nothing when the other side is gone.
[[nodiscard]] bool send_message(int socket, std::string_view bytes);
[[nodiscard]] std::optional<std::string> receive_message(int socket);

}  // namespace zerosum
