// Engine: the game's searcher, the one that plays, analyses and solves everywhere else.

#include <pybind11/stl.h>

#include <atomic>

#include "background_work.h"
#include "bindings.h"
#include "in_use.h"
#include "raise.h"
#include "search/any_searcher.h"
#include "state.h"

namespace py = pybind11;

namespace zerosum::python {

namespace {

constexpr Seconds kUsualTime{2};  // where no limit is given, as `zerosum analyze`
constexpr int kMostHashMb = 65'536;

struct Line {
    int action = 0;
    std::string move;
    Score score = 0;
    int depth = 0;
    bool exact = false;
    std::vector<std::string> pv;
    std::vector<int> pv_actions;
};

struct Analysis {
    std::vector<Line> lines;
    bool solved = false;
    std::optional<Score> lower;
    std::optional<Score> upper;
    std::uint64_t nodes = 0;
    double cpu = 0;
};

Analysis analysis_of(const State& state, const SearchResult<AnyMove>& result) {
    Analysis out;
    out.solved = result.solved;
    if (result.lower > -kScoreInfinity) out.lower = result.lower;
    if (result.upper < kScoreInfinity) out.upper = result.upper;
    out.nodes = result.nodes;
    out.cpu = result.cpu.count();
    for (const SearchLine<AnyMove>& found : result.lines) {
        Line& line = out.lines.emplace_back();
        line.action = state.action(found.move);
        line.move = state.position().move_name(found.move);
        line.score = found.score;
        line.depth = found.depth;
        line.exact = found.exact;
        State walker(state);
        for (const AnyMove move : found.pv) {
            line.pv.push_back(walker.position().move_name(move));
            line.pv_actions.push_back(walker.action(move));
            value_or_raise(walker.apply_action(line.pv_actions.back()));
        }
    }
    return out;
}

// What a question may use. No limit at all means two seconds.
struct Limits {
    std::optional<double> seconds;
    std::uint64_t nodes = 0;
    int depth = 0;
    int lines = 1;
    int threads = 1;

    void check() const {
        if (seconds && !(*seconds > 0))
            throw py::value_error(fmt::format("found {} seconds, expected more than 0", *seconds));
        if (depth < 0)
            throw py::value_error(fmt::format("found depth {}, expected 0 or more", depth));
        if (lines < 1)
            throw py::value_error(fmt::format("found {} lines, expected 1 or more", lines));
        if (threads < 1 || threads > kMostThreads)
            throw py::value_error(
                fmt::format("found {} threads, expected 1 to {}", threads, kMostThreads));
    }
    // On the thread that searches: its clock counts.
    [[nodiscard]] SearchLimits begin(const std::stop_token& stop) const {
        SearchLimits limits;
        limits.nodes = nodes;
        limits.depth = depth;
        limits.lines = lines;
        limits.threads = threads;
        limits.stop = stop;
        if (seconds)
            limits.set_time(Seconds{*seconds});
        else if (nodes == 0 && depth == 0)
            limits.set_time(kUsualTime);
        return limits;
    }
};

class Engine {
 public:
    Engine(std::shared_ptr<Game> game, int hash_mb) : game_(std::move(game)) {
        if (hash_mb < 1 || hash_mb > kMostHashMb)
            throw py::value_error(
                fmt::format("found hash_mb {}, expected 1 to {}", hash_mb, kMostHashMb));
        hash_bytes_ = static_cast<std::size_t>(hash_mb) << 20U;
        clear();
    }
    void clear() {
        const InUse alone(busy_, "engine");
        searcher_ = make_searcher(game_->rules(), hash_bytes_);
    }

    [[nodiscard]] Analysis search(const State& state, const Limits& limits) {
        if (state.position().over())
            throw py::value_error("the game is over, there is no move to search");
        return ask(state, [&](const AnyPosition& position, const std::stop_token& stop) {
            return searcher_->search(position, limits.begin(stop));
        });
    }
    [[nodiscard]] Analysis solve(const State& state, const Limits& limits) {
        return ask(state, [&](const AnyPosition& position, const std::stop_token& stop) {
            return searcher_->solve(position, limits.begin(stop));
        });
    }

