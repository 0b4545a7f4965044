// "Play a move and find all groups of the child": the packed board against two others, in one run.
//
//   student   vector of vectors, breadth-first search with a queue, a copied board a child
//   flat      one array with a border, a stack, marks: what a competent programmer writes first
//   packed    zerosum::fruit::Position
//
// The positions are random full boards after 0 to n random moves. The last lines give the ratios.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "core/bits.h"
#include "core/random.h"
#include "games/fruit/rules.h"

namespace {

using namespace zerosum;

struct Shape {
    int size;
    int kinds;
};
constexpr std::array<Shape, 4> shapes{{{10, 4}, {15, 5}, {26, 9}, {32, 5}}};
constexpr std::size_t samples = 256;

struct Sample {
    fruit::Position position;
    fruit::Move move;
};

std::vector<Sample> draw_samples(const Shape& shape) {
    Random random(static_cast<std::uint64_t>(shape.size));
    std::vector<Sample> drawn;
    fruit::MoveList moves;
    while (drawn.size() < samples) {
        fruit::Position position =
            fruit::Fruit::start({.size = shape.size, .kinds = shape.kinds}, random).value();
        for (int ply = random.between(0, shape.size); ply > 0 && !position.over(); --ply) {
            fruit::generate_moves(position, moves);
            position.play(moves[random.below(moves.size())]);
        }
        fruit::generate_moves(position, moves);
        if (moves.size() < 2) continue;
        drawn.push_back({position, moves[random.below(moves.size())]});
    }
    return drawn;
}

// The board as students write it.
class StudentBoard {
 public:
    using Group = std::vector<std::pair<int, int>>;

    explicit StudentBoard(const std::vector<std::string>& rows) {
        for (const std::string& row : rows) board_.emplace_back(row.begin(), row.end());
    }

    [[nodiscard]] std::vector<Group> groups() const {
        const int n = static_cast<int>(board_.size());
        std::vector<std::vector<bool>> visited(board_.size(), std::vector<bool>(board_.size()));
        std::vector<Group> found;
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
                if (visited[at(i)][at(j)] || board_[at(i)][at(j)] == '*') continue;
                found.push_back(search(i, j, visited));
            }
        }
        return found;
    }

    [[nodiscard]] StudentBoard child(const Group& group) const {
        StudentBoard next = *this;
        for (const auto& [i, j] : group) next.board_[at(i)][at(j)] = '*';
        const int n = static_cast<int>(board_.size());
        for (int j = 0; j < n; ++j) {
            int to = n - 1;
            for (int i = n - 1; i >= 0; --i) {
                if (next.board_[at(i)][at(j)] == '*') continue;
                std::swap(next.board_[at(to)][at(j)], next.board_[at(i)][at(j)]);
                --to;
            }
        }
        return next;
    }

 private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    Group search(int row, int column, std::vector<std::vector<bool>>& visited) const {
        const int n = static_cast<int>(board_.size());
        const char kind = board_[at(row)][at(column)];
        Group group;
        std::queue<std::pair<int, int>> open;
        open.push({row, column});
        visited[at(row)][at(column)] = true;
        while (!open.empty()) {
            const auto [i, j] = open.front();
            open.pop();
            group.emplace_back(i, j);
            const int di[] = {-1, 1, 0, 0};
            const int dj[] = {0, 0, -1, 1};
            for (int d = 0; d < 4; ++d) {
                const int ni = i + di[d];
                const int nj = j + dj[d];
                if (ni < 0 || nj < 0 || ni >= n || nj >= n) continue;
                if (visited[at(ni)][at(nj)] || board_[at(ni)][at(nj)] != kind) continue;
                visited[at(ni)][at(nj)] = true;
                open.push({ni, nj});
            }
        }
        return group;
    }

    std::vector<std::vector<char>> board_;
};

// One array with a border of empty cells, a stack, and marks: no allocation.
class FlatBoard {
 public:
    struct Group {
        std::uint16_t cell;
        std::uint16_t size;
    };
    using Groups = FixedList<Group, 1024>;

    explicit FlatBoard(const std::vector<std::string>& rows)
        : size_(static_cast<int>(rows.size())), width_(size_ + 2) {
        cells_.fill('*');
        for (int r = 0; r < size_; ++r)
            for (int c = 0; c < size_; ++c)
                cells_[cell(r, c)] = rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
    }

    void groups(Groups& found) const {
        found.clear();
        std::array<bool, 34 * 34> seen;
        seen.fill(false);
        for (int r = 0; r < size_; ++r) {
            for (int c = 0; c < size_; ++c) {
                const std::uint16_t start = cell(r, c);
                if (cells_[start] == '*' || seen[start]) continue;
                std::uint16_t count = 0;
                flood(start, seen, [&](std::uint16_t) { ++count; });
                found.push_back({start, count});
            }
        }
    }

