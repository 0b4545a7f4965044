#include "app/web/target.h"

#include "core/text.h"

namespace zerosum::web {

namespace {

std::optional<unsigned> hex(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
    return std::nullopt;
}

std::optional<std::string> decode(std::string_view text, bool plus_is_blank) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            if (i + 2 >= text.size()) return std::nullopt;
            const auto high = hex(text[i + 1]);
            const auto low = hex(text[i + 2]);
            if (!high || !low) return std::nullopt;
            c = static_cast<char>(*high * 16 + *low);
            i += 2;
        } else if (c == '+' && plus_is_blank) {
            c = ' ';
        }
        const auto byte = static_cast<unsigned char>(c);
        // A query may hold a whole course file, with its line ends.
        const bool line_end = plus_is_blank && (c == '\n' || c == '\r');
        if ((byte < 0x20 && !line_end) || byte == 0x7F) return std::nullopt;
        out.push_back(c);
    }
    return out;
}

}  // namespace

std::string_view Target::given(std::string_view name) const {
    const auto found = query.find(name);
    return found == query.end() ? std::string_view{} : std::string_view{found->second};
}

std::optional<Target> parse_target(std::string_view text) {
    if (text.empty() || text.front() != '/') return std::nullopt;
    const std::size_t mark = text.find('?');
    Target target;
    for (const std::string_view part :
         split(text.substr(1, mark == std::string_view::npos ? mark : mark - 1), '/')) {
        auto segment = decode(part, false);
        // A decoded slash or backslash would let one segment pass for several.
        if (!segment || *segment == "." || *segment == ".." ||
            segment->find_first_of("/\\") != std::string::npos)
            return std::nullopt;
        target.path += "/" + *segment;
        target.segments.push_back(std::move(*segment));
    }
    if (mark == std::string_view::npos) return target;
    for (const std::string_view pair : split(text.substr(mark + 1), '&')) {
        const std::size_t equals = pair.find('=');
        auto key = decode(pair.substr(0, equals), true);
        auto value = equals == std::string_view::npos ? std::string{}
                                                      : decode(pair.substr(equals + 1), true);
        if (!key || !value) return std::nullopt;
        if (!key->empty()) target.query[*key] = *value;
    }
    return target;
}

}  // namespace zerosum::web
