// zerosum grade: the course's grade, with the reason for every lost point.

#include "arena/grade/grader.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/files.h"
#include "games/registry.h"
#include "players/spec.h"

namespace zerosum::cli {

namespace {

struct GradeOptions {
    std::vector<std::string> agents;
    std::string edition{default_game().edition()};
    std::uint64_t seed = 2017;
    std::optional<double> bank;  // none: the edition's
    bool quick = false;
    int only_case = 0;
    int jobs = 1;
    bool json = false;
    bool quiet = false;
    std::string html;
};

// A directory or a program by its path, or a player's text as everywhere else.
std::string text_of(const std::string& agent) {
    std::error_code error;
    std::filesystem::path path(agent);
    if (std::filesystem::is_directory(path, error)) {
        if (!path.has_filename()) path = path.parent_path();
        return fmt::format("dir:{}@{}", path.string(),
                           display_name(std::filesystem::absolute(path).filename().string()));
    }
    if (std::filesystem::is_regular_file(path, error)) {
        return fmt::format("cmd:{}@{}", std::filesystem::absolute(path).string(),
                           display_name(path.filename().string()));
    }
    return agent;
}

// A plain file that is no program, such as the README beside the agents that agents/* names too.
bool is_no_program(const std::string& agent) {
    std::error_code error;
    return std::filesystem::is_regular_file(agent, error) && ::access(agent.c_str(), X_OK) != 0;
}

// Without what is no agent; that is said.
Result<std::vector<PlayerSpec>> specs_of(const GradeOptions& options) {
    std::vector<PlayerSpec> specs;
    for (const std::string& agent : options.agents) {
        if (is_no_program(agent)) {
            print_error(fmt::format("{}: not executable, left out", agent));
            continue;
        }
        const std::string text = text_of(agent);
        const Result<PlayerSpec> spec = parse_player_spec(text);
        if (!spec) return fail("{}: {}", text, spec.error().message);
        specs.push_back(*spec);
    }
    if (specs.empty()) return fail("there is no agent to grade: expected directories or programs");
    return specs;
}

// "2017 (fruit), 2016 (raid)": each game is graded by the edition that it is usually played by.
std::string graded_editions() {
    std::vector<std::string> editions;
    for (const AnyGame* game : all_games())
        editions.push_back(fmt::format("{} ({})", game->edition(), game->name()));
    return fmt::format("{}", fmt::join(editions, ", "));
}

Result<GradeSettings> settings_of(const GradeOptions& options) {
    GradeSettings settings;
    const Result<Edition> edition = find_edition(options.edition);
    if (!edition) return tl::unexpected(edition.error());
    for (const AnyGame* game : all_games())
        if (game->edition() == edition->name) settings.game = game;
    if (settings.game == nullptr)
        return fail("--edition {}: there are grades for {}", options.edition, graded_editions());
    settings.edition = *edition;
    settings.seed = options.seed;
    if (options.bank && !(*options.bank > 0 && *options.bank <= kMostBank.count()))
        return fail("--bank {}: expected seconds above 0 and up to {}", *options.bank,
                    kMostBank.count());
    settings.bank = options.bank ? Seconds{*options.bank} : edition->bank;
    settings.quick = options.quick;
    settings.only_case = options.only_case;
    return settings;
}

Result<int> run_grade(const GradeOptions& options) {
    const Result<GradeSettings> settings = settings_of(options);
    if (!settings) return tl::unexpected(settings.error());
    if (options.jobs < 1 || options.jobs > 256)
        return fail("--jobs {}: expected 1 to 256", options.jobs);
    if (!options.html.empty())
        if (const Result<void> place = check_place(options.html); !place)
            return fail("--html {}", place.error().message);
    const Result<std::vector<PlayerSpec>> specs = specs_of(options);
    if (!specs) return tl::unexpected(specs.error());

    const Interrupt interrupt;
    Progress progress(!options.json && !options.quiet);
    double done = 0;
    const double total = grade_work(*settings) * static_cast<double>(specs->size());
    GradeWatch watch;
    watch.stop = interrupt.token();
    watch.on_item = [&](const std::string& agent, const GradeItem& item) {
        done += item.work;
        progress.show(std::min(done, total), total,
                      fmt::format("{}: {} {}", agent, item.name, item.passed ? "right" : "lost"));
    };
    const GradeList graded = grade_agents(*specs, *settings, options.jobs, watch);
    progress.clear();
    const std::vector<GradeReport>& reports = graded.reports;
    if (!options.html.empty()) {
        if (Result<void> kept = write_file_atomically(options.html, grade_html(reports)); !kept) {
            return tl::unexpected(kept.error());
        }
    }
    if (!reports.empty() || graded.missing.empty())
        fmt::print("{}", options.json ? grade_json(reports) : grade_text(reports));
    if (options.only_case > 0 && !options.json) {
        for (const GradeReport& report : reports)
            for (const GradeItem& item : report.parts.front().items)
                fmt::print("{}input.txt:\n{}\noutput.txt:\n{}\n",
                           reports.size() > 1 ? report.agent + ", " : "", item.question,
                           item.answer);
    }
    for (std::size_t i = 0; i + 1 < graded.missing.size(); ++i)
        print_error(graded.missing[i].message);
    if (!graded.missing.empty()) return tl::unexpected(graded.missing.back());
    const bool full = std::all_of(reports.begin(), reports.end(), [](const GradeReport& report) {
        return report.earned == report.possible;
    });
    return full ? kDone : kAnswerIsNo;
}

}  // namespace

void add_grade(Commands& commands) {
    auto options = std::make_shared<GradeOptions>();
    Command* command = commands.add(
        "grade", "The course's grade, with the reason for every lost point",
        "zerosum grade agents/team7\nzerosum grade agents/* --jobs 4 --html grades.html\n"
        "zerosum grade agents/team7 --edition 2016 --quick",
        [options] { return run_grade(*options); });
    command->add_option("AGENT", options->agents, "directories, programs or players")->required();
    command->add_option("--edition", options->edition, graded_editions())->show_default();
    command->add_option("--seed", options->seed, "cases and boards depend on it alone")
        ->show_default();
    command->add_option("--bank", options->bank, "CPU seconds per game, instead of the edition's");
    command->add_option("--case", options->only_case, "this case alone, with its files")
        ->check(at_least_one);
    command->add_option("--jobs", options->jobs, "agents at once")->show_default();
    command->add_flag("--quick", options->quick,
                      "a fifth of the cases and short games: not the grade");
    command->add_flag("--json", options->json, "one object");
    command->add_flag("--quiet", options->quiet, "no progress line");
    command->add_option("--html", options->html, "also write a page to this file");
}

}  // namespace zerosum::cli
