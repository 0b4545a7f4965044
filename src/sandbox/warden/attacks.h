#pragma once
// What a program may try on other processes, on their files and on the warden. Each attack is one
// of the evasions (evasions.h).

#include <map>
#include <string>

#include "sandbox/warden/evasions.h"

namespace zerosum::warden {

// By name; the first argument after it is what is attacked: a process number or a path.
[[nodiscard]] const std::map<std::string, Evasion>& attacks();

}  // namespace zerosum::warden
