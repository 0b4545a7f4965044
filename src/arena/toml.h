#pragma once
// toml++ as every file here reads it: errors as values. Its two ways do not mix in one program.

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>
