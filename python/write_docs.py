"""Writes the docstrings of a stub file as lines of C++, for the module to have them at run time.

    write_docs.py STUB OUTPUT

A line is {"State.gain", R"doc(...)doc"}, in the order of the stub.
"""

import ast
import sys
from pathlib import Path


def docstrings(body, prefix=""):
    for item in body:
        if not isinstance(item, (ast.ClassDef, ast.FunctionDef)):
            continue
        text = ast.get_docstring(item)
        if text:
            yield prefix + item.name, text
        if isinstance(item, ast.ClassDef):
            yield from docstrings(item.body, item.name + ".")


def main():
    stub, output = map(Path, sys.argv[1:])
    lines = [f'{{"{name}", R"doc({text})doc"}},\n'
             for name, text in docstrings(ast.parse(stub.read_text()).body)]
    output.write_text("".join(lines))


if __name__ == "__main__":
    main()
