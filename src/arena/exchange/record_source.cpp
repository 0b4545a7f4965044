#include "arena/exchange/record_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include "arena/exchange/pgn.h"
#include "arena/storage/sql.h"
#include "arena/tournament/ledger.h"
#include "core/files.h"
#include "core/text.h"

namespace zerosum {

namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 30U;

Result<void> from_directory(const std::string& directory, const TakeRecord& take) {
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == ".json") files.push_back(entry->path());
    if (error) return fail("{}: {}", directory, error.message());
    if (files.empty()) return fail("{}: found no record, expected files game-*.json", directory);
    std::sort(files.begin(), files.end());
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Result<std::string> text = read_file(files[i], kLargestFile);
        if (!text) return tl::unexpected(text.error());
        Result<GameRecord> record = parse_record(*text);
        if (!record) return fail("{}: {}", files[i].string(), record.error().message);
        const Result<bool> more = take({std::move(*record), files[i].string(), i + 1, 0});
        if (!more) return tl::unexpected(more.error());
        if (!*more) break;
    }
    return {};
}

Result<void> from_ledger(const std::string& place, const TakeRecord& take) {
    const Result<Ledger> ledger = Ledger::open_to_read(place);
    if (!ledger) return tl::unexpected(ledger.error());
    const Result<std::vector<LedgerGame>> games = ledger->games();
    if (!games) return tl::unexpected(games.error());
    for (std::size_t i = 0; i < games->size(); ++i) {
        const LedgerGame& game = (*games)[i];
        // Through the reader: a ledger may come from anybody.
        Result<GameRecord> record = ledger->record(game.id).and_then(
            [](const std::string& text) { return parse_record(text); });
        if (!record) return fail("{}: {}", place, record.error().message);
        const Result<bool> more =
            take({std::move(*record), fmt::format("{}, game {}", place, i + 1), i + 1, game.ended});
        if (!more) return tl::unexpected(more.error());
        if (!*more) break;
    }
    return {};
}

// One record, or one per line.
Result<std::vector<GameRecord>> parse_records(std::string_view text) {
    if (looks_like_pgn(text)) return parse_pgn(text);
    const std::vector<std::string_view> lines = split_lines(text);
    const bool one_per_line =
        lines.size() > 1 && std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
            return line.empty() || (line.front() == '{' && line.back() == '}');
        });
    std::vector<GameRecord> records;
    for (std::size_t i = 0; i < (one_per_line ? lines.size() : 1); ++i) {
        if (one_per_line && lines[i].empty()) continue;
        Result<GameRecord> record = parse_record(one_per_line ? lines[i] : text);
        if (!record && one_per_line) return fail("line {}: {}", i + 1, record.error().message);
        if (!record) return tl::unexpected(record.error());
        records.push_back(std::move(*record));
    }
    return records;
}

Result<void> from_file(const std::string& path, const TakeRecord& take) {
    const Result<std::string> text = read_file(path, kLargestFile);
    if (!text) return tl::unexpected(text.error());
    Result<std::vector<GameRecord>> records = parse_records(*text);
    if (!records) return fail("{}: {}", path, records.error().message);
    for (std::size_t i = 0; i < records->size(); ++i) {
        const std::string place =
            records->size() == 1 ? path : fmt::format("{}, game {}", path, i + 1);
        const Result<bool> more = take({std::move((*records)[i]), place, i + 1, 0});
        if (!more) return tl::unexpected(more.error());
        if (!*more) break;
    }
    return {};
}

bool is_sqlite(const std::string& path) {
    constexpr std::string_view magic = "SQLite format 3";
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return false;
    std::string start(magic.size(), '\0');
    std::ifstream(path, std::ios::binary).read(start.data(), std::ssize(start));
    return start == magic;
}

}  // namespace

Result<void> for_each_record(const std::string& source, const TakeRecord& take) {
    std::error_code error;
    if (sql::is_server(source) || is_sqlite(source)) return from_ledger(source, take);
    if (std::filesystem::is_directory(source, error)) return from_directory(source, take);
    return from_file(source, take);
}

Result<GameRecord> read_one_record(const std::string& source) {
    std::optional<GameRecord> first;
    bool several = false;
    const Result<void> read =
        for_each_record(source, [&](const SourcedRecord& sourced) -> Result<bool> {
            several = first.has_value();
            if (!several) first = sourced.record;
            return !several;
        });
    if (!read) return tl::unexpected(read.error());
    const std::string place = sql::shown(source);
    std::error_code error;
    if (several && std::filesystem::is_directory(source, error))
        return fail("{}: found several game records, expected one of its files", place);
    if (several)
        return fail(
            "{0}: found several games, expected one record; 'zerosum convert {0} --to json "
            "--output "
            "DIRECTORY' writes a record of each",
            place);
    if (!first) return fail("{}: found no game", place);
    return std::move(*first);
}

}  // namespace zerosum
