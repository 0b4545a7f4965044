#include "core/secret.h"

#include <sys/random.h>

#include <array>

namespace zerosum {

Result<std::string> fresh_secret() {
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return fail("this machine gives no random bytes for a secret");
    std::string text;
    for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

}  // namespace zerosum
