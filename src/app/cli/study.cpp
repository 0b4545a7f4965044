// zerosum study: sweeps over boards, banks and opponents, with plots and a report.

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "arena/study/report.h"
#include "core/counted.h"
#include "core/sha256.h"

namespace zerosum::cli {

namespace {

struct StudyOptions {
    std::string spec;
    std::string out;
    int jobs = 1;
    std::string ledger;
    bool json = false;
    bool quiet = false;
};

Result<int> run_study_command(const StudyOptions& options) {
    const int least_jobs = options.ledger.empty() ? 1 : 0;
    if (options.jobs < least_jobs || options.jobs > 256)
        return fail("--jobs {}: expected {} to 256", options.jobs, least_jobs);
    const Result<StudySpec> spec = read_study_spec(options.spec);
    if (!spec) return tl::unexpected(spec.error());
    const std::filesystem::path out =
        options.out.empty() ? std::filesystem::path(options.spec).stem().string() + "-study"
                            : options.out;
    std::error_code error;
    std::filesystem::create_directories(out, error);
    if (error) return fail("{}: {}", out.string(), error.message());
    const Result<std::unique_ptr<StudyStore>> store = StudyStore::open(out / "study.sqlite", *spec);
    if (!store) return tl::unexpected(store.error());

    const Interrupt interrupt;
    Progress progress(!options.json && !options.quiet);
    double cells_done = 0;
    const auto show = [&](const StudyProgress& now) {
        cells_done = now.done;
        progress.show(now.done, now.total,
                      fmt::format("{:.0f} of {:.0f} cells: {}", now.done, now.total, now.cell));
    };
    // The same study into the same folder finds what workers have done meanwhile.
    const StudyQueue queue{
        options.ledger,
        sha256(fmt::format("{} {}", spec->seed, std::filesystem::absolute(out).string()))
            .substr(0, 16),
        kLease, [](const std::string& sentence) { print_error(sentence); }};
    const Result<void> done =
        options.ledger.empty()
            ? run_study(*spec, **store, options.jobs, show, interrupt.token())
            : run_study(*spec, **store, queue, options.jobs, show, interrupt.token());
    progress.clear();
    if (!done) return tl::unexpected(done.error());
    const std::string command =
        fmt::format("zerosum study {} --out {}", options.spec, out.string());
    const std::size_t cells = spec->games.size() + spec->exact.size();
    // Sums of parts of cells have rounding errors: nearly whole counts as whole.
    const bool stopped =
        interrupt.token().stop_requested() && cells_done < static_cast<double>(cells) - 1e-6;
    const std::filesystem::path report = out / "report.html";
    if (!stopped)
        if (const Result<void> written = write_study_report(*spec, **store, out, command); !written)
            return tl::unexpected(written.error());
    if (options.json) {
        const Result<std::string> found =
            study_json(*spec, **store, stopped ? std::nullopt : std::optional(report));
        if (!found) return tl::unexpected(found.error());
        write_out(*found);
    } else if (stopped) {
        fmt::print("stopped after {:.0f} of {}. Go on with: {}\n", std::floor(cells_done),
                   counted(cells, "cell"), command);
    } else if (!options.quiet) {
        fmt::print("{}; report: {}\n", counted(cells, "cell"), report.string());
    }
    return stopped ? kAnswerIsNo : kDone;
}

}  // namespace

void add_study(Commands& commands) {
    auto options = std::make_shared<StudyOptions>();
    Command* command =
        commands.add("study", "Sweep boards, banks and opponents; CSV, plots and a written report",
                     "zerosum study examples/studies/quick.toml\n"
                     "zerosum study lab/studies/first-move/study.toml --out first-move --jobs 2\n"
                     "zerosum study examples/studies/quick.toml --json",
                     [options] { return run_study_command(*options); });
    command->add_option("SPEC", options->spec, "what to study (TOML); docs/study.md")->required();
    command->add_option("--out", options->out,
                        "folder for the results; default: SPEC's name + -study");
    command
        ->add_option(
            "--jobs", options->jobs,
            "cells at once; with --ledger pairs at once, and 0 leaves all to zerosum worker")
        ->show_default();
    command->add_option("--ledger", options->ledger,
                        "let zerosum worker take pairs of games and boards from here: a file, or "
                        "postgresql://HOST/DATABASE");
    command->add_flag("--json", options->json,
                      "one object: title, cells, exact (the columns of the CSV), stopped, report");
    command->add_flag("--quiet", options->quiet, "only errors");
}

}  // namespace zerosum::cli
