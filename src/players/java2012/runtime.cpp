#include "players/java2012/runtime.h"

#include <algorithm>
#include <array>

namespace zerosum::java2012 {

namespace {

constexpr std::array kRuntime{
#include "players/java2012/runtime.inc"
};

}  // namespace

std::span<const JavaFile> runtime() {
    return kRuntime;
}

bool in_runtime(std::string_view file_name) {
    return std::any_of(kRuntime.begin(), kRuntime.end(),
                       [&](const JavaFile& file) { return file.name == file_name; });
}

}  // namespace zerosum::java2012
