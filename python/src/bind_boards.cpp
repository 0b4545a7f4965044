// VectorEnv: thousands of boards stepped at once, with NumPy arrays that are views of its memory.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <atomic>

#include "bindings.h"
#include "boards.h"
#include "in_use.h"
#include "raise.h"

namespace py = pybind11;

namespace zerosum::python {

namespace {

constexpr std::size_t kMostBoards = 1'000'000;

class VectorEnv {
 public:
    VectorEnv(std::shared_ptr<Game> game, std::size_t count, std::uint64_t seed, bool auto_reset)
        : game_(std::move(game)), auto_reset_(auto_reset), random_(mix(seed)) {
        if (count < 1 || count > kMostBoards)
            throw py::value_error(
                fmt::format("found {} boards, expected 1 to {}", count, kMostBoards));
        rewards_.resize(count);
        actions_.resize(count);
        done_ = std::make_unique<bool[]>(count);
        movers_.resize(count);
        points_.resize(2 * count);
        const py::gil_scoped_release release;
        boards_ = make_boards(*game_, count, seed);
        next_seed_ = seed + count;
        look();
    }

    [[nodiscard]] const std::shared_ptr<Game>& game() const { return game_; }
    [[nodiscard]] std::size_t count() const { return boards_->count(); }
    [[nodiscard]] std::span<std::int32_t> rewards() { return rewards_; }
    [[nodiscard]] std::span<bool> done() { return {done_.get(), count()}; }
    [[nodiscard]] std::span<std::int8_t> movers() { return movers_; }
    [[nodiscard]] std::span<std::int32_t> points() { return points_; }

    // All boards anew, or those whose game is over.
    void reset(std::optional<std::uint64_t> seed, bool only_done) {
        const InUse alone(busy_, "vector environment");
        const py::gil_scoped_release release;
        if (seed) next_seed_ = *seed;
        for (std::size_t i = 0; i < count(); ++i)
            if (!only_done || done_[i]) boards_->draw(i, next_seed_++);
        look();
    }

    void step(const py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>& actions) {
        if (static_cast<std::size_t>(actions.size()) != count())
            throw py::value_error(fmt::format("found {} actions, expected {}: one per board",
                                              actions.size(), count()));
        const std::span<const std::int32_t> wanted(actions.data(), count());
        const InUse alone(busy_, "vector environment");
        Result<void> stepped;
        {
            const py::gil_scoped_release release;
            stepped = boards_->step(wanted, rewards_);
            if (stepped) look();
            if (stepped && auto_reset_) renew();
        }
        value_or_raise(std::move(stepped));
    }

    std::span<std::int32_t> sample() {
        const InUse alone(busy_, "vector environment");
        boards_->sample(random_, actions_);
        return actions_;
    }
    std::span<bool> mask() {
        const InUse alone(busy_, "vector environment");
        const std::size_t length =
            count() * static_cast<std::size_t>(game_->num_distinct_actions());
        if (!mask_) mask_ = std::make_unique<bool[]>(length);
        boards_->mask({mask_.get(), length});
        return {mask_.get(), length};
    }
    std::span<float> observe() {
        const InUse alone(busy_, "vector environment");
        observation_.resize(count() * game_->observation_length());
        const py::gil_scoped_release release;
        boards_->observe(observation_);
        return observation_;
    }
    py::tuple legal() {
        const InUse alone(busy_, "vector environment");
        std::vector<std::int32_t> actions;
        py::array_t<std::int64_t> ends(static_cast<py::ssize_t>(count()));
        boards_->legal(actions, {ends.mutable_data(), count()});
        return py::make_tuple(
            py::array_t<std::int32_t>(static_cast<py::ssize_t>(actions.size()), actions.data()),
            ends);
    }
    std::uint64_t play_out() {
        const InUse alone(busy_, "vector environment");
        const py::gil_scoped_release release;
        const std::uint64_t played = boards_->play_out(random_);
        look();
        return played;
    }
    [[nodiscard]] State state(std::size_t board) const {
        if (board >= count())
            throw py::index_error(
                fmt::format("found board {}, expected 0 to {}", board, count() - 1));
        const InUse alone(busy_, "vector environment");
        return {game_, boards_->position(board)};
    }

