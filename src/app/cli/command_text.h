#pragma once
// The table of commands as plain text: what man pages and completions are made of. Commands::text
// makes it from what the commands declare, so that there is no second list.

#include <string>
#include <vector>

namespace zerosum::cli {

struct OptionText {
    std::vector<std::string> names;  // "-h", "--help"; of an argument its name, "FILE"
    std::string value;               // what follows, "INT", "TEXT:o or O"; empty for a flag
    std::string default_value;
    std::string description;
    std::vector<std::string> words;  // to complete it with; none: files
    bool argument = false;           // stands without a name
    bool required = false;
    bool repeats = false;

    [[nodiscard]] bool takes_value() const { return !value.empty(); }
};

struct CommandText {
    std::string name;
    std::string summary;
    std::string examples;  // a command per line
    std::vector<OptionText> options;
};

struct ProgramText {
    std::string name;
    std::string version;
    std::string summary;  // a clause
    std::string description;
    std::vector<CommandText> commands;
};

}  // namespace zerosum::cli
