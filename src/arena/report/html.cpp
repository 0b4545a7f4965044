#include "arena/report/html.h"

#include <fmt/format.h>

namespace zerosum {

namespace {

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent);
         text-align: right; white-space: nowrap; }
th { font-weight: 600; } .name { text-align: left; } .words { text-align: left; white-space: normal; min-width: 16rem; }
.good { color: #18794e; } .bad { color: #c62a2f; }
@media (prefers-color-scheme: dark) { .good { color: #6fd3a0; } .bad { color: #ff8b8d; } }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; } pre { overflow-x: auto; }
@media print { body { margin: 0; max-width: none; } pre { white-space: pre-wrap; } tr, h2, h3 { break-inside: avoid; }
               h2, h3 { break-after: avoid; } }
)css";

}  // namespace

std::string escape_html(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string html_page(std::string_view title, std::string_view body) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{2}</body>\n</"
        "html>\n",
        escape_html(title), kStyle, body);
}

}  // namespace zerosum
