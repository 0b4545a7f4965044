#include "arena/report/document.h"

#include <fmt/format.h>

#include "arena/report/html.h"

namespace zerosum {

namespace {

constexpr const char* kPageStyle =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .7rem;text-align:right;"
    "border-bottom:1px solid #8884}td:first-child,th:first-child{text-align:left}"
    "figure{margin:1.5rem 0}figcaption{opacity:.75}svg{max-width:100%;height:auto;background:#fff}"
    "pre{background:#8881;padding:.7rem;overflow-x:auto}.scroll{overflow-x:auto}"
    "h1,p{overflow-wrap:anywhere}td,th{white-space:nowrap}"
    "@media(prefers-color-scheme:dark){body{background:#16181c;color:#e6e6e6}}";

std::string cells(const std::vector<std::string>& row, std::string_view tag) {
    std::string out = "<tr>";
    for (const std::string& cell : row)
        out += fmt::format("<{0}>{1}</{0}>", tag, escape_html(cell));
    return out + "</tr>\n";
}

// A line of a Markdown table; a bar inside a cell would begin the next one.
std::string markdown_row(const std::vector<std::string>& row) {
    std::string out = "|";
    for (const std::string& cell : row) {
        out += ' ';
        for (const char c : cell) {
            if (c == '|') out += '\\';
            out += c;
        }
        out += " |";
    }
    return out + '\n';
}

// An SVG file begins with an XML declaration that has no place inside a page.
std::string_view without_declaration(std::string_view svg) {
    const std::size_t start = svg.find("<svg");
    return start == std::string_view::npos ? std::string_view{} : svg.substr(start);
}

template <typename... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

}  // namespace

std::string Document::markdown() const {
    std::string out = fmt::format("# {}\n", title_);
    const Overloaded write{
        [&](const Heading& b) { out += fmt::format("\n## {}\n", b.text); },
        [&](const Paragraph& b) { out += fmt::format("\n{}\n", b.text); },
        [&](const Code& b) { out += fmt::format("\n```\n{}\n```\n", b.text); },
        [&](const Table& b) {
            out += '\n' + markdown_row(b.header) + '|';
            for (std::size_t i = 0; i < b.header.size(); ++i) out += i == 0 ? " --- |" : " ---: |";
            out += '\n';
            for (const auto& row : b.rows) out += markdown_row(row);
        },
        [&](const Image& b) { out += fmt::format("\n![{}]({})\n", b.caption, b.path); }};
    for (const auto& block : blocks_) std::visit(write, block);
    return out;
}

std::string Document::html() const {
    std::string out = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n"
        "<style>{1}</style>\n<h1>{0}</h1>\n",
        escape_html(title_), kPageStyle);
    const Overloaded write{
        [&](const Heading& b) { out += fmt::format("<h2>{}</h2>\n", escape_html(b.text)); },
        [&](const Paragraph& b) { out += fmt::format("<p>{}</p>\n", escape_html(b.text)); },
        [&](const Code& b) {
            out += fmt::format("<pre tabindex=\"0\">{}</pre>\n", escape_html(b.text));
        },
        [&](const Table& b) {
            out += "<div class=\"scroll\" tabindex=\"0\">\n<table>\n" + cells(b.header, "th");
            for (const auto& row : b.rows) out += cells(row, "td");
            out += "</table>\n</div>\n";
        },
        [&](const Image& b) {
            out += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n",
                               without_declaration(b.svg), escape_html(b.caption));
        }};
    for (const auto& block : blocks_) std::visit(write, block);
    return out + "</html>\n";
}

}  // namespace zerosum
