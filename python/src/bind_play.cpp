// play: a game through the referee, between players by name and Python functions; Player: anybody
// who can be named, asked for a move.

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <atomic>
#include <utility>

#include "arena/play/match.h"
#include "arena/play/verdict.h"
#include "background_work.h"
#include "bank.h"
#include "bindings.h"
#include "core/cpu_clock.h"
#include "in_use.h"
#include "raise.h"
#include "state.h"

namespace py = pybind11;

namespace zerosum::python {

namespace {

// What stands in a record for a player that only this process has.
constexpr std::string_view kPythonSpec = "python";

std::string name_of(const py::object& callable) {
    const py::object named =
        py::hasattr(callable, "__name__") ? callable : py::object(py::type::of(callable));
    return display_name(py::str(named.attr("__name__")).cast<std::string>());
}

// A Python function as a player: it gets a State and returns an action or a move's name.
class CallablePlayer final : public zerosum::Player {
 public:
    CallablePlayer(py::object callable, std::shared_ptr<const Game> game, BackgroundWork& work)
        : callable_(std::move(callable)),
          name_(name_of(callable_)),
          game_(std::move(game)),
          work_(work) {}

    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] Reply choose(const Turn& turn) override {
        Reply reply;
        const bool answered = work_.in_python([&] {
            State state(game_, turn.position.clone());
            const Seconds wall = wall_clock();
            const Seconds cpu = thread_cpu();
            const py::object answer = callable_(state);
            reply.cpu = thread_cpu() - cpu;
            reply.cpu_user = reply.cpu;
            reply.wall = wall_clock() - wall;
            reply.answer = read(State(game_, turn.position.clone()), answer);
        });
        if (!answered) reply.answer = Failure{FailureCode::Stopped, "stopped"};
        return reply;
    }

 private:
    // An answer that is no move of the position is the referee's business, not an exception.
    static AnyMove read(const State& state, const py::object& answer) {
        constexpr AnyMove no_move{~std::uint64_t{0}};
        if (py::isinstance<py::str>(answer))
            return state.position().parse_move(answer.cast<std::string>()).value_or(no_move);
        if (PyIndex_Check(answer.ptr()) == 0)
            throw py::type_error(
                fmt::format("a player returned {}, expected an action or the name of a move",
                            py::repr(answer).cast<std::string>()));
        int beyond = 0;  // a number that no C++ integer holds is no action either
        const long action = PyLong_AsLongAndOverflow(py::int_(answer).ptr(), &beyond);
        if (beyond != 0 || !std::in_range<int>(action)) return no_move;
        return state.move(static_cast<int>(action)).value_or(no_move);
    }

