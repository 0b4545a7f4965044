// The module zerosum._zerosum. zerosum/_zerosum.pyi has the types and the words for its users.

#include "bindings.h"

PYBIND11_MODULE(_zerosum, module) {
    module.doc() = "The C++ part of zerosum.";
    module.attr("__version__") = ZEROSUM_VERSION;
    zerosum::python::bind_states(module);
    zerosum::python::bind_boards(module);
    zerosum::python::bind_engine(module);
    zerosum::python::bind_records(module);
    zerosum::python::bind_play(module);
    zerosum::python::add_docs(module);
}