    void play(Group group) {
        std::array<bool, 34 * 34> seen;
        seen.fill(false);
        std::uint64_t columns = 0;
        flood(group.cell, seen, [&](std::uint16_t at) {
            columns |= std::uint64_t{1} << (at % static_cast<unsigned>(width_));
        });
        for (int c = 0; c < size_; ++c) {
            if (((columns >> static_cast<unsigned>(c + 1)) & 1U) == 0) continue;
            int to = size_ - 1;
            for (int r = size_ - 1; r >= 0; --r)
                if (!seen[cell(r, c)]) cells_[cell(to--, c)] = cells_[cell(r, c)];
            for (; to >= 0; --to) cells_[cell(to, c)] = '*';
        }
    }

 private:
    [[nodiscard]] std::uint16_t cell(int row, int column) const {
        return static_cast<std::uint16_t>((row + 1) * width_ + column + 1);
    }

    template <typename Visit>
    void flood(std::uint16_t start, std::array<bool, 34 * 34>& seen, Visit visit) const {
        std::array<std::uint16_t, 1024> stack;
        std::size_t top = 0;
        stack[top++] = start;
        seen[start] = true;
        const char kind = cells_[start];
        const auto step = static_cast<std::uint16_t>(width_);
        while (top > 0) {
            const std::uint16_t at = stack[--top];
            visit(at);
            for (const int next : {at - 1, at + 1, at - step, at + step}) {
                const auto to = static_cast<std::uint16_t>(next);
                if (cells_[to] != kind || seen[to]) continue;
                seen[to] = true;
                stack[top++] = to;
            }
        }
    }

    int size_;
    int width_;
    std::array<char, 34 * 34> cells_;
};

void student(benchmark::State& state, Shape shape) {
    std::vector<std::pair<StudentBoard, StudentBoard::Group>> work;
    for (const Sample& sample : draw_samples(shape)) {
        StudentBoard::Group group;
        for (const Cell& cell : fruit::taken_cells(sample.position, sample.move))
            group.emplace_back(cell.row, cell.column);
        work.emplace_back(StudentBoard(fruit::rows(sample.position)), group);
    }
    std::size_t next = 0;
    for ([[maybe_unused]] auto _ : state) {
        const auto& [board, group] = work[next++ % samples];
        benchmark::DoNotOptimize(board.child(group).groups());
    }
}

void flat(benchmark::State& state, Shape shape) {
    std::vector<std::pair<FlatBoard, FlatBoard::Group>> work;
    for (const Sample& sample : draw_samples(shape)) {
        const auto cell = (sample.move.row + 1) * (shape.size + 2) + sample.move.column + 1;
        work.emplace_back(FlatBoard(fruit::rows(sample.position)),
                          FlatBoard::Group{static_cast<std::uint16_t>(cell), sample.move.size});
    }
    FlatBoard::Groups groups;
    std::size_t next = 0;
    for ([[maybe_unused]] auto _ : state) {
        const auto& [board, group] = work[next++ % samples];
        FlatBoard child = board;
        child.play(group);
        child.groups(groups);
        benchmark::DoNotOptimize(groups);
    }
}

void packed(benchmark::State& state, Shape shape) {
    const std::vector<Sample> work = draw_samples(shape);
    fruit::MoveList moves;
    std::size_t next = 0;
    for ([[maybe_unused]] auto _ : state) {
        const Sample& sample = work[next++ % samples];
        fruit::Position child = sample.position;
        child.play(sample.move);
        fruit::generate_moves(child, moves);
        benchmark::DoNotOptimize(moves);
    }
}

// Collects the medians on the way to the console.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs)
            if (run.aggregate_name == "median")
                medians_[run.run_name.function_name] = run.GetAdjustedCPUTime();
        ConsoleReporter::ReportRuns(runs);
    }

    void print_ratios() const {
        std::printf("\n%-10s %14s %14s %10s\n", "board", "over student", "over flat", "ns");
        for (const Shape& shape : shapes) {
            const std::string name = name_of(shape);
            const double ours = medians_.at("packed/" + name);
            std::printf("%-10s %13.1fx %13.1fx %10.0f\n", name.c_str(),
                        medians_.at("student/" + name) / ours, medians_.at("flat/" + name) / ours,
                        ours);
        }
    }

    static std::string name_of(const Shape& shape) {
        return std::to_string(shape.size) + "x" + std::to_string(shape.size) + "p" +
               std::to_string(shape.kinds);
    }

 private:
    std::map<std::string, double> medians_;
};

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    for (const Shape& shape : shapes) {
        const std::string name = RatioReporter::name_of(shape);
        const auto add = [&](const char* board, void (*run)(benchmark::State&, Shape)) {
            benchmark::RegisterBenchmark((board + name).c_str(), run, shape)
                ->Repetitions(5)
                ->ReportAggregatesOnly()
                ->MinTime(0.1);
        };
        add("student/", student);
        add("flat/", flat);
        add("packed/", packed);
    }
    RatioReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    reporter.print_ratios();
}
