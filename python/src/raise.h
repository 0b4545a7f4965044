#pragma once
// From Result to Python's exceptions: every error of ours is a ValueError with its sentence.

#include <pybind11/pybind11.h>

#include <utility>

#include "core/result.h"

namespace zerosum::python {

template <typename T>
T value_or_raise(Result<T>&& result) {
    if (!result) throw pybind11::value_error(result.error().message);
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace zerosum::python
