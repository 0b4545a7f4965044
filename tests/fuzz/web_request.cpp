// Any bytes as an HTTP request: read with the server's parser and limits, its address taken apart,
// its sender judged, its body bounded and read as fields. What the API then does with such values
// is in web_api.cpp.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "app/web/beast_request.h"
#include "app/web/fields.h"
#include "app/web/guard.h"
#include "app/web/json_bounds.h"
#include "app/web/target.h"

using namespace zerosum::web;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void check_target(const Target& target) {
    require(target.path.starts_with('/'));
    for (const std::string& segment : target.segments) {
        require(segment != "." && segment != "..");
        require(segment.find_first_of("/\\") == std::string::npos);
        require(std::none_of(segment.begin(), segment.end(), [](char c) { return c == '\0'; }));
    }
}

void check_refusal(const Response& response) {
    require(response.status >= 400 && response.status <= 499 && !response.body.empty());
}

void check_body(const std::string& body) {
    if (const auto bounded = check_json_bounds(body); !bounded)
        return check_refusal(bounded.error());
    Asked<Fields> fields = Fields::parse(body);
    if (!fields) return check_refusal(fields.error());
    const std::int64_t size = fields->integer("size", 3, 1, 32);
    require(size >= 1 && size <= 32);
    const double bank = fields->number("bank", 300, 0, 36000);
    require(bank >= 0 && bank <= 36000);
    require(fields->texts("players", 2).size() <= 2);
    static_cast<void>(fields->flag("swap", true));
    static_cast<void>(fields->text("game", ""));
    if (const auto checked = fields->check(); !checked) check_refusal(checked.error());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Guard open_guard("");
    static const Guard token_guard("open-sesame");
    RequestParser parser;
    set_limits(parser);
    parser.eager(true);
    boost::system::error_code error;
    parser.put(boost::asio::buffer(data, size), error);
    if (error || !parser.is_header_done()) return 0;
    const Request request = to_request(parser.get());
    for (const Guard* guard : {&open_guard, &token_guard})
        for (const auto wanted : {Guard::Wanted::Page, Guard::Wanted::Api})
            if (const auto refused = guard->refuse(request, wanted, "")) check_refusal(*refused);
    if (const std::optional<Target> target = parse_target(request.target)) check_target(*target);
    check_body(request.body);
    return 0;
}
