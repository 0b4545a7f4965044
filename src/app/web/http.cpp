#include "app/web/http.h"

#include <fmt/format.h>

#include "app/web/json.h"

namespace zerosum::web {

namespace {

// The page's own colours (web/src/style.css); nothing else of it is for who has no token.
constexpr std::string_view kRefusalStyle =
    ":root{--bg:#f6f4ef;--card:#fff;--ink:#1d2433;--line:#dcd7cb;font:16px/1.45 system-ui,"
    "sans-serif}"
    "@media(prefers-color-scheme:dark){:root{--bg:#10131a;--card:#191e29;--ink:#e9ecf3;"
    "--line:#2c3444}}"
    "body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);"
    "color:var(--ink)}"
    "main{box-sizing:border-box;width:min(32rem,100vw - 2rem);padding:1.4rem 1.6rem;"
    "background:var(--card);border:1px solid var(--line);border-radius:16px}"
    "h1{margin:0 0 .6rem;font-size:1.5rem}p{margin:0}";

}  // namespace

Response refusal(int status, std::string_view code, std::string_view message) {
    return json_response(status, {{"error", {{"code", code}, {"message", message}}}});
}

Response as_page(const Response& refusal) {
    std::string text;
    for (const char c : Json::parse(refusal.body)["error"]["message"].get<std::string>()) {
        if (c == '<' || c == '>' || c == '&' || c == '"')
            text += fmt::format("&#{};", static_cast<int>(c));
        else
            text += c;
    }
    return {refusal.status,
            "text/html; charset=utf-8",
            fmt::format("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                        "<meta name=\"viewport\" content=\"width=device-width\">"
                        "<meta name=\"color-scheme\" content=\"light dark\">"
                        "<title>zerosum</title><style>{}</style></head>"
                        "<body><main><h1>zerosum</h1><p>{}</p></main></body></html>",
                        kRefusalStyle, text),
            {{"Content-Security-Policy",
              "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}}};
}

Response json_response(int status, const Json& json) {
    // Texts from outside may hold any bytes: what is not UTF-8 is replaced.
    return {status, "application/json", to_text(json), {}};
}

std::string to_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace zerosum::web
