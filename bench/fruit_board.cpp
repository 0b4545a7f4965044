// "Play a move and find all groups of the child": the packed board against two others, in one run.
//
//   student   vector of vectors, breadth-first search with a queue, a copied board a child
//   flat      one array with a border, a stack, marks: what a competent programmer writes first
//   packed    zerosum::fruit::Position
//
// Random full boards after 0 to n random moves; of each, a few kChildren in a row, as a search
// visits them. The last lines give the ratios, and the wanted ones beside them.

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
    int wanted;  // times as fast as the student's board, on a machine with AVX2
};
constexpr std::array<Shape, 4> kShapes{{{10, 4, 40}, {15, 5, 60}, {26, 9, 120}, {32, 5, 100}}};
constexpr std::size_t kParents = 64;
constexpr std::size_t kChildren = 8;  // of each parent

struct Parent {
    fruit::Position position;
    std::array<fruit::Move, kChildren> moves;
};

std::vector<Parent> draw_parents(const Shape& shape) {
    Random random(static_cast<std::uint64_t>(shape.size));
    std::vector<Parent> drawn;
    fruit::MoveList list;
    while (drawn.size() < kParents) {
        fruit::Position position =
            fruit::Fruit::start({.size = shape.size, .kinds = shape.kinds}, random).value();
        for (int ply = random.between(0, shape.size); ply > 0 && !position.over(); --ply) {
            fruit::generate_moves(position, list);
            position.play(list[random.below(list.size())]);
        }
        if (position.over()) continue;
        fruit::generate_moves(position, list);
        Parent& parent = drawn.emplace_back(Parent{position, {}});
        for (fruit::Move& move : parent.moves) move = list[random.below(list.size())];
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

    [[nodiscard]] std::uint16_t cell(int row, int column) const {
        return static_cast<std::uint16_t>((row + 1) * width_ + column + 1);
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

    void play(std::uint16_t taken) {
        std::array<bool, 34 * 34> seen;
        seen.fill(false);
        std::uint64_t columns = 0;
        flood(taken, seen, [&](std::uint16_t at) {
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

// Calls run(parent, child) for one child after the other of one parent after the other.
template <typename Run>
void over_children(benchmark::State& state, Run run) {
    std::size_t next = 0;
    for ([[maybe_unused]] auto _ : state) {
        run(next / kChildren % kParents, next % kChildren);
        ++next;
    }
}

void student(benchmark::State& state, Shape shape) {
    std::vector<StudentBoard> boards;
    std::vector<std::array<StudentBoard::Group, kChildren>> groups;
    for (const Parent& parent : draw_parents(shape)) {
        boards.emplace_back(fruit::rows(parent.position));
        auto& taken = groups.emplace_back();
        for (std::size_t i = 0; i < kChildren; ++i)
            for (const Cell& cell : fruit::affected(parent.position, parent.moves[i]))
                taken[i].emplace_back(cell.row, cell.column);
    }
    over_children(state, [&](std::size_t parent, std::size_t child) {
        benchmark::DoNotOptimize(boards[parent].child(groups[parent][child]).groups());
    });
}

void flat(benchmark::State& state, Shape shape) {
    const std::vector<Parent> drawn = draw_parents(shape);
    std::vector<FlatBoard> boards;
    boards.reserve(drawn.size());
    for (const Parent& parent : drawn) boards.emplace_back(fruit::rows(parent.position));
    FlatBoard::Groups groups;
    over_children(state, [&](std::size_t parent, std::size_t child) {
        const fruit::Move move = drawn[parent].moves[child];
        FlatBoard board = boards[parent];
        board.play(board.cell(move.row, move.column));
        board.groups(groups);
        benchmark::DoNotOptimize(groups);
    });
}

void packed(benchmark::State& state, Shape shape) {
    const std::vector<Parent> drawn = draw_parents(shape);
    fruit::MoveList moves;
    over_children(state, [&](std::size_t parent, std::size_t child) {
        fruit::Position position = drawn[parent].position;
        position.play(drawn[parent].moves[child]);
        fruit::generate_moves(position, moves);
        benchmark::DoNotOptimize(moves);
    });
}

// Keeps the fastest repetition of each, the one that other programs disturbed least.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            if (run.run_type != Run::RT_Iteration) continue;
            double& fastest = fastest_[run.run_name.function_name];
            const double time = run.GetAdjustedCPUTime();
            if (fastest == 0 || time < fastest) fastest = time;
        }
    }

    void print_ratios() const {
        std::printf("\n%-10s %14s %10s %14s %10s\n", "board", "over student", "wanted", "over flat",
                    "ns");
        for (const Shape& shape : kShapes) {
            const std::string name = name_of(shape);
            const double ours = fastest_.at("packed/" + name);
            std::printf("%-10s %13.1fx %9dx %13.1fx %10.0f\n", name.c_str(),
                        fastest_.at("student/" + name) / ours, shape.wanted,
                        fastest_.at("flat/" + name) / ours, ours);
        }
    }

    static std::string name_of(const Shape& shape) {
        return std::to_string(shape.size) + "x" + std::to_string(shape.size) + "p" +
               std::to_string(shape.kinds);
    }

 private:
    std::map<std::string, double> fastest_;
};

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    for (const Shape& shape : kShapes) {
        const std::string name = RatioReporter::name_of(shape);
        const auto add = [&](const char* board, void (*run)(benchmark::State&, Shape)) {
            benchmark::RegisterBenchmark((board + name).c_str(), run, shape)
                ->Repetitions(25)
                ->MinTime(0.02);
        };
        add("student/", student);
        add("flat/", flat);
        add("packed/", packed);
    }
    RatioReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    reporter.print_ratios();
}
