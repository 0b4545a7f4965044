#include "players/java2012/java_source.h"

#include <cctype>

namespace zerosum::java2012 {

namespace {

bool in_word(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || c == '_' || c == '$' || c == '.' || byte >= 0x80;
}

// Where the comment, string or character that begins at `at` ends; `at` when none does.
std::size_t skip(std::string_view text, std::size_t at) {
    const auto after = [&](std::size_t found, std::size_t length) {
        return found == std::string_view::npos ? text.size() : found + length;
    };
    if (text.substr(at, 2) == "//") return after(text.find('\n', at), 1);
    if (text.substr(at, 2) == "/*") return after(text.find("*/", at + 2), 2);
    if (text[at] != '"' && text[at] != '\'') return at;
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != text[at] && text[end] != '\n')
        end += text[end] == '\\' ? 2 : 1;
    return end + 1;
}

// Words, and every other character that is no blank as a word of its own.
std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t end = skip(text, at); end != at) {
            at = end;
        } else if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
            ++at;
        } else {
            std::size_t length = 1;
            while (in_word(text[at]) && at + length < text.size() && in_word(text[at + length]))
                ++length;
            words.push_back(text.substr(at, length));
            at += length;
        }
    }
    return words;
}

std::string without_package(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return std::string(dot == std::string_view::npos ? name : name.substr(dot + 1));
}

}  // namespace

JavaSource read_java(std::string_view text) {
    const std::vector<std::string_view> words = words_of(text);
    JavaSource source;
    bool abstract = false;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "package" && source.package.empty()) source.package = words[i + 1];
        if (words[i] == ";" || words[i] == "{" || words[i] == "}") abstract = false;
        if (words[i] == "abstract") abstract = true;
        if (words[i] != "class" || !in_word(words[i + 1][0])) continue;
        JavaClass& found = source.classes.emplace_back(
            JavaClass{.name = std::string(words[i + 1]), .extends = "", .abstract = abstract});
        for (std::size_t j = i + 2; j + 1 < words.size() && words[j] != "{"; ++j)
            if (words[j] == "extends" && words[j - 1] != "?")
                found.extends = without_package(words[j + 1]);
    }
    return source;
}

}  // namespace zerosum::java2012
