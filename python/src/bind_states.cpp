// load_game, Game, State, and the course's files.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <random>

#include "bank.h"
#include "bindings.h"
#include "games/registry.h"
#include "raise.h"
#include "state.h"

namespace py = pybind11;

namespace zerosum::python {

namespace {

using GamePtr = std::shared_ptr<Game>;

GamePtr load_game(const std::string& name, int size, int kinds, int pieces) {
    return std::make_shared<Game>(
        value_or_raise(Game::load(name, {.size = size, .kinds = kinds, .pieces = pieces})));
}

State new_initial_state(const GamePtr& game, std::optional<std::uint64_t> seed) {
    return {game, value_or_raise(game->draw(seed ? *seed : std::random_device{}()))};
}

State state_from_line(const GamePtr& game, const std::string& line) {
    PositionPtr position = value_or_raise(read_line(line, &game->rules()));
    if (position->size() != game->size())
        throw py::value_error(fmt::format("found a board of {0} x {0}, expected {1} x {1}",
                                          position->size(), game->size()));
    if (const int kinds = position->start_options().kinds; kinds > game->options().kinds)
        throw py::value_error(
            fmt::format("found {} kinds, expected at most {}", kinds, game->options().kinds));
    return {game, std::move(position)};
}

State read_position(const std::string& text) {
    PositionPtr position = std::move(value_or_raise(read_task(text)).position);
    auto game = std::make_shared<Game>(*position);
    return {std::move(game), std::move(position)};
}

py::tuple read_input(const std::string& text) {
    AnyTask task = value_or_raise(game_of_input(text).read_input(text));
    auto game = std::make_shared<Game>(*task.position);
    return py::make_tuple(State(std::move(game), std::move(task.position)), task.bank.count(),
                          task.fixed_depth);
}

std::string action_to_string(const State& state, int action) {
    return state.position().move_name(value_or_raise(state.move(action)));
}

py::array observation(const py::object& self, std::optional<int> player) {
    const State& state = self.cast<const State&>();
    if (player && *player != 0 && *player != 1)
        throw py::value_error(fmt::format("found player {}, expected 0 or 1", *player));
    Side side = state.position().mover();
    if (player) side = *player == 0 ? Side::One : Side::Two;
    const Game& game = *state.game();
    py::array view = py::array_t<float>({game.planes(), game.size(), game.size()},
                                        state.observation(side), self);
    view.attr("setflags")(py::arg("write") = false);
    return view;
}

std::string picture(const State& state) {
    return fmt::format("{}", fmt::join(state.position().rows(), "\n"));
}

template <typename Ask>
auto of_action(Ask ask) {
    return [ask](const State& state, int action) {
        return ask(state.position(), value_or_raise(state.move(action)));
    };
}

}  // namespace

void bind_states(py::module_& module) {
    // Both first, so that the words for each know the other.
    py::class_<Game, GamePtr> game_class(module, "Game");
    py::class_<State> state_class(module, "State");
    game_class
        .def_property_readonly("name",
                               [](const Game& game) { return std::string(game.rules().name()); })
        .def_property_readonly("title",
                               [](const Game& game) { return std::string(game.rules().title()); })
        .def_property_readonly("size", &Game::size)
        .def_property_readonly("kinds", [](const Game& game) { return game.options().kinds; })
        .def_property_readonly("pieces", [](const Game& game) { return game.options().pieces; })
        .def("num_distinct_actions", &Game::num_distinct_actions)
        .def("num_players", [](const Game&) { return 2; })
        .def("observation_tensor_shape",
             [](const Game& game) {
                 return py::make_tuple(game.planes(), game.size(), game.size());
             })
        .def("new_initial_state", new_initial_state, py::arg("seed") = py::none())
        .def("state_from_line", state_from_line, py::arg("line"))
        .def("__repr__", &Game::repr)
        .def(
            "__eq__",
            [](const Game& a, const Game& b) {
                return &a.rules() == &b.rules() && a.options() == b.options();
            },
            py::is_operator())
        .def("__hash__", [](const Game& game) { return py::hash(py::str(game.repr())); })
        .def(py::pickle(
            [](const Game& game) {
                return py::make_tuple(std::string(game.rules().name()), game.options().size,
                                      game.options().kinds, game.options().pieces);
            },
            [](const py::tuple& kept) {
                return load_game(kept[0].cast<std::string>(), kept[1].cast<int>(),
                                 kept[2].cast<int>(), kept[3].cast<int>());
            }));

    state_class
        .def_property_readonly(
            "game", [](const State& state) { return std::const_pointer_cast<Game>(state.game()); })
        .def("get_game",
             [](const State& state) { return std::const_pointer_cast<Game>(state.game()); })
        .def("current_player", &State::current_player)
        .def("is_terminal", [](const State& state) { return state.position().over(); })
        .def("legal_actions", &State::legal_actions)
        .def(
            "apply_action",
            [](State& state, int action) { value_or_raise(state.apply_action(action)); },
            py::arg("action"))
        .def(
            "child",
            [](const State& state, int action) {
                State next(state);
                value_or_raise(next.apply_action(action));
                return next;
            },
            py::arg("action"))
        .def("clone", [](const State& state) { return State(state); })
        .def("__copy__", [](const State& state) { return State(state); })
        .def("__deepcopy__", [](const State& state, const py::dict&) { return State(state); })
        .def("returns", &State::returns)
        .def("points",
             [](const State& state) {
                 return std::vector{state.position().points(Side::One),
                                    state.position().points(Side::Two)};
             })
        .def("history", &State::history)
        .def("gain", of_action([](const AnyPosition& p, AnyMove m) { return p.gain(m); }),
             py::arg("action"))
        .def("describe", of_action([](const AnyPosition& p, AnyMove m) { return p.describe(m); }),
             py::arg("action"))
        .def("cells", of_action([](const AnyPosition& p, AnyMove m) {
                 std::vector<std::pair<int, int>> cells;
                 for (const Cell cell : p.affected(m)) cells.emplace_back(cell.row, cell.column);
                 return cells;
             }),
             py::arg("action"))
        .def("action_to_string", action_to_string, py::arg("action"))
        .def(
            "action_to_string",
            [](const State& state, int /*player*/, int action) {
                return action_to_string(state, action);
            },
            py::arg("player"), py::arg("action"))
        .def(
            "string_to_action",
            [](const State& state, const std::string& name) {
                return value_or_raise(state.string_to_action(name));
            },
            py::arg("name"))
        .def("observation_tensor", observation, py::arg("player") = py::none())
        .def("rows", [](const State& state) { return state.position().rows(); })
        .def("values", [](const State& state) { return state.position().values(); })
        .def("line", [](const State& state) { return state.position().line(); })
        .def(
            "write_input",
            [](const State& state, double bank) {
                return state.position().write_input(CourseLimit(bank_of(bank)));
            },
            py::arg("bank"))
        .def("write_output",
             of_action([](const AnyPosition& p, AnyMove m) { return p.write_output(m); }),
             py::arg("action"))
        .def("__str__", picture)
        .def("__repr__",
             [](const State& state) {
                 return fmt::format("<State of {}: {}>", state.game()->repr(),
                                    state.position().line());
             })
        .def(
            "__eq__",
            [](const State& a, const State& b) {
                return &a.position().game() == &b.position().game() &&
                       a.position().line() == b.position().line();
            },
            py::is_operator())
        .def("__hash__",
             [](const State& state) { return py::hash(py::str(state.position().line())); })
        .def(py::pickle(
            [](const State& state) {
                return py::make_tuple(std::const_pointer_cast<Game>(state.game()),
                                      state.position().line(), state.history());
            },
            [](const py::tuple& kept) {
                State state = state_from_line(kept[0].cast<GamePtr>(), kept[1].cast<std::string>());
                state.set_history(kept[2].cast<std::vector<int>>());
                return state;
            }));

    module.def("load_game", load_game, py::arg("name"), py::arg("size") = 0, py::arg("kinds") = 0,
               py::arg("pieces") = -1);
    module.def("game_names", [] {
        std::vector<std::string> names;
        for (const AnyGame* game : all_games()) names.emplace_back(game->name());
        return names;
    });
    module.def("read_position", read_position, py::arg("text"));
    module.def("read_input", read_input, py::arg("text"));
    module.attr("TERMINAL") = kTerminalPlayer;
}

}  // namespace zerosum::python
