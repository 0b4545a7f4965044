// zerosum convert: game records in other programs' formats, and back.

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "arena/exchange/pgn.h"
#include "arena/exchange/record_source.h"
#include "arena/storage/sql.h"
#include "core/counted.h"
#include "core/files.h"

namespace zerosum::cli {

namespace {

struct ConvertOptions {
    std::vector<std::string> sources;
    std::string to = "pgn";
    std::string output = "-";
    bool quiet = false;
};

// The last part of a source's name, which is all that others need to know.
std::string event_of(const std::string& source) {
    const std::filesystem::path place = sql::shown(source);
    const std::string name = place.lexically_normal().filename().string();
    return name.empty() || name == "-" ? "?" : name;
}

// On a terminal in ASCII alone, as write_json does.
std::string on_one_line(const GameRecord& record, bool only_ascii) {
    return nlohmann::ordered_json::parse(to_json_text(record)).dump(-1, ' ', only_ascii) + "\n";
}

// A directory of game-0001.json, ..., as match --record makes it.
Result<void> write_directory(const std::filesystem::path& directory,
                             const std::vector<std::string>& games) {
    std::error_code error;
    if (std::filesystem::exists(directory, error) && !std::filesystem::is_empty(directory, error))
        return fail("--output {}: is not empty, expected a new or empty directory",
                    directory.string());
    std::filesystem::create_directories(directory, error);
    if (error) return fail("--output {}: {}", directory.string(), error.message());
    for (std::size_t i = 0; i < games.size(); ++i) {
        const Result<void> written =
            write_file_atomically(directory / fmt::format("game-{:04}.json", i + 1), games[i]);
        if (!written) return written;
    }
    return {};
}

Result<int> run_convert(const ConvertOptions& options) {
    std::vector<std::string> games;
    const bool to_file = options.output != "-";
    const bool only_ascii = !to_file && stdout_is_terminal();
    for (const std::string& source : options.sources) {
        const Result<void> read =
            for_each_record(source, [&](const SourcedRecord& sourced) -> Result<bool> {
                const GameRecord& record = sourced.record;
                const PgnHeading heading{event_of(source), fmt::format("{}", sourced.number),
                                         sourced.ended};
                games.push_back(options.to == "pgn"     ? to_pgn(record, heading)
                                : options.to == "jsonl" ? on_one_line(record, only_ascii)
                                                        : to_json_text(record) + "\n");
                return true;
            });
        if (!read) return tl::unexpected(read.error());
    }
    Result<void> written;
    if (options.to == "json" && games.size() != 1) {
        if (!to_file)
            return fail(
                "found {}, expected one for --to json without --output DIRECTORY; --to "
                "jsonl writes one per line",
                counted(games.size(), "game"));
        written = write_directory(options.output, games);
    } else if (options.to == "json" && !to_file) {
        write_json_text(games.front());  // main says when that failed
    } else {
        written = write_file_atomically(options.output, fmt::format("{}", fmt::join(games, "")));
    }
    if (!written) return tl::unexpected(written.error());
    if (to_file && !options.quiet)
        fmt::print(stderr, "{} written to {}\n", counted(games.size(), "game"), options.output);
    return kDone;
}

}  // namespace

void add_convert(Commands& commands) {
    auto options = std::make_shared<ConvertOptions>();
    Command* command = commands.add(
        "convert", "Game records as PGN for rating programs and editors, and back",
        "zerosum convert games/ --output games.pgn\nzerosum convert class.ledger > class.pgn\n"
        "zerosum convert class.ledger --to jsonl | jq .points\n"
        "zerosum convert games.pgn --to json --output again/",
        [options] { return run_convert(*options); });
    command
        ->add_option("SOURCE", options->sources,
                     "records: a file, a directory, one per line, a ledger, or PGN that convert "
                     "wrote; - is standard input")
        ->required();
    command
        ->add_option("--to", options->to,
                     "pgn, json (records as match --record keeps them) or "
                     "jsonl (one record per line)")
        ->one_of({"pgn", "json", "jsonl"})
        ->show_default();
    command
        ->add_option("--output", options->output,
                     "a file; a directory for several games as json; - is standard output")
        ->show_default();
    command->add_flag("--quiet", options->quiet, "say nothing about what was written");
}

}  // namespace zerosum::cli
