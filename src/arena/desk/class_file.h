#pragma once
// A class as its class.toml describes it: the file of a ladder (tournament/settings.h) with a table
// [class] for the desk. docs/class.md lists the keys.

#include <filesystem>
#include <span>

#include "arena/class/roster.h"
#include "arena/grade/grade.h"
#include "arena/tournament/settings.h"

namespace zerosum {

struct ClassSettings {
    std::string title;
    Names names = Names::Name;
    std::filesystem::path roster;  // who is in it, for `zerosum roster`
    std::filesystem::path state;   // the desk's own file
    std::filesystem::path book;    // the grade book
    std::filesystem::path folder;  // hand-ins, and below it what the ladder plays
    std::size_t upload_bytes = 0;  // largest upload
    int uploads_per_hour = 0;      // of one person
    Seconds check_bank{5};         // per question of a check
    GradeSettings grade;           // quick
    TournamentSettings ladder;     // watches ladder_folder()

    [[nodiscard]] std::filesystem::path ladder_folder() const { return folder / "ladder"; }
};

// Reads and checks all of it. The roster is not read.
[[nodiscard]] Result<ClassSettings> read_class(const std::filesystem::path& file);

// Nobody may be called on the ladder as one of the players that the file names: only one of the two
// could take part.
[[nodiscard]] Result<void> check_people(const ClassSettings& settings,
                                        std::span<const Person> people);

}  // namespace zerosum