 private:
    template <typename Question>
    Analysis ask(const State& state, Question question) {
        if (&state.game()->rules() != &game_->rules())
            throw py::value_error(fmt::format("found a state of {}, expected one of {}",
                                              state.game()->rules().name(), game_->rules().name()));
        const InUse alone(busy_, "engine");
        const State asked(state);  // another thread may go on with the caller's
        SearchResult<AnyMove> result;
        BackgroundWork work;
        work.run([&](const std::stop_token& stop) { result = question(asked.position(), stop); });
        return analysis_of(asked, result);
    }

    std::shared_ptr<Game> game_;
    std::size_t hash_bytes_ = 0;
    std::unique_ptr<AnySearcher> searcher_;
    std::atomic<bool> busy_ = false;
};

Analysis search(Engine& engine, const State& state, std::optional<double> seconds,
                std::uint64_t nodes, int depth, int lines, int threads) {
    const Limits limits{seconds, nodes, depth, lines, threads};
    limits.check();
    return engine.search(state, limits);
}

Analysis solve(Engine& engine, const State& state, std::optional<double> seconds,
               std::uint64_t nodes, int threads) {
    const Limits limits{seconds, nodes, 0, 1, threads};
    limits.check();
    return engine.solve(state, limits);
}

}  // namespace

void bind_engine(py::module_& module) {
    py::class_<Line>(module, "Line")
        .def_readonly("action", &Line::action)
        .def_readonly("move", &Line::move)
        .def_readonly("score", &Line::score)
        .def_readonly("depth", &Line::depth)
        .def_readonly("exact", &Line::exact)
        .def_readonly("pv", &Line::pv)
        .def_readonly("pv_actions", &Line::pv_actions)
        .def("__repr__", [](const Line& line) {
            return fmt::format("<Line {} {:+} {}: {}>", line.move, line.score,
                               line.exact ? "exact" : fmt::format("depth {}", line.depth),
                               fmt::join(line.pv, " "));
        });
    py::class_<Analysis>(module, "Analysis")
        .def_readonly("lines", &Analysis::lines)
        .def_property_readonly("best",
                               [](const Analysis& analysis) -> const Line& {
                                   if (analysis.lines.empty())
                                       throw py::value_error("there is no line: no move was found");
                                   return analysis.lines.front();
                               })
        .def_readonly("solved", &Analysis::solved)
        .def_readonly("lower", &Analysis::lower)
        .def_readonly("upper", &Analysis::upper)
        .def_readonly("nodes", &Analysis::nodes)
        .def_readonly("cpu", &Analysis::cpu)
        .def("__repr__", [](const Analysis& analysis) {
            return fmt::format("<Analysis of {} lines, {} nodes, {:.3f} s>", analysis.lines.size(),
                               analysis.nodes, analysis.cpu);
        });
    py::class_<Engine>(module, "Engine")
        .def(py::init<std::shared_ptr<Game>, int>(), py::arg("game"), py::arg("hash_mb") = 64)
        .def("search", search, py::arg("state"), py::kw_only(), py::arg("seconds") = py::none(),
             py::arg("nodes") = 0, py::arg("depth") = 0, py::arg("lines") = 1,
             py::arg("threads") = 1)
        .def("analyse", search, py::arg("state"), py::kw_only(), py::arg("seconds") = py::none(),
             py::arg("nodes") = 0, py::arg("depth") = 0, py::arg("lines") = 3,
             py::arg("threads") = 1)
        .def("solve", solve, py::arg("state"), py::kw_only(), py::arg("seconds") = py::none(),
             py::arg("nodes") = 0, py::arg("threads") = 1)
        .def("clear", &Engine::clear);
}

}  // namespace zerosum::python
