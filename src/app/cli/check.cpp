// zerosum check: what a hand-in is, whether it builds and how it answers, in seconds.

#include "arena/check/check.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "games/registry.h"

namespace zerosum::cli {

namespace {

struct CheckOptions {
    std::vector<std::string> directories;
    std::string game{default_game().name()};
    double bank = CheckSettings{}.bank.count();
    int jobs = 1;
    std::string python2;
    bool json = false;
    bool quiet = false;
};

Result<std::vector<PlayerSpec>> hand_ins_of(const CheckOptions& options) {
    const Result<Tools> tools = tools_of(options.python2);
    if (!tools) return tl::unexpected(tools.error());
    std::vector<PlayerSpec> specs;
    for (const std::string& directory : options.directories) {
        std::error_code error;
        std::filesystem::path path(directory);
        if (!std::filesystem::is_directory(path, error)) {
            // Beside hand-ins: agents/* names also a list of the class that lies there.
            if (options.directories.size() < 2 || !std::filesystem::exists(path, error))
                return fail("{}: found no directory, expected a hand-in's",
                            printable(directory, 200));
            print_error(fmt::format("{}: no directory, left out", printable(directory, 200)));
            continue;
        }
        if (!path.has_filename()) path = path.parent_path();
        PlayerSpec& spec = specs.emplace_back();
        spec.kind = PlayerKind::Directory;
        spec.argument = path.string();
        spec.name =
            display_name(std::filesystem::absolute(path).lexically_normal().filename().string());
        spec.text = fmt::format("dir:{}@{}", spec.argument, spec.name);
        spec.tools = *tools;
    }
    if (specs.empty()) return fail("found no directory among them, expected hand-ins'");
    return specs;
}

Result<int> run_check(const CheckOptions& options) {
    CheckSettings settings;
    const Result<const AnyGame*> game = find_game(options.game);
    if (!game) return tl::unexpected(game.error());
    settings.game = *game;
    settings.edition = default_edition(**game);
    if (!(options.bank > 0 && options.bank <= settings.edition.bank.count()))
        return fail("--bank {}: expected seconds above 0 and up to {:g}", options.bank,
                    settings.edition.bank.count());
    settings.bank = Seconds{options.bank};
    const Result<std::vector<PlayerSpec>> specs = hand_ins_of(options);
    if (!specs) return tl::unexpected(specs.error());

    const Interrupt interrupt;
    settings.stop = interrupt.token();
    Progress progress(!options.json && !options.quiet);
    double done = 0;
    const auto total = static_cast<double>(specs->size());
    progress.show(done, total, "checking");
    const Result<std::vector<CheckReport>> reports =
        check_hand_ins(*specs, settings, options.jobs, [&](const CheckReport& report) {
            progress.show(++done, total,
                          fmt::format("{}: {}", report.agent, to_text(report.category)));
        });
    progress.clear();
    if (!reports) return tl::unexpected(reports.error());
    if (options.json) {
        write_json_text(check_json(*reports));
    } else {
        if (reports->size() > 1) fmt::print("{}\n", check_table(*reports));
        for (std::size_t i = 0; i < reports->size(); ++i)
            fmt::print("{}{}", i > 0 ? "\n" : "", check_text((*reports)[i]));
    }
    const bool sound = std::all_of(reports->begin(), reports->end(), [](const CheckReport& report) {
        return report.category == Category::Sound;
    });
    return sound ? kDone : kAnswerIsNo;
}

}  // namespace

void add_check(Commands& commands) {
    auto options = std::make_shared<CheckOptions>();
    Command* command =
        commands.add("check", "What a hand-in is, whether it builds and how it answers, in seconds",
                     "zerosum check agents/team7\nzerosum check agents/* --jobs 2 --json\n"
                     "zerosum check agents/team7 --game raid",
                     [options] { return run_check(*options); });
    command->add_option("DIR", options->directories, "directories, see docs/agents.md")->required();
    command->add_option("--game", options->game, game_names("or"))
        ->show_default()
        ->suggests(game_suggestions());
    command->add_option("--bank", options->bank, "CPU seconds left at each question")
        ->show_default();
    command->add_option("--jobs", options->jobs, "hand-ins at once")
        ->between(1, 256)
        ->show_default();
    add_python2(*command, options->python2);
    command->add_flag("--json", options->json, "one object: checks, one per hand-in");
    command->add_flag("--quiet", options->quiet, "no progress line");
}

}  // namespace zerosum::cli
