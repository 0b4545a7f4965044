#include "arena/study/study_task.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arena/queue/carried_agent.h"
#include "arena/queue/json_bytes.h"
#include "arena/study/cell_play.h"

namespace zerosum {

namespace {

using StudyJson = nlohmann::json;

template <typename Value>
StudyJson if_any(const std::optional<Value>& value) {
    return value ? StudyJson(*value) : StudyJson();
}
template <typename Value>
std::optional<Value> any_of(const StudyJson& json) {
    return json.is_null() ? std::nullopt : std::optional<Value>(json.get<Value>());
}

StudyJson study_game_json(const StudyGame& game) {
    return {{"game", game.game},
            {"first", game.first},
            {"won", if_any(game.won)},
            {"points", game.points},
            {"other_points", game.other_points},
            {"cpu", game.cpu},
            {"other_cpu", game.other_cpu},
            {"moves", game.moves},
            {"depth", if_any(game.depth)},
            {"nodes", if_any(game.nodes)},
            {"reason", game.reason}};
}

StudyGame study_game_of(const StudyJson& json) {
    StudyGame game;
    game.game = json.at("game");
    game.first = json.at("first");
    game.won = any_of<bool>(json.at("won"));
    game.points = json.at("points");
    game.other_points = json.at("other_points");
    game.cpu = json.at("cpu");
    game.other_cpu = json.at("other_cpu");
    game.moves = json.at("moves");
    game.depth = any_of<double>(json.at("depth"));
    game.nodes = any_of<double>(json.at("nodes"));
    game.reason = json.at("reason");
    return game;
}

StudyJson study_board_json(const StudyBoard& board) {
    return {{"board", board.board},         {"position", board.position},
            {"value", if_any(board.value)}, {"greedy_optimal", board.greedy_optimal},
            {"nodes", board.nodes},         {"cpu", board.cpu},
            {"seconds", board.seconds}};
}

StudyBoard study_board_of(const StudyJson& json) {
    StudyBoard board;
    board.board = json.at("board");
    board.position = json.at("position");
    board.value = any_of<Score>(json.at("value"));
    board.greedy_optimal = json.at("greedy_optimal");
    board.nodes = json.at("nodes");
    board.cpu = json.at("cpu");
    board.seconds = json.at("seconds");
    return board;
}

template <typename Cell>
Result<const Cell*> find_cell(const std::vector<Cell>& cells, const std::string& id) {
    const auto found =
        std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) { return cell.id() == id; });
    if (found == cells.end()) return fail("found no cell {} in the study's text", id);
    return &*found;
}

// The agents of a cell as they were entered; an error when this machine does not have them.
Result<void> fetch_agents(const StudyTask& task, const GamesCell& cell, const TaskHelp& help,
                          AgentStore& store) {
    for (const PlayerSpec* spec : {&cell.player, &cell.opponent}) {
        if (Result<void> here = check_program(*spec, help.libraries); !here) return here;
        const auto agent = task.agents.find(spec->argument);
        if (spec->kind != PlayerKind::Directory || store.holds(spec->argument)) continue;
        if (agent == task.agents.end())
            return fail("{}: its sources did not come with the task", spec->name);
        const Result<Blob> sources = help.blob(agent->second.sources);
        if (!sources) return tl::unexpected(sources.error());
        const Result<std::string> taken = take_carried(*sources, spec->argument, store);
        if (!taken) return fail("{}: {}", spec->name, taken.error().message);
        if (*taken != agent->second.fingerprint)
            return fail("{}: what came with the task is not what was entered", spec->name);
    }
    return {};
}

}  // namespace

std::string to_payload(const StudyTask& task) {
    StudyJson agents = StudyJson::object();
    for (const auto& [directory, agent] : task.agents)
        agents[directory] = {{"sources", agent.sources}, {"fingerprint", agent.fingerprint}};
    return StudyJson{{"study", json_bytes(task.study)},
                     {"cell", json_bytes(task.cell)},
                     {"number", task.number},
                     {"exact", task.exact},
                     {"agents", agents}}
        .dump();
}

Result<StudyTask> read_study_task(const std::string& payload) {
    return read_json<StudyTask>(payload, "a study's payload", [](const StudyJson& json) {
        StudyTask task;
        task.study = bytes_of(json.at("study"));
        task.cell = bytes_of(json.at("cell"));
        task.number = json.at("number");
        task.exact = json.at("exact");
        for (const auto& [directory, agent] : json.at("agents").items())
            task.agents[directory] = {agent.at("sources"), agent.at("fingerprint")};
        return Result<StudyTask>(std::move(task));
    });
}

std::string to_text(const StudyAnswer& answer) {
    StudyJson json = StudyJson::object();
    json["games"] = StudyJson::array();
    for (const StudyGame& game : answer.games) json["games"].push_back(study_game_json(game));
    if (answer.board) json["board"] = study_board_json(*answer.board);
    if (answer.error) json["error"] = json_bytes(*answer.error);
    return json.dump();
}

Result<StudyAnswer> read_study_answer(const std::string& text) {
    return read_json<StudyAnswer>(text, "a study's result", [](const StudyJson& json) {
        StudyAnswer answer;
        if (json.contains("error")) answer.error = bytes_of(json.at("error"));
        if (!answer.error || json.contains("games"))
            for (const StudyJson& game : json.at("games"))
                answer.games.push_back(study_game_of(game));
        if (json.contains("board")) answer.board = study_board_of(json.at("board"));
        return Result<StudyAnswer>(std::move(answer));
    });
}

Result<std::string> do_study_task(const std::string& payload, const TaskHelp& help) {
    const Result<StudyTask> task = read_study_task(payload);
    if (!task) return tl::unexpected(task.error());
    const Result<StudySpec> study = parse_study_spec(task->study);
    if (!study) return tl::unexpected(study.error());
    StudyAnswer answer;
    Result<void> done;
    if (task->exact) {
        const Result<const ExactCell*> cell = find_cell(study->exact, task->cell);
        if (!cell) return tl::unexpected(cell.error());
        Result<std::optional<StudyBoard>> board =
            solve_board(*study, **cell, task->number, help.stop);
        if (board) answer.board = std::move(*board);
        if (!board) done = tl::unexpected(board.error());
    } else {
        const Result<const GamesCell*> cell = find_cell(study->games, task->cell);
        if (!cell) return tl::unexpected(cell.error());
        MatchSettings settings = settings_of(*study, **cell);
        settings.agents = std::make_shared<AgentStore>();
        if (const Result<void> here = fetch_agents(*task, **cell, help, *settings.agents); !here)
            return tl::unexpected(here.error());
        settings.known = 2 * task->number;
        settings.games = settings.known + 2;
        MatchWatch watch;
        watch.stop = help.stop;
        watch.on_game = [&](int number, const GameRecord& record) {
            answer.games.push_back(study_game(number, record));
            return true;
        };
        done = run_match(settings, watch);
    }
    if (help.stop.stop_requested()) return fail("stopped");
    if (!done) answer.error = done.error().message;
    return to_text(answer);
}

}  // namespace zerosum
