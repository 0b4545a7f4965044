// zerosum grade: the course's grade, with the reason for every lost point.

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/grade2012.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "arena/grade/grader.h"
#include "arena/grade/report.h"
#include "core/counted.h"
#include "core/files.h"
#include "core/sha256.h"
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
    bool play_all = false;
    int only_case = 0;
    int jobs = 1;
    std::string book;
    std::vector<std::string> again;
    Tools tools;
    std::string ledger;  // where workers take agents from; 2012: of the class tournament
    bool json = false;
    bool quiet = false;
    std::string html;  // a directory
    std::string csv;
    std::string roster_file;
    std::vector<Person> roster;  // what is in it
    std::string gradescope;
    bool autolab = false;
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
    std::map<std::string, std::string> texts;  // of names
    for (const std::string& agent : options.agents) {
        if (is_no_program(agent)) {
            print_error(fmt::format("{}: not executable, left out", agent));
            continue;
        }
        const std::string text = text_of(agent);
        const Result<PlayerSpec> spec = parse_player_spec(text);
        if (!spec) return fail("{}: {}", text, spec.error().message);
        if (const auto [known, fresh] = texts.emplace(spec->name, text); !fresh)
            return fail(
                "found {} and {}, both called {}, expected different names: dir:PATH@NAME "
                "gives one",
                known->second, text, spec->name);
        specs.push_back(*spec);
        specs.back().tools = options.tools;
    }
    if (specs.empty()) return fail("there is no agent to grade: expected directories or programs");
    return specs;
}

// "2017 (fruit), 2016 (raid), 2012 (fruit)": the edition that a game is usually played by, and
// 2012.
std::string graded_editions() {
    std::vector<std::string> editions;
    for (const AnyGame* game : all_games())
        editions.push_back(fmt::format("{} ({})", game->edition(), game->name()));
    if (const Result<const AnyGame*> game = game_of_edition("2012"))
        editions.push_back(fmt::format("2012 ({})", (*game)->name()));
    return fmt::format("{}", fmt::join(editions, ", "));
}

Result<Seconds> bank_of(const GradeOptions& options, const Edition& edition) {
    if (options.bank && !(*options.bank > 0 && *options.bank <= kMostBank.count()))
        return fail("--bank {}: expected seconds above 0 and up to {}", *options.bank,
                    kMostBank.count());
    return options.bank ? Seconds{*options.bank} : edition.bank;
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
    const Result<Seconds> bank = bank_of(options, *edition);
    if (!bank) return tl::unexpected(bank.error());
    settings.bank = *bank;
    settings.quick = options.quick;
    settings.play_all = options.play_all;
    settings.only_case = options.only_case;
    return settings;
}

// Its grade has a scale of its own.
Result<int> run_class_of_2012(const GradeOptions& options) {
    const bool other =
        options.play_all || options.only_case > 0 || options.autolab || !options.again.empty();
    const std::string files =
        options.book + options.html + options.csv + options.roster_file + options.gradescope;
    if (other || !files.empty())
        return fail(
            "--edition 2012 has no cases and no book, expected no other options than --seed, "
            "--bank, --quick, --ledger, --json and --quiet");
    const Result<std::vector<PlayerSpec>> specs = specs_of(options);
    if (!specs) return tl::unexpected(specs.error());
    const Result<const AnyGame*> game = game_of_edition("2012");
    if (!game) return tl::unexpected(game.error());
    Grade2012Settings settings;
    settings.game = *game;
    settings.edition = *find_edition("2012");
    const Result<Seconds> bank = bank_of(options, settings.edition);
    if (!bank) return tl::unexpected(bank.error());
    settings.bank = *bank;
    settings.seed = options.seed;
    if (options.quick) settings.games = 3;
    return run_grade_2012(*specs, settings, options.ledger, options.json, options.quiet);
}

