#include "app/web/address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "core/result.h"

namespace zerosum::web {

namespace {

// An interface's address as text; nothing when others do not reach this machine by it.
std::string reachable(const ifaddrs& interface, bool v6) {
    constexpr unsigned up = IFF_UP | IFF_RUNNING;
    if (interface.ifa_addr == nullptr || (interface.ifa_flags & up) != up ||
        (interface.ifa_flags & IFF_LOOPBACK) != 0)
        return {};
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (interface.ifa_addr->sa_family == AF_INET) {
        sockaddr_in at{};
        std::memcpy(&at, interface.ifa_addr, sizeof at);
        inet_ntop(AF_INET, &at.sin_addr, text.data(), text.size());
    } else if (v6 && interface.ifa_addr->sa_family == AF_INET6) {
        sockaddr_in6 at{};
        std::memcpy(&at, interface.ifa_addr, sizeof at);
        if (IN6_IS_ADDR_LINKLOCAL(&at.sin6_addr)) return {};  // no browser takes its zone
        inet_ntop(AF_INET6, &at.sin6_addr, text.data(), text.size());
    }
    return text.data();
}

std::vector<std::string> hosts_of_this_machine(bool v6) {
    std::vector<std::string> hosts;
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) == 0) {
        const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(first, freeifaddrs);
        for (const ifaddrs* each = first; each != nullptr; each = each->ifa_next) {
            std::string host = reachable(*each, v6);
            if (!host.empty() && std::find(hosts.begin(), hosts.end(), host) == hosts.end())
                hosts.push_back(std::move(host));
        }
    }
    if (!hosts.empty()) return hosts;
    std::array<char, 256> name{};
    const bool named = gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0';
    return {named ? name.data() : "localhost"};
}

}  // namespace

bool is_loopback(std::string_view host) {
    if (host == "localhost") return true;
    if (host.starts_with('[') && host.ends_with(']')) {
        host = host.substr(1, host.size() - 2);
        if (host.find(':') == std::string_view::npos) return false;
    }
    const std::string text(host);  // ends with a zero
    in_addr v4{};
    if (inet_pton(AF_INET, text.c_str(), &v4) == 1) return (ntohl(v4.s_addr) >> 24U) == 127;
    in6_addr v6{};
    return inet_pton(AF_INET6, text.c_str(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

std::string ip_address(std::string_view address) {
    return address == "localhost" ? "127.0.0.1" : std::string(address);
}

std::string visitor_of(std::string_view ip) {
    const std::string text(ip.substr(0, ip.find('%')));  // without the zone
    in6_addr v6{};
    if (inet_pton(AF_INET6, text.c_str(), &v6) != 1) return text;
    std::array<char, INET6_ADDRSTRLEN> out{};
    if (IN6_IS_ADDR_V4MAPPED(&v6)) {
        inet_ntop(AF_INET, &v6.s6_addr[12], out.data(), out.size());
        return out.data();
    }
    std::fill(&v6.s6_addr[8], &v6.s6_addr[8] + 8, std::uint8_t{0});
    inet_ntop(AF_INET6, &v6, out.data(), out.size());
    return std::string(out.data()) + "/64";
}

std::vector<std::string> links(const std::string& address, std::uint16_t port,
                               const std::string& token, const std::string& path) {
    const bool everywhere = address == "0.0.0.0" || address == "::";
    std::vector<std::string> out;
    for (const std::string& host :
         everywhere ? hosts_of_this_machine(address == "::") : std::vector{address}) {
        const bool v6 = host.find(':') != std::string::npos;
        out.push_back(fmt::format("http://{}{}{}:{}/{}{}{}", v6 ? "[" : "", host, v6 ? "]" : "",
                                  port, path, token.empty() ? "" : "?token=", token));
    }
    return out;
}

}  // namespace zerosum::web
