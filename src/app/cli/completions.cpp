#include "app/cli/completions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/text.h"

namespace zerosum::cli {

namespace {

// Fish alone reads \' and \\ inside single quotes.
std::string fish_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + "'";
}

std::string joined(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> command_names(const ProgramText& program) {
    std::vector<std::string> names;
    for (const CommandText& command : program.commands) names.push_back(command.name);
    return names;
}

std::vector<std::string> option_names(const CommandText& command) {
    std::vector<std::string> names;
    for (const OptionText& option : command.options)
        if (!option.argument) names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

// What the arguments can be, all of them together; none: files.
std::vector<std::string> argument_words(const CommandText& command) {
    std::vector<std::string> words;
    for (const OptionText& option : command.options)
        if (option.argument)
            for (const std::string& word : option.words)
                if (std::find(words.begin(), words.end(), word) == words.end())
                    words.push_back(word);
    return words;
}

// The lines of a case of bash: what completes the value of an option, and what an argument.
std::string bash_case(const CommandText& command) {
    std::string text = fmt::format("    {})\n", command.name);
    text += "        case $previous in\n";
    for (const OptionText& option : command.options) {
        if (option.argument || !option.takes_value()) continue;
        text += fmt::format("        {}) words={}; files={}; value=1 ;;\n",
                            fmt::join(option.names, "|"), shell_quoted(joined(option.words)),
                            option.words.empty() ? 1 : 0);
    }
    text += "        *)\n";
    text += fmt::format("            words={}\n            options={}\n            ;;\n",
                        shell_quoted(joined(argument_words(command))),
                        shell_quoted(joined(option_names(command))));
    return text + "        esac\n        ;;\n";
}

std::string zsh_escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

// What an action of zsh's _arguments completes with: files, or words and files. After a blank it is
// called without the options that _arguments would add.
std::string zsh_action(const ProgramText& program, const OptionText& option) {
    return option.words.empty()
               ? "_files"
               : fmt::format(" _{}_words {}", program.name, zsh_escaped(joined(option.words)));
}

std::string zsh_specifications(const ProgramText& program, const CommandText& command) {
    std::string text;
    for (const OptionText& option : command.options) {
        const std::string what = zsh_escaped(option.description);
        const std::string action = zsh_action(program, option);
        if (option.argument) {
            text += fmt::format(" \\\n                {}",
                                shell_quoted(fmt::format("{}:{}:{}", option.repeats ? "*" : "",
                                                         option.names.front(), action)));
            continue;
        }
        for (const std::string& name : option.names)
            text += fmt::format(
                " \\\n                {}",
                shell_quoted(fmt::format("{}[{}]{}", name, what,
                                         option.takes_value() ? ":value:" + action : "")));
    }
    return text;
}

}  // namespace

std::string bash_completion(const ProgramText& program) {
    std::string cases;
    for (const CommandText& command : program.commands) cases += bash_case(command);
    return fmt::format(R"(# bash completion for {0}; made by the build from its table of commands.
_{0}() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
    local words='' options='' files=1 value=0
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W {1} -- "$current")
        return
    fi
    case ${{COMP_WORDS[1]}} in
{2}    esac
    # A colon is a word of its own: what follows it, as in dir:FOLDER, is a file.
    if [[ $current == : || $previous == : ]]; then
        current=${{current#:}} words='' files=1
    fi
    if [[ $current == -* && $value -eq 0 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        return
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    if [ "$files" -eq 1 ]; then
        mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$current")
    fi
    if [[ ${{#COMPREPLY[@]}} -eq 1 && ${{COMPREPLY[0]}} == *: ]]; then
        compopt -o nospace 2>/dev/null  # something must follow
    elif [ "$files" -eq 1 ]; then
        compopt -o filenames 2>/dev/null
    fi
}}
complete -F _{0} {0}
)",
                       program.name,
                       shell_quoted(joined(command_names(program)) + " --help --version"), cases);
}

std::string zsh_completion(const ProgramText& program) {
    std::string list;
    std::string cases;
    for (const CommandText& command : program.commands) {
        list += fmt::format("        {}\n",
                            shell_quoted(zsh_escaped(command.name) + ":" + command.summary));
        cases += fmt::format("        {})\n            _arguments{}\n            ;;\n",
                             command.name, zsh_specifications(program, command));
    }
    return fmt::format(R"(#compdef {0}
# zsh completion for {0}; made by the build from its table of commands.

# One of these words, or a file. After a word that ends with a colon there is only a file.
_{0}_words() {{
    if compset -P '*:'; then
        _files
        return
    fi
    local -a whole=(${{@:#*:}}) begun=(${{(M)@:#*:}})
    _alternative 'whole:word:compadd -a whole' "begun:word:compadd -S '' -a begun" 'files:file:_files'
}}

_{0}() {{
    local -a commands
    commands=(
{1}    )
    if (( CURRENT == 2 )); then
        _describe 'command' commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{2}    esac
}}
_{0} "$@"
)",
                       program.name, list, cases);
}

std::string fish_completion(const ProgramText& program) {
    std::string text = fmt::format(
        "# fish completion for {0}; made by the build from its table of commands.\n"
        "complete -c {0} -n __fish_use_subcommand -f\n",
        program.name);
    for (const CommandText& command : program.commands) {
        text += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", program.name,
                            command.name, fish_quoted(command.summary));
        const std::string when = fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'",
                                             program.name, command.name);
        if (const std::vector<std::string> words = argument_words(command); !words.empty())
            text += fmt::format("{} -a {}\n", when, fish_quoted(joined(words)));
        for (const OptionText& option : command.options) {
            if (option.argument) continue;
            text += when;
            for (const std::string& name : option.names)
                text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (option.takes_value()) text += " -r";
            if (!option.words.empty())
                text += fmt::format(" -f -a {}", fish_quoted(joined(option.words)));
            text += fmt::format(" -d {}\n", fish_quoted(option.description));
        }
    }
    return text;
}

}  // namespace zerosum::cli
