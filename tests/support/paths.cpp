#include "support/paths.h"

namespace zerosum::tests {

std::filesystem::path source_path(const std::filesystem::path& name) {
    return std::filesystem::path(ZEROSUM_SOURCE) / name;
}

std::filesystem::path data_path(const std::filesystem::path& name) {
    return source_path("data") / name;
}

std::filesystem::path program_path(const std::filesystem::path& name) {
    return std::filesystem::path(ZEROSUM_PROGRAMS) / name;
}

}  // namespace zerosum::tests
