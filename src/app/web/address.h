#pragma once
// Addresses that the server listens on, and the links that lead to them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace zerosum::web {

// Whether only this machine is reached there: "localhost", "127.0.0.2", "::1" or "[::1]". A name
// that merely resolves to such an address is none of them.
[[nodiscard]] bool is_loopback(std::string_view host);

// What to listen on: an IP address, "127.0.0.1" for "localhost".
[[nodiscard]] std::string ip_address(std::string_view address);

// Who asks from an address, as far as that can be known: the address itself, or the network of
// 2^64 addresses that one holder of an IPv6 address has.
[[nodiscard]] std::string visitor_of(std::string_view ip);

// What to open in a browser: the first page, or `path` ("desk"). Of 0.0.0.0 and ::, which mean
// every address of this machine and are no place to go, one link for each address that others reach
// it by, or its name when it has none.
[[nodiscard]] std::vector<std::string> links(const std::string& address, std::uint16_t port,
                                             const std::string& token,
                                             const std::string& path = "");

}  // namespace zerosum::web
