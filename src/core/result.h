#pragma once
// Errors as values: what can fail returns Result<T>, and the caller decides.

#include <fmt/format.h>

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace zerosum {

// What went wrong, in words for the person who has to mend it: what was found, where, and what
// was expected.
struct Error {
    std::string message;
};

template <typename T>
using Result = tl::expected<T, Error>;

// return fail("line {}: found '{}', expected a digit below {}", line, c, kinds);
template <typename... Args>
[[nodiscard]] tl::unexpected<Error> fail(fmt::format_string<Args...> text, Args&&... args) {
    return tl::unexpected<Error>(Error{fmt::format(text, std::forward<Args>(args)...)});
}

}  // namespace zerosum
