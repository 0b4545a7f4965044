#pragma once
// A bank as Python names it: a number of seconds.

#include <fmt/format.h>
#include <pybind11/pybind11.h>

#include "arena/play/edition.h"

namespace zerosum::python {

inline Seconds bank_of(double seconds) {
    if (!(seconds >= 0 && seconds <= kMostBank.count()))
        throw pybind11::value_error(fmt::format("found a bank of {}, expected 0 to {} seconds",
                                                seconds, kMostBank.count()));
    return Seconds{seconds};
}

}  // namespace zerosum::python
