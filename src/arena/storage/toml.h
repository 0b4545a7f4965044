#pragma once
// toml++ as every file here reads it: errors as values (its two ways do not mix in one program),
// and compiled once, in toml.cpp.

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_HEADER_ONLY 0
#include <toml++/toml.h>
