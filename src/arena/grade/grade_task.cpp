#include "arena/grade/grade_task.h"

#include <nlohmann/json.hpp>

#include "arena/grade/exam.h"
#include "arena/queue/carried_agent.h"
#include "arena/queue/json_bytes.h"
#include "games/registry.h"
#include "players/programs/player_sources.h"

namespace zerosum {

namespace {

using TaskJson = nlohmann::json;

// The columns of the book's table of items.
TaskJson task_item_json(const GradeItem& item) {
    return {{"part", item.part},
            {"number", item.number},
            {"name", json_bytes(item.name)},
            {"passed", item.passed},
            {"reason", item.reason},
            {"evidence", json_bytes(item.evidence)},
            {"output", json_bytes(item.output)},
            {"question", json_bytes(item.question)},
            {"answer", json_bytes(item.answer)},
            {"command", json_bytes(item.command)},
            {"cpu", item.cpu.count()},
            {"endless", item.endless.count()}};
}

GradeItem task_item_of(const TaskJson& json) {
    GradeItem item;
    item.part = json.at("part");
    item.number = json.at("number");
    item.name = bytes_of(json.at("name"));
    item.passed = json.at("passed");
    item.reason = json.at("reason");
    item.evidence = bytes_of(json.at("evidence"));
    item.output = bytes_of(json.at("output"));
    item.question = bytes_of(json.at("question"));
    item.answer = bytes_of(json.at("answer"));
    item.command = bytes_of(json.at("command"));
    item.cpu = Seconds{json.at("cpu").get<double>()};
    item.endless = Seconds{json.at("endless").get<double>()};
    return item;
}

TaskJson task_items_json(const std::vector<GradeItem>& items) {
    TaskJson list = TaskJson::array();
    for (const GradeItem& item : items) list.push_back(task_item_json(item));
    return list;
}

std::vector<GradeItem> task_items_of(const TaskJson& json) {
    std::vector<GradeItem> items;
    for (const TaskJson& item : json) items.push_back(task_item_of(item));
    return items;
}

Result<GradeTask> task_of(const TaskJson& json) {
    if (json.at("questions") != kQuestions)
        return fail("found a grade with questions {}, this program has {}: expected one version",
                    json.at("questions").dump(), kQuestions);
    GradeTask task;
    const Result<const AnyGame*> game = find_game(json.at("game").get<std::string>());
    if (!game) return tl::unexpected(game.error());
    const Result<Edition> edition = find_edition(json.at("edition").get<std::string>());
    if (!edition) return tl::unexpected(edition.error());
    task.settings.game = *game;
    task.settings.edition = *edition;
    task.settings.seed = json.at("seed");
    task.settings.bank = Seconds{json.at("bank").get<double>()};
    task.settings.quick = json.at("quick");
    task.settings.play_all = json.at("play_all");
    task.settings.only_case = json.at("only_case");
    Result<PlayerSpec> spec = parse_player_spec(bytes_of(json.at("spec")));
    if (!spec) return tl::unexpected(spec.error());
    task.spec = std::move(*spec);
    task.spec.tools.python2 = bytes_of(json.at("python2"));
    task.fingerprint = bytes_of(json.at("fingerprint"));
    task.sources = json.at("sources");
    task.items = task_items_of(json.at("items"));
    return task;
}

// The agent as it was entered, in the store; an error when this machine does not have it.
Result<void> fetch(const GradeTask& task, const TaskHelp& help, AgentStore& store) {
    if (const Result<void> here = check_program(task.spec, help.libraries); !here) return here;
    Result<std::string> found = fail("");
    if (task.sources.empty()) {
        found = sources_of(task.spec, store);
    } else {
        const Result<Blob> sources = help.blob(task.sources);
        if (!sources) return tl::unexpected(sources.error());
        found = take_carried(*sources, task.spec.argument, store);
    }
    if (!found) return fail("{}: {}", task.spec.name, found.error().message);
    if (*found == task.fingerprint) return {};
    return fail("{}: what is on {} is not what was entered to be graded", task.spec.name,
                this_host());
}

}  // namespace

std::string to_payload(const GradeTask& task) {
    return TaskJson{{"questions", kQuestions},
                    {"game", task.settings.game->name()},
                    {"edition", task.settings.edition.name},
                    {"seed", task.settings.seed},
                    {"bank", task.settings.bank.count()},
                    {"quick", task.settings.quick},
                    {"play_all", task.settings.play_all},
                    {"only_case", task.settings.only_case},
                    {"spec", json_bytes(task.spec.text)},
                    {"python2", json_bytes(task.spec.tools.python2)},
                    {"fingerprint", json_bytes(task.fingerprint)},
                    {"sources", task.sources},
                    {"items", task_items_json(task.items)}}
        .dump();
}

Result<GradeTask> read_grade_task(const std::string& payload) {
    return read_json<GradeTask>(payload, "a grade's payload", task_of);
}

std::string to_text(const GradeAnswer& answer) {
    TaskJson json = {{"items", task_items_json(answer.items)}};
    if (answer.error) json["error"] = json_bytes(*answer.error);
    return json.dump();
}

Result<GradeAnswer> read_grade_answer(const std::string& text) {
    return read_json<GradeAnswer>(text, "a grade's result", [](const TaskJson& json) {
        GradeAnswer answer;
        if (json.contains("error")) answer.error = bytes_of(json.at("error"));
        if (!answer.error || json.contains("items")) answer.items = task_items_of(json.at("items"));
        return Result<GradeAnswer>(std::move(answer));
    });
}

Result<std::string> do_grade_task(const std::string& payload, const TaskHelp& help) {
    const Result<GradeTask> task = read_grade_task(payload);
    if (!task) return tl::unexpected(task.error());
    const Result<GradePlan> plan = GradePlan::make(task->settings);
    if (!plan) return tl::unexpected(plan.error());
    const auto store = std::make_shared<AgentStore>(BuildBounds{.stop = help.stop});
    if (const Result<void> here = fetch(*task, help, *store); !here)
        return tl::unexpected(here.error());
    std::vector<GradeItem> items = task->items;
    GradeAnswer answer;
    const Result<void> asked = examine(
        *plan, task->spec, store, items,
        [&](const GradeItem& item) -> Result<void> {
            answer.items.push_back(item);
            return {};
        },
        help.stop);
    // Begun again by another worker: what is known of a grade here is not the book's.
    if (help.stop.stop_requested()) return fail("stopped");
    if (!asked) answer.error = asked.error().message;
    return to_text(answer);
}

}  // namespace zerosum