// What can be found wrong before any work is done.
Result<void> check_outputs(const GradeOptions& options) {
    for (const auto& [option, file] :
         {std::pair("--csv", options.csv), std::pair("--gradescope", options.gradescope)})
        if (!file.empty())
            if (const Result<void> place = check_place(file); !place)
                return fail("{} {}", option, place.error().message);
    if (options.html.empty()) return {};
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::absolute(options.html);
    if (!std::filesystem::is_directory(folder.parent_path(), error))
        return fail("--html {}: there is no folder {}", options.html,
                    folder.parent_path().string());
    std::filesystem::create_directories(folder / "students", error);
    if (error) return fail("--html {}: {}", options.html, error.message());
    return {};
}

// Everybody: in the tables of a class nobody is left out.
std::vector<GradeReport> class_rows(const GradeOptions& options, const GradePlan& plan,
                                    const GradeList& graded) {
    std::vector<GradeReport> rows = graded.reports;
    for (const Ungraded& other : graded.missing)
        if (other.row && std::none_of(rows.begin(), rows.end(), [&](const GradeReport& row) {
                return row.agent == other.row->agent;
            }))
            rows.push_back(*other.row);
    return options.roster.empty() ? rows : with_roster(plan, std::move(rows), options.roster);
}

Result<void> write_outputs(const GradeOptions& options, const GradeList& graded,
                           const std::vector<GradeReport>& rows) {
    const auto write = [](const std::filesystem::path& path, const std::string& text) {
        return write_file_atomically(path, text);
    };
    if (!options.csv.empty())
        if (Result<void> kept = write(options.csv, grade_csv(rows)); !kept) return kept;
    if (!options.gradescope.empty() && !graded.reports.empty())
        if (Result<void> kept = write(options.gradescope, gradescope_json(graded.reports.front()));
            !kept)
            return kept;
    if (options.html.empty()) return {};
    const std::filesystem::path folder = options.html;
    for (const GradeReport& report : rows)
        if (Result<void> kept =
                write(folder / "students" / student_page(report), student_html(report));
            !kept)
            return kept;
    return write(folder / "index.html", class_html(rows));
}

// What this command grades, in a few letters: the same command again finds what workers have done
// meanwhile, and another one does not.
std::string job_name(const GradeOptions& options, const GradePlan& plan,
                     const std::vector<PlayerSpec>& specs) {
    const GradeSettings& settings = plan.settings();
    std::string text =
        fmt::format("{} {} {} {} {} {}\n", settings.edition.name, settings.seed,
                    settings.bank.count(), settings.quick, settings.play_all, settings.only_case);
    if (!options.book.empty()) {
        text += std::filesystem::absolute(options.book).string();
    } else {
        for (const PlayerSpec& spec : specs) text += spec.text + "\n";
    }
    return sha256(text).substr(0, 16);
}

// Asks, and prints every agent's report as it ends.
GradeList grade_live(const GradeOptions& options, const GradePlan& plan, GradeBook& book,
                     const std::vector<PlayerSpec>& specs) {
    Interrupt interrupt;
    Progress progress(!options.json && !options.quiet);
    GradeWatch watch;
    watch.stop = interrupt.token();
    watch.on_item = [&](const std::string& agent, const GradeItem& item, const GradeProgress& now) {
        progress.show(now.done, now.total,
                      fmt::format("{} of {} done, {}: {} {}", now.agents_finished,
                                  counted(now.agents, "agent"), agent, item.name,
                                  item.passed ? "right" : "lost"));
    };
    watch.on_agent = [&](const GradeReport& report, const GradeProgress&) {
        progress.clear();
        if (!options.json && !write_out(grade_text(report) + "\n")) interrupt.request_stop();
    };
    GradeRun run{options.jobs, {options.again.begin(), options.again.end()}};
    if (!options.ledger.empty())
        run.queue = GradeQueue{options.ledger, job_name(options, plan, specs), kLease,
                               [](const std::string& sentence) { print_error(sentence); }};
    return grade_agents(plan, book, specs, run, watch);
}

void print_case_files(const std::vector<GradeReport>& reports) {
    for (const GradeReport& report : reports)
        for (const GradeItem& item : report.parts.front().items)
            fmt::print("{}input.txt:\n{}\noutput.txt:\n{}\n",
                       reports.size() > 1 ? report.agent + ", " : "", item.question, item.answer);
}

