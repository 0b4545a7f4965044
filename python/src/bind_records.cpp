// Record: a game that was played, as docs/records.md has it.

#include <pybind11/stl.h>

#include "arena/play/record.h"
#include "arena/play/replay.h"
#include "bindings.h"
#include "raise.h"
#include "state.h"

namespace py = pybind11;

namespace zerosum::python {

namespace {

std::vector<State> states(const GameRecord& record) {
    std::vector<State> out;
    std::shared_ptr<const Game> game;
    value_or_raise(walk(record, [&](std::size_t, const AnyPosition& before, const auto&) {
        if (!game) game = std::make_shared<Game>(before);
        out.emplace_back(game, before.clone());
    }));
    return out;
}

template <typename Owner>
auto seconds(Seconds Owner::*member) {
    return [member](const Owner& owner) { return (owner.*member).count(); };
}

}  // namespace

void bind_records(py::module_& module) {
    py::class_<PlayerRecord>(module, "PlayerRecord")
        .def_readonly("name", &PlayerRecord::name)
        .def_readonly("spec", &PlayerRecord::spec)
        .def_readonly("clock", &PlayerRecord::clock)
        .def_readonly("confinement", &PlayerRecord::confinement);
    py::class_<MoveRecord>(module, "MoveRecord")
        .def_readonly("player", &MoveRecord::player)
        .def_readonly("position", &MoveRecord::position)
        .def_readonly("move", &MoveRecord::move)
        .def_readonly("why", &MoveRecord::why)
        .def_readonly("gain", &MoveRecord::gain)
        .def_property_readonly("cpu", seconds(&MoveRecord::cpu))
        .def_property_readonly("wall", seconds(&MoveRecord::wall))
        .def_property_readonly("bank_left", seconds(&MoveRecord::bank_left))
        .def_readonly("score", &MoveRecord::score)
        .def_readonly("depth", &MoveRecord::depth)
        .def_readonly("nodes", &MoveRecord::nodes)
        .def_readonly("exact", &MoveRecord::exact)
        .def("__repr__", [](const MoveRecord& move) { return describe_turn(move); });
    py::class_<GameRecord>(module, "Record")
        .def_static(
            "from_json", [](const std::string& text) { return value_or_raise(parse_record(text)); },
            py::arg("text"))
        .def("to_json", &to_json_text)
        .def_readonly("game", &GameRecord::game)
        .def_readonly("edition", &GameRecord::edition)
        .def_readonly("players", &GameRecord::players)
        .def_readonly("first", &GameRecord::first)
        .def_readonly("seed", &GameRecord::seed)
        .def_property_readonly("bank", seconds(&GameRecord::bank))
        .def_readonly("komi", &GameRecord::komi)
        .def_readonly("start", &GameRecord::start)
        .def_readonly("moves", &GameRecord::moves)
        .def_property_readonly("winner",
                               [](const GameRecord& record) -> std::optional<int> {
                                   if (record.winner < 0) return std::nullopt;
                                   return record.winner;
                               })
        .def_property_readonly(
            "reason", [](const GameRecord& record) { return std::string(to_text(record.reason)); })
        .def_readonly("sentence", &GameRecord::sentence)
        .def_readonly("points", &GameRecord::points)
        .def_property_readonly("cpu",
                               [](const GameRecord& record) {
                                   return std::vector{record.cpu[0].count(), record.cpu[1].count()};
                               })
        .def("outcome", [](const GameRecord& record) { return outcome(record); })
        .def("states", states)
        .def(
            "__eq__",
            [](const GameRecord& a, const GameRecord& b) {
                return to_json_text(a) == to_json_text(b);
            },
            py::is_operator())
        .def("__hash__",
             [](const GameRecord& record) { return py::hash(py::str(to_json_text(record))); })
        .def("__repr__",
             [](const GameRecord& record) { return fmt::format("<Record: {}>", outcome(record)); });
}

}  // namespace zerosum::python
