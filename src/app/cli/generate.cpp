// zerosum generate: writes man pages and completions, for the build. Not a command for people.

#include <filesystem>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/completions.h"
#include "app/cli/man_pages.h"
#include "core/files.h"

namespace zerosum::cli {

namespace {

// The two programs that the course names take no arguments and have no table.
std::vector<ProgramText> course_programs(const std::string& version) {
    return {
        {"homework",
         version,
         "answers a course file of The Fruit Rage or Stake & Raid",
         "Reads input.txt and writes output.txt, in the current directory. Takes no arguments.\n"
         "zerosum move does the same with paths.",
         {}},
        {"calibrate",
         version,
         "measures this machine for homework",
         "Writes calibration.txt, in the current directory. Takes no arguments.\n"
         "homework works as well without it.",
         {}}};
}

// Paths below the folder, and what goes there.
std::vector<std::pair<std::string, std::string>> files_of(const ProgramText& program) {
    std::vector<std::pair<std::string, std::string>> files{
        {"bash/" + program.name, bash_completion(program)},
        {"zsh/_" + program.name, zsh_completion(program)},
        {"fish/" + program.name + ".fish", fish_completion(program)},
        {"man/" + program.name + ".1", man_page(program)}};
    for (const CommandText& command : program.commands)
        files.emplace_back(fmt::format("man/{}-{}.1", program.name, command.name),
                           man_page(program, command));
    for (const ProgramText& other : course_programs(program.version))
        files.emplace_back("man/" + other.name + ".1", man_page(other));
    return files;
}

Result<int> run_generate(const Commands& commands, const std::filesystem::path& folder) {
    for (const auto& [name, text] : files_of(commands.text())) {
        std::error_code error;
        std::filesystem::create_directories((folder / name).parent_path(), error);
        if (error) return fail("{}: {}", (folder / name).parent_path().string(), error.message());
        if (const Result<void> written = write_file_atomically(folder / name, text); !written)
            return tl::unexpected(written.error());
    }
    return kDone;
}

}  // namespace

void add_generate(Commands& commands) {
    auto folder = std::make_shared<std::string>();
    Command* command =
        commands.add("generate", "Man pages and completions", "zerosum generate build/share",
                     [&commands, folder] { return run_generate(commands, *folder); });
    command->add_option("FOLDER", *folder, "where they go")->required();
    command->hide();
}

}  // namespace zerosum::cli
