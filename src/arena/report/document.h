#pragma once
// A report, written once and shown as Markdown or as one HTML file that needs no network.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace zerosum {

class Document {
 public:
    explicit Document(std::string title) : title_(std::move(title)) {}

    void heading(std::string text) { blocks_.emplace_back(Heading{std::move(text)}); }
    void paragraph(std::string text) { blocks_.emplace_back(Paragraph{std::move(text)}); }
    void code(std::string text) { blocks_.emplace_back(Code{std::move(text)}); }
    void table(std::vector<std::string> header, std::vector<std::vector<std::string>> rows) {
        blocks_.emplace_back(Table{std::move(header), std::move(rows)});
    }
    // `path` relative to the Markdown file; `svg` is what HTML shows in its place.
    void image(std::string caption, std::string path, std::string svg) {
        blocks_.emplace_back(Image{std::move(caption), std::move(path), std::move(svg)});
    }

    [[nodiscard]] std::string markdown() const;
    [[nodiscard]] std::string html() const;

 private:
    struct Heading {
        std::string text;
    };
    struct Paragraph {
        std::string text;
    };
    struct Code {
        std::string text;
    };
    struct Table {
        std::vector<std::string> header;
        std::vector<std::vector<std::string>> rows;
    };
    struct Image {
        std::string caption;
        std::string path;
        std::string svg;
    };
    std::string title_;
    std::vector<std::variant<Heading, Paragraph, Code, Table, Image>> blocks_;
};

}  // namespace zerosum
