#include "arena/desk/class_file.h"

#include "arena/storage/toml_table.h"
#include "core/files.h"
#include "core/text.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;

// A desk is open for weeks and its players may take no time at all: a ladder without an end would
// fill the disk. It goes on by itself when hand-ins come.
constexpr int kGamesEach = 100;

Result<void> read_desk(const toml::table& table, const fs::path& file, ClassSettings& settings) {
    TomlTable desk(table,
                   {"roster", "names", "state", "book", "folder", "upload_mib", "uploads_per_hour",
                    "check_bank", "grade_bank"},
                   "class.");
    const fs::path folder = file.parent_path();
    const std::string stem = file.stem().string();
    settings.roster = folder / desk.file("roster", "roster.csv");
    const std::string names = desk.text("names", "name");
    if (const std::optional<Names> known = parse_names(names)) {
        settings.names = *known;
    } else {
        desk.complain("names",
                      fmt::format("found \"{}\", expected \"name\" or \"nick\"", printable(names)));
    }
    settings.state = folder / desk.file("state", stem + ".desk");
    settings.book = folder / desk.file("book", stem + ".grades");
    settings.folder = folder / desk.file("folder", stem + "-hand-ins");
    settings.upload_bytes = static_cast<std::size_t>(desk.number("upload_mib", 4, 1, 8)) << 20U;
    settings.uploads_per_hour = desk.number("uploads_per_hour", 12, 1, 10'000);
    const Seconds most = settings.ladder.match.edition.bank;
    settings.check_bank = desk.seconds("check_bank", std::min(Seconds{5}, most), most);
    settings.grade.bank = desk.seconds("grade_bank", most, kMostBank);
    if (!desk.sound()) return desk.failure();
    return {};
}

}  // namespace

Result<ClassSettings> read_class(const fs::path& file) {
    const Result<std::string> text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    const auto named = [&](const Error& error) {
        return fail("{}: {}", file.string(), error.message);
    };
    const Result<toml::table> tables = parse_toml(*text);
    if (!tables) return named(tables.error());
    const toml::table* const desk = (*tables)["class"].as_table();
    if (desk == nullptr)
        return named({"found no table [class], expected one: docs/class.md lists its keys"});
    ClassSettings settings;
    // The folder to watch is one of the keys that are read below; that there is one matters here.
    Result<TournamentSettings> ladder = read_tournament(file, file.parent_path() / "hand-ins");
    if (!ladder) return tl::unexpected(ladder.error());
    settings.ladder = std::move(*ladder);
    if (settings.ladder.format != Format::Ladder)
        return named(
            {fmt::format("found format = \"{}\", expected \"ladder\": hand-ins come late "
                         "and change",
                         to_text(settings.ladder.format))});
    const TournamentSettings& played = settings.ladder;
    if (played.match.edition.name != played.match.game->edition())
        return named(
            {fmt::format("found edition {}, for which there is no quick grade, expected {}",
                         played.match.edition.name, played.match.game->edition())});
    if (const Result<void> read = read_desk(*desk, file, settings); !read)
        return named(read.error());
    settings.title = settings.ladder.title.empty() ? file.stem().string() : settings.ladder.title;
    settings.ladder.watch = settings.ladder_folder();
    Until& until = settings.ladder.until;
    if (!until.sure && until.time == 0 && until.games_each == 0) until.games_each = kGamesEach;
    settings.grade.game = settings.ladder.match.game;
    settings.grade.edition = settings.ladder.match.edition;
    settings.grade.quick = true;
    return settings;
}

Result<void> check_people(const ClassSettings& settings, std::span<const Person> people) {
    for (const Person& person : people)
        for (const LedgerPlayer& player : settings.ladder.players)
            if (const std::string& name = shown_name(person, settings.names);
                name_key(name) == name_key(player.name))
                return fail(
                    "found '{}' for {}: a player of the ladder's file is called '{}' too, expected "
                    "another name or nick",
                    name, person.name, player.name);
    return {};
}

}  // namespace zerosum