 private:
    void look() {
        boards_->over(done());
        boards_->movers(movers_);
        boards_->points(points_);
    }
    // New boards for those whose game is over. What the last step said of them stays: its reward,
    // that it is done, the final points.
    void renew() {
        for (std::size_t i = 0; i < count(); ++i)
            if (done_[i]) boards_->draw(i, next_seed_++);
        boards_->movers(movers_);
    }

    std::shared_ptr<Game> game_;
    bool auto_reset_;
    Random random_;
    std::unique_ptr<Boards> boards_;
    std::uint64_t next_seed_ = 0;
    std::vector<std::int32_t> rewards_;
    std::vector<std::int32_t> actions_;
    std::unique_ptr<bool[]> done_;
    std::vector<std::int8_t> movers_;
    std::vector<std::int32_t> points_;
    std::unique_ptr<bool[]> mask_;
    std::vector<float> observation_;
    mutable std::atomic<bool> busy_ = false;
};

// A read-only array over memory of the environment, which it keeps alive.
template <typename T>
py::array view(const py::object& self, std::span<T> memory, std::vector<py::ssize_t> shape) {
    py::array array = py::array_t<T>(std::move(shape), memory.data(), self);
    array.attr("setflags")(py::arg("write") = false);
    return array;
}

VectorEnv& env(const py::object& self) {
    return self.cast<VectorEnv&>();
}

py::ssize_t boards_in(const py::object& self) {
    return static_cast<py::ssize_t>(env(self).count());
}

py::array rewards(const py::object& self) {
    return view(self, env(self).rewards(), {boards_in(self)});
}
py::array done(const py::object& self) {
    return view(self, env(self).done(), {boards_in(self)});
}

}  // namespace

void bind_boards(py::module_& module) {
    py::class_<VectorEnv>(module, "VectorEnv")
        .def(py::init<std::shared_ptr<Game>, std::size_t, std::uint64_t, bool>(), py::arg("game"),
             py::arg("count"), py::arg("seed") = 0, py::arg("auto_reset") = false)
        .def_property_readonly("game", &VectorEnv::game)
        .def("__len__", &VectorEnv::count)
        .def_property_readonly("rewards", rewards)
        .def_property_readonly("done", done)
        .def_property_readonly("current_players",
                               [](const py::object& self) {
                                   return view(self, env(self).movers(), {boards_in(self)});
                               })
        .def_property_readonly("points",
                               [](const py::object& self) {
                                   return view(self, env(self).points(), {boards_in(self), 2});
                               })
        .def("reset", &VectorEnv::reset, py::arg("seed") = py::none(), py::kw_only(),
             py::arg("only_done") = false)
        .def(
            "step",
            [](const py::object& self, const py::array& actions) {
                env(self).step(actions);
                return py::make_tuple(rewards(self), done(self));
            },
            py::arg("actions"))
        .def("sample",
             [](const py::object& self) {
                 return view(self, env(self).sample(), {boards_in(self)});
             })
        .def("legal_actions", &VectorEnv::legal)
        .def("legal_actions_mask",
             [](const py::object& self) {
                 return view(self, env(self).mask(),
                             {boards_in(self), env(self).game()->num_distinct_actions()});
             })
        .def("observation_tensor",
             [](const py::object& self) {
                 const Game& game = *env(self).game();
                 return view(self, env(self).observe(),
                             {boards_in(self), game.planes(), game.size(), game.size()});
             })
        .def("play_out", &VectorEnv::play_out)
        .def("state", &VectorEnv::state, py::arg("board"));
}

}  // namespace zerosum::python
