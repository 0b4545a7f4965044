// All of toml++ that is no template.

#define TOML_IMPLEMENTATION
#include "arena/storage/toml.h"