    py::object callable_;
    std::string name_;
    std::shared_ptr<const Game> game_;
    BackgroundWork& work_;
};

// A player and the text that named it. Text is made into a player on the game's own thread, since
// that may build an agent.
struct Seat {
    PlayerPtr player;
    std::string spec;
    std::string name;
};

Seat seat(const py::object& who, const std::shared_ptr<const Game>& game, BackgroundWork& work) {
    Seat taken;
    if (py::isinstance<py::str>(who)) {
        const PlayerSpec spec = value_or_raise(parse_player_spec(who.cast<std::string>()));
        work.run([&](const std::stop_token&) {
            taken = {value_or_raise(seat_player(spec, game->rules())), spec.text, spec.name};
        });
        return taken;
    }
    if (PyCallable_Check(who.ptr()) == 0)
        throw py::type_error(fmt::format("found {}, expected a player's name or a function",
                                         py::repr(who).cast<std::string>()));
    taken.player = std::make_unique<CallablePlayer>(who, game, work);
    taken.spec = kPythonSpec;
    taken.name = taken.player->name();
    return taken;
}

struct PlayOptions {
    double bank;
    std::string edition;
    Score komi;
    std::uint64_t seed;
    int first;
};

GameRecord play_from(const py::object& a, const py::object& b, const State& start,
                     const PlayOptions& options) {
    const AnyGame& rules = start.game()->rules();
    GameSettings settings;
    settings.edition = options.edition.empty() ? default_edition(rules)
                                               : value_or_raise(find_edition(options.edition));
    settings.bank = bank_of(options.bank);
    if (options.first != 0 && options.first != 1)
        throw py::value_error(fmt::format("found first {}, expected 0 or 1", options.first));
    if (options.komi < -kMostKomi || options.komi > kMostKomi)
        throw py::value_error(
            fmt::format("found komi {}, expected at most {} for either", options.komi, kMostKomi));
    settings.komi = options.komi;
    settings.seed = options.seed;

    // Before Python's lock is given up: another thread may go on with the caller's.
    const PositionPtr position = start.position().clone();
    BackgroundWork game_work;
    std::array<BackgroundWork, 2> seating;
    const std::array<const py::object*, 2> who{&a, &b};
    std::array<Seat, 2> seats;
    for (const std::size_t i : {0U, 1U}) {
        const bool named = py::isinstance<py::str>(*who[i]);
        seats[i] = seat(*who[i], start.game(), named ? seating[i] : game_work);
    }
    std::optional<GameRecord> record;
    game_work.run([&](const std::stop_token& stop) {
        GameWatch watch;
        watch.stop = stop;
        record = play_game(*position,
                           {Contestant{seats[0].player.get(), seats[0].spec, seats[0].name},
                            Contestant{seats[1].player.get(), seats[1].spec, seats[1].name}},
                           options.first, settings, watch);
    });
    return *record;
}

// Anybody who can be named, for one game at a time.
class NamedPlayer {
 public:
    NamedPlayer(const std::string& text, std::shared_ptr<Game> game, std::uint64_t seed)
        : game_(std::move(game)) {
        const PlayerSpec spec = value_or_raise(parse_player_spec(text));
        name_ = spec.name;
        BackgroundWork work;
        work.run([&](const std::stop_token&) {
            player_ = value_or_raise(seat_player(spec, game_->rules()));
        });
        new_game(seed);
    }
    [[nodiscard]] const std::string& name() const { return name_; }
    void new_game(std::uint64_t seed) {
        const InUse alone(busy_, "player");
        value_or_raise(player_->new_game(seed));
    }

    [[nodiscard]] int choose(const State& state, double bank) {
        if (&state.game()->rules() != &game_->rules())
            throw py::value_error(fmt::format("found a state of {}, expected one of {}",
                                              state.game()->rules().name(), game_->rules().name()));
        if (state.position().over()) throw py::value_error("the game is over");
        const Seconds left = bank_of(bank);
        const InUse alone(busy_, "player");
        const State asked(state);  // as in play_from
        std::optional<Reply> reply;
        BackgroundWork work;
        work.run([&](const std::stop_token& stop) {
            Turn turn{asked.position(), left};
            turn.stop = stop;
            reply = player_->choose(turn);
        });
        const auto move = judge(asked.position(), *reply);
        if (!move) throw std::runtime_error(fmt::format("{}: {}", name_, move.error().sentence));
        return asked.action(*move);
    }

 private:
    std::shared_ptr<Game> game_;
    std::string name_;
    PlayerPtr player_;
    std::atomic<bool> busy_ = false;
};

}  // namespace

void bind_play(py::module_& module) {
    py::class_<NamedPlayer>(module, "Player")
        .def(py::init<const std::string&, std::shared_ptr<Game>, std::uint64_t>(), py::arg("spec"),
             py::arg("game"), py::arg("seed") = 0)
        .def_property_readonly("name", &NamedPlayer::name)
        .def("new_game", &NamedPlayer::new_game, py::arg("seed"))
        .def("__call__", &NamedPlayer::choose, py::arg("state"), py::arg("bank") = 5.0);
    module.def(
        "play_from",
        [](const py::object& a, const py::object& b, const State& start, double bank,
           const std::string& edition, Score komi, std::uint64_t seed, int first) {
            return play_from(a, b, start, {bank, edition, komi, seed, first});
        },
        py::arg("a"), py::arg("b"), py::arg("start"), py::arg("bank"), py::arg("edition"),
        py::arg("komi"), py::arg("seed"), py::arg("first"));
}

}  // namespace zerosum::python