// What keeps agents without a grade. The last message is returned, the others are printed.
Result<int> finish(const GradeOptions& options, const GradeList& graded) {
    const auto stopped = std::ranges::count(graded.missing, true, &Ungraded::stopped);
    for (const Ungraded& one : graded.missing)
        if (!one.stopped) print_error(one.message);
    if (stopped > 0)
        print_error(fmt::format("stopped: {} not finished. {}", counted(stopped, "agent"),
                                options.book.empty()
                                    ? "With --book FILE nothing would be lost"
                                    : "The same command goes on where this one ended"));
    const std::vector<GradeReport>& reports = graded.reports;
    const bool all_graded =
        graded.missing.empty() &&
        std::all_of(reports.begin(), reports.end(), [](const auto& one) { return one.graded(); });
    if (!all_graded) return kBadInput;
    const bool full =
        std::all_of(reports.begin(), reports.end(), [](const auto& one) { return one.full(); });
    return full ? kDone : kAnswerIsNo;
}

Result<int> show(const GradeOptions& options, const GradePlan& plan, const GradeList& graded,
                 bool printed) {
    const std::vector<GradeReport>& reports = graded.reports;
    const std::vector<GradeReport> rows = class_rows(options, plan, graded);
    if (const Result<void> written = write_outputs(options, graded, rows); !written)
        return tl::unexpected(written.error());
    if (options.json) {
        if (!reports.empty() || graded.missing.empty()) write_json_text(grade_json(reports));
    } else {
        if (!printed)
            for (const GradeReport& report : reports) fmt::print("{}\n", grade_text(report));
        if (rows.size() > 1) fmt::print("{}", grade_table(rows));
    }
    if (options.only_case > 0 && !options.json) print_case_files(reports);
    if (options.autolab && !reports.empty()) fmt::print("{}", autolab_json(reports.front()));
    return finish(options, graded);
}

// Agents of a book, to be shown or, some of them, to be graded again.
Result<int> run_book(const GradeOptions& options) {
    if (options.autolab || !options.gradescope.empty())
        return fail("{} is for one agent, expected its name",
                    options.autolab ? "--autolab" : "--gradescope");
    const Result<GradeSettings> settings = GradeBook::settings_of(options.book);
    if (!settings) return tl::unexpected(settings.error());
    const Result<GradePlan> plan = GradePlan::make(*settings);
    if (!plan) return tl::unexpected(plan.error());
    const Result<std::unique_ptr<GradeBook>> book = options.again.empty()
                                                        ? GradeBook::open_to_read(options.book)
                                                        : GradeBook::open(options.book, *settings);
    if (!book) return tl::unexpected(book.error());
    std::vector<PlayerSpec> specs;
    for (const std::string& name : options.again) {
        const Result<std::optional<Grading>> known = (*book)->newest(name);
        if (!known) return tl::unexpected(known.error());
        if (!*known) return fail("--again {}: {} holds no such agent", name, options.book);
        Result<PlayerSpec> spec = parse_player_spec((*known)->spec);
        if (!spec) return tl::unexpected(spec.error());
        specs.push_back(std::move(*spec));
        specs.back().tools = options.tools;
    }
    GradeList again;
    if (!specs.empty()) again = grade_live(options, *plan, **book, specs);
    Result<GradeList> all = graded(*plan, **book);
    if (!all) return tl::unexpected(all.error());
    all->missing.insert(all->missing.end(), again.missing.begin(), again.missing.end());
    return show(options, *plan, *all, !specs.empty());
}

