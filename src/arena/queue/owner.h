#pragma once
// Who owns a task: a text that names a process for ever, so that on its machine any other can tell
// whether it still lives.
//
//   n1:4711:5f3a09c2:8812345:1
//   |  |    |        |       +-- of several owners in one process
//   |  |    |        +---------- when the process started, in ticks since the machine did
//   |  |    +------------------- this start of the machine, and the name space of its process ids
//   |  +------------------------ process
//   +--------------------------- host

#include <string>
#include <string_view>

namespace zerosum {

// Another one for every call.
[[nodiscard]] std::string new_owner();

// Whether its process was on this machine and is no more. False also when that cannot be known.
[[nodiscard]] bool is_dead(std::string_view owner);

// "n1:4711", for messages.
[[nodiscard]] std::string_view short_owner(std::string_view owner);

}  // namespace zerosum
