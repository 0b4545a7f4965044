// Gives classes, properties and functions the words that zerosum/_zerosum.pyi has for them, so that
// help() says what an editor shows.

#include <cstdlib>
#include <string>
#include <string_view>

#include "bindings.h"

namespace py = pybind11;

namespace zerosum::python {

namespace {

struct Words {
    const char* name;  // "State.gain"
    const char* text;
};
constexpr Words kWords[] = {
#include "stub_words.inc"
};

// A function's text belongs to pybind11, which allocates and frees it so; its signature stays.
void document_function(PyObject* function, const std::string& text) {
    PyMethodDef* const method = reinterpret_cast<PyCFunctionObject*>(function)->m_ml;
    const std::string whole = method->ml_doc + ("\n" + text);
    std::free(const_cast<char*>(method->ml_doc));
    method->ml_doc = PYBIND11_COMPAT_STRDUP(whole.c_str());
}

}  // namespace

void add_docs(py::module_& module) {
    for (const Words& words : kWords) {
        const std::string_view name = words.name;
        const std::size_t dot = name.find('.');
        py::object owner = module;
        if (dot != std::string_view::npos)
            owner = module.attr(std::string(name.substr(0, dot)).c_str());
        const std::string last(name.substr(dot == std::string_view::npos ? 0 : dot + 1));
        const py::object what = owner.attr(last.c_str());
        PyObject* const function = PyInstanceMethod_Check(what.ptr())
                                       ? PyInstanceMethod_GET_FUNCTION(what.ptr())
                                       : what.ptr();
        if (PyCFunction_Check(function))
            document_function(function, words.text);
        else
            what.attr("__doc__") = words.text;
    }
}

}  // namespace zerosum::python