Result<int> run_grade(GradeOptions& options) {
    if (options.edition == "2012") return run_class_of_2012(options);
    const int least_jobs = options.ledger.empty() ? 1 : 0;
    if (options.jobs < least_jobs || options.jobs > 256)
        return fail("--jobs {}: expected {} to 256", options.jobs, least_jobs);
    if (options.only_case > 0 && !options.book.empty())
        return fail("--case is one question and --book keeps grades, expected one of them");
    if (!options.again.empty() && options.book.empty())
        return fail("--again needs --book, the book that holds what is to be graded again");
    if (const Result<void> found = check_tools(options.tools); !found)
        return tl::unexpected(found.error());
    if (const Result<void> placed = check_outputs(options); !placed)
        return tl::unexpected(placed.error());
    if (!options.roster_file.empty()) {
        Result<std::vector<Person>> people = read_roster(options.roster_file);
        if (!people) return tl::unexpected(people.error());
        options.roster = std::move(*people);
    }
    if (options.agents.empty()) {
        if (options.book.empty())
            return fail("there is no agent to grade: expected directories or programs, or --book");
        return run_book(options);
    }
    const Result<GradeSettings> settings = settings_of(options);
    if (!settings) return tl::unexpected(settings.error());
    const Result<std::vector<PlayerSpec>> specs = specs_of(options);
    if (!specs) return tl::unexpected(specs.error());
    if (specs->size() > 1 && (options.autolab || !options.gradescope.empty()))
        return fail("{} is for one agent, found {}", options.autolab ? "--autolab" : "--gradescope",
                    specs->size());
    for (const std::string& name : options.again)
        if (std::none_of(specs->begin(), specs->end(),
                         [&](const PlayerSpec& spec) { return spec.name == name; }))
            return fail("--again {}: none of the agents is called so", name);
    const Result<GradePlan> plan = GradePlan::make(*settings);
    if (!plan) return tl::unexpected(plan.error());
    const Result<std::unique_ptr<GradeBook>> book =
        options.book.empty() ? GradeBook::in_memory() : GradeBook::open(options.book, *settings);
    if (!book) return tl::unexpected(book.error());
    return show(options, *plan, grade_live(options, *plan, **book, *specs), true);
}

}  // namespace

void add_grade(Commands& commands) {
    auto options = std::make_shared<GradeOptions>();
    Command* command = commands.add(
        "grade", "The course's grade, with the reason for every lost point",
        "zerosum grade agents/team7\n"
        "zerosum grade agents/* --jobs 4 --book fall.book --html grades --csv grades.csv\n"
        "zerosum grade --book fall.book --again team7\n"
        "zerosum grade agents/* --book fall.book --ledger postgresql://db.example.org/class --jobs "
        "0\n"
        "zerosum grade agents/team7 --edition 2016 --quick",
        [options] { return run_grade(*options); });
    command->add_option("AGENT", options->agents,
                        "directories, programs or players; none: those of the --book");
    command->add_option("--edition", options->edition, graded_editions())->show_default();
    command->add_option("--seed", options->seed, "cases and boards depend on it alone")
        ->show_default();
    command->add_option("--bank", options->bank, "CPU seconds per game, instead of the edition's");
    command->add_option("--case", options->only_case, "this case alone, with its files")
        ->check(at_least_one);
    command
        ->add_option("--jobs", options->jobs,
                     "agents at once; with --ledger 0 leaves all to zerosum worker")
        ->show_default();
    command->add_flag("--quick", options->quick,
                      "a fifth of the cases and short games: not the grade");
    command->add_flag("--play-all", options->play_all,
                      "ask everything, also when nothing more can change");
    command->add_option("--book", options->book,
                        "the grade book: keeps every case and game; run it again to go on");
    command
        ->add_option("--again", options->again,
                     "grade this agent again though nothing changed; may be repeated")
        ->takes_one_at_a_time();
    add_python2(*command, options->tools.python2);
    command->add_option("--ledger", options->ledger,
                        "let zerosum worker take agents from here: a file, or "
                        "postgresql://HOST/DATABASE; 2012: the class tournament, for the extra of "
                        "its first three");
    command->add_flag("--json", options->json, "one object");
    command->add_flag("--quiet", options->quiet, "no progress line");
    command->add_option("--html", options->html,
                        "also write index.html and a page per student into this directory");
    command->add_option("--csv", options->csv, "also write the gradebook to this file");
    command->add_option("--roster", options->roster_file,
                        "name, email and nick of everybody in --csv and --html, also of who handed "
                        "in nothing; a file as for zerosum roster");
    command->add_option("--gradescope", options->gradescope,
                        "also write Gradescope's results.json to this file; one agent");
    command->add_flag("--autolab", options->autolab,
                      "also print Autolab's scores as the last line; one agent");
}

}  // namespace zerosum::cli
