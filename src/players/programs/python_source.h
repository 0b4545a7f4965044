#pragma once
// Asking Python itself whether a source is one of its own, without running it.

#include <string>
#include <vector>

namespace zerosum {

enum class PythonNames : unsigned char {
    Any,
    OfPython3,  // also no use of what Python 3 has removed: xrange, has_key, import Queue, ...
};

// A command that succeeds when `interpreter` can compile the file. Otherwise its standard error
// says where and why, as Python does.
[[nodiscard]] std::vector<std::string> python_check(const std::string& interpreter,
                                                    const std::string& file, PythonNames names);

}  // namespace zerosum
