#pragma once
// The parts of the module, a file each.

#include <pybind11/pybind11.h>

namespace zerosum::python {

void bind_states(pybind11::module_& module);
void bind_boards(pybind11::module_& module);
void bind_engine(pybind11::module_& module);
void bind_records(pybind11::module_& module);
void bind_play(pybind11::module_& module);
// After all of these: what help() says.
void add_docs(pybind11::module_& module);

}  // namespace zerosum::python
